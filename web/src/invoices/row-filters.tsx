import { CAUSES, INVOICE_STATUSES, VERDICTS } from '@despatch/domain/invoices/invoice'
import { ChoiceChip } from '../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../kit/list/filters/is-narrowed.ts'
import { SearchField } from '../kit/list/filters/search-field.tsx'
import { type DetailsSearch, NO_ROW_FILTER } from './invoice-queries.ts'
import { CAUSE_LABELS, verdictLabel } from './invoice-text.ts'

type RowFilter = Pick<DetailsSearch, 'search' | 'status' | 'verdict' | 'cause'>
type RowFiltersProps = {
  readonly search: RowFilter
  readonly onChange: (part: Partial<RowFilter>) => void
}

const VERDICT_CHOICES = VERDICTS.map((value) => ({ value, label: verdictLabel(value) }))
const CAUSE_CHOICES = CAUSES.map((value) => ({ value, label: CAUSE_LABELS[value] }))
const STATUS_CHOICES = INVOICE_STATUSES.map((value) => ({ value, label: value }))

/** The filters for the rows of an invoice. */
export function RowFilters({ search, onChange }: RowFiltersProps) {
  return (
    <>
      <SearchField
        label="Tracking, order or reference"
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <FilterRow isNarrowed={isNarrowed(search, NO_ROW_FILTER)} onClear={() => onChange(NO_ROW_FILTER)}>
        <ChoiceChip
          name="Result"
          value={search.verdict}
          options={VERDICT_CHOICES}
          onChange={(verdict) => onChange({ verdict: verdict as RowFilter['verdict'] })}
        />
        <ChoiceChip
          name="Cause"
          value={search.cause}
          options={CAUSE_CHOICES}
          onChange={(cause) => onChange({ cause: cause as RowFilter['cause'] })}
        />
        <ChoiceChip
          name="Status"
          value={search.status}
          options={STATUS_CHOICES}
          onChange={(status) => onChange({ status: status as RowFilter['status'] })}
        />
      </FilterRow>
    </>
  )
}
