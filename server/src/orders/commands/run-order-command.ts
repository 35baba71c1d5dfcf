import { createHash } from 'node:crypto'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/enquiries/search/messages'
import { commandMessage, type CommandCounts } from '@despatch/domain/orders/commands/command-text'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { sql } from 'kysely'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { noteProgress } from '../../process/work-progress.ts'
import { db } from '../../database/sql.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { CommandInput } from './act-on-orders.ts'
import { executeBatch } from './command-piece.ts'
import { countWaiting, namedOf, piecesOf, type Selection, selectionAsKept, type Sequence } from './command-selection.ts'
import { workOutLacks } from '../order-lacks.ts'
import { countReceipts, MAX_ANSWERED, type Receipt, readReceipts } from './order-receipts.ts'

type Outcome = RouteAnswer<typeof routes.suspend>

/** Orders that are done in one transaction. The capacity of their days is held for its commit alone. */
const PIECE = 500
/** The same where each has to be allocated. */
const PIECE_ALLOCATED = 100

/** Specification 7: 'POST /api/orders/release; POST /api/orders/suspend; […] POST /api/orders/cancel'. See {@link runInPieces}. */
export function runOrderCommand(
  context: StreamingContext,
  asked: CommandInput & { most: number | undefined },
): Promise<Outcome> {
  return runInPieces<typeof asked>(context, asked, {
    size: asked.action === 'release' ? PIECE_ALLOCATED : PIECE,
    sequence: 'by-number',
    execute: executeBatch,
    message: (counts) => commandMessage(asked.action, counts),
  })
}

/** What a caller asks to be done to the orders of a selection. */
type Asked = {
  readonly action: OrderCommand | 'rate-again'
  readonly commandId: string
  readonly selection: Selection
  readonly most: number | undefined
}
/** How it is done. */
type Way<Given> = {
  /** As many orders are done at a time. */
  readonly size: number
  readonly sequence: Sequence
  /** Does it to some orders of a client, with a receipt for each. Gives how many receipts were written. */
  execute(context: StreamingContext, given: Given, client: string, orderNumbers: readonly string[]): Promise<number>
  message(counts: CommandCounts): string
}

/**
 * Does a command to the orders of a selection, however many: in pieces, with a receipt for each order. It goes on when the
 * caller goes away. Sent again, it goes on where it broke off. Throws an AppError where the id is another command's or was sent
 * with another body, where more match than the pre-flight allowed, or where the caller's access was changed meanwhile.
 */
export async function runInPieces<Given extends Asked>(
  context: StreamingContext,
  asked: Given,
  way: Way<Given>,
): Promise<Outcome> {
  const { database, clients } = context
  const selection = await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    return selectionAsKept(transaction, asked.selection)
  })
  const given = { ...asked, selection }
  const { commandId } = given
  if (given.action === 'release') await workOutLacks(database, clients)
  const begun = await beginCommand(context, given)
  const foreign = namedOf(selection).filter(({ clientCode }) => !clients.includes(clientCode))
  if (!begun.isUndone) {
    const total = begun.receipts + begun.waiting
    const note = noteProgress(context, commandId)
    let done = begun.receipts
    await note('acting', done, total)
    for (const client of clients)
      for await (const piece of piecesOf({ database, commandId, selection, today: dayOf(context.now) }, client, way)) {
        // A command of many orders takes minutes: what is done to each has happened when it was done.
        done += await retryOnDeadlock(() => way.execute({ ...context, now: new Date() }, given, client, piece))
        await note('acting', Math.min(done, total), total)
      }
    await note('done', total, total)
  }
  return answerOf(context, { commandId, message: way.message }, foreign.map(refusedForeign))
}

/** What is another client's is not there. */
function refusedForeign({ clientCode, orderNumber }: { clientCode: string; orderNumber: string }): Receipt {
  return {
    clientCode,
    orderNumber,
    outcome: 'refused',
    message: noDataAvailable(orderNumber),
    shortOf: [],
    undoneAt: null,
  }
}

/** What there is of the command already, and how many orders it is still for. Throws an AppError. */
async function beginCommand(
  context: StreamingContext,
  given: Asked,
): Promise<{ receipts: number; waiting: number; isUndone: boolean }> {
  const { database, clients, caller, now } = context
  const { action, commandId, selection, most } = given
  return database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    await refuseOtherBody(transaction, context, given)
    const before = await transaction.row(
      sql<{ receipts: number; is_own: boolean; is_undone: boolean }>`
        select count(*) as receipts, bool_and(user_id = ${caller.userId} and action = ${action}) as is_own,
          count(undone_at) > 0 as is_undone
        from order_receipts where client_code = any (${clients}::text[]) and command_id = ${commandId}`.compile(db),
    )
    const { receipts = 0, is_own = true, is_undone: isUndone = false } = before ?? {}
    if (receipts > 0 && !is_own) throw otherCommand()
    if (!selection.matching) {
      const named = namedOf(selection).filter(({ clientCode }) => clients.includes(clientCode)).length
      return { receipts, waiting: Math.max(named - receipts, 0), isUndone }
    }
    const waiting = isUndone ? 0 : await countWaiting(transaction, clients, { commandId, selection, today: dayOf(now) })
    if (most !== undefined && receipts + waiting > most) throw moreNow(receipts + waiting, most)
    return { receipts, waiting, isUndone }
  })
}

/** Keeps what the command asks for; throws an AppError where its id came with something else before. */
async function refuseOtherBody(
  transaction: Transaction,
  { caller, now }: StreamingContext,
  { commandId, ...asked }: Asked,
): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(asked)).digest()
  const mine = { user_id: caller.userId, command_id: commandId }
  const first = await transaction.writeRow(
    db
      .insertInto('order_commands')
      .values({ ...mine, request_hash: hash, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('command_id'),
  )
  if (first) return
  const before = await transaction.row(
    db
      .selectFrom('order_commands')
      .select('request_hash')
      .where((is) => is.and(mine)),
  )
  if (!before?.request_hash.equals(hash)) throw otherCommand()
}

const otherCommand = () =>
  new AppError('idempotency_key_reused', 'This command id was used for another command: use a new one.')

function moreNow(now: number, most: number): AppError {
  const count = (orders: number) => `${orders.toLocaleString('en-GB')} ${orders === 1 ? 'order' : 'orders'}`
  return new AppError(
    'version_conflict',
    `${count(now)} match by now, and you looked at ${count(most)}. Nothing was done: look at them again.`,
  )
}

async function answerOf(
  { database, clients }: StreamingContext,
  { commandId, message }: { commandId: string; message: Way<Asked>['message'] },
  foreign: readonly Receipt[],
): Promise<Outcome> {
  const { counts, own } = await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    const of = { clients, commandId, isUndone: undefined }
    const limit = MAX_ANSWERED - foreign.length
    const [counts, own] = await Promise.all([
      countReceipts(transaction, of),
      readReceipts(transaction, of, { limit, offset: 0 }),
    ])
    return { counts, own }
  })
  const receipts = [...foreign, ...own]
  const all = { ...counts, refused: counts.refused + foreign.length }
  const only = all.done + all.refused + all.unchanged === 1 ? receipts[0] : undefined
  return { message: message({ ...all, only }), commandId, ...all, receipts }
}
