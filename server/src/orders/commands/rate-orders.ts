import { randomUUID } from 'node:crypto'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RatedOrder } from '@despatch/contract/routing/allocation/rate-again'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { ratedMessage } from '@despatch/domain/orders/commands/command-text'
import { sql } from 'kysely'
import { inClient } from '../../database/in-client.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { previewRating, rateOrder } from '../../routing/allocation/rate-again/rate-order.ts'
import { toOrderFilter } from '../list-orders-to-act-on.ts'
import { selectionConditions, type Selection, toSelection } from './command-selection.ts'
import { runInPieces } from './run-order-command.ts'

/** Orders per step; each changed order has its own transaction. */
const PIECE_SIZE = 100
/** Attempts for an order whose capacity others take meanwhile. */
const MAX_ATTEMPTS = 3

/**
 * Rates the selected orders again. Orders that would now get another method or price are re-allocated; the others
 * keep theirs, and none loses its carrier. Orders are rated one by one by despatch day and time of creation, as in a
 * what-if. Throws like {@link runInPieces}.
 */
export async function rateOrders(
  context: StreamingContext,
  { body: { commandId = randomUUID(), most, ...named } }: RouteChecked<typeof routes.rateMatching>,
): Promise<RouteAnswer<typeof routes.rateMatching>> {
  return runInPieces(
    context,
    { action: 'rate-again', commandId, most, selection: toSelection(context, named) },
    { size: PIECE_SIZE, sequence: 'as-they-came', execute: ratePiece, message: ratedMessage },
  )
}

type RateCommand = { readonly commandId: string; readonly selection: Selection }
type UnchangedReceipt = {
  readonly order_number: string
  readonly outcome: 'refused' | 'unchanged'
  readonly message: string
}

async function ratePiece(
  context: StreamingContext,
  command: RateCommand,
  client: string,
  orderNumbers: readonly string[],
): Promise<number> {
  let done = 0
  const receipts: UnchangedReceipt[] = []
  for (const orderNumber of orderNumbers) {
    const rated = await rateWithRetries(context, command, { clientCode: client, orderNumber })
    if (rated === 'done') done++
    else if (rated) receipts.push(rated)
  }
  await inClient(context.database, client, (transaction) =>
    writeReceipts(transaction, { ...context, client, commandId: command.commandId }, receipts),
  )
  return done + receipts.length
}

type OrderKey = { readonly clientCode: string; readonly orderNumber: string }

/** Previews the rating of an order; undefined if the command no longer covers it. */
function previewIfCovered(
  context: StreamingContext,
  command: RateCommand,
  order: OrderKey,
): Promise<RatedOrder | undefined> {
  const { clientCode: client } = order
  return inClient(context.database, client, async (transaction) => {
    await refuseChangedCaller(transaction, context.caller)
    const at = { ...context, transaction, client, clients: [client] }
    return (await isStillCovered(transaction, { ...at, ...command }, order.orderNumber))
      ? previewRating(at, order)
      : undefined
  })
}

/**
 * Rates an order, with further attempts if others take its capacity. Returns a receipt if the order stays unchanged, or
 * undefined if the command no longer covers it. Throws an AppError if the caller loses access.
 */
async function rateWithRetries(
  context: StreamingContext,
  command: RateCommand,
  order: OrderKey,
): Promise<UnchangedReceipt | 'done' | undefined> {
  let preview = await previewIfCovered(context, command, order)
  for (let attempt = 1; preview?.outcome === 'changes' && preview.now; attempt++) {
    const { clientCode, orderNumber, version, now }: RatedOrder = preview
    try {
      const taken = { version, looked: now, commandId: command.commandId }
      await retryOnDeadlock(() => rateOrder(context, { clientCode, orderNumber }, taken))
      return 'done'
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unauthorized_access') throw error
      if (attempt === MAX_ATTEMPTS) return refusal(orderNumber, error.message)
      preview = await previewIfCovered(context, command, order)
    }
  }
  if (!preview) return undefined
  const { orderNumber, outcome, reason } = preview
  return outcome === 'same'
    ? { order_number: orderNumber, outcome: 'unchanged', message: `Order ${orderNumber} keeps its carrier.` }
    : refusal(orderNumber, reason)
}

const refusal = (orderNumber: string, why: string): UnchangedReceipt => ({
  order_number: orderNumber,
  outcome: 'refused',
  message: why.replace(/\.$/u, ''),
})

type RatingContext = RateCommand & { readonly client: string; readonly now: Date }

/** Whether an order has no receipt of the command and still matches its filter. */
async function isStillCovered(
  transaction: Transaction,
  { client, now, commandId, selection: { matching, except } }: RatingContext,
  orderNumber: string,
): Promise<boolean> {
  const filter = matching && toOrderFilter(matching, dayOf(now))
  const matched = filter
    ? sql`and exists (
        select from orders where client_code = ${client} and order_number = named.order_number ${selectionConditions(filter, except)}
      )`
    : sql``
  const row = await transaction.row(
    sql<{ order_number: string }>`
      select order_number from (select ${orderNumber}::text as order_number) as named
      where not exists (
        select from order_receipts r
        where r.client_code = ${client} and r.command_id = ${commandId} and r.order_number = named.order_number
      ) ${matched}`.compile(db),
  )
  return row !== undefined
}

/** Writes receipts of unchanged orders. */
async function writeReceipts(
  transaction: Transaction,
  { client, commandId, caller, now }: Pick<StreamingContext, 'caller' | 'now'> & { client: string; commandId: string },
  receipts: readonly UnchangedReceipt[],
): Promise<void> {
  if (receipts.length === 0) return
  // The same command sent twice at once may have written some already.
  await transaction.write(
    sql`insert into order_receipts (client_code, command_id, user_id, at, action, order_number, outcome, message)
      select ${client}, ${commandId}, ${caller.userId}, ${now}, 'rate-again', r.*
      from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as r (order_number text, outcome text, message text)
      on conflict do nothing`.compile(db),
  )
}
