import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { MissingInvoice } from '@despatch/contract/invoices/still-to-be-billed'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { findMissingInvoices } from '@despatch/domain/invoices/still-to-be-billed/missing-invoices'
import { trimMoney } from '@despatch/domain/money/money'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import { MATCHED_DAYS } from '../matching/match-details.ts'
import { isWhole, openScope, type Scope, WHOLE } from '../scope.ts'
import { bringBillingDaysUpToDate } from './billing-days.ts'

/** From when on a parcel is billed late, and how far back invoices are looked at that do so. */
const LATE_DAYS = 60
const LATELY_DAYS = 30
/** How far back invoices show how often a carrier bills. */
const RHYTHM_DAYS = 182

type Narrowing = { scope: Scope; asOf: Day; carrier: string | undefined }
type Week = {
  carrier: string
  name: string | null
  week: string
  currency: string
  despatched: number
  billed: number
  accrual: string
  unpriced: number
}
type Late = {
  carrier: string
  name: string | null
  currency: string
  parcels: number
  cost: string
  from: string
  on: string
}
type Account = { carrier: string; name: string; account: string; days: string[] }

/**
 * What is still to be billed: parcels despatched within 120 days of a day that no invoice imported by then bills, by carrier
 * and week of despatch, with what they should cost as they were routed. The same whenever it is asked for that day, as long as
 * no despatch of that time is fed later and no invoice is deleted. Throws an AppError: 404 for a client that is not the caller's,
 * 400 for a day that is still to come.
 */
export async function listRequired(
  context: Context,
  { query }: RouteChecked<typeof routes.required>,
): Promise<RouteAnswer<typeof routes.required>> {
  const { transaction } = context
  const narrowing = await openRequired(context, query)
  const { asOf, carrier } = narrowing
  const isComplete = await bringBillingDaysUpToDate(transaction, { from: firstToLookAt(asOf), to: asOf, carrier })
  const [weeks, late, accounts] = await Promise.all([
    transaction.rows(weeksOf(narrowing).compile(db)),
    transaction.rows(billedLate(narrowing).compile(db)),
    isWhole(narrowing.scope) ? transaction.rows(accountsOf(narrowing).compile(db)) : [],
  ])
  return {
    code: 200,
    asOf,
    isComplete,
    required: weeks.map(({ carrier, name, despatched, billed, accrual, ...row }) => ({
      carrierCode: carrier,
      carrierName: name ?? carrier,
      ...row,
      despatched,
      billed,
      missing: despatched - billed,
      accrual: trimMoney(accrual),
    })),
    billedLate: late.map(({ carrier, name, cost, from, on, ...row }) => ({
      carrierCode: carrier,
      carrierName: name ?? carrier,
      ...row,
      cost: trimMoney(cost),
      despatchedFrom: from,
      billedOn: on,
    })),
    missingInvoices: accounts.flatMap((account) => missingInvoicesOf(account, asOf)),
  }
}

/**
 * What a call about that which is still to be billed is narrowed to. Throws an AppError: 404 for a client that is not the
 * caller's, 400 for a day that is still to come, on which nobody knows what is billed.
 */
export async function openRequired(
  context: Context,
  query: { asOf?: Day | undefined; carriercode?: string | undefined; clientCode?: string | undefined },
): Promise<Narrowing> {
  const today = dayOf(context.now)
  const { asOf = today, clientCode, carriercode } = query
  if (asOf > today) throw refuseFields([{ path: 'asOf', message: 'Choose today or an earlier day.' }])
  return { scope: await openScope(context, clientCode), asOf, carrier: carriercode }
}

/** The first day whose despatches may still be billed. */
export const firstDay = (asOf: Day) => addDays(asOf, 1 - MATCHED_DAYS)

/** The first day of which an invoice of the last days may have billed something late. */
const firstToLookAt = (asOf: Day) => addDays(firstDay(asOf), -LATELY_DAYS)

/** The clients of a scope, as a table with a column client_code. */
export const clientsOf = (scope: Scope): RawBuilder<unknown> =>
  isWhole(scope) ? sql`(select client_code from clients)` : sql`(select unnest(${scope.parts}::text[]) as client_code)`

/** What the carrier of the rows `b` or `p` is called in the rule book of their client: joins `n.name`. */
export const carrierNameOf = (rows: 'b' | 'p') => sql`left join lateral (
  select content ->> 'name' as name from rule_book_items
  where client_code = ${sql.ref(`${rows}.client_code`)} and kind = 'carrier' and item_key = ${sql.ref(`${rows}.carrier`)}
    and to_version is null
) n on true`

const ofCarrier = (carrier: string | undefined) => (carrier ? sql`and carrier = ${carrier}` : sql``)

const weeksOf = ({ scope, asOf, carrier }: Narrowing) => sql<Week>`
  select b.carrier, min(n.name) as name, b.week::text as week, c.currency_code as currency, sum(b.despatched)::int as despatched,
    sum(b.billed)::int as billed, round(sum(b.accrual), 4)::text as accrual, sum(b.unpriced)::int as unpriced
  from (
    select d.client_code, d.carrier, date_trunc('week', d.day)::date as week, sum(d.parcels) as despatched,
      coalesce(sum(d.parcels) filter (where d.billed_on <= ${asOf}::date), 0) as billed,
      coalesce(sum(d.cost) filter (where d.billed_on > ${asOf}::date), 0) as accrual,
      coalesce(sum(d.unpriced) filter (where d.billed_on > ${asOf}::date), 0) as unpriced
    from ${clientsOf(scope)} s cross join lateral (
      select * from billing_days where client_code = s.client_code and day between ${firstDay(asOf)}::date and ${asOf}::date
        ${ofCarrier(carrier)}
    ) d
    group by d.client_code, d.carrier, date_trunc('week', d.day)
  ) b
  join clients c using (client_code)
  ${carrierNameOf('b')}
  group by b.carrier, b.week, c.currency_code
  order by b.carrier, b.week, c.currency_code`

const billedLate = ({ scope, asOf, carrier }: Narrowing) => sql<Late>`
  select b.carrier, min(n.name) as name, c.currency_code as currency, sum(b.parcels)::int as parcels, round(sum(b.cost), 4)::text as cost,
    min(b.day)::text as from, max(b.billed_on)::text as on
  from ${clientsOf(scope)} s cross join lateral (
    select * from billing_days
    where client_code = s.client_code and billed_on > ${addDays(asOf, -LATELY_DAYS)}::date and billed_on <= ${asOf}::date
      and billed_on - day > ${LATE_DAYS}::int ${ofCarrier(carrier)}
  ) b
  join clients c on c.client_code = b.client_code
  ${carrierNameOf('b')}
  group by b.carrier, c.currency_code
  order by b.carrier, c.currency_code`

const accountsOf = ({ asOf, carrier }: Narrowing) => sql<Account>`
  select carrier, min(carrier_name) as name, account, array_agg(distinct invoice_day::text) as days
  from invoice_sums
  where client_code = ${WHOLE} and invoice_day between ${addDays(asOf, -RHYTHM_DAYS)}::date and ${asOf}::date
    and imported_at < ${startOfDay(addDays(asOf, 1))} ${ofCarrier(carrier)}
  group by carrier, account
  order by carrier, account`

function missingInvoicesOf({ carrier, name, account, days }: Account, asOf: Day): MissingInvoice[] {
  const found = findMissingInvoices(days, asOf)
  return found ? [{ carrierCode: carrier, carrierName: name, account, ...found }] : []
}
