import type { Line, ScanCode, Sku } from './step.ts'

/** The model of orders, which follows from the steps alone. */

export type OrderStatus = 'N' | 'R' | 'S' | 'P' | 'K' | 'D' | 'V' | 'C'

export type Order = {
  lines: readonly Line[]
  status: OrderStatus
  readonly parcels: OrderParcel[]
  /** Minute at which picking removed its goods from the warehouse's figure; null if picking does not. */
  pickedAt: number | null
  /** Whether it was closed short: missing pieces will not come. */
  isClosedShort: boolean
  /** Whether it is a replacement that waits for the returned goods. */
  isWaiting: boolean
  /** State before the last command, if it can be undone. */
  before: Pick<Order, 'status' | 'lines' | 'isWaiting'> | null
  /** Acts of its history, in order. */
  readonly acts: string[]
  /** Lines in its file; null if it was created in the portal. */
  readonly fed: readonly Line[] | null
  isTakenBack: boolean
}

export type OrderParcel = {
  readonly minute: number
  /** Its actual contents. */
  readonly contents: ReadonlyMap<Sku, number>
  /** Whether the warehouse has reported the contents. */
  isReported: boolean
  isDelivered: boolean
  readonly scans: { readonly minute: number; readonly code: ScanCode }[]
}

export const newOrder = (lines: readonly Line[], isFed: boolean, status: OrderStatus = 'N'): Order => ({
  lines,
  status,
  parcels: [],
  pickedAt: null,
  isClosedShort: false,
  isWaiting: false,
  before: null,
  acts: ['Created'],
  fed: isFed ? lines : null,
  isTakenBack: false,
})

export const orderedOf = ({ lines }: Pick<Order, 'lines'>, sku: Sku): number =>
  lines.reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0)

/** Pieces of a SKU that are known to have left. */
export const sentOf = ({ parcels }: Order, sku: Sku): number =>
  parcels.reduce((sum, { isReported, contents }) => sum + (isReported ? (contents.get(sku) ?? 0) : 0), 0)

export const areContentsReported = ({ parcels }: Order): boolean =>
  parcels.length > 0 && parcels.every(({ isReported }) => isReported)

/** Pieces in no reported parcel. If a parcel's contents are unreported, they may have been sent. */
export const missingOf = (order: Order, sku: Sku): number => Math.max(0, orderedOf(order, sku) - sentOf(order, sku))

export const isShort = (order: Order): boolean =>
  areContentsReported(order) && (['A', 'B'] as const).some((sku) => missingOf(order, sku) > 0)

const isDespatched = ({ status }: Order) => status === 'D' || status === 'V'

/** Pieces that left stock for an order: reported contents, plus the assumed contents of an unreported parcel. */
export function leftFor(order: Order): { sku: Sku; minute: number; pieces: number }[] {
  const reported = order.parcels.filter(({ isReported }) => isReported)
  const left = reported.flatMap(({ minute, contents }) =>
    [...contents].map(([sku, pieces]) => ({ sku, minute, pieces })),
  )
  const unreported = order.parcels.find(({ isReported }) => !isReported)
  const minute = isDespatched(order) ? unreported?.minute : isBegun(order) ? (order.pickedAt ?? undefined) : undefined
  if (minute === undefined) return left
  return [...left, ...(['A', 'B'] as const).map((sku) => ({ sku, minute, pieces: missingOf(order, sku) }))]
}

const isBegun = ({ status }: Order) => status === 'P' || status === 'K'

/** Pieces that an order promises and has not sent. Picked goods are no longer promised if picking removes them from stock. */
export function promisedOf(order: Order, sku: Sku): number {
  const { status, pickedAt, isClosedShort } = order
  if (status === 'C' || status === 'V' || (isBegun(order) && pickedAt !== null)) return 0
  if (status !== 'D') return orderedOf(order, sku)
  return areContentsReported(order) && !isClosedShort ? missingOf(order, sku) : 0
}

/** Pieces that the customer gets: of an order closed short only the sent ones. */
export function deliveredBy(order: Order): number {
  if (order.status === 'C') return 0
  const of = order.isClosedShort && areContentsReported(order) ? sentOf : orderedOf
  return Math.min(of(order, 'A'), orderedOf(order, 'A')) + Math.min(of(order, 'B'), orderedOf(order, 'B'))
}

/** Pieces sent with each line: lines of one SKU are filled in order, and the last takes any excess. */
export function sentByLine(order: Order): number[] {
  const { lines } = order
  const left = new Map((['A', 'B'] as const).map((sku) => [sku, sentOf(order, sku)]))
  return lines.map(({ sku, quantity }, at) => {
    if (!areContentsReported(order)) return order.parcels.length > 0 ? quantity : 0
    const isLast = !lines.slice(at + 1).some((line) => line.sku === sku)
    const sent = isLast ? (left.get(sku) ?? 0) : Math.min(quantity, left.get(sku) ?? 0)
    left.set(sku, (left.get(sku) ?? 0) - sent)
    return sent
  })
}
