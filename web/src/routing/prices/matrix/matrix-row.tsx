import { ActionIcon } from '@mantine/core'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { IconCopy, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, memo, useId } from 'react'
import { typedDay } from '../../../kit/form/typed/typed-day.ts'
import styles from './matrix.module.css'
import { cellPath, COLUMNS, IS_DAY } from './pasted-cells.ts'
import type { RowField, RowValues } from '../price-shape.ts'

/** What can be done from within a row; rows are counted from 0. */
export type RowActs = {
  change(row: number, field: RowField, text: string): void
  /** Whether the text was a block of cells, and is put in. */
  paste(row: number, field: RowField, text: string): boolean
  move(row: number, field: RowField, down: number, right: number): void
  enter(row: number, field: RowField): void
  duplicate(row: number): void
  remove(row: number): void
}

type RowProps = {
  readonly base: string
  readonly index: number
  readonly row: RowValues
  /** With which other row it overlaps, in words. */
  readonly overlap: string | undefined
  /** What is wrong with its cells: a JSON object by the cell's path. */
  readonly errors: string | undefined
  readonly acts: RowActs
}

/** One row of a matrix. It is drawn again only where what it shows has changed: there may be hundreds. */
export const MatrixRow = memo(Row, isSame)

function Row({ base, index, row, overlap, errors, acts }: RowProps) {
  const id = useId()
  const wrong = errors === undefined ? {} : (JSON.parse(errors) as Record<string, string>)
  const number = index + 1

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, field: RowField) {
    const { key, currentTarget: input, ctrlKey, metaKey, altKey, shiftKey } = event
    if (ctrlKey || metaKey || altKey) return
    const go = (down: number, right: number) => (event.preventDefault(), acts.move(index, field, down, right))
    const { selectionStart: start, selectionEnd: end, value } = input
    const isWhole = start === 0 && end === value.length
    if (key === 'Enter' && shiftKey) go(-1, 0)
    else if (key === 'Enter') {
      event.preventDefault()
      acts.enter(index, field)
    } else if (key === 'ArrowDown') go(1, 0)
    else if (key === 'ArrowUp') go(-1, 0)
    // Within a text that is being typed they move the cursor.
    else if (key === 'ArrowLeft' && !shiftKey && (isWhole || end === 0)) go(0, -1)
    else if (key === 'ArrowRight' && !shiftKey && (isWhole || start === value.length)) go(0, 1)
  }
  function onPaste(event: ClipboardEvent<HTMLInputElement>, field: RowField) {
    if (acts.paste(index, field, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }
  /** A day that was typed stands as all days do. */
  function onBlur(field: RowField) {
    const day = IS_DAY.has(field) ? typedDay(row[field]) : null
    if (day && formatDayShort(day) !== row[field]) acts.change(index, field, formatDayShort(day))
  }

  return (
    <tr aria-rowindex={number + 1}>
      <th scope="row">{number}</th>
      {COLUMNS.map(({ field, title }) => {
        const path = cellPath(field)
        const problem = wrong[path] ?? (field === 'from' ? overlap : undefined)
        return (
          <td key={field}>
            <input
              className={styles.cell}
              data-path={`${base}.${index}.${path}`}
              data-day={IS_DAY.has(field) || undefined}
              aria-label={`${title} of row ${number}`}
              aria-invalid={problem !== undefined}
              aria-describedby={problem === undefined ? undefined : `${id}${field}`}
              inputMode={IS_DAY.has(field) ? 'text' : 'decimal'}
              autoComplete="off"
              spellCheck={false}
              maxLength={60}
              value={row[field]}
              onChange={(event) => acts.change(index, field, event.currentTarget.value)}
              onKeyDown={(event) => onKeyDown(event, field)}
              onPaste={(event) => onPaste(event, field)}
              onBlur={() => onBlur(field)}
            />
            {problem !== undefined && (
              <span id={`${id}${field}`} className={styles.cellProblem}>
                {problem}
              </span>
            )}
          </td>
        )
      })}
      <td className={styles.rowActs}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Duplicate row ${number}`}
          title="Duplicate"
          onClick={() => acts.duplicate(index)}
        >
          <IconCopy size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Remove row ${number}`}
          title="Remove"
          onClick={() => acts.remove(index)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  )
}

function isSame(before: RowProps, now: RowProps): boolean {
  return (
    before.index === now.index &&
    before.base === now.base &&
    before.overlap === now.overlap &&
    before.errors === now.errors &&
    before.acts === now.acts &&
    (before.row === now.row || COLUMNS.every(({ field }) => before.row[field] === now.row[field]))
  )
}
