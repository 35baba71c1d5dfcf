import { SELLABLE } from '../../stock/allocation-codes.ts'
import type { ReturnState } from './return-state.ts'

/** What becomes of returned goods that are in stock again. */
export type StockedState = Extract<ReturnState, 'restocked' | 'quarantined'>

/** The pieces of one return and SKU that are in stock, by allocation code. */
export type StockedCodes = ReadonlyMap<string, number>

const CODES: Readonly<Record<StockedState, string>> = { restocked: SELLABLE, quarantined: 'QUARANTINE' }

/**
 * What an event of `quantity` pieces adds to each allocation code, and takes from others. `told` is the code that the
 * warehouse names. A return puts no more into stock than it has (`whole`): what is beyond it lay under another code before,
 * and leaves it: what is put back leaves quarantine first, what is quarantined leaves what is sellable first.
 */
export function intoStock(
  there: StockedCodes,
  { state, told, quantity, whole }: { state: StockedState; told: string | undefined; quantity: number; whole: number },
): { readonly code: string; readonly pieces: number }[] {
  const to = told ?? CODES[state]
  const inStock = [...there.values()].reduce((sum, one) => sum + one, 0)
  const fresh = Math.min(quantity, Math.max(0, whole - inStock))
  const first = CODES[state === 'restocked' ? 'quarantined' : 'restocked']
  const lying = [...there].toSorted(([a], [b]) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1))
  let left = quantity - fresh
  const taken = lying.flatMap(([code, pieces]) => {
    const moved = code === to ? 0 : Math.max(0, Math.min(left, pieces))
    left -= moved
    return moved > 0 ? [{ code, pieces: -moved }] : []
  })
  const added = quantity - left
  return added > 0 ? [...taken, { code: to, pieces: added }] : taken
}
