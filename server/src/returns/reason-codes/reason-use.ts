import type { returns as routes } from '@despatch/contract/returns/rules/returns'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

const WEEKS = 13

/** How often each reason was given in the last 13 weeks, in announced or received returns. */
export async function reasonUse({ transaction, client, now }: Context): Promise<RouteAnswer<typeof routes.reasonUse>> {
  const since = addDays(dayOf(now), -7 * WEEKS)
  const rows = await transaction.rows(
    sql<{ code: string; count: number }>`
      select upper(lower(reason_code)) as code, count(distinct (order_number, return_reference, sku_code))::int as count
      from return_events
      where client_code = ${client} and reason_code <> '' and occurred_at >= ${startOfDay(since)}
      group by 1 order by 2 desc, 1 limit 500`.compile(db),
  )
  return { since, rows, total: rows.reduce((sum, { count }) => sum + count, 0) }
}
