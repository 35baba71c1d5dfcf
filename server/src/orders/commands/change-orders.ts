import { type Day, formatDayShort } from '@despatch/domain/calendar/day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import type { OrderChanges } from '@despatch/domain/orders/order-fields'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { namedOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { recheckExchanges } from './replacements.ts'

/** Columns of a locked order that commands read. */
export type CommandedOrder = {
  order_number: string
  status: OrderStatus
  version: number
  dispatch_service: DispatchService
  despatch_date: Day
  suspended_for: string
  /** Bit set of lacks; null if not worked out yet. */
  lacks: number | null
}

/**
 * Locks orders of a client until the end of the transaction, by number, and reads their columns. `conditions` on `orders`,
 * each starting with 'and', leave orders out.
 */
export async function lockCommanded(
  transaction: Transaction,
  client: string,
  orderNumbers: readonly string[],
  conditions: RawBuilder<unknown> = sql``,
): Promise<ReadonlyMap<string, CommandedOrder>> {
  const rows = await transaction.rows(
    sql<CommandedOrder>`select o.* from ${namedOrders(orderNumbers)} cross join lateral (
        -- Keeps the planner from the index by date, as in orders-to-allocate.ts: bench feed-today.
        select order_number, status, version, dispatch_service, despatch_date, suspended_for, lacks
        from orders where client_code = ${client} and order_number = named.order_number ${conditions}
        limit 1 for no key update
      ) o`.compile(db),
  )
  return new Map(rows.map((row) => [row.order_number, row]))
}

/** The orders among these that have a receipt of a command. */
export async function receiptedOrders(
  transaction: Transaction,
  { client, commandId }: { client: string; commandId: string },
  orderNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows(
    sql<{ order_number: string }>`select order_number from order_receipts
      where client_code = ${client} and command_id = ${commandId} and order_number = any (${orderNumbers}::text[])`.compile(
      db,
    ),
  )
  return new Set(rows.map(({ order_number }) => order_number))
}

/** The new state of an order. */
export type OrderChange = {
  order: CommandedOrder
  status: OrderStatus
  suspendedFor: string
  despatchDay: Day
  note: string
}

/** Writes locked orders, each with its next version and history entry. */
export async function changeOrders(
  transaction: Transaction,
  { client, at, byName }: { client: string; at: Date; byName: string },
  act: string,
  changes: readonly OrderChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = Object.fromEntries(
    changes.map(({ order, status, suspendedFor, despatchDay, note }) => [
      order.order_number,
      {
        version: order.version + 1,
        status,
        suspended_for: suspendedFor,
        despatch_date: despatchDay,
        note,
        changes: dayChange(order, despatchDay),
      },
    ]),
  )
  const byNumber = JSON.stringify(rows)
  await inOrder([
    transaction.write(
      sql`update orders set (status, version, suspended_for, despatch_date) = (
          select * from jsonb_to_record(${byNumber}::jsonb -> order_number)
            as c (status text, version int, suspended_for text, despatch_date date)
        )
        where client_code = ${client} and order_number = any (${Object.keys(rows)}::text[])`.compile(db),
    ),
    transaction.write(
      sql`insert into order_history (client_code, order_number, version, at, by_name, act, status, note, changes)
        select ${client}, o.key, c.version, ${at}, ${byName}, ${act}, c.status, c.note, c.changes
        from jsonb_each(${byNumber}::jsonb) as o
        cross join lateral jsonb_to_record(o.value) as c (version int, status text, note text, changes jsonb)`.compile(
        db,
      ),
    ),
    recheckExchanges(
      transaction,
      client,
      changes.map(({ order, status, suspendedFor }) => ({ orderNumber: order.order_number, status, suspendedFor })),
    ),
  ])
}

/** Recorded as a change, so that a repeated feed does not restore the old day. */
function dayChange(order: CommandedOrder, despatchDay: Day): OrderChanges {
  if (order.despatch_date === despatchDay) return {}
  return { date: { before: formatDayShort(order.despatch_date), after: formatDayShort(despatchDay) } }
}

/** Note for the history if the despatch day moves; otherwise empty. */
export function dayChangeNote(order: CommandedOrder, despatchDay: Day): string {
  if (order.despatch_date === despatchDay) return ''
  return `Despatched on ${formatDayShort(despatchDay)} instead of ${formatDayShort(order.despatch_date)}`
}
