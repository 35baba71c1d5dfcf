import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { FilterChip } from '../../kit/list/filters/filter-chip.tsx'
import { SearchMultiSelect } from '../../kit/ui/search-select.tsx'
import { carriersQuery } from './parcel-queries.ts'

type CarrierChipProps = {
  /** Carrier codes; empty means any carrier. */
  readonly value: readonly string[]
  readonly onChange: (carriers: string[]) => void
}

/** A filter by carriers. */
export function CarrierChip({ value, onChange }: CarrierChipProps) {
  const { data: carriers = [] } = useQuery(carriersQuery)
  const names = new Map(carriers.map(({ carrier, carrierName }) => [carrier, carrierName]))
  return (
    <FilterChip
      name="Carrier"
      value={value.map((code) => names.get(code) ?? code).join(', ')}
      editor={() => <Editor value={value} onChange={onChange} />}
      onRemove={() => onChange([])}
    />
  )
}

/** Each choice filters the list at once, because the dropdown would cover an Apply button. */
function Editor({ value, onChange }: CarrierChipProps) {
  const { data: carriers = [], error, isPending, isSuccess } = useQuery(carriersQuery)
  const [typed, setTyped] = useState('')
  const known = carriers.map(({ carrier, carrierName }) => ({
    value: carrier,
    label: carrierName === carrier ? carrier : `${carrierName} (${carrier})`,
  }))
  // A carrier without a rule book entry or events may still have parcels, so its code can be typed.
  const code = typed.trim().toUpperCase()
  const isTyped = code !== '' && !known.some(({ label }) => label.toUpperCase().includes(code))
  const others = new Set(
    [...value, ...(isTyped ? [code] : [])].filter((one) => !carriers.some(({ carrier }) => carrier === one)),
  )
  return (
    <SearchMultiSelect
      w={300}
      label="Carriers"
      data-autofocus
      data={[...known, ...[...others].map((one) => ({ value: one, label: isSuccess ? `${one} (not known)` : one }))]}
      value={[...value]}
      error={error && messageOf(error)}
      placeholder={value.length === 0 ? 'Name or code' : ''}
      onChange={onChange}
      onSearchChange={setTyped}
      clearable
      hidePickedOptions
      maxValues={50}
      nothingFoundMessage={isPending ? 'Loading…' : 'No matches'}
      maxDropdownHeight={240}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  )
}
