import { CHANGED_SINCE } from '../commands/command-text.ts'
import type { OrderChanges, OrderField } from '../order-fields.ts'
import { isActionAllowed, ORDER_STATUSES, type OrderStatus } from '../order-status.ts'

/**
 * Why an amendment cannot be undone, or undefined if it can. Undoing is another amendment: the order must be amendable
 * and unchanged since.
 */
export function whyNotUndoAmendment(
  order: { readonly status: OrderStatus; readonly version: number } | undefined,
  versionAfter: number,
): string | undefined {
  if (!order || order.version !== versionAfter) return CHANGED_SINCE
  if (isActionAllowed(order.status, 'amend')) return undefined
  return `It is already ${ORDER_STATUSES[order.status].description.toLowerCase()}, so it was left unchanged`
}

/** The reverse of an amendment's changes. */
export function reverseChanges(changes: OrderChanges): OrderChanges {
  const back: OrderChanges = {}
  for (const [field, { before, after }] of Object.entries(changes))
    back[field as OrderField] = { before: after, after: before }
  return back
}

/** Receipt of an amendment. */
export const amendedText = (orderNumber: string) => `Order ${orderNumber} has been amended.`

/** The present methods of an order, and why none takes the rest. */
export type AssignedMethods = {
  readonly methods: readonly { readonly id: string; readonly words: string }[]
  readonly exception: string | null
}

/**
 * Receipt of an undone amendment. If the methods differ from those before (capacity was used up or rules changed), it
 * names the present ones. `before` lists method ids.
 */
export function amendmentUndoneText(orderNumber: string, before: readonly string[], now: AssignedMethods): string {
  const is = `Order ${orderNumber} has its previous values again`
  if (now.exception !== null) return `${is}, but no carrier is available yet. ${now.exception}.`
  const ids = (methods: readonly string[]) => methods.toSorted().join('\n')
  return now.methods.length === 0 || ids(before) === ids(now.methods.map(({ id }) => id))
    ? `${is}.`
    : `${is}, but its carrier is now ${now.methods.map(({ words }) => words).join(', ')}.`
}
