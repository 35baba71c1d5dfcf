import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ShippedView } from '../../kit/list/views/view-tabs.tsx'
import {
  defaultFilters,
  isWithWarehouse,
  OLDEST_PROMISE_FIRST,
  workCounts,
  type WorkOrderKind,
  type WorkOrderSearch,
} from '../commands/work-order-queries.ts'
import { viewFilters, type ViewPart, viewsOf } from './work-views.ts'

/** The views of a work list, with the number of orders in each. */
export function useWorkViews(
  kind: WorkOrderKind,
  search: WorkOrderSearch,
  onChange: (part: ViewPart) => void,
): readonly ShippedView[] {
  const { data } = useQuery(workCounts(kind))
  return useMemo(
    () =>
      viewsOf(kind).map((view) => {
        const asks = viewFilters(view, kind)
        const count = data?.views[view.of]
        return {
          name: view.name,
          holds: view.holds,
          count,
          isUrgent: view.isUrgent === true,
          isOn: isShown(search, { status: [...kind.defaultStatuses], ...asks }),
          onChoose: () => onChange({ ...defaultFilters(kind), ...asks, ...OLDEST_PROMISE_FIRST }),
        }
      }),
    [data, kind, search, onChange],
  )
}

/** Whether a list shows a view, whatever its service and carrier filters. */
function isShown(search: WorkOrderSearch, asks: ViewPart): boolean {
  const { despatch = '', attention = '', noCarrier = '', cutOff = '', delay = '', status = [], assignee = [] } = asks
  return (
    search.despatch === despatch &&
    search.attention === attention &&
    search.noCarrier === noCarrier &&
    search.cutOff === cutOff &&
    search.delay === delay &&
    search.assignee.join() === assignee.join() &&
    (assignee.length === 0 || !search.isNot.includes('assignee')) &&
    (isWithWarehouse({ delay }) || search.status.join('') === status.join(''))
  )
}
