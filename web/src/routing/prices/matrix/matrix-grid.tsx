import { Button } from '@mantine/core'
import { MAX_MATRIX_ROWS } from '@despatch/contract/routing/prices/costing'
import type { unitLabel } from '@despatch/domain/routing/prices/costing'
import { formatCount } from '@despatch/domain/money/money'
import { bandProblems, overlapWords } from '@despatch/domain/routing/prices/band-problems'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { notify } from '../../../kit/notify/notify.ts'
import { useRowsInView } from '../../../kit/list/rows/use-rows-in-view.ts'
import { MatrixRow, type RowActs } from './matrix-row.tsx'
import { cellPath, cellsOf, COLUMNS, withoutHeading, withPasted } from './pasted-cells.ts'
import { readableBands } from '../price-body.ts'
import type { RowField, RowValues, Which } from '../price-shape.ts'
import { BLANK_ROW } from '../price-values.ts'
import styles from './matrix.module.css'

type MatrixGridProps = {
  readonly which: Which
  readonly title: string
  readonly rows: readonly RowValues[]
  readonly unit: ReturnType<typeof unitLabel>
  readonly errors: Readonly<Record<string, ReactNode>>
  /** Gets the rows as they are now, and the paths whose errors are no more what stands there. */
  readonly onChange: (rows: RowValues[], paths: readonly string[]) => void
}

/** From so many rows on, only those in view are in the page. */
const VIRTUAL_FROM = 60
const ROW_HEIGHT = 31
const IS_QUANTITY: ReadonlySet<RowField> = new Set(['from', 'to', 'incrementStart', 'increment'])

/** The rows of a costing matrix, to type as in a spreadsheet: Enter and the arrows go from cell to cell, blocks are pasted. */
export function MatrixGrid({ which, title, rows, unit, errors, onChange }: MatrixGridProps) {
  const base = `${which}.costingMatrix`
  const scroller = useRef<HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  const seen = useDeferredValue(rows)
  const overlaps = useMemo(() => {
    const bands = readableBands(seen)
    // Rows that cannot be read yet are none of them: each band knows its row.
    const rowOf = (band: number) => bands[band]?.index ?? 0
    return new Map(bandProblems(bands).map(({ row, other }) => [rowOf(row), overlapWords(rowOf(other))]))
  }, [seen])
  const errorsOfRow = useMemo(() => errorsByRow(errors, base), [errors, base])
  const inView = useRowsInView({
    total: rows.length,
    rowHeight: ROW_HEIGHT,
    scroller,
    isOn: rows.length > VIRTUAL_FROM,
  })
  const { first, last, above, beneath, show } = inView
  // A row that is new, or was not in view, is there only once it is drawn.
  useEffect(() => {
    if (wanted.current !== undefined && focus(wanted.current)) wanted.current = undefined
  })
  // The first thing that is wrong may be in a row that is not drawn.
  const firstWrong = errorsOfRow.size > 0 ? Math.min(...errorsOfRow.keys()) : undefined
  useEffect(() => {
    if (firstWrong === undefined || (firstWrong >= first && firstWrong <= last)) return
    const [field = 'from'] = Object.keys(JSON.parse(errorsOfRow.get(firstWrong) ?? '{}') as object)
    wanted.current = `${base}.${firstWrong}.${field}`
    show(firstWrong)
    // Once for each answer, not as one scrolls.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [errorsOfRow])

  function focus(path: string): boolean {
    const input = scroller.current?.querySelector<HTMLInputElement>(`[data-path="${path}"]`)
    input?.focus({ preventScroll: true })
    input?.select()
    input?.scrollIntoView({ block: 'nearest' })
    return Boolean(input)
  }
  function goTo(row: number, field: RowField) {
    if (focus(pathOf(row, field))) return
    wanted.current = pathOf(row, field)
    show(row)
  }
  const pathOf = (row: number, field: RowField) => `${base}.${row}.${cellPath(field)}`
  /** Rows have moved: what was said of one of them may stand at another. */
  function change(next: RowValues[]) {
    onChange(next, [...Object.keys(errors).filter((path) => path.startsWith(base)), which])
  }
  function insert(at: number, row: RowValues, field: RowField = 'from') {
    if (rows.length >= MAX_MATRIX_ROWS) return notify.danger(`A matrix has at most ${MAX_MATRIX_ROWS} rows`)
    change(rows.toSpliced(at, 0, row))
    wanted.current = pathOf(at, field)
    // At the end, where there is a place for it only afterwards.
    requestAnimationFrame(() => show(at))
  }
  const acts: RowActs = {
    change: (index, field, text) =>
      onChange(
        rows.map((row, place) => (place === index ? { ...row, [field]: text } : row)),
        [
          pathOf(index, field),
          `${base}.${index}`,
          base,
          ...(field === 'betweenTo' ? [pathOf(index, 'effectiveFrom')] : []),
        ],
      ),
    paste(index, field, text) {
      const copied = cellsOf(text)
      if (!copied) return false
      const cells = withoutHeading(copied)
      if (cells.length < copied.length) notify.info('The first row is a heading, and was left out')
      const { rows: next, leftOut } = withPasted(rows, { row: index, field }, cells)
      if (leftOut.lines > 0)
        notify.danger(`A matrix has at most ${MAX_MATRIX_ROWS} rows: ${formatCount(leftOut.lines)} were left out`)
      if (leftOut.columns > 0)
        notify.danger(`${formatCount(leftOut.columns)} columns found no place to the right, and were left out`)
      change(next)
      return true
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
      if (next.length > 0) wanted.current = pathOf(Math.min(index, next.length - 1), 'from')
      change(next)
    },
  }
  // The same functions for every row each time, so that a row is drawn anew only when it has changed.
  const latest = useRef(acts)
  latest.current = acts
  const stable = useMemo<RowActs>(
    () => ({
      change: (...given) => latest.current.change(...given),
      paste: (...given) => latest.current.paste(...given),
      move: (...given) => latest.current.move(...given),
      enter: (...given) => latest.current.enter(...given),
      duplicate: (...given) => latest.current.duplicate(...given),
      remove: (...given) => latest.current.remove(...given),
    }),
    [],
  )

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
            <thead>
              <tr>
                <th scope="col">Row</th>
                {COLUMNS.map(({ field, title: name }) => (
                  <th key={field} scope="col">
                    {name}
                    {IS_QUANTITY.has(field) && unit && <span>{unit}</span>}
                    {(field === 'baseCost' || field === 'incrementalCost') && <span>£</span>}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              <Space height={above} />
              {rows.slice(first, last + 1).map((row, place) => (
                // A row has no name of its own while it is new, and its cells hold no state that must not move with it.
                <MatrixRow
                  key={first + place}
                  base={base}
                  index={first + place}
                  row={row}
                  overlap={overlaps.get(first + place)}
                  errors={errorsOfRow.get(first + place)}
                  acts={stable}
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
          {formatCount(rows.length)} {rows.length === 1 ? 'row' : 'rows'}. A row holds what is above From, up to and
          with To; an empty To is without end. Between two days it holds on those days alone. Cells copied from a
          spreadsheet are pasted into the cell that you are in.
        </span>
      </div>
    </div>
  )
}

/** What is not drawn of the rows. */
function Space({ height }: { readonly height: number }) {
  return (
    height > 0 && (
      <tr aria-hidden style={{ height }}>
        <td />
      </tr>
    )
  )
}

/** A new row goes on where the one before it ends, at the same times. */
function nextRow(before: RowValues | undefined): RowValues {
  if (!before) return { ...BLANK_ROW, from: '0' }
  const { effectiveFrom, betweenFrom, betweenTo } = before
  return { ...BLANK_ROW, from: before.to, effectiveFrom, betweenFrom, betweenTo }
}

/** What is wrong with each row, by the field; as text, which is the same as long as it says the same. */
function errorsByRow(errors: MatrixGridProps['errors'], base: string): ReadonlyMap<number, string> {
  const found = new Map<number, Record<string, string>>()
  for (const [path, message] of Object.entries(errors)) {
    const [, index, field] = new RegExp(`^${base}\\.(\\d+)(?:\\.(.+))?$`).exec(path) ?? []
    if (index === undefined || typeof message !== 'string') continue
    found.set(Number(index), { ...found.get(Number(index)), [field ?? 'from']: message })
  }
  return new Map([...found].map(([index, fields]) => [index, JSON.stringify(fields)]))
}
