import type { BilledDetail } from '../invoice.ts'
import type { DespatchedConsignment, RowMatch } from '../judging/facts.ts'

/**
 * What the rows of a layout bill: a parcel each; consignments, whose single row may stand for several pieces; or the
 * items of a day by sales order, which are spread over the parcels despatched on it.
 */
export const BILLED_UNITS = ['parcels', 'consignments', 'sales orders'] as const
export type BilledUnit = (typeof BILLED_UNITS)[number]

/** What a row names, and how: by its own number, by a person's choice, by its consignment's number, or by an order. */
export type Named =
  | {
      readonly kind: 'parcel'
      readonly by: 'number' | 'hand' | 'consignment'
      readonly consignment: DespatchedConsignment
      readonly index: number
    }
  /** `consignments` are those of the order that left with the invoice's carrier. */
  | {
      readonly kind: 'order'
      readonly client: string
      readonly orderNumber: string
      readonly consignments: readonly DespatchedConsignment[]
    }
  | { readonly kind: 'none'; readonly why: 'unknown' | 'several clients' }

/** A row to match with parcels. */
export type RowToCover = {
  readonly leg: BilledDetail['leg']
  /** Net of tax; a credit row covers parcels that were billed. */
  readonly net: number
  /** Whether it has a tracking number of its own. */
  readonly isNumbered: boolean
  /** Whether it is the only row of its detail and bills several pieces. */
  readonly isForPieces: boolean
  readonly bills: BilledUnit
}

/** Facts about the parcels that a row may cover. */
export type CoverFacts = {
  /** The tracking numbers that earlier rows with the same number cover. */
  readonly before: readonly string[]
  /** Whether a parcel is billed by its own number, or was billed for the same charges. */
  readonly isCovered: (consignment: DespatchedConsignment, index: number) => boolean
}

/**
 * Decides what a row covers. Its own number or a person names the parcel. A row without a number covers the whole
 * consignment that it names, and so does a single row of several pieces, unless the layout bills each parcel in its
 * own row. An unknown number covers the same parcel as before, otherwise a parcel of the order that no other row
 * covers; if there is none, only the order is known.
 */
export function coverOf(row: RowToCover, named: Named, facts: CoverFacts): RowMatch {
  if (named.kind === 'none') return named
  const isWhole = row.isForPieces && row.bills !== 'parcels'
  if (named.kind === 'parcel' && named.by !== 'consignment')
    return isWhole && named.by === 'number' ? wholeOf(named.consignment) : parcelOf(named.consignment, named.index)
  const consignment = named.kind === 'parcel' ? named.consignment : onlyOf(named.consignments)
  if (!consignment) return named.kind === 'order' ? orderOf(named) : { kind: 'none', why: 'unknown' }
  if (!row.isNumbered || isWhole) return wholeOf(consignment)
  if (named.kind === 'parcel' && row.bills === 'parcels') return orderOf(consignment)
  const again = consignment.parcels.flatMap(({ trackingNumber }, index) =>
    facts.before.includes(trackingNumber) ? [index] : [],
  )
  const [first] = again
  if (first !== undefined) return again.length === 1 ? parcelOf(consignment, first) : wholeOf(consignment)
  if (row.leg !== 'outbound' || row.net < 0) return wholeOf(consignment)
  const free = consignment.parcels.findIndex((_, index) => !facts.isCovered(consignment, index))
  return free < 0 ? orderOf(consignment) : parcelOf(consignment, free)
}

/** An order alone identifies the consignment only if it has just one. */
const onlyOf = (consignments: readonly DespatchedConsignment[]) =>
  consignments.length === 1 ? consignments[0] : undefined

const orderOf = ({ client, orderNumber }: { client: string; orderNumber: string }): RowMatch => ({
  kind: 'order',
  client,
  orderNumber,
})
const parcelOf = (consignment: DespatchedConsignment, index: number): RowMatch => ({
  kind: 'parcel',
  consignment,
  index,
})
const wholeOf = (consignment: DespatchedConsignment): RowMatch =>
  consignment.parcels.length === 1 ? parcelOf(consignment, 0) : { kind: 'consignment', consignment }
