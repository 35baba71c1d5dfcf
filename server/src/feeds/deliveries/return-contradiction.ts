import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import { LIFE_STATES, RETURN_STATES } from '@despatch/domain/returns/life/return-state'
import type { KnownReturns } from './known-returns.ts'

/** The field in which a row contradicts the stored event with its reference, with both values. */
export function findContradiction(
  row: ReturnRow,
  known: KnownReturns,
  key: string,
): { field: 'SKU' | 'event' | 'quantity'; value: string } | undefined {
  const { SKU, event, quantity } = row
  const stored = known.eventOf(row, key)
  if (!stored) return undefined
  if (stored.SKU !== SKU) return { field: 'SKU', value: `${SKU}: there is ${stored.SKU}` }
  if (stored.state !== event)
    return { field: 'event', value: `${RETURN_STATES[event]}: there is ${LIFE_STATES[stored.state]}` }
  // A row matched with several returns is several events.
  const isWhole = known.returnOf(row).length <= 1
  return stored.quantity === quantity || !isWhole
    ? undefined
    : { field: 'quantity', value: `${quantity}: there is ${stored.quantity}` }
}
