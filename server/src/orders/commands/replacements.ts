import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { SuspendReason } from '@despatch/domain/orders/commands/reasons'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** What the orders are called that replace goods of returns. */
const REPLACEMENT = /-X$/
export const isReplacement = (orderNumber: string): boolean => REPLACEMENT.test(orderNumber)

/** Why a replacement is suspended that waits for what it replaces. */
export const WAITS: SuspendReason = 'Waiting for a return'

/**
 * Holds the returns whose goods some orders replace, until the transaction ends. Ask before the orders are held: a change of a
 * return holds it before its replacement.
 */
export async function holdReturnsOf(
  transaction: Transaction,
  client: string,
  orderNumbers: readonly string[],
): Promise<void> {
  const replacing = orderNumbers.filter(isReplacement)
  if (replacing.length === 0) return
  await transaction.write(
    // Each is looked up by its number, and then held in the order of the references.
    sql`select from announced_returns
      where client_code = ${client} and return_reference = any (array(
        select found.return_reference
        from unnest(${replacing}::text[]) as replacing (order_number) cross join lateral (
          select return_reference from announced_returns
          where client_code = ${client} and exchange_order <> '' and exchange_order = replacing.order_number
          order by exchange_order offset 0
        ) found
      ))
      order by return_reference for no key update`.compile(db),
  )
}

type ChangedReplacement = {
  readonly orderNumber: string
  readonly status: OrderStatus
  readonly suspendedFor: string
}

/**
 * Has returns looked at again whose replacement was settled and is changed now: it waits again, or gives other goods than it
 * did. The returns and orders are held. What is settled by that is owed, or is not owed any more, once the job has looked.
 */
export async function holdExchanges(
  transaction: Transaction,
  client: string,
  changed: readonly ChangedReplacement[],
): Promise<void> {
  const replacing = changed.filter(({ orderNumber }) => isReplacement(orderNumber))
  if (replacing.length === 0) return
  const waiting = replacing.filter(({ status, suspendedFor }) => status === 'S' && suspendedFor === WAITS)
  const numbersOf = (orders: readonly ChangedReplacement[]) => orders.map(({ orderNumber }) => orderNumber)
  await transaction.write(
    sql`update announced_returns
      set exchange = case when exchange_order = any (${numbersOf(waiting)}::text[]) then 'release' else 'held' end
      where client_code = ${client} and exchange_order <> '' and exchange_order = any (${numbersOf(replacing)}::text[])
        and exchange in ('released', 'cancelled', 'held')`.compile(db),
  )
}

/**
 * Why replacements are not to give so many pieces in all, by their numbers: what came for them was refunded or rejected
 * meanwhile. Their returns are held ({@link holdReturnsOf}), so that nothing is refunded at the same time.
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
      `Return ${return_reference} was refunded or rejected meanwhile: nothing is sent for that`,
    ]),
  )
}
