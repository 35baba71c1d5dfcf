import { type Day, formatDayShort } from '@despatch/domain/calendar/day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { DispatchService } from '@despatch/domain/orders/dispatch-service'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** An order that is held until the end of the transaction, as far as commands look at it. */
export type CommandedOrder = {
  order_number: string
  status: OrderStatus
  version: number
  dispatch_service: DispatchService
  despatch_date: Day
  suspended_for: string
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
  const rows = JSON.stringify(
    changes.map(({ order, status, suspendedFor, despatchDay, note }) => ({
      order_number: order.order_number,
      version: order.version + 1,
      status,
      suspended_for: suspendedFor,
      despatch_date: despatchDay,
      note,
    })),
  )
  const changed = sql`jsonb_to_recordset(${rows}::jsonb) as c (
    order_number text, version int, status text, suspended_for text, despatch_date date, note text)`
  await Promise.all([
    transaction.rows(
      sql`update orders o set status = c.status, version = c.version, suspended_for = c.suspended_for, despatch_date = c.despatch_date
        from ${changed} where o.client_code = ${client} and o.order_number = c.order_number`.compile(db),
    ),
    transaction.rows(
      sql`insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
        select ${client}, c.order_number, c.version, ${at}, ${byName}, ${act}, c.status, c.note from ${changed}`.compile(
        db,
      ),
    ),
  ])
}

/** What a history says of an order that goes on another day than it was to; empty where it goes as it was. */
export function movedNote(order: CommandedOrder, despatchDay: Day): string {
  if (order.despatch_date === despatchDay) return ''
  return `Despatched on ${formatDayShort(despatchDay)} instead of ${formatDayShort(order.despatch_date)}`
}
