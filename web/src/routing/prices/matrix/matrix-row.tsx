import { ActionIcon } from '@mantine/core'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { IconCopy, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, memo, useId } from 'react'
import { typedDay } from '../../../kit/form/typed/typed-day.ts'
import styles from './matrix.module.css'
import { useTypedNumber } from '../../../kit/form/typed/use-typed-number.ts'
import { cellPath, COLUMNS, type DayField, isDayField } from './pasted-cells.ts'
import type { RowField, RowValues } from '../price-shape.ts'
import type { PriceReader } from '../typed-price.ts'

/** Actions from within a row; rows count from 0. */
export type RowActions = {
  change(row: number, field: RowField, text: string): void
  /** Pastes a block of cells. Returns false if the text is not a block. */
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
  /** The message for an overlap with another row. */
  readonly overlap: string | undefined
  /** Errors of its cells: a JSON object by cell path. */
  readonly errors: string | undefined
  readonly read: PriceReader
  readonly acts: RowActions
}

/** A row of a matrix, rendered again only if it has changed: there may be hundreds. */
export const MatrixRow = memo(Row, isSame)

function Row({ base, index, row, overlap, errors, read, acts }: RowProps) {
  const wrong = errors === undefined ? {} : (JSON.parse(errors) as Record<string, string>)
  const number = index + 1

  return (
    <tr aria-rowindex={number + 1}>
      <th scope="row">{number}</th>
      {COLUMNS.map(({ field, title }) => {
        const path = cellPath(field)
        const cell = {
          path: `${base}.${index}.${path}`,
          label: `${title} of row ${number}`,
          index,
          problem: wrong[path] ?? (field === 'from' ? overlap : undefined),
          acts,
        }
        return (
          <td key={field}>
            {isDayField(field) ? (
              <DayCell {...cell} field={field} text={row[field]} />
            ) : (
              <NumberCell {...cell} field={field} text={row[field]} read={read} />
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

type CellProps<Field extends RowField> = {
  readonly path: string
  readonly label: string
  readonly index: number
  readonly field: Field
  readonly text: string
  readonly problem: string | undefined
  readonly acts: RowActions
}

type NumberCellProps = CellProps<Exclude<RowField, DayField>> & { readonly read: PriceReader }

function NumberCell({ text, problem, read, ...cell }: NumberCellProps) {
  const { index, field, acts } = cell
  const typed = useTypedNumber({
    value: text,
    read: (given) => read(field, given),
    onChange: (next) => acts.change(index, field, next),
  })
  return (
    <CellInput
      {...cell}
      problem={typed.problem ?? problem}
      inputMode="decimal"
      data-refused={typed.refused}
      value={typed.text}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={typed.leave}
    />
  )
}

function DayCell({ text, ...cell }: CellProps<DayField>) {
  const { index, field, acts } = cell
  /** Formats a typed day. */
  function onBlur() {
    const day = typedDay(text)
    if (day && formatDayShort(day) !== text) acts.change(index, field, formatDayShort(day))
  }
  return (
    <CellInput
      {...cell}
      data-day
      value={text}
      onChange={(event) => acts.change(index, field, event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}

type CellInputProps = Omit<CellProps<RowField>, 'text'> & ComponentProps<'input'>

/** The input of a cell: keys move between cells, and blocks of cells can be pasted. */
function CellInput({ path, label, index, field, problem, acts, ...input }: CellInputProps) {
  const id = useId()

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event
    if (ctrlKey || metaKey || altKey) return
    const go = (down: number, right: number) => (event.preventDefault(), acts.move(index, field, down, right))
    const { selectionStart: start, selectionEnd: end, value } = currentTarget
    const isWhole = start === 0 && end === value.length
    if (key === 'Enter' && shiftKey) go(-1, 0)
    else if (key === 'Enter') {
      event.preventDefault()
      acts.enter(index, field)
    } else if (key === 'ArrowDown') go(1, 0)
    else if (key === 'ArrowUp') go(-1, 0)
    // While a user edits text, arrow keys move the cursor.
    else if (key === 'ArrowLeft' && !shiftKey && (isWhole || end === 0)) go(0, -1)
    else if (key === 'ArrowRight' && !shiftKey && (isWhole || start === value.length)) go(0, 1)
  }
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    if (acts.paste(index, field, event.clipboardData.getData('text/plain'))) event.preventDefault()
  }

  return (
    <>
      <input
        className={styles.cell}
        data-path={path}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        {...input}
      />
      {problem !== undefined && (
        <span id={id} className={styles.cellProblem}>
          {problem}
        </span>
      )}
    </>
  )
}

function isSame(before: RowProps, now: RowProps): boolean {
  return (
    before.index === now.index &&
    before.base === now.base &&
    before.overlap === now.overlap &&
    before.errors === now.errors &&
    before.read === now.read &&
    before.acts === now.acts &&
    (before.row === now.row || COLUMNS.every(({ field }) => before.row[field] === now.row[field]))
  )
}
