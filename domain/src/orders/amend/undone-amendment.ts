import { CHANGED_SINCE } from '../commands/command-text.ts'
import type { OrderChanges, OrderField } from '../order-fields.ts'
import { mayBe, ORDER_STATUSES, type OrderStatus } from '../order-status.ts'

/**
 * Why an order stays as it was amended when the amendment is undone; undefined where it goes back. Nobody may have changed
 * it since, and it has to be one that may be amended: to undo an amendment is to amend once more.
 */
export function keptAmendment(
  order: { readonly status: OrderStatus; readonly version: number } | undefined,
  versionAfter: number,
): string | undefined {
  if (!order || order.version !== versionAfter) return CHANGED_SINCE
  if (mayBe(order.status, 'amend')) return undefined
  return `It is ${ORDER_STATUSES[order.status].description.toLowerCase()} already, and stays as it is`
}

/** The changes of an amendment the other way round: what undoing it changes. */
export function changesBack(changes: OrderChanges): OrderChanges {
  const back: OrderChanges = {}
  for (const [field, { before, after }] of Object.entries(changes))
    back[field as OrderField] = { before: after, after: before }
  return back
}

/** The receipt of an order that was amended. */
export const amendedText = (orderNumber: string) => `Order ${orderNumber} has been amended.`

/** What takes an order now: the id and the words of each method, and why none takes the rest, if anything is left. */
export type TakenBy = {
  readonly methods: readonly { readonly id: string; readonly words: string }[]
  readonly exception: string | null
}

/**
 * The receipt of an order of which an amendment was undone. Where what took it before (methods by their ids) is not what
 * takes it now, for the capacity went to others or the rules were changed, it says what does.
 */
export function amendmentUndoneText(orderNumber: string, before: readonly string[], now: TakenBy): string {
  const is = `Order ${orderNumber} is as it was before it was amended`
  if (now.exception !== null) return `${is}, but no carrier takes it yet. ${now.exception}.`
  const ids = (methods: readonly string[]) => methods.toSorted().join('\n')
  return now.methods.length === 0 || ids(before) === ids(now.methods.map(({ id }) => id))
    ? `${is}.`
    : `${is}, but for its carrier: it goes with ${now.methods.map(({ words }) => words).join(', ')} now.`
}
