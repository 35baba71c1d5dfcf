import type { ReturnState } from './return-state.ts'

/** What an order has of a SKU: how many pieces were bought, and how many of them have a return already. */
export type BoughtPieces = {
  readonly orderNumber: string
  readonly orderedAt: Date
  readonly bought: number
  returned: number
}

/** What a return has of a SKU in one order: the pieces that reached each state. */
export type KnownReturn = { readonly orderNumber: string; readonly reached: Map<ReturnState, number> }

/** Pieces that an event is of, in one order; `surplus` of them are more than was bought. */
export type MetPieces = { readonly orderNumber: string; readonly quantity: number; readonly surplus: number }

/** Why an event meets nothing: its customer never bought the SKU, or did so only afterwards. */
export type Unmet = 'never' | 'only later'

/**
 * Finds whose pieces an event of a return is about: first those of the same return that have not reached its state, then
 * the oldest earlier orders that have something left to return, at last, as a surplus, more than was bought.
 * `known` is of the same return and SKU, `bought` of the same SKU and, oldest first, of one order or one customer.
 * What is met is noted in both.
 */
export function meetReturn(
  { quantity, state, at }: { quantity: number; state: ReturnState; at: Date },
  known: KnownReturn[],
  bought: readonly BoughtPieces[],
): MetPieces[] | Unmet {
  const earlier = bought.filter(({ orderedAt }) => orderedAt < at)
  if (known.length === 0 && earlier.length === 0) return bought.length > 0 ? 'only later' : 'never'
  const met = new Map<string, { quantity: number; surplus: number }>()
  let left = quantity
  const take = (orderNumber: string, pieces: number, surplus = 0) => {
    const part = met.get(orderNumber) ?? { quantity: 0, surplus: 0 }
    met.set(orderNumber, { quantity: part.quantity + pieces, surplus: part.surplus + surplus })
    left -= pieces
  }
  for (const part of known) {
    const pieces = Math.min(left, mostOf(part) - (part.reached.get(state) ?? 0))
    if (pieces > 0) take(part.orderNumber, pieces)
  }
  for (const line of earlier) {
    const pieces = Math.min(left, line.bought - line.returned)
    if (pieces <= 0) continue
    take(line.orderNumber, pieces)
    line.returned += pieces
  }
  if (left > 0) {
    const [first] = met.size > 0 ? met.keys() : [earlier[0]?.orderNumber ?? known[0]?.orderNumber ?? '']
    if (first !== undefined) {
      const line = earlier.find(({ orderNumber }) => orderNumber === first)
      if (line) line.returned += left
      take(first, left, left)
    }
  }
  for (const [orderNumber, { quantity: pieces }] of met) {
    let part = known.find((one) => one.orderNumber === orderNumber)
    if (!part) known.push((part = { orderNumber, reached: new Map() }))
    part.reached.set(state, (part.reached.get(state) ?? 0) + pieces)
  }
  return [...met].map(([orderNumber, pieces]) => ({ orderNumber, ...pieces }))
}

/** The pieces of a return: as many as the state that most of them reached. */
const mostOf = ({ reached }: KnownReturn) => Math.max(0, ...reached.values())
