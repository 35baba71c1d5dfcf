import { randomUUID } from 'node:crypto'
import type { returns as routes } from '@despatch/contract/returns/rules/returns'
import type { ReturnsTry } from '@despatch/contract/returns/rules/returns-try'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { offeredReasonCodes } from '@despatch/domain/returns/offered-reason-codes'
import type { Selectable } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { bookOrDraft, draftChanges, returnsVersion } from './returns-book-cache.ts'

/** Per user, over all clients. */
const MAX_AT_ONCE = 2
const ASK_AGAIN_SECONDS = 5
/** Unfinished trials older than this are lost: their server was killed repeatedly, or there is none. */
const LOST_AFTER_MS = 3_600_000
const LOST = 'This trial was lost and nothing changed. Try again.'

/**
 * Queues a trial of the current draft: on the returns of the last weeks, each on the day it was requested, or on the
 * orders of the last weeks as if they were returned today. The book does not change.
 *
 * @throws AppError 429 while two of the caller's trials are running
 */
export async function tryReturnsDraft(
  context: Context,
  { body: { weeks, over, reason } }: RouteChecked<typeof routes.try>,
): Promise<RouteAnswer<typeof routes.try>> {
  const { transaction, client, caller, now, services } = context
  const owner = String(caller.userId)
  if ((await services.jobs.unfinishedOf(transaction, 'returns-try', owner)) >= MAX_AT_ONCE)
    throw new AppError('too_many_attempts', 'Two of your trials are running. Wait for one or cancel one.', {
      retryAfterSeconds: ASK_AGAIN_SECONDS,
    })
  const { changes } = await draftChanges(transaction, client)
  const drafted = await bookOrDraft(transaction, client, { draft: true, services })
  const id = randomUUID()
  const row = await transaction.writeRow(
    db
      .insertInto('return_tries')
      .values({
        client_code: client,
        try_id: id,
        user_id: caller.userId,
        at: now,
        weeks,
        over,
        reason: reason ?? offeredReasonCodes(drafted)[0] ?? '',
        since: addDays(dayOf(now), -7 * weeks),
        today: dayOf(now),
        book_version: await returnsVersion(transaction, client),
        changes: JSON.stringify(changes),
      })
      .returningAll(),
  )
  if (!row) throw new Error('The trial was not kept')
  await services.jobs.send(transaction, { queue: 'returns-try', id, owner, data: { client, tryId: id } })
  await auditTry(context, `${over === 'returns' ? 'Returns' : 'Orders'} of ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`)
  return presentTry(row, now)
}

/**
 * Progress of a trial, and its result once it is done.
 *
 * @throws AppError 404
 */
export async function readReturnsTry(
  context: Context,
  { params }: RouteChecked<typeof routes.tried>,
): Promise<RouteAnswer<typeof routes.tried>> {
  return presentTry(await loadTry(context, params.id), context.now)
}

/**
 * Cancels a waiting or running trial; a finished one stays.
 *
 * @throws AppError 404
 */
export async function cancelReturnsTry(
  context: Context,
  { params }: RouteChecked<typeof routes.cancelTry>,
): Promise<RouteAnswer<typeof routes.cancelTry>> {
  const { transaction, client, services, now } = context
  await loadTry(context, params.id)
  await transaction.write(
    db
      .updateTable('return_tries')
      .set({ status: 'Cancelled' })
      .where('client_code', '=', client)
      .where('try_id', '=', params.id)
      .where('status', 'in', ['NotStarted', 'Running']),
  )
  await services.jobs.cancel(transaction, 'returns-try', params.id)
  const row = await loadTry(context, params.id)
  await auditTry(context, row.status === 'Cancelled' ? 'Trial cancelled' : 'Trial done before it was cancelled')
  return presentTry(row, now)
}

const auditTry = (context: Context, object: string) =>
  audit(context, {
    clientCode: context.client,
    act: 'returns-book.tried',
    object,
    record: `returns-book:${context.client}`,
  })

type Row = Selectable<Tables['return_tries']>

async function loadTry({ transaction, client }: Context, id: string): Promise<Row> {
  const row = await transaction.row(
    db.selectFrom('return_tries').selectAll().where('client_code', '=', client).where('try_id', '=', id),
  )
  if (!row) throw new AppError('not_found', 'Trial not found, or older than a week. Try the draft again.')
  return row
}

function presentTry(row: Row, now: Date): ReturnsTry {
  const isUnfinished = row.status === 'NotStarted' || row.status === 'Running'
  const isLost = isUnfinished && now.getTime() - row.at.getTime() > LOST_AFTER_MS
  return {
    id: row.try_id,
    status: isLost ? 'Failed' : row.status,
    weeks: row.weeks,
    over: row.over,
    bookVersion: row.book_version,
    done: row.done,
    total: row.total,
    percentComplete: row.status === 'Succeeded' ? 100 : row.total === 0 ? 0 : Math.floor((row.done / row.total) * 100),
    error: isLost ? LOST : row.error,
    result: row.result,
  }
}
