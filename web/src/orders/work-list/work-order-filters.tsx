import type { CutOffFilter } from '@despatch/contract/orders/order-criteria'
import { type Delay, DELAY_CODES, DELAYS } from '@despatch/domain/orders/delays'
import { ACTIONABLE_STATUSES } from '@despatch/domain/orders/order-status'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { AttentionChips, StatusChip } from '../order-state-chips.tsx'
import { OrderTextChips } from '../order-text-chips.tsx'
import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { SwitchChip } from '../../kit/list/filters/switch-chip.tsx'
import { lackText, NO_CARRIER_HOLDS } from '@despatch/domain/orders/needs-attention'
import { WorkChoiceChips } from './work-choice-chips.tsx'
import { typedFilters } from '../typed-filters.ts'
import {
  isWithWarehouse,
  hasWorkFilters,
  defaultFilters,
  workCounts,
  type WorkOrderKind,
  type WorkOrderSearch,
} from '../commands/work-order-queries.ts'

const CUT_OFF_OPTIONS = [
  { value: 'soon', label: 'Within 2 hours' },
  { value: 'missed', label: 'Missed' },
] as const satisfies readonly { value: CutOffFilter; label: string }[]
const DELAY_OPTIONS = DELAY_CODES.map((value) => ({ value, label: DELAYS[value].title }))

type WorkOrderFiltersProps = {
  readonly kind: WorkOrderKind
  readonly search: WorkOrderSearch
  readonly onChange: (part: Partial<WorkOrderSearch>) => void
}

/** Filters of a work list; memoised so that new rows do not render them. */
export const WorkOrderFilters = memo(function WorkOrderFilters({ kind, search, onChange }: WorkOrderFiltersProps) {
  const { orderRef, email, postCode, skuCode, dateFrom, dateTo, attention, status, isNot, noCarrier, cutOff, delay } =
    search
  const { data } = useQuery(workCounts(kind))
  // The list's own statuses are no filter: its views and columns show them.
  const isSome = status.length < ACTIONABLE_STATUSES.length && status.join('') !== kind.defaultStatuses.join('')
  return (
    <>
      <SearchField
        label="Order reference begins with"
        value={orderRef}
        hint="Reference, or ‘dpd next day today’"
        onChange={(text) => onChange({ orderRef: text.slice(0, 50) })}
        read={(text) => {
          const typed = typedFilters(text, data?.values ?? [], kind, isNot)
          return typed && { says: typed.says, onTake: () => onChange({ orderRef: '', ...typed.asks }) }
        }}
      />
      <FilterRow isNarrowed={hasWorkFilters(search, kind)} onClear={() => onChange(defaultFilters(kind))}>
        {!isWithWarehouse(search) && (
          <StatusChip
            of={ACTIONABLE_STATUSES}
            value={status}
            isOn={isSome}
            onChange={(codes) => onChange({ status: [...codes] })}
            onRemove={() => onChange({ status: [...ACTIONABLE_STATUSES] })}
          />
        )}
        <DaysChip
          name="Ordered"
          verb="Ordered"
          legend="Order date"
          value={{ dateFrom, dateTo }}
          onChange={(days) => onChange(days)}
        />
        <WorkChoiceChips kind={kind} search={search} onChange={onChange} />
        <OrderTextChips value={{ email, postCode, skuCode }} onChange={onChange} />
        <ChoiceChip
          name="Delay"
          value={delay}
          options={DELAY_OPTIONS}
          onChange={(chosen) => onChange({ delay: chosen as Delay | '' })}
        />
        <ChoiceChip
          name="Cut-off"
          value={cutOff}
          options={CUT_OFF_OPTIONS}
          onChange={(chosen) => onChange({ cutOff: chosen as CutOffFilter | '' })}
        />
        <SwitchChip
          name={lackText('carrier').short}
          title={NO_CARRIER_HOLDS}
          isOn={noCarrier === 'only'}
          onSwitch={(isOn) => onChange({ noCarrier: isOn ? 'only' : '' })}
        />
        <AttentionChips value={attention} onChange={(chosen) => onChange({ attention: chosen })} />
      </FilterRow>
    </>
  )
})
