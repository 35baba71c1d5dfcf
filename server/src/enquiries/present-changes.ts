import type { HistoryEntry } from '@despatch/contract/enquiries/order-details'
import { fieldTitle } from '@despatch/domain/activity/fields'

/**
 * What an entry of an order's history changed, in words: from the fields before and after that it keeps. An entry that
 * changed no field has none. By field.
 */
export function presentChanges(kept: unknown): HistoryEntry['changes'] {
  const { before, after } = asRecord(kept)
  const [was, is] = [asRecord(before), asRecord(after)]
  const changes = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) => {
    const field = fieldTitle('order', name)
    return field === undefined ? [] : [{ field, before: inWords(was[name]), after: inWords(is[name]) }]
  })
  // The database keeps fields in an order of its own.
  return changes.toSorted((one, other) => (one.field < other.field ? -1 : 1))
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function inWords(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((one) => inWords(one) ?? '').join(', ')
  const { SKU, quantity } = asRecord(value)
  return typeof SKU === 'string' && typeof quantity === 'number' ? `${quantity} × ${SKU}` : JSON.stringify(value)
}
