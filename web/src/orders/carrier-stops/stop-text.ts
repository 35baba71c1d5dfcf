import type { MovePlan, StoredStop } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount, formatPrice } from '@despatch/domain/money/money'

export const ordersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`

/** '1 Dec 2026 – 3 Dec 2026', or 'From 1 Dec 2026' until the stop is ended. */
export const daysText = ({ from, to }: Pick<StoredStop, 'from' | 'to'>) =>
  to === null ? `From ${formatDayShort(from)}` : `${formatDayShort(from)} – ${formatDayShort(to)}`

/** Whether a stop keeps the carrier from taking orders no more: it was ended, or its last despatch date has passed. */
export const isOver = ({ endedAt, to }: Pick<StoredStop, 'endedAt' | 'to'>, today: string) =>
  endedAt !== null || (to !== null && to < today)

/** '+£12.40' or '−£1.10'. */
export function extraText(extra: string, currency: string): string {
  const isLess = extra.startsWith('-')
  return `${isLess ? '−' : '+'}${formatPrice(isLess ? extra.slice(1) : extra, currency)}`
}

/** The totals of a plan. */
export const totalsOf = ({ clients }: MovePlan) => ({
  moved: clients.reduce((sum, { moved }) => sum + moved, 0),
  left: clients.reduce((sum, { left }) => sum + left, 0),
  atWarehouse: clients.reduce((sum, { atWarehouse }) => sum + atWarehouse, 0),
})
