import { createHash } from 'node:crypto'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { commandMessage, type CommandCounts } from '@despatch/domain/orders/commands/command-text'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { sql } from 'kysely'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { makeProgressRecorder } from '../../process/work-progress.ts'
import { db } from '../../database/sql.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { CommandInput } from './act-on-orders.ts'
import { executePiece } from './command-piece.ts'
import {
  countWaiting,
  listedOrders,
  readPieces,
  type Selection,
  withStoredNames,
  type Sequence,
} from './command-selection.ts'
import { fillMissingLacks } from '../order-lacks.ts'
import { countReceipts, MAX_RECEIPTS, type Receipt, readReceipts } from './order-receipts.ts'

type Outcome = RouteAnswer<typeof routes.suspend>

/** Orders per transaction. Their capacity is locked only for its commit. */
const PIECE_SIZE = 500
/** Orders per transaction where each has to be allocated. */
const ALLOCATED_PIECE_SIZE = 100

/**
 * Specification 7: 'POST /api/orders/release; POST /api/orders/suspend; […] POST /api/orders/cancel'. Throws like
 * {@link runInPieces}.
 */
export function runOrderCommand(
  context: StreamingContext,
  command: CommandInput & { most: number | undefined },
): Promise<Outcome> {
  return runInPieces<typeof command>(context, command, {
    size: command.action === 'release' ? ALLOCATED_PIECE_SIZE : PIECE_SIZE,
    sequence: 'by-number',
    execute: executePiece,
    message: (counts) => commandMessage(command.action, counts),
  })
}

/** A command for a selection of orders. */
type BulkCommand = {
  readonly action: OrderCommand | 'rate-again'
  readonly commandId: string
  readonly selection: Selection
  readonly most: number | undefined
}
/** How a command is executed. */
type CommandExecution<Command> = {
  /** Orders per piece. */
  readonly size: number
  readonly sequence: Sequence
  /** Handles a piece of a client's orders and returns the number of receipts written. */
  execute(context: StreamingContext, command: Command, client: string, orderNumbers: readonly string[]): Promise<number>
  message(counts: CommandCounts): string
}

/**
 * Executes a command for any number of orders, in pieces, with a receipt for each order. Continues when the caller
 * disconnects; sent again, it resumes. Throws an AppError if the id belongs to another command or body, if more orders
 * match than the pre-flight found, or if the caller's access changed.
 */
export async function runInPieces<Command extends BulkCommand>(
  context: StreamingContext,
  command: Command,
  execution: CommandExecution<Command>,
): Promise<Outcome> {
  const { database, clients, now, services } = context
  const selection = await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    return withStoredNames({ transaction, books: services.books, now }, clients, command.selection)
  })
  const resolved = { ...command, selection }
  const { commandId } = resolved
  if (resolved.action === 'release') await fillMissingLacks(database, clients)
  const begun = await beginCommand(context, resolved, command)
  const ofOtherClients = listedOrders(selection).filter(({ clientCode }) => !clients.includes(clientCode))
  if (!begun.isUndone) {
    const total = begun.receipts + begun.waiting
    const note = makeProgressRecorder(context, commandId)
    let done = begun.receipts
    await note('acting', done, total)
    for (const client of clients)
      for await (const piece of readPieces(
        { database, commandId, selection, today: dayOf(context.now) },
        client,
        execution,
      )) {
        // Long commands take minutes, so each piece has its own time.
        done += await retryOnDeadlock(() => execution.execute({ ...context, now: new Date() }, resolved, client, piece))
        await note('acting', Math.min(done, total), total)
      }
    await note('done', total, total)
  }
  return buildAnswer(context, { commandId, message: execution.message }, ofOtherClients.map(notExistingReceipt))
}

/** Orders of other clients are reported as not existing. */
function notExistingReceipt({ clientCode, orderNumber }: { clientCode: string; orderNumber: string }): Receipt {
  return {
    clientCode,
    orderNumber,
    outcome: 'refused',
    message: noDataAvailable(orderNumber),
    shortOf: [],
    undoneAt: null,
  }
}

/** Registers the command, and counts its existing receipts and remaining orders. Throws like {@link runInPieces}. */
async function beginCommand(
  context: StreamingContext,
  command: BulkCommand,
  sent: BulkCommand,
): Promise<{ receipts: number; waiting: number; isUndone: boolean }> {
  const { database, clients, caller, now } = context
  const { action, commandId, selection, most } = command
  return database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    // As it was sent: the stored spellings may have changed since the first try.
    await refuseOtherBody(transaction, context, sent)
    const before = await transaction.row(
      sql<{ receipts: number; is_own: boolean; is_undone: boolean }>`
        select count(*) as receipts, bool_and(user_id = ${caller.userId} and action = ${action}) as is_own,
          count(undone_at) > 0 as is_undone
        from order_receipts where client_code = any (${clients}::text[]) and command_id = ${commandId}`.compile(db),
    )
    const { receipts = 0, is_own = true, is_undone: isUndone = false } = before ?? {}
    if (receipts > 0 && !is_own) throw otherCommand()
    if (!selection.matching) {
      const named = listedOrders(selection).filter(({ clientCode }) => clients.includes(clientCode)).length
      return { receipts, waiting: Math.max(named - receipts, 0), isUndone }
    }
    const waiting = isUndone ? 0 : await countWaiting(transaction, clients, { commandId, selection, today: dayOf(now) })
    if (most !== undefined && receipts + waiting > most) throw moreMatchNow(receipts + waiting, most)
    return { receipts, waiting, isUndone }
  })
}

/** Stores a hash of the command's body. Throws an AppError if the id was used with another body. */
export async function refuseOtherBody(
  transaction: Transaction,
  { caller, now }: StreamingContext,
  { commandId, ...command }: { readonly commandId: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(command)).digest()
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

/** An AppError: the id of the command belongs to another one. */
export const otherCommand = () =>
  new AppError('idempotency_key_reused', 'This command id was used for another command. Use a new one.')

function moreMatchNow(now: number, most: number): AppError {
  const count = (orders: number) => `${orders.toLocaleString('en-GB')} ${orders === 1 ? 'order' : 'orders'}`
  return new AppError(
    'version_conflict',
    `${count(now)} match now, but you checked ${count(most)}. Nothing was changed. Check them again.`,
  )
}

/** The answer of a command: its counts and first receipts. `foreign` are refused orders without a receipt. */
export async function buildAnswer(
  { database, clients }: StreamingContext,
  { commandId, message }: { commandId: string; message(counts: CommandCounts): string },
  foreign: readonly Receipt[] = [],
): Promise<Outcome> {
  const { counts, own } = await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    const of = { clients, commandId, isUndone: undefined }
    const limit = MAX_RECEIPTS - foreign.length
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
