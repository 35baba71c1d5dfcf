import { type Period, wholeMonths } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, daysBetween } from '@despatch/domain/calendar/day'
import { isOfClients } from '../database/sql.ts'

/** Which facts are read: of whose records, of which days. `today` decides what is over. */
export type FactsAsked = { readonly clients: readonly string[]; readonly days: Period; readonly today: Day }

/** Facts of some days, as a table `facts`: figures by day, or what is billed by day (billing_known_days). */
export const factsOf = (
  table: 'order_facts' | 'parcel_facts' | 'parcel_region_facts' | 'exception_facts' | 'billing_known_days',
  { clients, days: { startDate, endDate } }: FactsAsked,
  also: readonly RawBuilder<boolean>[] = [],
): RawBuilder<unknown> => sql`(
    select * from ${sql.table(table)}
    where ${sql.join([isOfClients('client_code', clients), sql`day between ${startDate}::date and ${endDate}::date`, ...also], sql` and `)}
  ) as facts`

/** Fewer days than these are read day by day. */
const MIN_DAYS = 62

/**
 * Facts of parcels by region, whole months of long periods as one row for each carrier, service and region, under their first day:
 * for sums of all days.
 */
export function regionFacts(asked: FactsAsked, also: readonly RawBuilder<boolean>[] = []): RawBuilder<unknown> {
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
