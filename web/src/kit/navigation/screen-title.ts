import type { Screen } from './screens.ts'

/** The title of a screen without a record: 'Order {orderNumber}' is 'Order'. */
export function plainTitle({ title }: Pick<Screen, 'title'>): string {
  return title.replace(/\s*\{.*\}/, '')
}
