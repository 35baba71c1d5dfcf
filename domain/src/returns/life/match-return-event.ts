import type { ReturnState } from './return-state.ts'
import { type ReturnTally, remainingPieces } from './return-tally.ts'

/** Pieces of a SKU that an order bought, that were sent, and that are already in a return. */
export type BoughtPieces = {
  readonly orderNumber: string
  readonly orderedAt: Date
  readonly bought: number
  /** From the contents of its parcels; null if they are unknown. */
  readonly sent: number | null
  returned: number
}

/** The part of a return that concerns one SKU in one order. */
export type ReturnPart = {
  readonly orderNumber: string
  /** The reference in our records: the one in the event, or that of the announced return that the event was matched with. */
  readonly reference: string
  readonly tally: ReturnTally
}

/**
 * Announced pieces of a SKU in one order that have not reached the event's state. Lists of these start with the oldest
 * return.
 */
export type OpenReturn = { readonly orderNumber: string; readonly reference: string; readonly open: number }

/** An event with the return reference that it names. */
type ReturnEvent = {
  readonly quantity: number
  readonly state: ReturnState
  readonly at: Date
  readonly reference: string
  /** Whether it names an announced return with nothing sent or expected: all of it was withdrawn, refused or expired. */
  readonly namesUnsent?: boolean
}

/** Pieces of an event, matched to one order and return. `surplus` of them exceed what was sent. */
export type MatchedPieces = {
  readonly orderNumber: string
  readonly reference: string
  readonly quantity: number
  readonly surplus: number
}

/** Why an event matches no order: the customer never bought the SKU, or only later. */
export type MatchFailure = 'never' | 'only later'

/**
 * Matches an event of a return to orders and returns, in this order:
 * 1. The announced return that the event names. If all of that was withdrawn, refused or expired (`namesUnsent`) and
 * the pieces were announced again, the parcel carries the old label: the event belongs to the open return instead, as
 * do later events.
 * 2. Returns that earlier events of the same reference were matched with; only these, if they were announced.
 * 3. For a reference that is new: open returns announced under another reference.
 * 4. The oldest earlier orders that have pieces left to return.
 * The rest is a surplus: more pieces than were sent, or than were bought if nobody knows what was sent.
 *
 * @param parts parts of the same return and SKU
 * @param bought orders of the same SKU by one customer, or one order; oldest first
 */
export function matchReturnEvent(
  { quantity, state, at, reference, namesUnsent = false }: ReturnEvent,
  parts: readonly ReturnPart[],
  bought: readonly BoughtPieces[],
  announced: readonly OpenReturn[] = [],
): MatchedPieces[] | MatchFailure {
  const earlier = bought.filter(({ orderedAt }) => orderedAt < at)
  if (parts.length === 0 && announced.length === 0 && earlier.length === 0)
    return bought.length > 0 ? 'only later' : 'never'
  const named = parts.find((part) => part.tally.announced !== null && part.reference === reference)
  const others = parts.filter((part) => part !== named)
  const isOfAnother = namesUnsent && (others.length > 0 || announced.some((one) => one.reference !== reference))
  if (named && !isOfAnother) return [{ orderNumber: named.orderNumber, reference, quantity, surplus: 0 }]
  const matched = new Map<string, MatchedPieces>()
  let left = quantity
  const take = (of: { orderNumber: string; reference: string }, pieces: number, surplus = 0) => {
    if (pieces <= 0) return
    const { orderNumber, reference: name } = of
    const key = `${orderNumber}\n${name}`
    const part = matched.get(key) ?? { orderNumber, reference: name, quantity: 0, surplus: 0 }
    matched.set(key, { ...part, quantity: part.quantity + pieces, surplus: part.surplus + surplus })
    left -= pieces
  }
  const takenOf = ({ orderNumber, reference: name }: ReturnPart) =>
    matched.get(`${orderNumber}\n${name}`)?.quantity ?? 0
  for (const part of others) take(part, Math.min(left, remainingPieces(part.tally, state)))
  const [first] = others
  // The warehouse's own reference for announced returns covers at most the announced pieces.
  if (first && others.every((part) => part.tally.announced !== null)) {
    for (const part of others) take(part, Math.min(left, (part.tally.announced ?? 0) - takenOf(part)))
    take(first, left)
  }
  if (others.length === 0) for (const part of announced) take(part, Math.min(left, part.open))
  for (const { orderNumber, sent, bought: pieces, returned } of earlier)
    take({ orderNumber, reference }, Math.min(left, (sent ?? pieces) - returned))
  const [order] = [...matched.values(), ...earlier, ...parts]
  take({ orderNumber: order?.orderNumber ?? '', reference }, left, left)
  return [...matched.values()]
}
