import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { useSkuChoices } from '../../stock/sku-file-report/use-sku-choices.tsx'
import { FilterChip } from '../../kit/list/filters/filter-chip.tsx'
import styles from './fixed-routing.module.css'
import { skuChoicesByRegion } from './route-queries.ts'

type SkuChipProps = { readonly value: string; readonly onChange: (code: string) => void }

/** A filter for one SKU, found by code or description. */
export function SkuChip({ value, onChange }: SkuChipProps) {
  return (
    <FilterChip
      name="SKU"
      value={value}
      editor={(close) => <Editor onChoose={(code) => (close(), onChange(code))} />}
      onRemove={() => onChange('')}
    />
  )
}

function Editor({ onChoose }: { readonly onChoose: (code: string) => void }) {
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const [debounced] = useDebouncedValue(wanted, 200)
  const choices = useSkuChoices(skuChoicesByRegion(debounced), { isEnabled: debounced === wanted })
  const descriptions = new Map(choices.skus.map(({ Code, Item_Description }) => [Code, Item_Description]))
  return (
    <Select
      w={360}
      label="SKU"
      placeholder="Code or description"
      data-autofocus
      data={choices.data}
      scrollAreaProps={choices.scrollAreaProps}
      classNames={choices.classNames}
      error={choices.error ? messageOf(choices.error) : undefined}
      onChange={(code) => code && onChoose(code)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // The server has already searched, including descriptions.
      filter={({ options }) => options}
      selectFirstOptionOnChange
      nothingFoundMessage={choices.isFetching ? 'Searching…' : 'No SKU matches'}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
      renderOption={({ option }) => (
        <span className={styles.option}>
          <span className="reference">{option.value}</span>
          <span className={styles.description}>{descriptions.get(option.value)}</span>
        </span>
      )}
    />
  )
}
