import { ChoiceChip } from '../../kit/list/filters/choice-chip.tsx'
import { FilterRow } from '../../kit/list/filters/filter-row.tsx'
import { SearchField } from '../../kit/list/filters/search-field.tsx'
import { SwitchChip } from '../../kit/list/filters/switch-chip.tsx'
import type { ComparedRow, ComparisonSearch } from './comparison.ts'

type ComparisonFiltersProps = {
  readonly search: ComparisonSearch
  readonly rows: readonly ComparedRow[]
  readonly onChange: (part: Partial<ComparisonSearch>) => void
  readonly narrowing: { readonly isNarrowed: boolean; readonly onClear: () => void }
}

/** The filters of a comparison of clients. */
export function ComparisonFilters({ search, rows, onChange, narrowing }: ComparisonFiltersProps) {
  const carriers = [...new Map(rows.map(({ carrier, carrierName }) => [carrier, carrierName]))]
  return (
    <>
      <SearchField
        label="Client, carrier or service"
        value={search.search}
        onChange={(text) => onChange({ search: text })}
      />
      <FilterRow {...narrowing}>
        <ChoiceChip
          name="Carrier"
          value={search.of}
          options={carriers.map(([value, label]) => ({ value, label }))}
          onChange={(of) => onChange({ of })}
        />
        <SwitchChip
          name="Differences only"
          title="Most common setting"
          isOn={search.differences === 'true'}
          onSwitch={(isOn) => onChange({ differences: isOn ? 'true' : '' })}
        />
        <SwitchChip
          name="One row per client"
          isOn={search.by === 'client'}
          onSwitch={(isOn) => onChange({ by: isOn ? 'client' : '' })}
        />
      </FilterRow>
    </>
  )
}
