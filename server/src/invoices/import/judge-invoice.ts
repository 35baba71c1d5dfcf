import type { Day } from '@despatch/domain/calendar/day'
import type { BilledCharge, BilledDetail } from '@despatch/domain/invoices/invoice'
import type {
  DespatchedConsignment,
  DetailFacts,
  EarlierCharge,
  RowFacts,
  RowMatch,
} from '@despatch/domain/invoices/judging/facts'
import { type compileRules, judge } from '@despatch/domain/invoices/judging/judge'
import type pg from 'pg'
import { loadConsignments, type OrderKey, orderName } from '../matching/load-consignments.ts'
import type { Found, FoundDetail } from '../matching/match-details.ts'
import { type KeptDetail, keepDetail, numberOf } from './billed-rows.ts'

type Rules = ReturnType<typeof compileRules>

/** The invoice that is judged, and what all of its details have in common. */
export type JudgedInvoice = {
  invoiceId: number
  number: string
  carrier: string
  currency: string
  day: Day
}

const EARLIER = `
select p.tracking_number as number, i.invoice_number as "invoiceNumber", p.line, p.charges, p.leg,
  p.shipment_day::text as "shipmentDay"
from unnest($1::text[]) as n (number)
cross join lateral (
  select * from invoice_parcels where tracking_number between n.number and n.number and tracking_number <> ''
  order by tracking_number offset 0
) p
join invoices i using (invoice_id)
order by p.invoice_id, p.parcel_no`
type EarlierRow = Omit<EarlierCharge, 'code' | 'text' | 'category' | 'net'> & {
  number: string
  charges: readonly BilledCharge[]
}

/** Judges the details of a file, some at a time, and remembers what they bill for those that come after. */
export class InvoiceJudge {
  readonly #connection: pg.PoolClient
  readonly #rules: Rules

  constructor(connection: pg.PoolClient, rules: Rules) {
    this.#connection = connection
    this.#rules = rules
  }

  /** The details as they are kept. `numbers` gives the next number of a detail and of a row. */
  async judge(
    invoice: JudgedInvoice,
    details: readonly BilledDetail[],
    found: readonly FoundDetail[],
    numbers: { detail: () => number; row: () => number },
  ): Promise<KeptDetail[]> {
    const orders = found.flatMap(({ own, parcels }) => [own, ...parcels].flatMap(orderOf))
    const [consignments, earlier] = [await loadConsignments(this.#connection, orders), await this.#earlierOf(details)]
    return details.map((detail, index) => {
      const one = found[index]
      if (!one) throw new Error('A detail that was not looked for')
      const facts = factsOf(invoice, detail, one, { consignments, earlier })
      remember(earlier, invoice, detail)
      const judged = judge(detail, facts, this.#rules)
      return keepDetail(detail, facts, judged, { no: numbers.detail(), next: numbers.row })
    })
  }

  async #earlierOf(details: readonly BilledDetail[]): Promise<Map<string, EarlierCharge[]>> {
    const wanted = new Set(
      details.flatMap(({ parcels }) => parcels.map(({ trackingNumber }) => numberOf(trackingNumber))),
    )
    wanted.delete('')
    const { rows } = await this.#connection.query<EarlierRow>(EARLIER, [[...wanted]])
    const earlier = new Map<string, EarlierCharge[]>()
    for (const { number, charges, ...row } of rows)
      earlier.set(number, [
        ...(earlier.get(number) ?? []),
        ...charges.map(({ code, text, category, net }) => ({ ...row, code, text, category, net })),
      ])
    return earlier
  }
}

type Known = {
  consignments: ReadonlyMap<string, readonly DespatchedConsignment[]>
  earlier: ReadonlyMap<string, readonly EarlierCharge[]>
}

function factsOf(
  { carrier, currency }: JudgedInvoice,
  detail: BilledDetail,
  found: FoundDetail,
  known: Known,
): DetailFacts {
  const isOne = detail.parcels.length === 1 && detail.pieces > 1
  return {
    carrier,
    currency,
    rate: null,
    parcels: detail.parcels.map(({ trackingNumber }, index): RowFacts => {
      const one = found.parcels[index] ?? found.own
      const number = numberOf(trackingNumber)
      return {
        // A row without a number of its own, or that bills all pieces, stands for the consignment.
        match: matchOf(one, carrier, known, { isWhole: number === '' || isOne }),
        earlier: known.earlier.get(number) ?? [],
      }
    }),
    own: { match: matchOf(found.own, carrier, known, { isWhole: true }), earlier: [] },
  }
}

function matchOf(found: Found, carrier: string, { consignments }: Known, { isWhole }: { isWhole: boolean }): RowMatch {
  if (found.kind === 'none') return found
  const [order] = orderOf(found)
  const ofOrder = (order && consignments.get(orderName(order))) ?? []
  if (found.kind === 'order') {
    const [only, another] = ofOrder.filter((consignment) => consignment.carrier === carrier)
    // By its reference alone an order is found; which parcel is meant only where there is one.
    if (only && !another) return only.parcels.length === 1 && !isWhole ? parcelOf(only, 0) : wholeOf(only)
    return { kind: 'order', client: found.client, orderNumber: found.orderNumber }
  }
  for (const consignment of ofOrder) {
    const index = consignment.parcels.findIndex(({ trackingNumber }) => trackingNumber === found.parcel.trackingNumber)
    if (index >= 0) return isWhole ? wholeOf(consignment) : parcelOf(consignment, index)
  }
  return { kind: 'order', client: found.parcel.client, orderNumber: found.parcel.orderNumber }
}

const parcelOf = (consignment: DespatchedConsignment, index: number): RowMatch => ({
  kind: 'parcel',
  consignment,
  index,
})
const wholeOf = (consignment: DespatchedConsignment): RowMatch => ({ kind: 'consignment', consignment })

function orderOf(found: Found): OrderKey[] {
  if (found.kind === 'parcel') return [{ client: found.parcel.client, orderNumber: found.parcel.orderNumber }]
  return found.kind === 'order' ? [{ client: found.client, orderNumber: found.orderNumber }] : []
}

/** What a detail bills is earlier for all that come after it, on this invoice and on the next ones of the file. */
function remember(earlier: Map<string, EarlierCharge[]>, { number }: JudgedInvoice, detail: BilledDetail): void {
  for (const { trackingNumber, line, charges } of detail.parcels) {
    const key = numberOf(trackingNumber)
    if (key === '') continue
    const further = charges.map(({ code, text, category, net }) => ({
      invoiceNumber: number,
      line,
      code,
      text,
      category,
      net,
      leg: detail.leg,
      shipmentDay: detail.shipmentDay,
    }))
    earlier.set(key, [...(earlier.get(key) ?? []), ...further])
  }
}
