import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { formatMoney } from '@despatch/domain/money/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import styles from './order-lines.module.css'
import { rememberSku, skuByCode, skuSearch } from './sku-queries.ts'

type Given = {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly onFocus?: () => void
  readonly onBlur?: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly error?: ReactNode
  readonly path: string
}

/** A SKU, typed by its code or found by its description; says what it is, and whether the client has it. */
export function SkuField({ label, value, error, path, onChange, onBlur, ...rest }: Given) {
  const [isSearching, setIsSearching] = useState(false)
  const [asked] = useDebouncedValue(value.trim(), 200)
  const found = useQuery({ ...skuSearch(asked), enabled: isSearching, placeholderData: keepPreviousData })
  const rows = found.data ?? []

  return (
    <div>
      <Autocomplete
        aria-label={label}
        data-path={path}
        placeholder="Code or description"
        value={value}
        error={error}
        maxLength={100}
        maxDropdownHeight={280}
        comboboxProps={{ position: 'bottom-start', middlewares: { flip: true, shift: true } }}
        classNames={{ input: styles.code ?? '' }}
        data={rows.map(({ Code }) => Code)}
        // The server has searched already, by description too.
        filter={({ options }) => options}
        renderOption={({ option }) => {
          const sku = rows.find(({ Code }) => Code === option.value)
          return (
            <span className={styles.option}>
              <span className="reference">{option.value}</span>
              <span className={styles.description}>{sku?.Item_Description}</span>
              <span className="number">{sku && formatMoney(sku.unitValue)}</span>
            </span>
          )
        }}
        onChange={(code) => {
          setIsSearching(true)
          onChange(code)
        }}
        onOptionSubmit={(code) => {
          const sku = rows.find(({ Code }) => Code === code)
          if (sku) rememberSku(sku)
          setIsSearching(false)
        }}
        {...rest}
        onBlur={() => {
          setIsSearching(false)
          onBlur?.()
        }}
      />
      <SkuNote code={isSearching ? '' : value.trim()} />
    </div>
  )
}

function SkuNote({ code }: { code: string }) {
  const { data: sku, isError } = useQuery(skuByCode(code))
  if (code === '') return <Text className={styles.note}>&nbsp;</Text>
  if (isError) return <Text className={styles.note}>The SKU could not be looked up; saving checks it.</Text>
  if (sku === undefined) return <Text className={styles.note}>Looking it up…</Text>
  if (sku === null) return <Text className={`${styles.note} ${styles.attention}`}>No SKU has exactly this code</Text>
  return (
    <Text className={styles.note}>
      {sku.Item_Description || 'No description'}, {formatMoney(sku.unitValue)} each
      {sku.isUnknownSku && <span className={styles.attention}> · unknown SKU</span>}
    </Text>
  )
}
