import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db, isOfClients } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

/** Today, and as far as the next working day after a weekend. */
const DAYS_AHEAD = 3

/**
 * Counts the new and released orders of the next days without a carrier, or with a dearer one because the cheapest
 * was full. Orders that a plan gave their carrier do not count.
 */
export async function countToPlan({ transaction, clients, now }: Pick<Context, 'transaction' | 'clients' | 'now'>) {
  const today = dayOf(now)
  const counted = await transaction.row(
    sql<{ count: number }>`
      select count(distinct (c.client_code, c.order_number))::int as count
      from consignments c
      join orders o on o.client_code = c.client_code and o.order_number = c.order_number
      where ${isOfClients('c.client_code', clients)} and c.ended_at is null
        and (c.passed_over is not null or c.client_method_id is null)
        and c.despatch_day between ${today}::date and ${addDays(today, DAYS_AHEAD)}::date
        and c.consignment -> 'assigned' is null and c.by_hand is null and o.status in ('N', 'R')`.compile(db),
  )
  return counted?.count ?? 0
}
