import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { MissingInvoice, RequiredWeek } from '@despatch/contract/invoices/still-to-be-billed'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { findMissingInvoices } from '@despatch/domain/invoices/still-to-be-billed/missing-invoices'
import { moneyText, parseMoney, trimMoney } from '@despatch/domain/money/money'
import { costText } from '@despatch/domain/routing/allocation/units'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import type { OrderKey } from '../matching/load-consignments.ts'
import { MATCHED_DAYS } from '../matching/match-details.ts'
import type { ParcelKey } from '../parcel-accounts/accounts.ts'
import { isWhole, openScope, type Scope, WHOLE } from '../scope.ts'
import { BILLED_AT } from './billed-at.ts'
import { bringBillingDaysUpToDate } from './billing-days.ts'
import { CostsAsOf } from './costs-as-of.ts'

/** A parcel is billed late after this many days; invoices of the last RECENT_DAYS are checked for such parcels. */
const LATE_DAYS = 60
const RECENT_DAYS = 30
/** Invoices of this many days show how often a carrier bills. */
const RHYTHM_DAYS = 182

type Narrowing = { scope: Scope; asOf: Day; carrier: string | undefined }
type Week = {
  client: string
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
 * Lists what is still to be billed: parcels despatched within 120 days before a day that no invoice imported by then
 * bills, by carrier and week of despatch. Costs use the service by which the parcel left, and the prices and terms
 * entered by the end of the day. The answer for a day stays the same, unless an earlier despatch is fed or completed
 * later, an exchange rate is changed or deleted, a client's currency changes, an invoice is deleted or rejected as a
 * whole, or a dispute opens or closes: an invoice bills by today's decisions on it.
 *
 * @throws AppError 404 for a client that is not the caller's, 400 for a day in the future
 */
export async function listRequired(
  context: Context,
  { query }: RouteChecked<typeof routes.required>,
): Promise<RouteAnswer<typeof routes.required>> {
  const { transaction } = context
  const narrowing = await openRequiredScope(context, query)
  const { asOf, carrier } = narrowing
  const isComplete = await bringBillingDaysUpToDate(transaction, { from: firstToLookAt(asOf), to: asOf, carrier })
  const [stored, late, accounts] = await Promise.all([
    transaction.rows(weeksOf(narrowing).compile(db)),
    transaction.rows(billedLate(narrowing).compile(db)),
    isWhole(narrowing.scope) ? transaction.rows(accountsOf(narrowing).compile(db)) : [],
  ])
  const weeks = asOf === dayOf(context.now) ? stored : await withCostsAsOf(transaction, narrowing, stored)
  return {
    code: 200,
    asOf,
    isComplete,
    required: byCarrier(weeks),
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
 * The filters of a call. Throws an AppError: 404 for a client that is not the caller's, 400 for a day in the future,
 * whose bills nobody knows.
 */
export async function openRequiredScope(
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

/** The first day whose parcels a recent invoice may have billed late. */
const firstToLookAt = (asOf: Day) => addDays(firstDay(asOf), -RECENT_DAYS)

/** The clients of a scope, as a table with a column client_code. */
export const clientsOf = (scope: Scope): RawBuilder<unknown> =>
  isWhole(scope) ? sql`(select client_code from clients)` : sql`(select unnest(${scope.parts}::text[]) as client_code)`

/** Joins `n.name`: the name of the carrier of rows `b` or `p` in their client's rule book. */
export const carrierNameOf = (rows: 'b' | 'p') => sql`left join lateral (
  select content ->> 'name' as name from rule_book_items
  where client_code = ${sql.ref(`${rows}.client_code`)} and kind = 'carrier' and item_key = ${sql.ref(`${rows}.carrier`)}
    and to_version is null
) n on true`

const ofCarrier = (carrier: string | undefined) => (carrier ? sql`and carrier = ${carrier}` : sql``)

const weeksOf = ({ scope, asOf, carrier }: Narrowing) => sql<Week>`
  select b.client_code as client, b.carrier, n.name, b.week::text as week, c.currency_code as currency,
    b.despatched::int as despatched, b.billed::int as billed, round(b.accrual, 4)::text as accrual, b.unpriced::int as unpriced
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
  order by b.carrier, b.week, c.currency_code, b.client_code`

/** Recalculates the weeks' costs as of the end of the day, one client after the other. */
async function withCostsAsOf(transaction: Transaction, { asOf }: Narrowing, weeks: readonly Week[]): Promise<Week[]> {
  const costsAsOf = await CostsAsOf.open(transaction, asOf)
  const open = weeks.filter((week) => week.despatched > week.billed && costsAsOf.hasChanged(week))
  const sums = new Map<string, { accrual: number; unpriced: number }>()
  for (const [client, own] of Map.groupBy(open, (week) => week.client)) {
    const carriers = [...new Set(own.map(({ carrier }) => carrier))]
    const parcels = await transaction.rows(missingOf({ client, carriers, asOf }).compile(db))
    const costs = await costsAsOf.of(client, parcels)
    for (const week of own) sums.set(weekKey(week), { accrual: 0, unpriced: 0 })
    for (const parcel of parcels) {
      const sum = sums.get(weekKey(parcel))
      const cost = costs.get(parcel.trackingNumber) ?? null
      if (sum && cost === null) sum.unpriced++
      else if (sum) sum.accrual += cost ?? 0
    }
  }
  return weeks.map((week) => {
    const sum = sums.get(weekKey(week))
    return sum ? { ...week, accrual: costText(sum.accrual), unpriced: sum.unpriced } : week
  })
}

const weekKey = ({ client, carrier, week }: Pick<Week, 'client' | 'carrier' | 'week'>) => `${client} ${carrier} ${week}`

/** Adds up clients' weeks by carrier, week and currency, in their order. */
function byCarrier(weeks: readonly Week[]): RequiredWeek[] {
  const sumOf = (of: readonly Week[], key: 'despatched' | 'billed' | 'unpriced') =>
    of.reduce((sum, week) => sum + week[key], 0)
  return [...Map.groupBy(weeks, ({ carrier, week, currency }) => `${carrier} ${week} ${currency}`).values()].flatMap(
    (of) => {
      const [first] = of
      if (!first) return []
      const [name] = of.flatMap((week) => week.name ?? []).toSorted()
      const [despatched, billed] = [sumOf(of, 'despatched'), sumOf(of, 'billed')]
      return [
        {
          carrierCode: first.carrier,
          carrierName: name ?? first.carrier,
          week: first.week,
          currency: first.currency,
          despatched,
          billed,
          missing: despatched - billed,
          accrual: moneyText(of.reduce((sum, { accrual }) => sum + parseMoney(accrual), 0n)),
          unpriced: sumOf(of, 'unpriced'),
        },
      ]
    },
  )
}

type MissingParcel = ParcelKey & OrderKey & Pick<Week, 'carrier' | 'week'>

/** The parcels of a client and some carriers that no invoice imported by a day bills. */
const missingOf = ({ client, carriers, asOf }: { client: string; carriers: readonly string[]; asOf: Day }) =>
  sql<MissingParcel>`
    select p.client_code as client, p.tracking_number as "trackingNumber", p.order_number as "orderNumber", p.carrier,
      date_trunc('week', london_day(p.despatched_at))::date::text as week
    from parcels p
    where p.client_code = ${client} and p.carrier = any (${carriers}::text[])
      and p.despatched_at >= ${startOfDay(firstDay(asOf))} and p.despatched_at < ${startOfDay(addDays(asOf, 1))}
      and coalesce(${BILLED_AT} >= ${startOfDay(addDays(asOf, 1))}, true)`

/** The days of a week whose despatches still count as of a day. */
export function daysOfWeek(monday: Day, asOf: Day): { first: Day; last: Day } {
  const [earliest, sunday] = [firstDay(asOf), addDays(monday, 6)]
  return { first: monday > earliest ? monday : earliest, last: sunday < asOf ? sunday : asOf }
}

const billedLate = ({ scope, asOf, carrier }: Narrowing) => sql<Late>`
  select b.carrier, min(n.name) as name, c.currency_code as currency, sum(b.parcels)::int as parcels, round(sum(b.cost), 4)::text as cost,
    min(b.day)::text as from, max(b.billed_on)::text as on
  from ${clientsOf(scope)} s cross join lateral (
    select * from billing_days
    where client_code = s.client_code and billed_on > ${addDays(asOf, -RECENT_DAYS)}::date and billed_on <= ${asOf}::date
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
