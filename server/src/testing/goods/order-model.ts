import type { Line, ScanCode, Sku } from './step.ts'

/** What is so of orders: worked out from what happened, by no code of the product. */

export type OrderStatus = 'N' | 'R' | 'S' | 'P' | 'K' | 'D' | 'V' | 'C'

export type Order = {
  lines: readonly Line[]
  status: OrderStatus
  readonly parcels: OrderParcel[]
  /** The minute at which its goods left the warehouse's figure by being picked; null where picking moves nothing. */
  pickedAt: number | null
  /** Somebody said that what is missing does not come. */
  isClosedShort: boolean
  /** A replacement that is suspended until what it replaces comes back. */
  isWaiting: boolean
  /** What the last command changed, where it can be undone. */
  before: Pick<Order, 'status' | 'lines' | 'isWaiting'> | null
  /** The acts of its history, in their order. */
  readonly acts: string[]
  /** What its file says of it; null where it was made in the portal. */
  readonly fed: readonly Line[] | null
  isTakenBack: boolean
}

export type OrderParcel = {
  readonly minute: number
  /** Pieces that are in it. */
  readonly contents: ReadonlyMap<Sku, number>
  /** Whether the warehouse has said so. */
  isTold: boolean
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
  parcels.reduce((sum, { isTold, contents }) => sum + (isTold ? (contents.get(sku) ?? 0) : 0), 0)

export const isAllTold = ({ parcels }: Order): boolean => parcels.length > 0 && parcels.every(({ isTold }) => isTold)

/** What is in none of its parcels. Whether it was sent nobody knows where a parcel's contents are not told. */
export const missingOf = (order: Order, sku: Sku): number => Math.max(0, orderedOf(order, sku) - sentOf(order, sku))

export const isShort = (order: Order): boolean =>
  isAllTold(order) && (['A', 'B'] as const).some((sku) => missingOf(order, sku) > 0)

const isDespatched = ({ status }: Order) => status === 'D' || status === 'V'

/** What has left the stock for an order: what is said to be in its parcels, and what may be in the one that nobody has told of. */
export function leftFor(order: Order): { sku: Sku; minute: number; pieces: number }[] {
  const told = order.parcels.filter(({ isTold }) => isTold)
  const left = told.flatMap(({ minute, contents }) => [...contents].map(([sku, pieces]) => ({ sku, minute, pieces })))
  const untold = order.parcels.find(({ isTold }) => !isTold)
  const minute = isDespatched(order) ? untold?.minute : isBegun(order) ? (order.pickedAt ?? undefined) : undefined
  if (minute === undefined) return left
  return [...left, ...(['A', 'B'] as const).map((sku) => ({ sku, minute, pieces: missingOf(order, sku) }))]
}

const isBegun = ({ status }: Order) => status === 'P' || status === 'K'

/** What an order has promised and not sent; what it picked is no longer promised where that has left. */
export function promisedOf(order: Order, sku: Sku): number {
  const { status, pickedAt, isClosedShort } = order
  if (status === 'C' || status === 'V' || (isBegun(order) && pickedAt !== null)) return 0
  if (status !== 'D') return orderedOf(order, sku)
  return isAllTold(order) && !isClosedShort ? missingOf(order, sku) : 0
}

/** Pieces that an order gives its customer: what was sent of one that was closed short. */
export function givenBy(order: Order): number {
  if (order.status === 'C') return 0
  const of = order.isClosedShort && isAllTold(order) ? sentOf : orderedOf
  return Math.min(of(order, 'A'), orderedOf(order, 'A')) + Math.min(of(order, 'B'), orderedOf(order, 'B'))
}

/** Pieces of each line that were sent: lines of one SKU are sent in their order, and more than was ordered with the last of them. */
export function sentByLine(order: Order): number[] {
  const { lines } = order
  const left = new Map((['A', 'B'] as const).map((sku) => [sku, sentOf(order, sku)]))
  return lines.map(({ sku, quantity }, at) => {
    if (!isAllTold(order)) return order.parcels.length > 0 ? quantity : 0
    const isLast = !lines.slice(at + 1).some((line) => line.sku === sku)
    const sent = isLast ? (left.get(sku) ?? 0) : Math.min(quantity, left.get(sku) ?? 0)
    left.set(sku, (left.get(sku) ?? 0) - sent)
    return sent
  })
}
