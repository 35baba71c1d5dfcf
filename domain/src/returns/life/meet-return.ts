import type { ReturnState } from './return-state.ts'
import { type ReturnTally, roomFor } from './return-tally.ts'

/** What an order has of a SKU: how many pieces were bought and sent, and how many of them have a return already. */
export type BoughtPieces = {
  readonly orderNumber: string
  readonly orderedAt: Date
  readonly bought: number
  /** By what is known to be in its parcels; null where nobody knows. */
  readonly sent: number | null
  returned: number
}

/** What a return has of a SKU in one order. */
export type KnownReturn = {
  readonly orderNumber: string
  /** What it is called here: what an event calls it, or what was announced that the event was met with. */
  readonly reference: string
  readonly tally: ReturnTally
}

/** What was announced of a SKU in one order and has not reached an event's state; `open` pieces, the oldest return first. */
export type OpenReturn = { readonly orderNumber: string; readonly reference: string; readonly open: number }

/** What an event says, of the return that it names. */
type ReturnEvent = {
  readonly quantity: number
  readonly state: ReturnState
  readonly at: Date
  readonly reference: string
  /** Whether it names an announced return of which nothing was sent nor is expected: all was withdrawn, refused or expired. */
  readonly namesUnsent?: boolean
}

/** Pieces that an event is of, in one order and return; `surplus` of them are more than was sent. */
export type MetPieces = {
  readonly orderNumber: string
  readonly reference: string
  readonly quantity: number
  readonly surplus: number
}

/** Why an event meets nothing: its customer never bought the SKU, or did so only afterwards. */
export type Unmet = 'never' | 'only later'

/**
 * Finds whose pieces an event of a return is about. An event that names what was announced is of that alone, unless all of
 * that was withdrawn, refused or expired (`namesUnsent`) and the pieces were announced again: then its parcel carries the label of
 * before, and is of the return that is open, as are later events of it. Where its return is known by earlier events, it is of
 * their pieces first, and of them alone where these were announced. Only an event of a return that is not known yet meets what was
 * announced under another name and is open. What is left then is of the oldest earlier orders that have something to return; at
 * last it is a surplus: more than was sent, or was bought where nobody knows what was sent.
 * `parts` are of the same return and SKU, `bought` of the same SKU and, oldest first, of one order or one customer.
 */
export function meetReturn(
  { quantity, state, at, reference, namesUnsent = false }: ReturnEvent,
  parts: readonly KnownReturn[],
  bought: readonly BoughtPieces[],
  announced: readonly OpenReturn[] = [],
): MetPieces[] | Unmet {
  const earlier = bought.filter(({ orderedAt }) => orderedAt < at)
  if (parts.length === 0 && announced.length === 0 && earlier.length === 0)
    return bought.length > 0 ? 'only later' : 'never'
  const named = parts.find((part) => part.tally.announced !== null && part.reference === reference)
  const known = parts.filter((part) => part !== named)
  const isOfAnother = namesUnsent && (known.length > 0 || announced.some((one) => one.reference !== reference))
  if (named && !isOfAnother) return [{ orderNumber: named.orderNumber, reference, quantity, surplus: 0 }]
  const met = new Map<string, MetPieces>()
  let left = quantity
  const take = (of: { orderNumber: string; reference: string }, pieces: number, surplus = 0) => {
    if (pieces <= 0) return
    const { orderNumber, reference: name } = of
    const key = `${orderNumber}\n${name}`
    const part = met.get(key) ?? { orderNumber, reference: name, quantity: 0, surplus: 0 }
    met.set(key, { ...part, quantity: part.quantity + pieces, surplus: part.surplus + surplus })
    left -= pieces
  }
  const takenOf = ({ orderNumber, reference: name }: KnownReturn) => met.get(`${orderNumber}\n${name}`)?.quantity ?? 0
  for (const part of known) take(part, Math.min(left, roomFor(part.tally, state)))
  const [first] = known
  // What the warehouse calls by a name of its own is known by that, and comes to no more than was announced.
  if (first && known.every((part) => part.tally.announced !== null)) {
    for (const part of known) take(part, Math.min(left, (part.tally.announced ?? 0) - takenOf(part)))
    take(first, left)
  }
  if (known.length === 0) for (const part of announced) take(part, Math.min(left, part.open))
  for (const { orderNumber, sent, bought: pieces, returned } of earlier)
    take({ orderNumber, reference }, Math.min(left, (sent ?? pieces) - returned))
  const [order] = [...met.values(), ...earlier, ...parts]
  take({ orderNumber: order?.orderNumber ?? '', reference }, left, left)
  return [...met.values()]
}
