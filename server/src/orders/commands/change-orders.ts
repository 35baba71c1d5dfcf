import { type Day, formatDayShort } from '@despatch/domain/calendar/day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import type { OrderChanges } from '@despatch/domain/orders/order-fields'
import { sql } from 'kysely'
import { changeInPlace, isNamed, namedOrders } from '../../database/by-key.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { holdExchanges } from './replacements.ts'

/** An order that is held until the end of the transaction, as far as commands look at it. */
export type CommandedOrder = {
  order_number: string
  status: OrderStatus
  version: number
  dispatch_service: DispatchService
  despatch_date: Day
  suspended_for: string
  /** What it lacks to be delivered, as it is kept. */
  lacks: number | null
}

/** What an order becomes. */
export type OrderChange = {
  order: CommandedOrder
  status: OrderStatus
  suspendedFor: string
  despatchDay: Day
  note: string
}

/** Writes orders that the caller holds, each with its next version and the entry of its history. */
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
        changes: movedDay(order, despatchDay),
      },
    ]),
  )
  const byNumber = JSON.stringify(rows)
  await inOrder([
    changeInPlace(
      transaction,
      sql`update orders set (status, version, suspended_for, despatch_date) = (
          select * from jsonb_to_record(${byNumber}::jsonb -> order_number)
            as c (status text, version int, suspended_for text, despatch_date date)
        )
        where ctid = any (array(
          select o.place from ${namedOrders(Object.keys(rows))} cross join lateral (
            select ctid as place from orders where ${isNamed(client)} order by order_number limit 1
          ) o
        ))`.compile(db),
    ),
    transaction.write(
      sql`insert into order_history (client_code, order_number, version, at, by_name, act, status, note, changes)
        select ${client}, o.key, c.version, ${at}, ${byName}, ${act}, c.status, c.note, c.changes
        from jsonb_each(${byNumber}::jsonb) as o
        cross join lateral jsonb_to_record(o.value) as c (version int, status text, note text, changes jsonb)`.compile(
        db,
      ),
    ),
    holdExchanges(
      transaction,
      client,
      changes.map(({ order, status, suspendedFor }) => ({ orderNumber: order.order_number, status, suspendedFor })),
    ),
  ])
}

/** The same as a change of the order: a feed that sends the order again does not take the day back. */
function movedDay(order: CommandedOrder, despatchDay: Day): OrderChanges {
  if (order.despatch_date === despatchDay) return {}
  return { date: { before: formatDayShort(order.despatch_date), after: formatDayShort(despatchDay) } }
}

/** What a history says of an order that goes on another day than it was to; empty where it goes as it was. */
export function movedNote(order: CommandedOrder, despatchDay: Day): string {
  if (order.despatch_date === despatchDay) return ''
  return `Despatched on ${formatDayShort(despatchDay)} instead of ${formatDayShort(order.despatch_date)}`
}
