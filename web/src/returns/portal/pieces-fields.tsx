import type { ReturnRecord } from '@despatch/contract/returns/portal/announced-returns'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import styles from './portal.module.css'

type Line = ReturnRecord['details'][number]
/** By line; the text as it was typed where it is no number yet. */
export type Pieces = Readonly<Record<number, number | string>>

/** How many pieces of each line; those of which there are none are not asked. */
export function PiecesFields({
  record,
  most,
  value,
  onChange,
}: {
  readonly record: ReturnRecord
  readonly most: (line: Line) => number
  readonly value: Pieces
  readonly onChange: (value: Pieces) => void
}) {
  return record.details
    .filter((line) => most(line) > 0)
    .map((line) => (
      <div key={line.lineNumber} className={styles.pieces}>
        <span>
          {line.SKU} {line.Item_Description}
        </span>
        <CountField
          aria-label={`Pieces of ${line.SKU}, line ${line.lineNumber}`}
          value={value[line.lineNumber] ?? most(line)}
          onChange={(pieces) => onChange({ ...value, [line.lineNumber]: pieces })}
        />
      </div>
    ))
}

/** The lines of which pieces are typed. */
export const linesOf = (record: ReturnRecord, most: (line: Line) => number, pieces: Pieces) =>
  record.details.flatMap((line) => {
    const quantity = pieces[line.lineNumber] ?? most(line)
    return typeof quantity === 'number' && quantity > 0 ? [{ lineNumber: line.lineNumber, quantity }] : []
  })

/** Why pieces cannot be recorded as they are typed: one that is below zero would be left out without a word. */
export function whyNotPieces(lines: readonly unknown[], pieces: Pieces): string | undefined {
  if (Object.values(pieces).some((quantity) => Number(quantity) < 0)) return 'Pieces are zero or more.'
  return lines.length === 0 ? 'Choose at least one piece.' : undefined
}

/** Pieces of a line whose refund is still owed, or that are still announced alone. */
export const owedOf = ({ owed }: Line) => owed
export const announcedOf = ({ announced }: Line) => announced
