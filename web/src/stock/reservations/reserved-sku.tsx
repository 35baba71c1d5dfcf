import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { StockRow } from '@despatch/contract/stock/reservations'
import { sameName } from '@despatch/domain/text/same-name'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { availableText, fetchStock, isNeverCounted, STOCK_KEY } from './stock-queries.ts'

const MAX_CHOICES = 10

/** '12 available', as the reservation's SKU and code stand at the moment. */
export const leftText = (row: StockRow): string => {
  if (isNeverCounted(row)) return 'never counted'
  return row.available_stock < 0
    ? availableText(row.available_stock)
    : `${availableText(row.available_stock)} available`
}

/** What there is of SKUs of a code that begin so. */
function useStockOf(sku: string, type: string) {
  const [asked] = useDebouncedValue(sku.trim(), 200)
  const { data } = useQuery({
    queryKey: [...STOCK_KEY, 'choices', asked, type],
    queryFn: ({ signal }) => fetchStock({ sku: asked, type, only: '' }, 1, MAX_CHOICES, signal),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  // Until the answer is there, what is left of the one before.
  const typed = sku.trim().toLowerCase()
  return typed === '' ? [] : (data?.rows ?? []).filter((row) => row.sku.toLowerCase().startsWith(typed))
}

type ReservedSkuProps = {
  readonly value: string
  readonly type: string
  readonly error: ReactNode
  readonly disabled: boolean
  readonly onChange: (sku: string) => void
}

/** The SKU of a reservation: typed, or chosen from those that begin so, with what is available of each. */
export function ReservedSku({ value, type, error, disabled, onChange }: ReservedSkuProps) {
  const rows = useStockOf(value, type)
  const bySku = new Map(rows.map((row) => [row.sku, row]))
  const known = rows.find(({ sku }) => sameName(sku) === sameName(value.trim()))
  return (
    <Autocomplete
      label="SKU"
      data-path="sku"
      data-autofocus
      maxLength={40}
      disabled={disabled}
      value={value}
      error={error}
      description={known && [known.title, leftText(known)].filter((part) => part !== '').join(': ')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...bySku.keys()]}
      // They begin with what is typed already.
      filter={({ options }) => options}
      onChange={onChange}
      renderOption={({ option: { value: sku } }) => {
        const row = bySku.get(sku)
        return (
          <div>
            {sku}
            <Text size="xs" c="dimmed">
              {row && [row.title, leftText(row)].filter((part) => part !== '').join(': ')}
            </Text>
          </div>
        )
      }}
    />
  )
}
