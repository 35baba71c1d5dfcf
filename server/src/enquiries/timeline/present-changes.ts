import type { HistoryEntry } from '@despatch/contract/enquiries/order/order-details'
import { changedLines, ORDER_FIELD_NAMES, type OrderField } from '@despatch/domain/orders/order-fields'

const ITEMS: OrderField = 'items'

/**
 * What an entry of an order's history changed, field by field in the order of the form: from what it keeps of each, before
 * and after, in words. An entry that changed no field has none.
 */
export function presentChanges(kept: unknown): HistoryEntry['changes'] {
  const changes = asRecord(kept)
  return Object.entries(ORDER_FIELD_NAMES).flatMap(([name, title]) => {
    if (!Object.hasOwn(changes, name)) return []
    const { before, after } = sidesOf(name, asRecord(changes[name]))
    return [{ field: title.charAt(0).toUpperCase() + title.slice(1), before: inText(before), after: inText(after) }]
  })
}

/** Of many lines those are told that were changed. */
function sidesOf(name: string, { before, after }: Record<string, unknown>) {
  return name === ITEMS && typeof before === 'string' && typeof after === 'string'
    ? changedLines({ before, after })
    : { before, after }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function inText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
