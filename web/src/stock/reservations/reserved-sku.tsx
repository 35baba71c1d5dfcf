import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { StockRow } from '@despatch/contract/stock/reservations'
import { sameName } from '@despatch/domain/text/same-name'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { availableText, fetchStock, isNeverCounted, STOCK_KEY } from './stock-queries.ts'

const MAX_CHOICES = 10

/** '12 available': current stock of the reservation's SKU and code. */
export const leftText = (row: StockRow): string => {
  if (isNeverCounted(row)) return 'never counted'
  return row.available_stock < 0
    ? availableText(row.available_stock)
    : `${availableText(row.available_stock)} available`
}

/** Stock of SKUs that begin with a text, for one allocation code. */
function useStockOf(sku: string, type: string) {
  const [debounced] = useDebouncedValue(sku.trim(), 200)
  const { data } = useQuery({
    queryKey: [...STOCK_KEY, 'choices', debounced, type],
    queryFn: ({ signal }) => fetchStock({ sku: debounced, type, only: '' }, 1, MAX_CHOICES, signal),
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
  })
  // Filters the previous answer until the new one arrives.
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

/** The SKU field of a reservation: typed, or chosen from matching SKUs with their available stock. */
export function ReservedSku({ value, type, error, disabled, onChange }: ReservedSkuProps) {
  const rows = useStockOf(value, type)
  const bySku = new Map(rows.map((row) => [row.sku, row]))
  const match = rows.find(({ sku }) => sameName(sku) === sameName(value.trim()))
  return (
    <Autocomplete
      label="SKU"
      data-path="sku"
      data-autofocus
      maxLength={40}
      disabled={disabled}
      value={value}
      error={error}
      description={match && [match.title, leftText(match)].filter((part) => part !== '').join(': ')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...bySku.keys()]}
      // The rows already match the typed text.
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
