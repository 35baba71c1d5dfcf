import type { HistoryEntry } from '@despatch/contract/enquiries/order/order-details'
import { changedLines, ORDER_FIELD_NAMES, type OrderField } from '@despatch/domain/orders/order-fields'

const ITEMS: OrderField = 'items'

/** The stored changes of a history entry, in words and in the order of the form. Empty if no field changed. */
export function presentChanges(stored: unknown): HistoryEntry['changes'] {
  const changes = asRecord(stored)
  return Object.entries(ORDER_FIELD_NAMES).flatMap(([name, title]) => {
    if (!Object.hasOwn(changes, name)) return []
    const { before, after } = sidesOf(name, asRecord(changes[name]))
    return [{ field: title.charAt(0).toUpperCase() + title.slice(1), before: inText(before), after: inText(after) }]
  })
}

/** Long lists of lines show only the lines that changed. */
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
