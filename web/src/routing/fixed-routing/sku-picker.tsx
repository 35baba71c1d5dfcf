import { Checkbox, MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { MAX_SKUS_AT_ONCE } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { useSkuChoices } from '../../stock/sku-file-report/use-sku-choices.tsx'
import styles from './fixed-routing.module.css'
import { skuChoices } from './route-queries.ts'

type SkuPickerProps = {
  readonly value: readonly string[]
  readonly onChange: (codes: string[]) => void
  /** Offers to hide SKUs that already have routes with regions. */
  readonly isForRegions: boolean
  readonly error?: ReactNode
}

/**
 * Selects many SKUs by searching for code or description, or by pasting codes. A newer search cancels the previous one.
 */
export function SkuPicker({ value, onChange, isForRegions, error }: SkuPickerProps) {
  const [search, setSearch] = useState('')
  const [leavesOut, setLeavesOut] = useState(isForRegions)
  const wanted = search.trim()
  const [debounced] = useDebouncedValue(wanted, 200)
  const choices = useSkuChoices(skuChoices(debounced, leavesOut), {
    isEnabled: debounced === wanted,
    isOffered: ({ Code }) => !value.includes(Code),
  })
  const descriptions = new Map(choices.skus.map(({ Code, Item_Description }) => [Code, Item_Description]))

  function onPaste(event: ClipboardEvent) {
    const codes = event.clipboardData
      .getData('text')
      .split(/[\n\r\t,;]+/)
      .map((code) => code.trim())
      .filter(Boolean)
    if (codes.length < 2) return
    event.preventDefault()
    onChange([...new Set([...value, ...codes])].slice(0, MAX_SKUS_AT_ONCE))
  }

  return (
    <div>
      <MultiSelect
        data-path="skus"
        label="SKUs"
        description={`${value.length === 0 ? '' : `${value.length} chosen. `}Search by code or description, or paste a list of codes; ${MAX_SKUS_AT_ONCE.toLocaleString('en-GB')} at most.`}
        // Above the field, because the options open below it.
        inputWrapperOrder={['label', 'error', 'input', 'description']}
        openOnFocus={!error}
        placeholder={value.length === 0 ? 'Code or description' : ''}
        classNames={{ ...choices.classNames, pillsList: styles.pills ?? '' }}
        data={choices.data}
        scrollAreaProps={choices.scrollAreaProps}
        value={[...value]}
        error={error ?? (choices.error ? `The SKUs could not be searched. ${messageOf(choices.error)}` : undefined)}
        onChange={onChange}
        onPaste={onPaste}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        // The server has already searched, including descriptions.
        filter={({ options }) => options}
        selectFirstOptionOnChange
        clearable
        clearButtonProps={{ 'aria-label': 'Clear SKUs' }}
        maxValues={MAX_SKUS_AT_ONCE}
        maxDropdownHeight={300}
        nothingFoundMessage={choices.isFetching ? 'Searching…' : 'No SKU matches'}
        renderOption={({ option }) => (
          <span className={styles.option}>
            <span className="reference">{option.value}</span>
            <span className={styles.description}>{descriptions.get(option.value)}</span>
          </span>
        )}
      />
      {isForRegions && (
        <Checkbox
          size="xs"
          mt={6}
          label="Hide SKUs that already have routes by region"
          checked={leavesOut}
          onChange={(event) => setLeavesOut(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}
