import { FilterChip } from './filter-chip.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'

type ChoiceChipProps = {
  readonly name: string
  /** '' if the filter is off. */
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** Options of a yes-or-no filter. */
export const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** A filter by one value of a list. */
export function ChoiceChip({ name, value, options, onChange }: ChoiceChipProps) {
  return (
    <FilterChip
      name={name}
      value={options.find((option) => option.value === value)?.label ?? value}
      editor={(close) => (
        <SearchSelect
          w={280}
          label={name}
          data-autofocus
          data={options}
          value={value || null}
          onChange={(chosen) => {
            close()
            onChange(chosen ?? '')
          }}
          allowDeselect={false}
          nothingFoundMessage="No matches"
          limit={200}
          comboboxProps={{ withinPortal: false, shadow: 'md' }}
        />
      )}
      onRemove={() => onChange('')}
    />
  )
}
