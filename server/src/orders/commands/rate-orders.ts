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
import { previewOf, rateOne } from '../../routing/allocation/rate-order.ts'
import { asWork } from '../list-orders-to-act-on.ts'
import { isMatched, type Selection, selectionOf } from './command-selection.ts'
import { runInPieces } from './run-order-command.ts'

/** Each of them is looked at, and those that change have a transaction of their own. */
const PIECE = 100
/** So often an order is looked at whose place others take. */
const MAX_LOOKS = 3

/**
 * Rates the orders of a selection again, however many: those that would go with another method or price now are allocated again,
 * and the others keep what they have. None loses its carrier by it. They are rated one after the other, by their days and as they
 * came, each on what those before it have left: as a what-if tries them. See {@link runInPieces} for what it throws.
 */
export async function rateOrders(
  context: StreamingContext,
  { body: { commandId = randomUUID(), most, ...named } }: RouteChecked<typeof routes.rateMatching>,
): Promise<RouteAnswer<typeof routes.rateMatching>> {
  return runInPieces(
    context,
    { action: 'rate-again', commandId, most, selection: selectionOf(context, named) },
    { size: PIECE, sequence: 'as-they-came', execute: ratePiece, message: ratedMessage },
  )
}

type Given = { readonly commandId: string; readonly selection: Selection }
type Kept = { readonly order_number: string; readonly outcome: 'refused' | 'unchanged'; readonly message: string }

async function ratePiece(
  context: StreamingContext,
  given: Given,
  client: string,
  orderNumbers: readonly string[],
): Promise<number> {
  let done = 0
  const kept: Kept[] = []
  for (const orderNumber of orderNumbers) {
    const rated = await rateNow(context, given, { clientCode: client, orderNumber })
    if (rated === 'done') done++
    else if (rated) kept.push(rated)
  }
  await inClient(context.database, client, (transaction) =>
    writeKept(transaction, { ...context, client, commandId: given.commandId }, kept),
  )
  return done + kept.length
}

type Named = { readonly clientCode: string; readonly orderNumber: string }

/** What an order would go with now; undefined where the command is no longer for it. */
function lookAt(context: StreamingContext, given: Given, order: Named): Promise<RatedOrder | undefined> {
  const { clientCode: client } = order
  return inClient(context.database, client, async (transaction) => {
    await refuseChangedCaller(transaction, context.caller)
    const at = { ...context, transaction, client, clients: [client] }
    return (await isStillAsked(transaction, { ...at, ...given }, order.orderNumber)) ? previewOf(at, order) : undefined
  })
}

/**
 * Looks at an order and rates it. Where others took its place meanwhile it is looked at again, a few times. Gives its receipt
 * where it stays as it is; nothing where the command is no longer for it. Throws an AppError where the caller may do no more.
 */
async function rateNow(context: StreamingContext, given: Given, order: Named): Promise<Kept | 'done' | undefined> {
  let looked = await lookAt(context, given, order)
  for (let looks = 1; looked?.outcome === 'changes' && looked.now; looks++) {
    const { clientCode, orderNumber, version, now }: RatedOrder = looked
    try {
      const taken = { version, looked: now, commandId: given.commandId }
      await retryOnDeadlock(() => rateOne(context, { clientCode, orderNumber }, taken))
      return 'done'
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unauthorized_access') throw error
      if (looks === MAX_LOOKS) return refusal(orderNumber, error.message)
      looked = await lookAt(context, given, order)
    }
  }
  if (!looked) return undefined
  const { orderNumber, outcome, reason } = looked
  return outcome === 'same'
    ? { order_number: orderNumber, outcome: 'unchanged', message: `Order ${orderNumber} keeps its carrier.` }
    : refusal(orderNumber, reason)
}

const refusal = (orderNumber: string, why: string): Kept => ({
  order_number: orderNumber,
  outcome: 'refused',
  message: why.replace(/\.$/u, ''),
})

type Asking = Given & { readonly client: string; readonly now: Date }

/** Whether an order has no receipt of the command and, where it is for all that match, still matches. */
async function isStillAsked(
  transaction: Transaction,
  { client, now, commandId, selection: { matching, except } }: Asking,
  orderNumber: string,
): Promise<boolean> {
  const filter = matching && asWork(matching, dayOf(now))
  const matched = filter
    ? sql`and exists (
        select from orders where client_code = ${client} and order_number = named.order_number ${isMatched(filter, except)}
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

/** The receipts of orders that stay as they are. */
async function writeKept(
  transaction: Transaction,
  { client, commandId, caller, now }: Pick<StreamingContext, 'caller' | 'now'> & { client: string; commandId: string },
  kept: readonly Kept[],
): Promise<void> {
  if (kept.length === 0) return
  // The same command, sent twice at once, may have written some already.
  await transaction.write(
    sql`insert into order_receipts (client_code, command_id, user_id, at, action, order_number, outcome, message)
      select ${client}, ${commandId}, ${caller.userId}, ${now}, 'rate-again', r.*
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as r (order_number text, outcome text, message text)
      on conflict do nothing`.compile(db),
  )
}
