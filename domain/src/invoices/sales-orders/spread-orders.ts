import { crownDependency } from '../../text/crown-dependencies.ts'
import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import { sameName } from '../../text/same-name.ts'
import type { BilledDetail, BilledParcel } from '../invoice.ts'
import { shareOut } from '../reconciliation/amounts.ts'

/** A parcel that left with a carrier which bills by sales order. */
export type DayParcel = {
  readonly client: string
  readonly trackingNumber: string
  /** The service as the warehouse calls it. */
  readonly service: string
  /** In London. */
  readonly day: Day
  readonly country: string
  /** As despatched, else as planned; null where nobody knows. */
  readonly grams: number | null
}

/** What sales orders were spread over, and what that day left and no order bills: its cost accrues. */
export type SpreadOrders = { readonly details: readonly BilledDetail[]; readonly missing: readonly DayParcel[] }

/** Weights up to which items cost the same, in grams. */
const BANDS = [100, 250, 500, 750, 1000, 2000, 5000, 10_000, 15_000, 20_000, 30_000] as const

const bandOf = (grams: number): number => {
  const band = BANDS.findIndex((most) => grams <= most)
  return band < 0 ? BANDS.length : band
}

/** Whether a detail bills items of a day by number alone: it names neither a parcel nor an order of ours. */
export const isSalesOrder = ({ leg, parcels, references, service, shipmentDay }: BilledDetail): boolean =>
  leg === 'outbound' &&
  references.length === 0 &&
  service !== '' &&
  shipmentDay !== null &&
  parcels.length > 0 &&
  parcels.every(({ trackingNumber }) => trackingNumber === '')

/**
 * Spreads sales orders over the parcels of their day, service, country and weight band, each parcel once: a detail for each
 * client, with a row for each parcel, and one without a parcel for what is billed beyond them, which is the operator's. What
 * an order bills is shared equally by its items, by largest remainder, so that every penny stays. Other details are given as
 * they are. A parcel whose weight nobody knows is taken where no other is left. What the same order billed before (`billed`, by
 * {@link orderKey}) it bills again; an order that gives back bills nothing else.
 */
export function spreadSalesOrders(
  details: readonly BilledDetail[],
  parcels: readonly DayParcel[],
  billed: ReadonlyMap<string, readonly DayParcel[]> = new Map(),
): SpreadOrders {
  const left = new Map<string, DayParcel[]>()
  for (const parcel of parcels.toSorted(inOrder)) {
    const key = keyOf(parcel)
    const there = left.get(key)
    if (there) there.push(parcel)
    else left.set(key, [parcel])
  }
  const spread = details.flatMap((detail) => (isSalesOrder(detail) ? spreadOrder(detail, left, billed) : [detail]))
  return { details: spread, missing: [...left.values()].flat() }
}

/** Names a line of a sales order, which may stand on several invoices. */
export const orderKey = (
  { consignmentNumber, service, country }: Pick<BilledDetail, 'consignmentNumber' | 'service' | 'country'>,
  grams: number | null,
) => `${consignmentNumber} ${sameName(service.trim())} ${country} ${grams ?? ''}`

const inOrder = (one: DayParcel, other: DayParcel) =>
  one.client === other.client
    ? one.trackingNumber < other.trackingNumber
      ? -1
      : 1
    : one.client < other.client
      ? -1
      : 1

const keyOf = ({ day, service, country }: Pick<DayParcel, 'service' | 'country'> & { day: Day | null }) =>
  `${day} ${crownDependency(country) ? 'GB' : country} ${sameName(service.trim())}`

function spreadOrder(
  detail: BilledDetail,
  left: Map<string, DayParcel[]>,
  billed: ReadonlyMap<string, readonly DayParcel[]>,
): BilledDetail[] {
  const items = Math.max(1, detail.pieces)
  const [row] = detail.parcels
  if (!row) return [detail]
  const before = detail.consignmentNumber === '' ? undefined : billed.get(orderKey(detail, row.billedWeight))
  const givesBack = sumOf([...detail.charges, ...row.charges].map(({ net }) => net)) < 0
  const there = givesBack ? [] : (left.get(keyOf({ ...detail, day: detail.shipmentDay })) ?? [])
  const taken = before?.slice(0, items) ?? takeParcels(there, row.billedWeight, items)
  if (taken.length === 0) return [detail]
  const rows = shareRows(detail, row, items)
  const byClient = Map.groupBy(taken.entries(), ([, { client }]) => client)
  const spread = [...byClient.values()].map((own): BilledDetail => {
    const parcels = own.flatMap(([index, { trackingNumber }]) => {
      const share = rows[index]
      return share ? [{ ...share, trackingNumber }] : []
    })
    return { ...detail, pieces: parcels.length, parcels, charges: [] }
  })
  const surplus = rows.slice(taken.length)
  if (surplus.length > 0)
    spread.push({ ...detail, pieces: surplus.length, parcels: [addUp(row, surplus)], charges: [] })
  return spread
}

/** Takes so many parcels of a weight's band out of those that are left; of any weight where the order says none. */
function takeParcels(there: DayParcel[], grams: number | null, items: number): DayParcel[] {
  const fits = (parcel: DayParcel) =>
    grams === null || (parcel.grams !== null && bandOf(parcel.grams) === bandOf(grams))
  const known = there.filter(fits).slice(0, items)
  const unknown = there.filter((parcel) => parcel.grams === null && !known.includes(parcel))
  const taken = [...known, ...unknown.slice(0, items - known.length)]
  for (const parcel of taken) there.splice(there.indexOf(parcel), 1)
  return taken
}

/** A row for each item, of equal parts of everything that the order bills. */
function shareRows(detail: BilledDetail, row: BilledParcel, items: number): BilledParcel[] {
  const equal = Array.from({ length: items }, () => 1)
  const charges = [...detail.charges, ...detail.parcels.flatMap((parcel) => parcel.charges)].map((charge) => ({
    charge,
    shares: shareOut(charge.net, equal),
  }))
  const taxes = detail.parcels.map(({ tax }) => tax).filter((tax) => tax !== null)
  const tax = taxes.length === 0 ? null : shareOut(sumOf(taxes), equal)
  return equal.map((_, index) => ({
    ...row,
    charges: charges.map(({ charge, shares }) => ({ ...charge, net: shares[index] ?? 0 })),
    tax: tax && (tax[index] ?? 0),
  }))
}

/** Several rows of one order as one. */
function addUp(row: BilledParcel, rows: readonly BilledParcel[]): BilledParcel {
  const [first] = rows
  return {
    ...row,
    charges: (first?.charges ?? []).map((charge, index) => ({
      ...charge,
      net: sumOf(rows.map(({ charges }) => charges[index]?.net ?? 0)),
    })),
    tax: row.tax === null ? null : sumOf(rows.map(({ tax }) => tax ?? 0)),
  }
}

const sumOf = (amounts: readonly Cost[]): Cost => amounts.reduce((sum, amount) => sum + amount, 0)
