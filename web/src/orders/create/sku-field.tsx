import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SkuRow } from '@despatch/contract/stock/stock'
import { formatMoney } from '@despatch/domain/money/money'
import { sameName } from '@despatch/domain/text/same-name'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { trackPendingField } from '../../kit/ui/pending-fields.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { useSkuChoices } from '../../stock/sku-file-report/use-sku-choices.tsx'
import type { LineStock } from './line-stock.ts'
import styles from './order-lines.module.css'
import { rememberSku, skuByCode, skuSearch } from '../../stock/sku-file-report/sku-queries.ts'

type SkuFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly onFocus?: () => void
  readonly onBlur?: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly error?: ReactNode
  /** Called on Enter once the SKU exists. */
  readonly onEnter: () => void
  readonly path: string
  /** Client of the SKUs; defaults to the selected one. */
  readonly client?: string | undefined
  readonly stock?: LineStock | undefined
}

/** A SKU by code or description, with its name or an error. */
export function SkuField({
  label,
  value,
  error,
  path,
  onChange,
  onBlur,
  onEnter,
  onKeyDown,
  client,
  stock,
  ...rest
}: SkuFieldProps) {
  const [isSearching, setIsSearching] = useState(false)
  const wanted = value.trim()
  const [settled] = useDebouncedValue(wanted, 200)
  const currency = useCurrency(client)
  const choices = useSkuChoices(skuSearch(settled, client), {
    isEnabled: isSearching && settled === wanted,
    // Until the answer arrives, filter the previous results, so that Enter does not choose a wrong one.
    isOffered: (sku) => fits(sku, wanted),
  })

  const latest = useRef(wanted)

  function change(code: string) {
    latest.current = code.trim()
    onChange(code)
  }
  function choose(sku: SkuRow) {
    rememberSku(sku, client)
    setIsSearching(false)
    change(sku.Code)
  }
  /** Replaces the code by its stored spelling. */
  async function respell() {
    if (wanted === '') return
    const stored = await queryClient.fetchQuery(skuByCode(wanted, client)).catch(() => undefined)
    if (stored && stored.Code !== wanted && latest.current === wanted) choose(stored)
  }
  const fetchMatches = () =>
    queryClient.fetchInfiniteQuery(skuSearch(wanted, client)).then(
      ({ pages }) => pages[0]?.rows ?? [],
      () => [],
    )
  /** Text that is no code becomes the first match; a valid code moves to the next line. */
  async function enter(isOpen: boolean) {
    const known = queryClient.getQueryData(skuByCode(wanted, client).queryKey)
    if (known) {
      if (known.Code !== wanted) choose(known)
      return onEnter()
    }
    const exact = await queryClient.fetchQuery(skuByCode(wanted, client)).catch(() => undefined)
    const matches = isOpen && !exact ? await fetchMatches() : []
    if (latest.current !== wanted) return
    const [first] = matches
    if (exact) {
      choose(exact)
      onEnter()
    } else if (first) choose(first)
    else setIsSearching(false)
  }

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
        classNames={{ ...choices.classNames, input: styles.code ?? '' }}
        data={choices.data}
        scrollAreaProps={choices.scrollAreaProps}
        // The server has already filtered, by description too.
        filter={({ options }) => options}
        renderOption={({ option }) => {
          const sku = choices.skus.find(({ Code }) => Code === option.value)
          return (
            <span className={styles.option}>
              <span className="reference">{option.value}</span>
              <span className={styles.description}>{sku?.Item_Description}</span>
              <span className="number">{sku && formatMoney(sku.unitValue, currency)}</span>
            </span>
          )
        }}
        onChange={(code) => {
          // Chosen or typed in full, so its name is known.
          const sku = choices.skus.find(({ Code }) => sameName(Code) === sameName(code.trim()))
          if (sku) rememberSku(sku, client)
          setIsSearching(!sku)
          change(code)
        }}
        {...rest}
        onKeyDown={(event) => {
          const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
          const isHighlighted = list?.querySelector('[data-combobox-selected]')
          const isPlainEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
          if (!isPlainEnter || isHighlighted || wanted === '') return onKeyDown?.(event)
          event.preventDefault()
          // Fast typists press Enter before the list appears.
          const isComing = settled !== wanted || choices.isFetching
          const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
          void trackPendingField(enter(isSearching && (isOpen || isComing)))
        }}
        onBlur={() => {
          setIsSearching(false)
          onBlur?.()
          void respell()
        }}
      />
      <SkuNote code={isSearching ? '' : wanted} client={client} stock={stock} />
    </div>
  )
}

function fits({ Code, Item_Description }: SkuRow, wanted: string): boolean {
  const text = wanted.toLowerCase()
  return Code.toLowerCase().startsWith(text) || Item_Description.toLowerCase().includes(text)
}

function SkuNote({ code, client, stock }: { code: string } & Pick<SkuFieldProps, 'client' | 'stock'>) {
  const { data: sku, isError } = useQuery(skuByCode(code, client))
  const currency = useCurrency(client)
  if (code === '') return <Text className={styles.note}>&nbsp;</Text>
  if (isError) return <Text className={styles.note}>The SKU could not be looked up; saving checks it.</Text>
  if (sku === undefined) return <Text className={styles.note}>Looking it up…</Text>
  if (sku === null) return <Text className={`${styles.note} ${styles.attention}`}>No SKU has this code</Text>
  return (
    <Text className={styles.note}>
      {sku.Item_Description || 'No description'}, {formatMoney(sku.unitValue, currency)} each
      {sku.isUnknownSku && <span className={styles.attention}> · unknown SKU</span>}
      {stock && <span className={stock.isShort ? styles.attention : undefined}> · {stock.text}</span>}
    </Text>
  )
}
