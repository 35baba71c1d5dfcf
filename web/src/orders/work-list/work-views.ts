import type { WorkCounts } from '@despatch/contract/orders/order-criteria'
import type { WorkOrderKind, WorkOrderSearch } from '../suspend-release-cancel/work-order-queries.ts'
import { ME } from '../asked-values.ts'
import { DELAYS } from '@despatch/domain/orders/delays'
import { ACTIONABLE_STATUSES } from '@despatch/domain/orders/order-status'
import { ATTENTION_HOLDS } from '../needs-attention.tsx'

export type ViewPart = Partial<WorkOrderSearch>
type View = {
  readonly name: string
  readonly of: keyof WorkCounts['views']
  readonly asks: ViewPart
  readonly isUrgent?: true
  /** Of the statuses of both lists, whichever shows it: what is late is late, released or not. */
  readonly isOfAllStatuses?: true
  /** What it holds, where its name does not say it. */
  readonly holds?: string
}

/** What someone begins a shift with. All but those that are behind are of the statuses that the list shows unasked, so that nothing else is acted on. */
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
  { name: 'No carrier', of: 'noCarrier', asks: { noCarrier: 'only' }, isUrgent: true },
  {
    name: 'Needs attention',
    of: 'needsAttention',
    asks: { attention: 'only' },
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
export const askedBy = ({ asks, isOfAllStatuses }: View, { usual }: WorkOrderKind): ViewPart =>
  isOfAllStatuses && usual.length < ACTIONABLE_STATUSES.length ? { ...asks, status: [...ACTIONABLE_STATUSES] } : asks
