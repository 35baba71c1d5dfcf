import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { BilledCharge, BilledDetail, ChargeCategory, Verdict } from '@despatch/domain/invoices/invoice'
import type { EarlierCharge, RowFacts } from '@despatch/domain/invoices/reconciliation/facts'
import type { JudgedCharge } from '@despatch/domain/invoices/reconciliation/judged'
import type { Problem, Reason } from '@despatch/domain/invoices/reconciliation/reasons'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import type pg from 'pg'

/** A row that was billed before, as far as later ones of the same parcel need it. */
export type EarlierRow = {
  invoiceId: number
  no: number
  /** Its parcel's number; of a row beside the parcels '', and then the consignment's. */
  number: string
  consignmentNumber: string
  invoiceNumber: string
  filename: string
  line: number
  leg: BilledDetail['leg']
  shipmentDay: string | null
  verdict: Verdict
  charges: readonly BilledCharge[]
  judgedCharges: readonly JudgedCharge[]
  reasons: readonly Reason[]
}

/** The place of a row among all that was billed: earlier is what stands before it. */
export type Place = { invoiceId: number; no: number }

const COLUMNS = `p.invoice_id as "invoiceId", p.parcel_no as no, p.tracking_number as number,
  p.consignment_number as "consignmentNumber", i.invoice_number as "invoiceNumber", f.filename, p.line, p.leg,
  p.shipment_day::text as "shipmentDay", p.verdict, p.charges, p.judged_charges as "judgedCharges", p.reasons`
const JOINED = 'join invoices i using (invoice_id) join invoice_files f using (file_id)'
const BY_NUMBER = `
select ${COLUMNS} from unnest($1::text[]) as n (number)
cross join lateral (
  select * from invoice_parcels where tracking_number between n.number and n.number and tracking_number <> ''
  order by tracking_number offset 0
) p ${JOINED} order by p.invoice_id, p.parcel_no`
/** What was billed of a consignment beside its parcels, by the order that it was found to be of. */
const BY_ORDER = `
select ${COLUMNS} from unnest($1::text[], $2::text[]) as n (client, number)
cross join lateral (
  select * from invoice_parcels where client_code = n.client and order_number between n.number and n.number
    and order_number <> '' order by order_number offset 0
) p ${JOINED} where p.tracking_number = '' and p.consignment_number <> '' order by p.invoice_id, p.parcel_no`
/** What bills the parcels that other rows were matched with by hand, whatever its number is there. */
const BY_PARCEL = `
select n.no as "ofRow", ${COLUMNS} from unnest($2::int[], $3::text[], $4::text[]) as n (no, client, parcel)
join invoice_parcels p on p.client_code = n.client and p.despatched_as = n.parcel and p.despatched_as <> ''
${JOINED} where (p.invoice_id, p.parcel_no) <> ($1, n.no) and p.verdict <> 'Already billed'
order by p.invoice_id, p.parcel_no`

/**
 * By the number of a row that someone matched with a parcel: what any other row bills of it, before or behind. What was
 * billed already there does not count: it may be held against this very row.
 */
export async function loadRowsOfParcels(
  connection: pg.ClientBase,
  invoiceId: number,
  rows: readonly { no: number; client: string; trackingNumber: string }[],
): Promise<Map<number, EarlierRow[]>> {
  if (rows.length === 0) return new Map()
  const found = await connection.query<EarlierRow & { ofRow: number }>(BY_PARCEL, [
    invoiceId,
    rows.map(({ no }) => no),
    rows.map(({ client }) => client),
    rows.map(({ trackingNumber }) => trackingNumber),
  ])
  return Map.groupBy(found.rows, ({ ofRow }) => ofRow)
}

const PRICED: readonly Verdict[] = ['Matched', 'Within tolerance', 'Overcharged', 'Undercharged']

/** What was billed of parcels before, on earlier invoices and on earlier rows, in order; grows with what is judged. */
export class EarlierRows {
  readonly #ofParcels = new Map<string, EarlierRow[]>()
  readonly #ofConsignments = new Map<string, EarlierRow[]>()

  /** Adds what the database has of parcels, by their numbers, and of orders' consignments. */
  async load(
    connection: pg.ClientBase,
    { numbers, orders }: { numbers: readonly string[]; orders: readonly { client: string; orderNumber: string }[] },
  ): Promise<void> {
    const found = await connection.query<EarlierRow>(BY_NUMBER, [[...new Set(numbers)].filter((one) => one !== '')])
    for (const row of found.rows) this.#put(row)
    if (orders.length === 0) return
    const beside = await connection.query<EarlierRow>(BY_ORDER, [
      orders.map(({ client }) => client),
      orders.map(({ orderNumber }) => orderNumber),
    ])
    for (const row of beside.rows) this.#put(row)
  }

  /** A row that was judged just now; it takes the place of what it was before. */
  add(row: EarlierRow): void {
    this.#put(row)
  }

  /** The rows of a parcel before a place. */
  ofParcel(number: string, before: Place): readonly EarlierRow[] {
    return earlierThan(this.#ofParcels.get(normaliseTrackingNumber(number)), before)
  }

  /** The rows that billed a consignment beside its parcels before a place. */
  ofConsignment(number: string, before: Place): readonly EarlierRow[] {
    return number === '' ? [] : earlierThan(this.#ofConsignments.get(number), before)
  }

  #put(row: EarlierRow): void {
    const [map, key] = row.number === '' ? [this.#ofConsignments, row.consignmentNumber] : [this.#ofParcels, row.number]
    if (key === '') return
    const rows = map.get(key)
    const at = rows?.findIndex((one) => one.invoiceId === row.invoiceId && one.no === row.no) ?? -1
    if (!rows) map.set(key, [row])
    else if (at >= 0) rows[at] = row
    else rows.push(row)
  }
}

const earlierThan = (rows: readonly EarlierRow[] | undefined, { invoiceId, no }: Place): readonly EarlierRow[] =>
  rows?.filter((row) => row.invoiceId < invoiceId || (row.invoiceId === invoiceId && row.no < no)) ?? []

/** Earlier rows as the judging takes them: their charges, and what was expected of those that were judged. */
export function earlierFacts(
  rows: readonly EarlierRow[],
): Pick<RowFacts, 'earlier' | 'earlierExpected' | 'earlierProblem'> {
  if (rows.length === 0) return { earlier: [] }
  const onTheirWay = rows.filter(({ leg }) => leg !== 'return')
  return {
    earlier: rows.flatMap(chargesOf),
    earlierExpected: expectedOf(onTheirWay.filter(({ verdict }) => PRICED.includes(verdict))),
    earlierProblem: problemOf(onTheirWay),
  }
}

const chargesOf = ({ charges, invoiceNumber, line, leg, shipmentDay }: EarlierRow): EarlierCharge[] =>
  charges.map(({ code, text, category, net }) => ({ invoiceNumber, line, code, text, category, net, leg, shipmentDay }))

function expectedOf(rows: readonly EarlierRow[]): Partial<Record<ChargeCategory, Cost>> | undefined {
  if (rows.length === 0) return undefined
  const sums: Partial<Record<ChargeCategory, Cost>> = {}
  for (const { judgedCharges } of rows)
    for (const { category, expected } of judgedCharges) sums[category] = (sums[category] ?? 0) + expected
  return sums
}

function problemOf(rows: readonly EarlierRow[]): Problem | undefined {
  const unjudged = rows.find(({ verdict }) => verdict === 'Not judged')
  const reason = unjudged?.reasons.find((one) => one.kind === 'not judged')
  return reason && { why: reason.why, detail: reason.detail }
}
