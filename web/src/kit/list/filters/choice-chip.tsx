import { FilterChip } from './filter-chip.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'

type ChoiceChipProps = {
  readonly name: string
  /** '' where it does not narrow the list. */
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** What a filter is chosen from that is on or off. */
export const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** A filter that is one of a list. */
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
