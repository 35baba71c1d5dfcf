import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { SuspendReason } from '@despatch/domain/orders/commands/reasons'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Suffix of orders that replace returned goods. */
const REPLACEMENT = /-X$/
export const isReplacement = (orderNumber: string): boolean => REPLACEMENT.test(orderNumber)

/** Suspension reason of a replacement until the return arrives. */
export const WAITS_FOR_RETURN: SuspendReason = 'Waiting for a return'

/**
 * Locks the returns that some orders replace until the end of the transaction. Lock returns before orders: a change of
 * a return locks it before its replacement.
 */
export async function holdReturnsOf(
  transaction: Transaction,
  client: string,
  orderNumbers: readonly string[],
): Promise<void> {
  const replacing = orderNumbers.filter(isReplacement)
  if (replacing.length === 0) return
  await transaction.write(
    sql`select from announced_returns
      where client_code = ${client} and exchange_order <> '' and exchange_order = any (${replacing}::text[])
      order by return_reference for no key update`.compile(db),
  )
}

type ChangedReplacement = {
  readonly orderNumber: string
  readonly status: OrderStatus
  readonly suspendedFor: string
}

/**
 * Marks returns for another check after their settled replacement changed: it waits again, or contains other goods.
 * Returns and orders are locked. A job then works out what is owed.
 */
export async function recheckExchanges(
  transaction: Transaction,
  client: string,
  changed: readonly ChangedReplacement[],
): Promise<void> {
  const replacing = changed.filter(({ orderNumber }) => isReplacement(orderNumber))
  if (replacing.length === 0) return
  const waiting = replacing.filter(({ status, suspendedFor }) => status === 'S' && suspendedFor === WAITS_FOR_RETURN)
  const numbersOf = (orders: readonly ChangedReplacement[]) => orders.map(({ orderNumber }) => orderNumber)
  await transaction.write(
    sql`update announced_returns
      set exchange = case when exchange_order = any (${numbersOf(waiting)}::text[]) then 'release' else 'held' end
      where client_code = ${client} and exchange_order <> '' and exchange_order = any (${numbersOf(replacing)}::text[])
        and exchange in ('released', 'cancelled', 'held')`.compile(db),
  )
}

/**
 * Why replacements must not contain so many pieces: the returned goods were refunded or rejected meanwhile. Their
 * returns are locked ({@link holdReturnsOf}), so that no refund happens at the same time.
 */
export async function whyNotReplaced(
  transaction: Transaction,
  client: string,
  orders: readonly { readonly orderNumber: string; readonly pieces: number }[],
): Promise<ReadonlyMap<string, string>> {
  const replacing = orders.filter(({ orderNumber }) => isReplacement(orderNumber))
  if (replacing.length === 0) return new Map()
  const numbers = replacing.map(({ orderNumber }) => orderNumber)
  const paid = await transaction.rows(
    sql<{ order_number: string; return_reference: string }>`
      select n.order_number, r.return_reference
      from unnest(${numbers}::text[], ${replacing.map(({ pieces }) => pieces)}::int[]) as n (order_number, pieces)
      join announced_returns r on r.client_code = ${client} and r.exchange_order = n.order_number and r.exchange_order <> ''
      join announced_lines l on l.client_code = r.client_code and l.return_reference = r.return_reference
        and l.resolution = 'exchange' and l.answer = 'allowed'
      group by n.order_number, n.pieces, r.return_reference
      having sum(l.refunded + l.rejected) > 0
        and n.pieces + sum(l.refunded + l.rejected) > sum(l.quantity + l.extra - l.withdrawn - l.expired - l.refused)`.compile(
      db,
    ),
  )
  return new Map(
    paid.map(({ order_number, return_reference }) => [
      order_number,
      `Return ${return_reference} has since been refunded or rejected, so no replacement is sent`,
    ]),
  )
}
