import type { WorkCounts } from '@despatch/contract/orders/order-criteria'
import type { WorkOrderKind, WorkOrderSearch } from '../commands/work-order-queries.ts'
import { ME } from '../filter-values.ts'
import { DELAYS } from '@despatch/domain/orders/delays'
import { ATTENTION_HOLDS, lackText, NEEDS_ATTENTION, NO_CARRIER_HOLDS } from '@despatch/domain/orders/needs-attention'
import { ACTIONABLE_STATUSES } from '@despatch/domain/orders/order-status'

export type ViewPart = Partial<WorkOrderSearch>
type View = {
  readonly name: string
  readonly of: keyof WorkCounts['views']
  readonly asks: ViewPart
  readonly isUrgent?: true
  /** Covers the statuses of both lists: late or incomplete orders count released or not. */
  readonly isOfAllStatuses?: true
  /** Explains the view if its name does not. */
  readonly holds?: string
}

/**
 * Built-in views for the start of a shift. Views of late or incomplete orders show the same number in both lists and on
 * Home; others keep the list's default statuses, so that no other orders are acted on.
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

/** Views that suit the statuses of a list. */
export const viewsOf = ({ defaultStatuses }: WorkOrderKind) =>
  VIEWS.filter(({ asks }) => asks.status?.every((status) => defaultStatuses.includes(status)) ?? true)

/** Filters of a view. */
export const viewFilters = (
  { asks, isOfAllStatuses }: View,
  { defaultStatuses }: Pick<WorkOrderKind, 'defaultStatuses'>,
): ViewPart =>
  isOfAllStatuses && defaultStatuses.length < ACTIONABLE_STATUSES.length
    ? { ...asks, status: [...ACTIONABLE_STATUSES] }
    : asks
