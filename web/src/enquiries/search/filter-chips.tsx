import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { memo } from 'react'
import { DaysChip } from '../../kit/list/filters/days-chip.tsx'
import { FilterChip } from '../../kit/list/filters/filter-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { SwitchChip } from '../../kit/list/filters/switch-chip.tsx'
import { TextChip } from '../../kit/list/filters/text-chip.tsx'
import { isEmpty, MAX_ORDER_REFERENCE, NO_CRITERIA } from '../../orders/criteria.ts'
import { AttentionChips, StatusChip } from '../../orders/order-state-chips.tsx'
import { OrderTextChips } from '../../orders/order-text-chips.tsx'
import { hasChoices, NO_CHOICES } from '../../orders/commands/work-order-queries.ts'
import { ResultChoiceChips } from './result-choice-chips.tsx'
import { criteriaOf, type ResultSearch } from './result-queries.ts'

type FilterChipsProps = { readonly search: ResultSearch; readonly onChange: (part: Partial<ResultSearch>) => void }

/** Filters of the search results as chips; memoised so that new rows do not render them. */
export const FilterChips = memo(function FilterChips({ search, onChange }: FilterChipsProps) {
  const { orderRef, email, postCode, skuCode, dateFrom, dateTo, status, cancelled, short, attention, feedRun } = search
  const isNarrowed =
    short === 'only' || feedRun !== '' || attention !== '' || hasChoices(search) || !isEmpty(criteriaOf(search))
  return (
    <FilterRow
      isNarrowed={isNarrowed}
      onClear={() => onChange({ ...NO_CRITERIA, ...NO_CHOICES, cancelled: '', short: '', attention: '', feedRun: '' })}
    >
      <TextChip
        name="Reference"
        label="Order reference begins with"
        most={MAX_ORDER_REFERENCE}
        value={orderRef}
        onChange={(text) => onChange({ orderRef: text })}
      />
      {feedRun !== '' && <FilterChip name="One import" value="" isOn onRemove={() => onChange({ feedRun: '' })} />}
      <OrderTextChips value={{ email, postCode, skuCode }} onChange={onChange} />
      <DaysChip
        name="Ordered"
        verb="Ordered"
        legend="Order date"
        needsFrom
        value={{ dateFrom, dateTo }}
        onChange={(days) => onChange(days)}
      />
      <StatusChip
        of={ORDER_STATUS_CODES}
        value={status}
        isOn={status.length > 0}
        onChange={(codes) => onChange({ status: [...codes] })}
        onRemove={() => onChange({ status: [] })}
      />
      {status.length === 0 &&
        short === '' &&
        attention === '' &&
        (cancelled === 'shown' ? (
          <SwitchChip name="Hide cancelled" isOn={false} onSwitch={() => onChange({ cancelled: '' })} />
        ) : (
          <FilterChip name="Cancelled hidden" value="" isOn onRemove={() => onChange({ cancelled: 'shown' })} />
        ))}
      <ResultChoiceChips search={search} onChange={onChange} />
      <SwitchChip
        name="Sent short"
        title="Despatched with fewer units than ordered"
        isOn={short === 'only'}
        onSwitch={(isOn) => onChange({ short: isOn ? 'only' : '' })}
      />
      <AttentionChips value={attention} onChange={(chosen) => onChange({ attention: chosen })} />
    </FilterRow>
  )
})
