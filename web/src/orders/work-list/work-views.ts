import type { WorkCounts } from '@despatch/contract/orders/order-criteria'
import type { WorkOrderKind, WorkOrderSearch } from '../commands/work-order-queries.ts'
import { ME } from '../asked-values.ts'
import { DELAYS } from '@despatch/domain/orders/delays'
import { ATTENTION_HOLDS, lackText, NEEDS_ATTENTION, NO_CARRIER_HOLDS } from '@despatch/domain/orders/needs-attention'
import { ACTIONABLE_STATUSES } from '@despatch/domain/orders/order-status'

export type ViewPart = Partial<WorkOrderSearch>
type View = {
  readonly name: string
  readonly of: keyof WorkCounts['views']
  readonly asks: ViewPart
  readonly isUrgent?: true
  /** Of the statuses of both lists, whichever shows it: what is late or wrong is so, released or not. */
  readonly isOfAllStatuses?: true
  /** What it holds, where its name does not say it. */
  readonly holds?: string
}

/**
 * What someone begins a shift with. A view whose orders are late or lack something says the same number in both lists and on Home;
 * the others are of the statuses that the list shows unasked, so that nothing else is acted on.
 */
export const VIEWS: readonly View[] = [
  { name: 'To release', of: 'toRelease', asks: { status: ['N'] } },
  { name: 'Due today', of: 'dueToday', asks: { despatch: 'today' } },
  {
    name: DELAYS.pastDespatch.title,
    of: 'pastDespatch',
    asks: { despatch: 'past' },
    isOfAllStatuses: true,
    isUrgent: true,
    holds: DELAYS.pastDespatch.holds,
  },
  ...(['pickingLate', 'partSent'] as const).map((delay) => ({
    name: DELAYS[delay].title,
    of: delay,
    asks: { delay },
    isUrgent: true as const,
    holds: DELAYS[delay].holds,
  })),
  {
    name: lackText('carrier').short,
    of: 'noCarrier',
    asks: { noCarrier: 'only' },
    isOfAllStatuses: true,
    isUrgent: true,
    holds: NO_CARRIER_HOLDS,
  },
  {
    name: NEEDS_ATTENTION,
    of: 'needsAttention',
    asks: { attention: 'only' },
    isOfAllStatuses: true,
    isUrgent: true,
    holds: ATTENTION_HOLDS,
  },
  { name: 'Suspended', of: 'suspended', asks: { status: ['S'] } },
  { name: 'Assigned to me', of: 'assignedToMe', asks: { assignee: [ME] } },
]

/** The views of a list: those of other statuses are another list's. */
export const viewsOf = ({ usual }: WorkOrderKind) =>
  VIEWS.filter(({ asks }) => asks.status?.every((status) => usual.includes(status)) ?? true)

/** What a view asks of a list. */
export const askedBy = ({ asks, isOfAllStatuses }: View, { usual }: Pick<WorkOrderKind, 'usual'>): ViewPart =>
  isOfAllStatuses && usual.length < ACTIONABLE_STATUSES.length ? { ...asks, status: [...ACTIONABLE_STATUSES] } : asks
