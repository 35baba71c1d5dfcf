import type { Day } from '@despatch/domain/calendar/day'
import { normaliseTrackingNumber, originalSpelling } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { BilledCharge, BilledDetail } from '@despatch/domain/invoices/invoice'
import type { JudgedDetail, JudgedRow } from '@despatch/domain/invoices/judging/judged'
import type { DetailFacts, RowFacts } from '@despatch/domain/invoices/judging/facts'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import type { DecidedRow } from './decided-rows.ts'

/** A judged detail with its match, as stored. */
export type StoredDetail = {
  client: string
  orderNumber: string
  no: number
  detail: BilledDetail
  judged: JudgedRow
  ourWeight: number | null
  rows: StoredRow[]
}

/** A parcel row as stored. The row for charges of the detail or the whole invoice has no tracking number. */
export type StoredRow = {
  client: string
  orderNumber: string
  no: number
  /** Whether it is the row for what the detail bills beside its parcels. */
  isOwn: boolean
  line: number
  trackingNumber: string
  writtenAs: string | null
  /** The tracking numbers of the despatched parcels that it covers. */
  covers: readonly string[]
  billedWeight: number | null
  declaredWeight: number | null
  ourWeight: number | null
  size: readonly number[] | null
  tax: Cost
  charges: readonly BilledCharge[]
  judged: JudgedRow
  /** Whether someone has decided it, so that it stays as stored. */
  isDecided: boolean
}

export const numberOf = (written: string) => normaliseTrackingNumber(written)

/** The number of rows stored for a detail: one for each parcel, and one for charges beside them. */
export const countRows = ({ parcels, charges }: BilledDetail): number =>
  parcels.length + (charges.length > 0 || parcels.length === 0 ? 1 : 0)

/** A detail with its number, the numbers of its rows, and its decided rows. */
type RowsToStore = {
  detail: BilledDetail
  no: number
  rows: readonly number[]
  decided?: ReadonlyMap<number, DecidedRow>
}

/**
 * Turns a judged detail into the rows to store: one for each parcel, and one for charges beside them, with the given
 * numbers.
 */
export function toStoredDetail(
  { detail, no, rows: numbers, decided }: RowsToStore,
  facts: DetailFacts,
  judged: JudgedDetail,
): StoredDetail {
  const rows = detail.parcels.map((parcel, index): StoredRow => {
    const { match } = facts.parcels[index] ?? facts.own
    const decidedRow = decided?.get(numbers[index] ?? 0)
    return {
      ...(decidedRow ? ownerOfStored(decidedRow) : ownerOfMatch(match)),
      no: numbers[index] ?? 0,
      isOwn: false,
      line: parcel.line,
      trackingNumber: numberOf(parcel.trackingNumber),
      writtenAs: originalSpelling(parcel.trackingNumber),
      billedWeight: parcel.billedWeight,
      declaredWeight: parcel.declaredWeight,
      size: parcel.size,
      tax: parcel.tax ?? 0,
      charges: parcel.charges,
      judged: judged.parcels[index] ?? judged.own,
      isDecided: decidedRow !== undefined,
    }
  })
  // The row of a sales order's difference stays even if there is no difference any more.
  if (numbers.length > rows.length) {
    const decidedRow = decided?.get(numbers[rows.length] ?? 0)
    rows.push({
      ...ownRow(detail, {
        match: facts.own.match,
        // Charges beside the parcels cover all of them.
        ...(rows.length > 0 && {
          covers: rows
            .filter(({ client }) => client === ownerOfMatch(facts.own.match).client)
            .flatMap(({ covers }) => covers),
        }),
        judged: judged.own,
        no: numbers[rows.length] ?? 0,
      }),
      ...(decidedRow && { ...ownerOfStored(decidedRow), isDecided: true }),
    })
  }
  const [first] = rows
  const isOneClients = rows.every(({ client }) => client === first?.client)
  return {
    client: isOneClients ? (first?.client ?? '') : '',
    orderNumber: isOneClients ? (first?.orderNumber ?? '') : '',
    no,
    detail,
    judged,
    ourWeight: sumOf(rows.map(({ ourWeight }) => ourWeight)),
    rows,
  }
}

function ownRow(
  { charges, line }: BilledDetail,
  {
    match,
    covers,
    judged,
    no,
  }: { match: RowFacts['match']; covers?: readonly string[]; judged: JudgedRow; no: number },
): StoredRow {
  const nothing = { billedWeight: null, declaredWeight: null, size: null }
  const whose = ownerOfMatch(match)
  return {
    ...whose,
    covers: [...new Set(covers ?? whose.covers)],
    no,
    isOwn: true,
    line: charges[0]?.line ?? line,
    trackingNumber: '',
    writtenAs: null,
    ...nothing,
    tax: charges.reduce((sum, { category, net }) => (category === 'tax' ? sum + net : sum), 0),
    charges,
    judged,
    isDecided: false,
  }
}

const ownerOfStored = ({ client, orderNumber, covers, ourWeight }: DecidedRow) => ({
  client,
  orderNumber,
  covers,
  ourWeight,
})

function ownerOfMatch(match: RowFacts['match']) {
  switch (match.kind) {
    case 'parcel': {
      const { client, orderNumber, parcels } = match.consignment
      const parcel = parcels[match.index]
      return {
        client,
        orderNumber,
        covers: parcel ? [parcel.trackingNumber] : [],
        ourWeight: parcel?.weight ?? parcel?.plannedWeight ?? null,
      }
    }
    case 'consignment': {
      const { client, orderNumber, parcels } = match.consignment
      const weights = parcels.map(({ weight, plannedWeight }) => weight ?? plannedWeight)
      return { client, orderNumber, covers: parcels.map((one) => one.trackingNumber), ourWeight: sumOf(weights) }
    }
    case 'order':
      return { client: match.client, orderNumber: match.orderNumber, covers: [], ourWeight: null }
    case 'none':
      return { client: '', orderNumber: '', covers: [], ourWeight: null }
  }
}

/**
 * Turns charges of the whole invoice, with the tax that no other row states, into a detail with a single row. It has
 * no parcel, so nothing is matched.
 */
export function toInvoiceCharges(
  charges: readonly BilledCharge[],
  judged: JudgedRow,
  { no, firstRow, day, tax }: { no: number; firstRow: number; day: Day; tax: Cost },
): StoredDetail {
  const detail = detailOfInvoice(charges, day)
  const row = ownRow(detail, { match: { kind: 'none', why: 'unknown' }, judged, no: firstRow })
  return { client: '', orderNumber: '', no, detail, judged, ourWeight: null, rows: [{ ...row, tax }] }
}

function detailOfInvoice(charges: readonly BilledCharge[], day: Day): BilledDetail {
  return {
    consignmentNumber: '',
    references: [],
    leg: 'adjustment',
    service: 'Charges of the invoice',
    shipmentDay: day,
    country: '',
    postcode: '',
    pieces: 0,
    parcels: [],
    charges,
    line: charges[0]?.line ?? 0,
  }
}

function sumOf(figures: readonly (number | null)[]): number | null {
  return figures.some((figure) => figure === null) || figures.length === 0
    ? null
    : figures.reduce<number>((sum, figure) => sum + (figure ?? 0), 0)
}
