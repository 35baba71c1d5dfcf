import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, type Day, dayOf, startOfDay, weekday } from '@despatch/domain/calendar/day'
import { trimMoney } from '@despatch/domain/money/money'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import type { Scope } from '../scope.ts'
import { ACCRUAL, BILLED_AT } from './billed-at.ts'
import { bringBillingDaysUpToDate } from './billing-days.ts'
import { CostsAsOf } from './costs-as-of.ts'
import { carrierNameOf, clientsOf, daysOfWeek, openRequiredScope } from './list-required.ts'

type Row = {
  client_code: string
  name: string
  carrier_name: string
  currency_code: string
  tracking_number: string
  order_number: string
  carrier_service: string
  despatched_at: Date
  weight: string | null
  cost: string | null
}

/**
 * Lists one page of the parcels of a carrier and week that no invoice imported by a day bills. Throws as listRequired
 * does.
 */
export async function listMissingParcels(
  context: Context,
  { query }: RouteChecked<typeof routes.requiredParcels>,
): Promise<RouteAnswer<typeof routes.requiredParcels>> {
  const { transaction } = context
  const { carriercode, week, page, limit } = query
  const { scope, asOf } = await openRequiredScope(context, query)
  const monday = addDays(week, -weekday(week))
  const wanted = { scope, asOf, carrier: carriercode, ...daysOfWeek(monday, asOf) }
  await bringBillingDaysUpToDate(transaction, { from: wanted.first, to: wanted.last, carrier: carriercode })
  const [counted, stored] = await Promise.all([
    transaction.row(countMissing(wanted).compile(db)),
    transaction.rows(missingParcels(wanted, { page, limit }).compile(db)),
  ])
  const rows =
    asOf === dayOf(context.now) ? stored : await withCostsAsOf(transaction, { asOf, carrier: carriercode }, stored)
  return {
    code: 200,
    asOf,
    parcels: rows.map((row) => ({
      clientCode: row.client_code,
      clientName: row.name,
      trackingNumber: row.tracking_number,
      orderNumber: row.order_number,
      carrierName: row.carrier_name,
      carrierService: row.carrier_service,
      despatchedAt: row.despatched_at.toISOString(),
      weight: row.weight === null ? null : String(Number(row.weight)),
      cost: row.cost && trimMoney(row.cost),
      currency: row.currency_code,
    })),
    // Days not yet counted may have more parcels than the stored total.
    pageInfo: { total: Math.max(counted?.total ?? 0, rows.length && (page - 1) * limit + rows.length), page, limit },
  }
}

/** Adds the expected costs as of a day to parcels. */
async function withCostsAsOf(
  transaction: Transaction,
  { asOf, carrier }: { asOf: Day; carrier: string },
  rows: readonly Row[],
): Promise<Row[]> {
  const costsAsOf = await CostsAsOf.open(transaction, asOf)
  const changed = rows.filter((row) => costsAsOf.hasChanged({ client: row.client_code, carrier }))
  const costs = new Map<Row, number | null>()
  for (const [client, own] of Map.groupBy(changed, (row) => row.client_code)) {
    const parcels = own.map((row) => ({ client, trackingNumber: row.tracking_number, orderNumber: row.order_number }))
    const found = await costsAsOf.of(client, parcels)
    for (const row of own) costs.set(row, found.get(row.tracking_number) ?? null)
  }
  return rows.map((row) => {
    const cost = costs.get(row)
    return cost === undefined ? row : { ...row, cost: cost === null ? null : costText(cost) }
  })
}

type MissingParcelsQuery = { scope: Scope; asOf: Day; carrier: string; first: Day; last: Day }

const countMissing = ({ scope, asOf, carrier, first, last }: MissingParcelsQuery) => sql<{ total: number }>`
  select coalesce(sum(b.parcels), 0)::int as total from ${clientsOf(scope)} s cross join lateral (
    select parcels from billing_days where client_code = s.client_code and carrier = ${carrier}
      and day between ${first}::date and ${last}::date and billed_on > ${asOf}::date
  ) b`

/**
 * Reads as many parcels of each client as the page reaches, in the order of the index; costs are read for the page
 * only.
 */
const missingParcels = (
  { scope, asOf, carrier, first, last }: MissingParcelsQuery,
  { page, limit }: { page: number; limit: number },
) => sql<Row>`
  select p.client_code, c.name, c.currency_code, p.tracking_number, p.order_number, p.carrier_service, p.despatched_at,
    coalesce(n.name, p.carrier) as carrier_name, p.weight::text as weight, ${ACCRUAL}::text as cost
  from (
    select f.* from ${clientsOf(scope)} s cross join lateral (
      select p.* from parcels p
      where client_code = s.client_code and carrier = ${carrier}
        and despatched_at >= ${startOfDay(first)} and despatched_at < ${startOfDay(addDays(last, 1))}
        and coalesce(${BILLED_AT} >= ${startOfDay(addDays(asOf, 1))}, true)
      order by despatched_at, tracking_number
      limit ${page * limit}
    ) f
    order by f.despatched_at, f.tracking_number, f.client_code
    limit ${limit} offset ${(page - 1) * limit}
  ) p
  join clients c using (client_code)
  ${carrierNameOf('p')}
  order by p.despatched_at, p.tracking_number, p.client_code`
