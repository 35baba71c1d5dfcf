import type { WorkCounts } from '@despatch/contract/orders/order-criteria'
import type { WorkOrderKind, WorkOrderSearch } from '../suspend-release-cancel/work-order-queries.ts'
import { ME } from '../asked-values.ts'
import { ATTENTION_HOLDS } from '../needs-attention.tsx'

export type ViewPart = Partial<WorkOrderSearch>
type View = {
  readonly name: string
  readonly of: keyof WorkCounts['views']
  readonly asks: ViewPart
  readonly isUrgent?: true
  /** What it holds, where its name does not say it. */
  readonly holds?: string
}

/** What someone begins a shift with. Each is of the statuses that the list shows unasked, so that nothing else is acted on. */
export const VIEWS: readonly View[] = [
  { name: 'To release', of: 'toRelease', asks: { status: ['N'] } },
  { name: 'Due today', of: 'dueToday', asks: { despatch: 'today' } },
  { name: 'Past despatch day', of: 'pastDespatch', asks: { despatch: 'past' }, isUrgent: true },
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
