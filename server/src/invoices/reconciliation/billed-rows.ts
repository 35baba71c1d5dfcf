import type { Day } from '@despatch/domain/calendar/day'
import { normaliseTrackingNumber, originalSpelling } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { BilledCharge, BilledDetail } from '@despatch/domain/invoices/invoice'
import type { JudgedDetail, JudgedRow } from '@despatch/domain/invoices/reconciliation/judged'
import type { DetailFacts, RowFacts } from '@despatch/domain/invoices/reconciliation/facts'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import type { DecidedRow } from './decided-rows.ts'

/** A detail with what it was found to be, as it is kept. */
export type KeptDetail = {
  client: string
  orderNumber: string
  no: number
  detail: BilledDetail
  judged: JudgedRow
  ourWeight: number | null
  rows: KeptRow[]
}

/** A parcel row as it is kept; of a detail's own charges, or the invoice's, without a tracking number. */
export type KeptRow = {
  client: string
  orderNumber: string
  no: number
  /** Whether it is what the detail bills beside its parcels. */
  isOwn: boolean
  line: number
  trackingNumber: string
  writtenAs: string | null
  /** The numbers of the despatched parcels that it covers. */
  covers: readonly string[]
  billedWeight: number | null
  declaredWeight: number | null
  ourWeight: number | null
  size: readonly number[] | null
  tax: Cost
  charges: readonly BilledCharge[]
  judged: JudgedRow
  /** Whether somebody decided on it: it stays as it is kept. */
  isDecided: boolean
}

export const numberOf = (written: string) => normaliseTrackingNumber(written)

/** How many rows a detail is kept as: one for each parcel, and one for what it bills beside them. */
export const countRows = ({ parcels, charges }: BilledDetail): number =>
  parcels.length + (charges.length > 0 || parcels.length === 0 ? 1 : 0)

/** A detail with the numbers that it and its rows have, and those of its rows on which somebody decided. */
type RowsToKeep = {
  detail: BilledDetail
  no: number
  rows: readonly number[]
  decided?: ReadonlyMap<number, DecidedRow>
}

/** A judged detail as it is kept: a row for each parcel, and one for what it bills beside them, with the numbers that are given. */
export function keepDetail(
  { detail, no, rows: numbers, decided }: RowsToKeep,
  facts: DetailFacts,
  judged: JudgedDetail,
): KeptDetail {
  const rows = detail.parcels.map((parcel, index): KeptRow => {
    const { match } = facts.parcels[index] ?? facts.own
    const kept = decided?.get(numbers[index] ?? 0)
    return {
      ...(kept ? whoseWas(kept) : whoseIs(match)),
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
      isDecided: kept !== undefined,
    }
  })
  // A difference that a sales order no longer has keeps its row.
  if (numbers.length > rows.length) {
    const kept = decided?.get(numbers[rows.length] ?? 0)
    rows.push({
      ...ownRow(detail, {
        match: facts.own.match,
        // What is billed beside the parcels is of all of them.
        ...(rows.length > 0 && {
          covers: rows
            .filter(({ client }) => client === whoseIs(facts.own.match).client)
            .flatMap(({ covers }) => covers),
        }),
        judged: judged.own,
        no: numbers[rows.length] ?? 0,
      }),
      ...(kept && { ...whoseWas(kept), isDecided: true }),
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
): KeptRow {
  const nothing = { billedWeight: null, declaredWeight: null, size: null }
  const whose = whoseIs(match)
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

const whoseWas = ({ client, orderNumber, covers, ourWeight }: DecidedRow) => ({
  client,
  orderNumber,
  covers,
  ourWeight,
})

function whoseIs(match: RowFacts['match']) {
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
 * What the invoice bills as a whole, with the tax of no other row, as a detail of its own with a single row: no parcel is meant,
 * so nothing is looked for.
 */
export function keepCharges(
  charges: readonly BilledCharge[],
  judged: JudgedRow,
  { no, firstRow, day, tax }: { no: number; firstRow: number; day: Day; tax: Cost },
): KeptDetail {
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
