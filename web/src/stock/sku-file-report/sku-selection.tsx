import { Button, Select, TextInput } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { NO_SELECTION, selectionOf, type SkuReportSearch, skuTotals, WORST_FIRST } from './sku-report-queries.ts'
import styles from './sku-report.module.css'

export const STOCK_OPTIONS = [
  { value: 'in', label: 'In stock' },
  { value: 'out', label: 'None left' },
  { value: 'uncounted', label: 'Never counted' },
]
export const MOVEMENT_OPTIONS = [
  { value: 'moving', label: 'Ordered in the last 4 weeks' },
  { value: 'still', label: 'Not ordered in the last 4 weeks' },
]
export const MISSING_OPTIONS = [
  { value: 'any', label: 'No weight or no size' },
  { value: 'weight', label: 'No weight' },
  { value: 'size', label: 'No size' },
]

type SkuSelectionProps = {
  readonly search: SkuReportSearch
  readonly onShow: (part: Partial<SkuReportSearch>) => void
}

/** The selection of SKUs: the first view of the report. */
export function SkuSelection({ search, onShow }: SkuSelectionProps) {
  const [typed, setTyped] = useState(() => selectionOf(search))
  const all = useQuery(skuTotals(NO_SELECTION))
  const choose = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }))
  const select = (
    name: 'stock' | 'movement' | 'missing',
    label: string,
    data: readonly { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      placeholder="Any"
      clearable
      data={data}
      value={typed[name] || null}
      onChange={(value) => choose({ [name]: value ?? '' })}
    />
  )
  return (
    <section className={styles.selection} aria-label="SKU File Report">
      <h1>SKU File Report</h1>
      {all.error && <TableProblem error={all.error} onRetry={() => void all.refetch()} isInline />}
      {all.data && <Missing totals={all.data} onShow={() => onShow(WORST_FIRST)} />}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onShow({ ...selectionOf(typed), sort: 'code', order: 'asc' })
        }}
      >
        <div className={styles.fields}>
          <TextInput
            label="SKU or title"
            description="Start of a code, or part of a title"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data-filter
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            value={typed.search}
            onChange={(event) => choose({ search: event.currentTarget.value })}
          />
          <Select
            label="Category"
            description="As in the SKU data"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="Any"
            clearable
            searchable
            limit={200}
            data={all.data?.categories ?? []}
            value={typed.category || null}
            onChange={(category) => choose({ category: category ?? '' })}
          />
          {select('stock', 'Stock', STOCK_OPTIONS)}
          {select('movement', 'Movement', MOVEMENT_OPTIONS)}
          {select('missing', 'Missing data', MISSING_OPTIONS)}
        </div>
        <div className={styles.actions}>
          <Button type="submit">Show SKUs</Button>
          <span className={styles.remark}>
            To correct many at once, export the report, edit the file and import it with the{' '}
            <ScreenLink to="/feeds/skus" underline="always">
              SKU Data Feed
            </ScreenLink>
            .
          </span>
        </div>
      </form>
    </section>
  )
}

type Totals = { total: number; withoutWeight: number; withoutSize: number; guesses: number; countedAt: string | null }

const withText = (count: number, what: string) => `${formatCount(count)} ${count === 1 ? 'has' : 'have'} no ${what}`

function Missing({ totals, onShow }: { readonly totals: Totals; readonly onShow: () => void }) {
  const { total, withoutWeight, withoutSize, guesses, countedAt } = totals
  if (total === 0) return <p>This client has no SKUs yet. Import them with the SKU Data Feed, or with orders.</p>
  if (withoutWeight === 0 && withoutSize === 0)
    return <p className={styles.missing}>All {formatCount(total)} SKUs have a weight and a size.</p>
  return (
    <div className={styles.missing}>
      <p>
        Of {formatCount(total)} SKUs {withoutWeight > 0 && <strong>{withText(withoutWeight, 'weight')}</strong>}
        {withoutWeight > 0 && withoutSize > 0 && ' and '}
        {withoutSize > 0 && <strong>{withText(withoutSize, 'size')}</strong>}.{' '}
        {countedAt !== null &&
          `They were in orders of the last 4 weeks ${formatCount(guesses)} times, allocated with estimated values.`}
      </p>
      <Button variant="default" size="xs" onClick={onShow}>
        Show the worst first
      </Button>
    </div>
  )
}
