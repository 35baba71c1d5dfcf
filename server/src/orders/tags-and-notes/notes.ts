import type { OrderNote } from '@despatch/contract/orders/tags-and-notes/tags-and-notes'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { type Mention, mentionsIn, visibleNoteText } from '@despatch/domain/orders/tags-and-notes/notes'
import type { Reader } from '../../administration/users/report-readers.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { readersOf } from './colleagues.ts'

/** Maximum notes shown of an order. */
const MAX_SHOWN = 200

/** An order's notes, newest first, and its assignee. Throws an AppError (404) if the client has no such order. */
export async function orderNotes(
  context: Context,
  { body: { orderNumber } }: RouteChecked<typeof routes.notes>,
): Promise<RouteAnswer<typeof routes.notes>> {
  const { transaction, client } = context
  const [, rows, assignee] = await Promise.all([
    refuseMissing(context, orderNumber),
    transaction.rows(
      db
        .selectFrom('order_notes')
        .selectAll()
        .where('client_code', '=', client)
        .where('order_number', '=', orderNumber)
        .orderBy('at', 'desc')
        .orderBy('note_id', 'desc')
        .limit(MAX_SHOWN),
    ),
    transaction.row(
      db
        .selectFrom('order_assignees')
        .select('user_id')
        .where('client_code', '=', client)
        .where('order_number', '=', orderNumber),
    ),
  ])
  return {
    notes: rows.map((row) => present(row, context)),
    assignee: assignee ? { userId: String(assignee.user_id) } : null,
  }
}

/**
 * Adds a note and notifies mentioned users. Throws an AppError: 404 if the client has no such order, 400 for a mention
 * of a user who may not see the note, 403 for an internal note by a client user.
 */
export async function addNote(
  context: Context,
  { body: { orderNumber, note, isInternal } }: RouteChecked<typeof routes.addNote>,
): Promise<RouteAnswer<typeof routes.addNote>> {
  const { transaction, client, caller, now } = context
  if (isInternal && !caller.isInternal)
    throw new AppError('unauthorized_access', 'Only the operator’s staff write internal notes.')
  await refuseMissing(context, orderNumber)
  const mentioned = await readMentions(context, note, isInternal)
  const mentions: Mention[] = mentioned.map(({ name, isInternal: isStaff }) => ({ name, isStaff }))
  const row = await transaction.writeRow(
    db
      .insertInto('order_notes')
      .values({
        client_code: client,
        order_number: orderNumber,
        at: now,
        by_id: caller.userId,
        by_name: caller.username,
        note,
        is_internal: isInternal,
        mentions: JSON.stringify(mentions),
      })
      .returningAll(),
  )
  if (!row) throw new Error('The note was not saved')
  const notified = mentioned.filter(({ userId }) => userId !== caller.userId)
  if (notified.length > 0)
    await transaction.write(
      db.insertInto('user_notices').values(
        notified.map(({ userId }) => ({
          client_code: client,
          user_id: userId,
          at: now,
          kind: 'mention' as const,
          by_name: caller.username,
          order_number: orderNumber,
          note_id: row.note_id,
        })),
      ),
    )
  await audit(context, {
    clientCode: auditClient(client, isInternal),
    act: 'order.noted',
    object: `order ${orderNumber}`,
    after: { characters: note.length, isInternal, mentioned: mentioned.length },
  })
  return present(row, context)
}

/** Deletes the caller's own note. Throws an AppError: 404 if it does not exist, 403 if someone else wrote it. */
export async function deleteNote(
  context: Context,
  { body: { orderNumber, noteId } }: RouteChecked<typeof routes.deleteNote>,
): Promise<RouteAnswer<typeof routes.deleteNote>> {
  const { transaction, client, caller } = context
  const row = await transaction.row(
    db
      .selectFrom('order_notes')
      .select(['by_id', 'is_internal'])
      .where('client_code', '=', client)
      .where('order_number', '=', orderNumber)
      .where('note_id', '=', Number(noteId)),
  )
  if (!row) throw new AppError('not_found', 'This note has already been deleted.')
  if (row.by_id !== caller.userId) throw new AppError('unauthorized_access', 'Only the author of a note can delete it.')
  for (const table of ['user_notices', 'order_notes'] as const)
    await transaction.write(
      db.deleteFrom(table).where('client_code', '=', client).where('note_id', '=', Number(noteId)),
    )
  await audit(context, {
    clientCode: auditClient(client, row.is_internal),
    act: 'order.note-deleted',
    object: `order ${orderNumber}`,
  })
  return { message: 'The note was deleted.' }
}

/** Client '' keeps internal notes out of the client's activity. */
const auditClient = (client: string, isInternal: boolean) => (isInternal ? '' : client)

async function refuseMissing({ transaction, client }: Context, orderNumber: string): Promise<void> {
  const order = await transaction.row(
    db
      .selectFrom('orders')
      .select('order_number')
      .where('client_code', '=', client)
      .where('order_number', '=', orderNumber),
  )
  if (!order) throw new AppError('not_found', noDataAvailable(orderNumber))
}

/**
 * Resolves mentions. Throws an AppError (400) for users who may not see the note, without revealing whether they exist.
 */
async function readMentions(context: Context, note: string, isInternal: boolean): Promise<Reader[]> {
  const names = mentionsIn(note)
  if (names.length === 0) return []
  const readers = await readersOf(context, [context.client])
  return names.map((name) => {
    const reader = readers.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (!reader)
      throw refuse(`No colleague called @${name} can see this order. Choose one from the list, or leave out the @.`)
    if (isInternal && !reader.isInternal)
      throw refuse(`@${name} can’t see internal notes. They are for the operator’s staff only.`)
    return reader
  })
}

const refuse = (message: string) => refuseFields([{ path: 'note', message }])

type Row = {
  note_id: number
  at: Date
  by_id: number
  by_name: string
  note: string
  is_internal: boolean
  mentions: Mention[]
}
const present = (row: Row, { caller }: Context): OrderNote => ({
  noteId: String(row.note_id),
  at: row.at.toISOString(),
  by: row.by_name,
  note: visibleNoteText(row.note, row.mentions, caller.sees),
  isInternal: row.is_internal,
  isOwn: row.by_id === caller.userId,
})
