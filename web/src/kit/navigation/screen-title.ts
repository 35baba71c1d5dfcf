import type { Screen } from './screens.ts'

/** The title of a screen without its record: 'Order {orderNumber}' becomes 'Order'. */
export function plainTitle({ title }: Pick<Screen, 'title'>): string {
  return title.replace(/\s*\{.*\}/, '')
}
