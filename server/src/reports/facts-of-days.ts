import type { Day } from '@despatch/domain/calendar/day'
import type { Period } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import { isOf } from '../database/sql.ts'

/** Which facts are read: of whose records, of which days. `today` decides what is over. */
export type FactsAsked = { readonly clients: readonly string[]; readonly days: Period; readonly today: Day }

/** Facts of some days, as a table `facts`: figures by day, or what is billed by day (billing_known_days). */
export const factsOf = (
  table: 'order_facts' | 'parcel_facts' | 'parcel_region_facts' | 'exception_facts' | 'billing_known_days',
  { clients, days: { startDate, endDate } }: FactsAsked,
  also: readonly RawBuilder<boolean>[] = [],
): RawBuilder<unknown> => sql`(
    select * from ${sql.table(table)}
    where ${sql.join([isOf('client_code', clients), sql`day between ${startDate}::date and ${endDate}::date`, ...also], sql` and `)}
  ) as facts`
