import type { LifeState, ReturnState } from './return-state.ts'

/** What an order has of a SKU: how many pieces were bought and sent, and how many of them have a return already. */
export type BoughtPieces = {
  readonly orderNumber: string
  readonly orderedAt: Date
  readonly bought: number
  /** By what is known to be in its parcels; null where nobody knows. */
  readonly sent: number | null
  returned: number
}

/** What a return has of a SKU in one order: the pieces that reached each state. */
export type KnownReturn = {
  readonly orderNumber: string
  /** What it is called here: what an event calls it, or what was announced that the event was met with. */
  readonly reference: string
  readonly reached: Map<LifeState, number>
}

/** What was announced of a SKU in one order and has not reached an event's state; `open` pieces, the oldest return first. */
export type OpenReturn = { readonly orderNumber: string; readonly reference: string; readonly open: number }

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
 * Finds whose pieces an event of a return is about: first those of the same return that have not reached its state, then
 * what was announced under another name and is open, then the oldest earlier orders that have something left to return, at
 * last, as a surplus, more than was sent, or was bought where nobody knows what was sent.
 * `known` is of the same return and SKU, `bought` of the same SKU and, oldest first, of one order or one customer.
 * What is met is noted in both.
 */
export function meetReturn(
  { quantity, state, at, reference }: { quantity: number; state: ReturnState; at: Date; reference: string },
  known: KnownReturn[],
  bought: readonly BoughtPieces[],
  announced: readonly OpenReturn[] = [],
): MetPieces[] | Unmet {
  const earlier = bought.filter(({ orderedAt }) => orderedAt < at)
  if (known.length === 0 && announced.length === 0 && earlier.length === 0)
    return bought.length > 0 ? 'only later' : 'never'
  const met = new Map<string, MetPieces>()
  let left = quantity
  const take = (of: { orderNumber: string; reference: string }, pieces: number, surplus = 0) => {
    const key = `${of.orderNumber}\n${of.reference}`
    const { orderNumber, reference: name } = of
    const part = met.get(key) ?? { orderNumber, reference: name, quantity: 0, surplus: 0 }
    met.set(key, { ...part, quantity: part.quantity + pieces, surplus: part.surplus + surplus })
    left -= pieces
  }
  for (const part of known) {
    const pieces = Math.min(left, mostOf(part) - (part.reached.get(state) ?? 0))
    if (pieces > 0) take(part, pieces)
  }
  for (const part of announced) {
    const own = met.get(`${part.orderNumber}\n${part.reference}`)?.quantity ?? 0
    const pieces = Math.min(left, part.open - own)
    if (pieces > 0) take(part, pieces)
  }
  for (const line of earlier) {
    const pieces = Math.min(left, (line.sent ?? line.bought) - line.returned)
    if (pieces <= 0) continue
    take({ orderNumber: line.orderNumber, reference }, pieces)
    line.returned += pieces
  }
  if (left > 0) {
    const [own] = met.values()
    const first = own ?? { orderNumber: earlier[0]?.orderNumber ?? known[0]?.orderNumber ?? '', reference }
    const line = earlier.find(({ orderNumber }) => orderNumber === first.orderNumber)
    if (line) line.returned += left
    take(first, left, left)
  }
  for (const { orderNumber, reference: name, quantity: pieces } of met.values()) {
    let part = known.find((one) => one.orderNumber === orderNumber && one.reference === name)
    if (!part) known.push((part = { orderNumber, reference: name, reached: new Map() }))
    part.reached.set(state, (part.reached.get(state) ?? 0) + pieces)
  }
  return [...met.values()]
}

/** The pieces of a return: as many as the state that most of them reached. */
export const mostOf = ({ reached }: KnownReturn) => Math.max(0, ...reached.values())
