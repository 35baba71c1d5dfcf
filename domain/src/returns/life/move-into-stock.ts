import { SELLABLE } from '../../stock/allocation-codes.ts'
import type { ReturnState } from './return-state.ts'

/** States of returned goods that are in stock again. */
export type StockedState = Extract<ReturnState, 'restocked' | 'quarantined'>

/** Pieces of one return and SKU in stock, by allocation code. */
export type StockedCodes = ReadonlyMap<string, number>

const CODES: Readonly<Record<StockedState, string>> = { restocked: SELLABLE, quarantined: 'QUARANTINE' }

/**
 * Works out what a stock event adds to one allocation code and takes from others.
 * A return puts no more pieces into stock than it has (`whole`). Pieces beyond that were in stock before, so they move:
 * restocked pieces leave quarantine first, quarantined pieces leave sellable stock first.
 *
 * @param namedCode the allocation code that the warehouse names, if any
 */
export function moveIntoStock(
  stocked: StockedCodes,
  {
    state,
    namedCode,
    quantity,
    whole,
  }: { state: StockedState; namedCode: string | undefined; quantity: number; whole: number },
): { readonly code: string; readonly pieces: number }[] {
  const to = namedCode ?? CODES[state]
  const inStock = [...stocked.values()].reduce((sum, one) => sum + one, 0)
  const fresh = Math.min(quantity, Math.max(0, whole - inStock))
  const first = CODES[state === 'restocked' ? 'quarantined' : 'restocked']
  const sources = [...stocked].toSorted(([a], [b]) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1))
  let left = quantity - fresh
  const taken = sources.flatMap(([code, pieces]) => {
    const moved = code === to ? 0 : Math.max(0, Math.min(left, pieces))
    left -= moved
    return moved > 0 ? [{ code, pieces: -moved }] : []
  })
  const added = quantity - left
  return added > 0 ? [...taken, { code: to, pieces: added }] : taken
}
