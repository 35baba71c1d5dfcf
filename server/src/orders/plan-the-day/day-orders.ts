import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { OffOrder } from '../carrier-stops/standing-orders.ts'

/** An order of the days of a plan. */
export type DayOrder = OffOrder & { readonly version: number }

export type PlanDays = { readonly from: Day; readonly to: Day }

/** How long orders without a carrier may be past their despatch day. */
const DAYS_BACK = 60

/**
 * A client's orders of some despatch days that are not yet picked; with today also those past their day, which would
 * leave today. Named and next day orders first, then by despatch day and time of creation.
 */
export function loadDayOrders(
  transaction: Transaction,
  client: string,
  { from, to }: PlanDays,
  now: Date,
): Promise<DayOrder[]> {
  const today = dayOf(now)
  const first = from <= today && today <= to ? addDays(from, -DAYS_BACK) : from
  return transaction.rows(
    sql<DayOrder>`
      select order_number as "orderNumber", status, despatch_date::text as "despatchDay", version
      from orders
      where client_code = ${client} and status in ('N', 'R') and despatch_date between ${first}::date and ${to}::date
      order by dispatch_service = 'STANDARD', despatch_date, created_at, order_number`.compile(db),
  )
}
