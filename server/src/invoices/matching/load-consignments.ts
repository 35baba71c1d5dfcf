import { dayOf } from '@despatch/domain/calendar/day'
import type { Decision, DespatchedConsignment, DespatchedParcel } from '@despatch/domain/invoices/judging/facts'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import { gramsOf } from '@despatch/domain/routing/allocation/units'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { sameName } from '@despatch/domain/text/same-name'
import type { Rules } from './load-rules.ts'
import { regionOf } from '../../routing/allocation/regions.ts'

/** An order whose parcels are needed. */
export type OrderKey = { client: string; orderNumber: string }
export const orderName = ({ client, orderNumber }: OrderKey) => `${client} ${orderNumber}`

type ParcelRow = {
  client: string
  orderNumber: string
  trackingNumber: string
  carrier: string
  carrierService: string
  clientMethodID: string
  despatchedAt: Date
  weight: string | null
  state: string
  plannedWeight: number | null
  volume: number | null
  length: number | null
  service: DispatchService
  country: string
  postcode: string
}
type DecisionRow = {
  client: string
  orderNumber: string
  clientMethodID: string
  carrier: string
  version: number
  day: string
  consignment: PlannedConsignment
  /** The order was despatched by this decision; earlier decisions were amended or replaced. */
  stands: boolean
}

const ORDERS = `unnest($1::text[], $2::text[]) as w (client, number)`

/**
 * The weight and size of a parcel's products, if they are known for all of them. Used if the parcel was not weighed
 * or sizes matter; reading them is half of the work.
 */
const PARCELS = `
select p.client_code as client, p.order_number as "orderNumber", p.tracking_number as "trackingNumber", p.carrier,
  p.carrier_service as "carrierService", p.client_method_id as "clientMethodID", p.despatched_at as "despatchedAt",
  p.weight::text as weight, p.state, c.weight as "plannedWeight", c.volume, c.length,
  o.dispatch_service as service, o.country, o.post_code as postcode
from ${ORDERS}
join parcels p on p.client_code = w.client and p.order_number = w.number
join orders o on o.client_code = w.client and o.order_number = w.number
left join lateral (
  select case when bool_and(s.weight is not null) then sum(s.weight::bigint * c.quantity)::float8 end as weight,
    case when bool_and(s.volume is not null) then sum(s.volume::bigint * c.quantity)::float8 end as volume,
    case when bool_and(s.length is not null) then max(s.length) end as length
  from parcel_contents c left join skus s on s.client_code = c.client_code and s.sku_code = c.sku_code
  where c.client_code = p.client_code and c.tracking_number = p.tracking_number and (p.weight is null or $3::bool)
) c on true
order by p.despatched_at, p.tracking_number`

const DECISIONS = `
select w.client, w.number as "orderNumber", k.client_method_id as "clientMethodID", k.carrier, k.rule_book_version as version,
  k.despatch_day::text as day, k.consignment, k.ended_at is null as stands
from ${ORDERS}
cross join lateral (
  select * from consignments where client_code = w.client and order_number = w.number
    and client_method_id is not null order by attempt desc, number limit 20
) k`

/**
 * Reads the consignments of orders: the parcels of an order that were despatched on one day (London) by one service
 * of a carrier, with what their routing decisions counted. Sizes are read only with `countsSizes`.
 *
 * @returns the consignments by order name, each in order of despatch
 */
export async function loadConsignments(
  connection: pg.ClientBase,
  orders: readonly OrderKey[],
  { countsSizes, termsAt, rules }: Pick<Rules, 'countsSizes' | 'termsAt' | 'rules'>,
): Promise<Map<string, DespatchedConsignment[]>> {
  const wanted = [...new Map(orders.map((order) => [orderName(order), order])).values()]
  const values = [wanted.map(({ client }) => client), wanted.map(({ orderNumber }) => orderNumber)]
  const parcels = await connection.query<ParcelRow>(PARCELS, [...values, countsSizes])
  const decided = await connection.query<DecisionRow>(DECISIONS, values)
  const decisions = Map.groupBy(decided.rows, orderName)
  const consignments = new Map<string, DespatchedConsignment[]>()
  const transaction = new Transaction(connection)
  const countTerms = async ({ client, carrier, consignment }: DecisionRow) => {
    if (!consignment.terms) return undefined
    const currency = rules.books.currencyOf(client) ?? 'GBP'
    const terms = await termsAt(transaction, { client, currency }, consignment.terms.at)
    return terms.countFor(consignment, consignment.terms, [
      { code: carrier, name: carrier, active: 'Y', activeDates: [] },
    ])
  }
  for (const [name, ofOrder] of Map.groupBy(parcels.rows, orderName)) {
    const separate: DespatchedConsignment[] = []
    const together = Map.groupBy(ofOrder, (row) =>
      [dayOf(row.despatchedAt), row.carrier, row.clientMethodID, sameName(row.carrierService.trim())].join('\n'),
    )
    for (const rows of together.values()) {
      const [first] = rows
      if (!first) continue
      const { client, orderNumber, carrier, carrierService, clientMethodID, country, service } = first
      separate.push({
        client,
        orderNumber,
        carrier,
        clientMethodID,
        allocated: allocatedOf(decisions.get(name)),
        carrierService,
        day: dayOf(first.despatchedAt),
        service,
        country,
        postcode: first.postcode,
        region: await regionOf(transaction, country, first.postcode),
        parcels: rows.map(toParcel),
        decision: await decisionOf(decisions.get(name) ?? [], clientMethodID, countTerms),
      })
    }
    consignments.set(name, separate)
  }
  return consignments
}

/** The methods by which an order was finally despatched. */
function allocatedOf(decisions: readonly DecisionRow[] = []): string[] {
  const standing = decisions.filter(({ stands }) => stands)
  return [...new Set((standing.length > 0 ? standing : decisions).map(({ clientMethodID }) => clientMethodID))]
}

const toParcel = (row: ParcelRow): DespatchedParcel => ({
  trackingNumber: row.trackingNumber,
  despatchedAt: row.despatchedAt.getTime(),
  weight: row.weight === null ? null : gramsOf(Number(row.weight)),
  plannedWeight: row.plannedWeight,
  volume: row.volume,
  length: row.length,
  isReturned: row.state === 'return_to_sender',
})

async function decisionOf(
  decisions: readonly DecisionRow[],
  clientMethodID: string,
  countTerms: (decision: DecisionRow) => Promise<Decision['terms']>,
): Promise<Decision | null> {
  const decision = decisions.find((one) => one.clientMethodID === clientMethodID) ?? decisions[0]
  if (!decision) return null
  return {
    clientMethodID: decision.clientMethodID,
    version: decision.version,
    day: decision.day,
    grams: decision.consignment.parcels.map(({ weight }) => weight),
    terms: await countTerms(decision),
  }
}
