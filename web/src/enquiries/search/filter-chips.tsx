import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import { ATTENTION_HOLDS, NEEDS_ATTENTION } from '@despatch/domain/orders/needs-attention'
import { SHORT_OF_STOCK } from '../../orders/needs-attention.tsx'
import { statusWord } from '../../orders/commands/order-meaning.ts'
import { rangeText } from '../../kit/list/filters/day-range.ts'
import { DayRangeFields } from '../../kit/list/filters/day-range-fields.tsx'
import { FilterChip } from '../../kit/list/filters/filter-chip.tsx'
import styles from '../../kit/list/filters/filter-chips.module.css'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { SwitchChip } from '../../kit/list/filters/switch-chip.tsx'
import { TextChip } from '../../kit/list/filters/text-chip.tsx'
import {
  type Criteria,
  type CriteriaErrors,
  criteriaErrors,
  isEmpty,
  MAX_ORDER_REFERENCE,
  NO_CRITERIA,
} from '../../orders/criteria.ts'
import { OrderTextChips } from '../../orders/order-text-chips.tsx'
import { hasChoices, NO_CHOICES } from '../../orders/commands/work-order-queries.ts'
import { ResultChoiceChips } from './result-choice-chips.tsx'
import { criteriaOf, type ResultSearch } from './result-queries.ts'
import { StatusField } from '../../orders/status-field.tsx'

type FilterChipsProps = { readonly search: ResultSearch; readonly onChange: (part: Partial<ResultSearch>) => void }

/** Filters of the search results as chips; memoised so that new rows do not render them. */
export const FilterChips = memo(function FilterChips({ search, onChange }: FilterChipsProps) {
  const { orderRef, email, postCode, skuCode, dateFrom, dateTo, status, cancelled, short, attention, feedRun } = search
  const isNarrowed =
    short === 'only' || feedRun !== '' || attention !== '' || hasChoices(search) || !isEmpty(criteriaOf(search))
  const editor = (shown: 'dateFrom' | 'status') => (close: () => void) => (
    <Editor
      criteria={criteriaOf(search)}
      shown={shown}
      onApply={(criteria) => {
        close()
        onChange(criteria)
      }}
    />
  )
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
      <FilterChip
        name="Ordered"
        value={rangeText({ dateFrom, dateTo })}
        editor={editor('dateFrom')}
        onRemove={() => onChange({ dateFrom: '', dateTo: '' })}
      />
      <FilterChip
        name="Status"
        value={status.map(statusWord).join(', ')}
        editor={editor('status')}
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
      <SwitchChip
        name={NEEDS_ATTENTION}
        title={ATTENTION_HOLDS}
        isOn={attention === 'only'}
        onSwitch={(isOn) => onChange({ attention: isOn ? 'only' : '' })}
      />
      <SwitchChip
        name={SHORT_OF_STOCK}
        title="Oversold SKUs"
        isOn={attention === 'stock'}
        onSwitch={(isOn) => onChange({ attention: isOn ? 'stock' : '' })}
      />
    </FilterRow>
  )
})

type EditorProps = {
  readonly criteria: Criteria
  readonly shown: 'dateFrom' | 'status'
  readonly onApply: (criteria: Criteria) => void
}

function Editor({ criteria, shown, onApply }: EditorProps) {
  const [draft, setDraft] = useState(criteria)
  const [errors, setErrors] = useState<CriteriaErrors>({})
  const change = (part: Partial<Criteria>) => {
    setDraft((before) => ({ ...before, ...part }))
    setErrors({})
  }
  function apply() {
    // Only errors of these fields; the list reports others in the address.
    const { dateFrom, dateTo } = draft
    const wrong = dateFrom || dateTo ? criteriaErrors({ ...NO_CRITERIA, dateFrom, dateTo }) : {}
    if (Object.keys(wrong).length > 0) setErrors(wrong)
    else onApply(draft)
  }
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {shown === 'dateFrom' && (
        <DayRangeFields legend="Order date" verb="Ordered" value={draft} errors={errors} onChange={change} />
      )}
      {shown === 'status' && <StatusField value={draft.status} onChange={(status) => change({ status })} />}
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
