import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SkuRow } from '@despatch/contract/stock/stock'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { useSkuChoices } from '../../stock/sku-file-report/use-sku-choices.tsx'
import { skuSearch } from '../../stock/sku-file-report/sku-queries.ts'
import styles from './multi-box.module.css'

type SkuChooserProps = {
  readonly label: string
  readonly description?: string
  readonly path?: string
  readonly error?: ReactNode
  readonly isOffered?: (sku: SkuRow) => boolean
  readonly onChoose: (sku: SkuRow) => void
}

/**
 * Chooses a SKU by code or description, and clears itself for the next one. A newer search cancels the previous one.
 */
export function SkuChooser({ label, description, path, error, isOffered, onChoose }: SkuChooserProps) {
  const [search, setSearch] = useState('')
  const wanted = search.trim()
  const [debounced] = useDebouncedValue(wanted, 200)
  const choices = useSkuChoices(skuSearch(debounced), {
    isEnabled: debounced === wanted,
    ...(isOffered && { isOffered }),
  })
  return (
    <Select
      data-path={path}
      label={label}
      description={description}
      placeholder="Code or description"
      data={choices.data}
      scrollAreaProps={choices.scrollAreaProps}
      classNames={choices.classNames}
      value={null}
      error={error ?? (choices.error ? `The SKUs could not be searched. ${messageOf(choices.error)}` : undefined)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // The server has already searched, including descriptions.
      filter={({ options }) => options}
      selectFirstOptionOnChange
      maxDropdownHeight={280}
      nothingFoundMessage={choices.isFetching ? 'Searching…' : 'No SKU matches'}
      renderOption={({ option }) => (
        <span className={styles.option}>
          <span className="reference">{option.value}</span>
          <span className={styles.description}>
            {choices.skus.find(({ Code }) => Code === option.value)?.Item_Description}
          </span>
        </span>
      )}
      onChange={(code) => {
        const sku = choices.skus.find(({ Code }) => Code === code)
        if (sku) onChoose(sku)
        setSearch('')
      }}
    />
  )
}
