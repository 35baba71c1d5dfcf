import { type Period, wholeMonths } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, daysBetween } from '@despatch/domain/calendar/day'
import { isOfClients } from '../database/sql.ts'

/** The clients and days whose figures are read. Days before `today` are over: a parcel promised for one of them can be late. */
export type FactsQuery = { readonly clients: readonly string[]; readonly days: Period; readonly today: Day }

/** Figures by day of the queried clients and days, as a derived table `facts`. */
export const factsOf = (
  table: 'order_facts' | 'parcel_facts' | 'parcel_region_facts' | 'exception_facts' | 'billing_known_days',
  { clients, days: { startDate, endDate } }: FactsQuery,
  also: readonly RawBuilder<boolean>[] = [],
): RawBuilder<unknown> => sql`(
    select * from ${sql.table(table)}
    where ${sql.join([isOfClients('client_code', clients), sql`day between ${startDate}::date and ${endDate}::date`, ...also], sql` and `)}
  ) as facts`

/** Shorter periods are read day by day. */
const MIN_DAYS = 62

/**
 * Figures of parcels by region, for sums over the whole period. Long periods read whole months from `parcel_region_months`, under
 * the first day of the month, and only the days at both ends from the daily table.
 */
export function regionFacts(asked: FactsQuery, also: readonly RawBuilder<boolean>[] = []): RawBuilder<unknown> {
  const { clients, days, today } = asked
  const whole = daysBetween(days.startDate, days.endDate) > MIN_DAYS ? wholeMonths(days, today) : undefined
  if (!whole) return factsOf('parcel_region_facts', asked, also)
  const edges = [
    { startDate: days.startDate, endDate: addDays(whole.startDate, -1) },
    { startDate: addDays(whole.endDate, 1), endDate: days.endDate },
  ]
  const own = sql.join([isOfClients('client_code', clients), ...also], sql` and `)
  return sql`(
    select * from parcel_region_months
    where ${own} and month between ${whole.startDate}::date and ${whole.endDate}::date
    ${sql.join(
      edges.map(
        ({ startDate, endDate }) => sql`
          union all select * from parcel_region_facts where ${own} and day between ${startDate}::date and ${endDate}::date`,
      ),
      sql` `,
    )}
  ) as facts (client_code, day, carrier, service, region, despatched, delivered, days_taken, within_1, within_2, within_3, within_5,
    promised, on_time, late, silent)`
}
