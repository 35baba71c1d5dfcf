import { MAX_ORDER_WEIGHT } from '@despatch/contract/orders/order-criteria'
import { useQuery } from '@tanstack/react-query'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { COMING_DAYS } from '../../kit/list/filters/day-range.ts'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { RangeChip } from '../../kit/list/filters/range-chip.tsx'
import { ME } from '../filter-values.ts'
import { OrderChoiceChips, workValueLabel } from '../order-choice-chips.tsx'
import {
  DESPATCH_WHEN,
  type DespatchWhen,
  type WorkOrderKind,
  type WorkOrderSearch,
  workCounts,
} from '../commands/work-order-queries.ts'

const WHEN_OPTIONS = Object.entries(DESPATCH_WHEN).map(([value, label]) => ({ value, label }))

type WorkChoiceChipsProps = {
  readonly kind: WorkOrderKind
  readonly search: WorkOrderSearch
  readonly onChange: (part: Partial<WorkOrderSearch>) => void
}

/** Multiple-choice filters of a work list, with counts. */
export function WorkChoiceChips({ kind, search, onChange }: WorkChoiceChipsProps) {
  const { data } = useQuery(workCounts(kind))
  const { despatch, despatchFrom, despatchTo, weightFrom, weightTo } = search
  return (
    <>
      <ChoiceChip
        name="Despatch"
        value={despatch}
        options={WHEN_OPTIONS}
        onChange={(when) => onChange({ despatch: when as DespatchWhen | '', despatchFrom: '', despatchTo: '' })}
      />
      <DaysChip
        name="Despatch dates"
        verb="Despatch"
        presets={COMING_DAYS}
        value={{ dateFrom: despatchFrom, dateTo: despatchTo }}
        onChange={({ dateFrom, dateTo }) => onChange({ despatchFrom: dateFrom, despatchTo: dateTo, despatch: '' })}
      />
      <OrderChoiceChips
        search={search}
        optionsOf={(choice) => [
          ...(choice === 'assignee' ? [{ value: ME, label: 'Me', count: data?.views.assignedToMe }] : []),
          ...(data?.values ?? [])
            .filter((one) => one.choice === choice)
            .map((one) => ({ value: one.value, label: workValueLabel(choice, one), count: one.count })),
        ]}
        onChange={onChange}
      />
      <RangeChip
        name="Weight"
        unit="kg"
        value={{ from: weightFrom, to: weightTo }}
        most={MAX_ORDER_WEIGHT}
        onChange={({ from, to }) => onChange({ weightFrom: from, weightTo: to })}
      />
    </>
  )
}
