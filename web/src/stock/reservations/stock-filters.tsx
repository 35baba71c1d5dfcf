import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { NO_FILTER, type StockFilter, stockShape } from './stock-queries.ts'

const ONLY = [
  { value: 'short', label: 'Short' },
  { value: 'reserved', label: 'Reserved' },
  { value: 'uncounted', label: 'Never counted' },
]

type StockFiltersProps = {
  readonly filter: StockFilter
  readonly onChange: (part: Partial<StockFilter>) => void
  /** The client's allocation codes; none while all clients are shown. */
  readonly codes: readonly { readonly code: string; readonly title: string }[]
}

/** The filters of a list of stock. */
export function StockFilters({ filter, onChange, codes }: StockFiltersProps) {
  return (
    <>
      <SearchField value={filter.sku} label="SKU begins with" onChange={(sku) => onChange({ sku })} />
      <FilterRow isNarrowed={isNarrowed(filter, NO_FILTER)} onClear={() => onChange(NO_FILTER)}>
        <ChoiceChip
          name="Show"
          value={filter.only}
          options={ONLY}
          onChange={(only) => onChange({ only: stockShape.shape.only.parse(only) })}
        />
        {codes.length > 0 && (
          <ChoiceChip
            name="Code"
            value={filter.type}
            options={codes.map(({ code, title }) => ({ value: code, label: title }))}
            onChange={(type) => onChange({ type })}
          />
        )}
      </FilterRow>
    </>
  )
}
