import { currencySign } from '@despatch/domain/money/money'
import { useCurrency } from '../../../kit/session/use-currency.ts'
import { Button } from '@mantine/core'
import { MAX_MATRIX_ROWS } from '@despatch/contract/routing/prices/costing'
import { type PricingMethod, unitLabel } from '@despatch/domain/routing/prices/costing'
import { formatCount } from '@despatch/domain/money/money'
import { bandProblems, overlapText } from '@despatch/domain/routing/prices/band-problems'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { notify } from '../../../kit/notify/notify.ts'
import { useLatest } from '../../../kit/ui/use-stable.ts'
import { useRowsInView } from '../../../kit/list/rows/use-rows-in-view.ts'
import { MatrixRow, type RowActions } from './matrix-row.tsx'
import { cellPath, cellsOf, COLUMNS, withoutHeading, withPasted } from './pasted-cells.ts'
import { readableBands } from '../price-body.ts'
import { type PriceReader, priceReader } from '../typed-price.ts'
import type { RowField, RowValues, CostingName } from '../price-shape.ts'
import { BLANK_ROW } from '../price-values.ts'
import styles from './matrix.module.css'

type MatrixGridProps = {
  readonly which: CostingName
  readonly title: string
  readonly rows: readonly RowValues[]
  readonly pricingMethod: PricingMethod
  readonly errors: Readonly<Record<string, ReactNode>>
  /** Called with the new rows and the paths whose errors no longer apply. */
  readonly onChange: (rows: RowValues[], paths: readonly string[]) => void
}

/** From this number of rows on, only visible rows are rendered. */
const VIRTUAL_FROM = 60
const ROW_HEIGHT = 31
const IS_QUANTITY: ReadonlySet<RowField> = new Set(['from', 'to', 'incrementStart', 'increment'])

/** Edits matrix rows like a spreadsheet: Enter and arrow keys move between cells, and blocks of cells can be pasted. */
export function MatrixGrid(props: MatrixGridProps) {
  const { which, title, rows, pricingMethod, errors } = props
  const base = `${which}.costingMatrix`
  const currency = useCurrency()
  const read = useMemo(() => priceReader(currency, pricingMethod), [currency, pricingMethod])
  const scroller = useRef<HTMLDivElement>(null)
  const overlaps = useOverlaps(rows, read)
  const errorsOfRow = useMemo(() => errorsByRow(errors, base), [errors, base])
  const { first, last, above, beneath, show } = useRowsInView({
    total: rows.length,
    rowHeight: ROW_HEIGHT,
    scroller,
    isOn: rows.length > VIRTUAL_FROM,
  })
  const cells = useCells(base, scroller, show)
  // The first invalid row may not be rendered.
  const showFirstWrong = useEffectEvent((wrong: typeof errorsOfRow) => {
    const firstWrong = wrong.size > 0 ? Math.min(...wrong.keys()) : undefined
    if (firstWrong === undefined || (firstWrong >= first && firstWrong <= last)) return
    const [field = 'from'] = Object.keys(JSON.parse(wrong.get(firstWrong) ?? '{}') as object)
    cells.want(`${base}.${firstWrong}.${field}`)
    show(firstWrong)
  })
  useEffect(() => showFirstWrong(errorsOfRow), [errorsOfRow])
  const { acts, insert } = useRowActs(props, base, read, cells, show)

  return (
    <div className={styles.place}>
      {errors[base] && (
        <p role="alert" className={styles.problem}>
          {errors[base]}
        </p>
      )}
      {rows.length > 0 && (
        <div ref={scroller} className={styles.scroller}>
          <table className={styles.matrix} aria-label={title} aria-rowcount={rows.length + 1}>
            <MatrixHead unit={unitLabel(pricingMethod)} currency={currency} />
            <tbody>
              <Space height={above} />
              {rows.slice(first, last + 1).map((row, place) => (
                // A new row has no id, and its cells have no state that would have to move with it.
                <MatrixRow
                  key={first + place}
                  base={base}
                  index={first + place}
                  row={row}
                  overlap={overlaps.get(first + place)}
                  errors={errorsOfRow.get(first + place)}
                  read={read}
                  acts={acts}
                />
              ))}
              <Space height={beneath} />
            </tbody>
          </table>
        </div>
      )}
      <div className={styles.foot}>
        <Button
          {...(errors[base] !== undefined && { 'data-path': base })}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={rows.length >= MAX_MATRIX_ROWS}
          title={rows.length >= MAX_MATRIX_ROWS ? `A matrix has at most ${MAX_MATRIX_ROWS} rows` : undefined}
          onClick={() => insert(rows.length, nextRow(rows.at(-1)), rows.length > 0 ? 'to' : 'from')}
        >
          Add a row
        </Button>
        <span>
          {formatCount(rows.length)} {rows.length === 1 ? 'row' : 'rows'}. A row applies from From up to and including
          To. Where two rows meet, the lower row applies. Leave To empty for no upper limit. You can paste cells from a
          spreadsheet.
        </span>
      </div>
    </div>
  )
}

type HeadProps = { readonly unit: ReturnType<typeof unitLabel>; readonly currency: string }

function MatrixHead({ unit, currency }: HeadProps) {
  const sign = currencySign(currency)
  return (
    <thead>
      <tr>
        <th scope="col">Row</th>
        {COLUMNS.map(({ field, title }) => (
          <th key={field} scope="col">
            {title}
            {IS_QUANTITY.has(field) && unit && <span>{unit}</span>}
            {(field === 'baseCost' || field === 'incrementalCost') && <span>{sign}</span>}
          </th>
        ))}
        <td />
      </tr>
    </thead>
  )
}

/** Messages for rows that overlap another. Deferred, so that typing stays fast. */
function useOverlaps(rows: readonly RowValues[], read: PriceReader): ReadonlyMap<number, string> {
  const seen = useDeferredValue(rows)
  return useMemo(() => {
    const bands = readableBands(seen, read)
    // Invalid rows have no band, so map a band back to its row.
    const rowOf = (band: number) => bands[band]?.index ?? 0
    return new Map(bandProblems(bands).map(({ row, other }) => [rowOf(row), overlapText(rowOf(other))]))
  }, [seen, read])
}

/** Focuses cells. A cell in a new or invisible row gets the focus when it is rendered. */
function useCells(base: string, scroller: RefObject<HTMLDivElement | null>, show: (row: number) => void) {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current !== undefined && focus(wanted.current)) wanted.current = undefined
  })
  function focus(path: string): boolean {
    const input = scroller.current?.querySelector<HTMLInputElement>(`[data-path="${path}"]`)
    input?.focus({ preventScroll: true })
    input?.select()
    input?.scrollIntoView({ block: 'nearest' })
    return Boolean(input)
  }
  const pathOf = (row: number, field: RowField) => `${base}.${row}.${cellPath(field)}`
  return {
    pathOf,
    /** Focuses the cell with this path when it is rendered. */
    want(path: string) {
      wanted.current = path
    },
    goTo(row: number, field: RowField) {
      if (focus(pathOf(row, field))) return
      wanted.current = pathOf(row, field)
      show(row)
    },
  }
}

/** Actions of keys and buttons on rows. `acts` is stable, so that only changed rows are rendered again. */
function useRowActs(
  { which, rows, errors, onChange }: MatrixGridProps,
  base: string,
  read: PriceReader,
  { pathOf, want, goTo }: ReturnType<typeof useCells>,
  show: (row: number) => void,
) {
  /** Clear errors, because rows have moved. */
  function change(next: RowValues[]) {
    onChange(next, [...Object.keys(errors).filter((path) => path.startsWith(base)), which])
  }
  function insert(at: number, row: RowValues, field: RowField = 'from') {
    if (rows.length >= MAX_MATRIX_ROWS) return notify.danger(`A matrix has at most ${MAX_MATRIX_ROWS} rows`)
    change(rows.toSpliced(at, 0, row))
    want(pathOf(at, field))
    // At the end there is room to scroll only after rendering.
    requestAnimationFrame(() => show(at))
  }
  const latest = useLatest<RowActions>({
    change(index, field, text) {
      const wrong = [pathOf(index, field), `${base}.${index}`, base]
      if (field === 'betweenTo') wrong.push(pathOf(index, 'effectiveFrom'))
      onChange(rows.with(index, { ...(rows[index] ?? BLANK_ROW), [field]: text }), wrong)
    },
    paste(index, field, text) {
      const next = pasted(rows, { row: index, field }, text, read)
      if (next) change(next)
      return next !== undefined
    },
    move(index, field, down, right) {
      const column = COLUMNS.findIndex((one) => one.field === field) + right
      const to = COLUMNS[column]?.field
      if (to && rows[index + down]) goTo(index + down, to)
    },
    enter(index, field) {
      if (rows[index + 1]) goTo(index + 1, field)
      else insert(index + 1, nextRow(rows[index]), field)
    },
    duplicate: (index) => insert(index + 1, { ...(rows[index] ?? BLANK_ROW), chargeID: '' }),
    remove(index) {
      const next = rows.toSpliced(index, 1)
      if (next.length > 0) want(pathOf(Math.min(index, next.length - 1), 'from'))
      change(next)
    },
  })
  const acts = useMemo<RowActions>(
    () => ({
      change: (...args) => latest.current.change(...args),
      paste: (...args) => latest.current.paste(...args),
      move: (...args) => latest.current.move(...args),
      enter: (...args) => latest.current.enter(...args),
      duplicate: (...args) => latest.current.duplicate(...args),
      remove: (...args) => latest.current.remove(...args),
    }),
    [latest],
  )
  return { acts, insert }
}

/** Pastes a block of cells and reports what did not fit; undefined if the text is not a block. */
function pasted(
  rows: readonly RowValues[],
  at: { readonly row: number; readonly field: RowField },
  text: string,
  read: PriceReader,
): RowValues[] | undefined {
  const copied = cellsOf(text)
  if (!copied) return undefined
  const cells = withoutHeading(copied)
  if (cells.length < copied.length) notify.info('The first row is a heading and was left out')
  const { rows: next, leftOut } = withPasted(rows, at, cells, read)
  if (leftOut.lines > 0)
    notify.danger(`A matrix has at most ${MAX_MATRIX_ROWS} rows: ${formatCount(leftOut.lines)} were left out`)
  if (leftOut.columns > 0) notify.danger(`${formatCount(leftOut.columns)} columns did not fit and were left out`)
  return next
}

/** Space for rows that are not rendered. */
function Space({ height }: { readonly height: number }) {
  return (
    height > 0 && (
      <tr aria-hidden style={{ height }}>
        <td />
      </tr>
    )
  )
}

/** A new row starts where the previous one ends, with the same dates. */
function nextRow(before: RowValues | undefined): RowValues {
  if (!before) return { ...BLANK_ROW, from: '0' }
  const { effectiveFrom, betweenFrom, betweenTo } = before
  return { ...BLANK_ROW, from: before.to, effectiveFrom, betweenFrom, betweenTo }
}

/** Errors by row and field, as strings so that equal errors compare equal. */
function errorsByRow(errors: MatrixGridProps['errors'], base: string): ReadonlyMap<number, string> {
  const found = new Map<number, Record<string, string>>()
  for (const [path, message] of Object.entries(errors)) {
    const [, index, field] = new RegExp(`^${base}\\.(\\d+)(?:\\.(.+))?$`).exec(path) ?? []
    if (index === undefined || typeof message !== 'string') continue
    found.set(Number(index), { ...found.get(Number(index)), [field ?? 'from']: message })
  }
  return new Map([...found].map(([index, fields]) => [index, JSON.stringify(fields)]))
}
