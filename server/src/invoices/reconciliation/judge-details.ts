import type { Duplicate } from '@despatch/domain/invoices/reading/kept-proof'
import type { Day } from '@despatch/domain/calendar/day'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import { chargeKey } from '@despatch/domain/invoices/reconciliation/compiled-rules'
import type {
  DespatchedConsignment,
  DetailFacts,
  RowFacts,
  RowMatch,
} from '@despatch/domain/invoices/reconciliation/facts'
import { judge } from '@despatch/domain/invoices/reconciliation/judge'
import { type EarlierRow, type EarlierRows, earlierFacts, type Place } from '../matching/earlier-rows.ts'
import { inTurns } from '../../process/loop-budget.ts'
import { orderName } from '../matching/load-consignments.ts'
import type { Rules } from '../matching/load-rules.ts'
import { type Found, type FoundDetail, orderOf } from '../matching/match-details.ts'
import { type KeptDetail, keepDetail, numberOf } from './billed-rows.ts'

/** The invoice that is judged, and what all of its details have in common. */
export type JudgedInvoice = {
  invoiceId: number
  number: string
  filename: string
  carrier: string
  account: string
  currency: string
  day: Day
}

/**
 * A detail to judge: what it was found to bill, and the numbers that it and its first row have, or will have; and what else
 * bills the parcels of rows that were matched by hand, by the rows' numbers.
 */
export type DetailToJudge = {
  detail: BilledDetail
  found: FoundDetail
  no: number
  firstRow: number
  alsoBilled?: ReadonlyMap<number, readonly EarlierRow[]>
}

/** What rows are looked for that billed before what details bill: of parcels by their numbers, and beside the parcels of orders. */
export const earlierOf = (details: readonly DetailToJudge[]) => ({
  numbers: details.flatMap(({ detail }) => detail.parcels.map((parcel) => numberOf(parcel.trackingNumber))),
  orders: details
    .filter(({ detail }) => detail.charges.length > 0 && detail.leg === 'adjustment')
    .flatMap(({ found }) => orderOf(found.own)),
})

type JudgedDetails = { kept: KeptDetail[]; duplicates: Duplicate[] }

/**
 * Judges details of an invoice, some at a time and in order: what one bills is earlier for those behind it. Gives them as
 * they are kept, and the charges among them that were billed before. `earlier` holds what {@link earlierOf} asks for, and grows.
 * Others go first between two details.
 */
export const judgeDetails = (
  rules: Rules,
  invoice: JudgedInvoice,
  details: readonly DetailToJudge[],
  known: Known,
): Promise<JudgedDetails> => inTurns(judgeEach(rules, invoice, details, known))

function* judgeEach(
  { rules, rateTo }: Rules,
  invoice: JudgedInvoice,
  details: readonly DetailToJudge[],
  { consignments, earlier }: Known,
): Generator<undefined, JudgedDetails> {
  const duplicates: Duplicate[] = []
  const kept: KeptDetail[] = []
  for (const { detail, found, no, firstRow, alsoBilled } of details) {
    yield
    const first = { invoiceId: invoice.invoiceId, no: firstRow }
    duplicates.push(...duplicatesIn(detail, earlier, first))
    const rate = rateTo(clientOf(found), invoice.currency, invoice.day)
    const facts = factsOf({ ...invoice, rate }, { detail, found, first, alsoBilled }, { consignments, earlier })
    const one = keepDetail(detail, facts, judge(detail, facts, rules), { no, firstRow })
    for (const row of earlierRowsOf(invoice, one)) earlier.add(row)
    kept.push(one)
  }
  return { kept, duplicates }
}

const clientOf = ({ own, parcels }: FoundDetail): string | undefined =>
  [...parcels, own].flatMap(orderOf).map(({ client }) => client)[0]

/** The consignments of the orders that details bill, and what billed them before. */
export type Known = { consignments: ReadonlyMap<string, readonly DespatchedConsignment[]>; earlier: EarlierRows }

type Billed = { first: Place; alsoBilled: DetailToJudge['alsoBilled'] }

function factsOf(
  { carrier, account, currency, rate }: JudgedInvoice & { rate: number | null },
  { detail, found, first, alsoBilled }: Omit<DetailToJudge, 'no' | 'firstRow' | 'alsoBilled'> & Billed,
  known: Known,
): DetailFacts {
  const isOne = detail.parcels.length === 1 && detail.pieces > 1
  return {
    carrier,
    account,
    currency,
    rate,
    parcels: detail.parcels.map(({ trackingNumber }, index): RowFacts => {
      const one = found.parcels[index] ?? found.own
      return {
        // A row without a number of its own, or that bills all pieces, stands for the consignment.
        match: matchOf(one, carrier, known, { isWhole: numberOf(trackingNumber) === '' || isOne }),
        ...earlierFacts(
          eachOnce([...known.earlier.ofParcel(trackingNumber, first), ...(alsoBilled?.get(first.no + index) ?? [])]),
        ),
      }
    }),
    own: {
      match: matchOf(found.own, carrier, known, { isWhole: true }),
      ...earlierFacts(detail.leg === 'adjustment' ? known.earlier.ofConsignment(detail.consignmentNumber, first) : []),
    },
  }
}

const eachOnce = (rows: readonly EarlierRow[]) => [
  ...new Map(rows.map((row) => [`${row.invoiceId} ${row.no}`, row])).values(),
]

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

/** The rows of a detail as those behind it meet them. */
const earlierRowsOf = ({ invoiceId, number, filename }: JudgedInvoice, { detail, rows }: KeptDetail): EarlierRow[] =>
  rows.map((row) => ({
    invoiceId,
    no: row.no,
    number: row.trackingNumber,
    consignmentNumber: detail.consignmentNumber,
    invoiceNumber: number,
    filename,
    line: row.line,
    leg: detail.leg,
    shipmentDay: detail.shipmentDay,
    verdict: row.judged.verdict,
    charges: row.charges,
    judgedCharges: row.judged.charges,
    reasons: row.judged.reasons,
  }))

/** The charges of a detail that an earlier row of the same parcel has: same code and shipment day, both on their way out. */
function duplicatesIn({ leg, shipmentDay, parcels }: BilledDetail, earlier: EarlierRows, first: Place): Duplicate[] {
  if (leg !== 'outbound') return []
  return parcels.flatMap(({ trackingNumber, charges }) => {
    const before = earlier
      .ofParcel(trackingNumber, first)
      .filter((row) => row.leg === 'outbound' && row.shipmentDay === shipmentDay)
    if (before.length === 0) return []
    return charges.flatMap((charge) => {
      const same = before.find((row) => row.charges.some((one) => chargeKey(one) === chargeKey(charge)))
      if (!same) return []
      const what = `${charge.text || charge.code} of parcel ${trackingNumber} on line ${charge.line}: invoice ${same.invoiceNumber} billed it on line ${same.line}`
      return [{ what, filename: same.filename, summaryID: String(same.invoiceId) }]
    })
  })
}
