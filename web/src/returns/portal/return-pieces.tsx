import type { MARKS, ReturnRecord } from '@despatch/contract/returns/portal/announced-returns'
import { distinguishLines } from '@despatch/domain/returns/distinguish-lines'
import { ENDED, TAKEN_FROM } from '@despatch/domain/returns/life/return-states'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import styles from './portal.module.css'

type OfRecord = { readonly record: ReturnRecord }
/** States that staff can record in addition to refunds. */
export type Mark = (typeof MARKS)[number]

/** A piece count of a line. */
type PiecesOf = (line: ReturnRecord['details'][number]) => number
/** Entered pieces by line number; text while it is not a number. */
export type Pieces = Readonly<Record<number, number | string>>

type ApartLine = { readonly lineNumber: number; readonly SKU: string; readonly pieceValue: string }

/** What distinguishes lines of one SKU, by line number. */
export const apartOf = (lines: readonly ApartLine[], currency: string) =>
  distinguishLines(
    lines.map(({ SKU: sku, ...line }) => ({ ...line, sku })),
    currency,
  )

export const Apart = ({ text }: { readonly text: string | undefined }) =>
  text !== undefined && <span className={styles.apart}> ({text})</span>

/** Fields for the pieces of each line; lines without any are left out. */
export function PiecesFields({
  record,
  most,
  suggested = most,
  value,
  onChange,
}: OfRecord & {
  readonly most: PiecesOf
  readonly suggested?: PiecesOf
  readonly value: Pieces
  readonly onChange: (value: Pieces) => void
}) {
  const apart = apartOf(record.details, record.currency)
  return record.details
    .filter((line) => most(line) > 0)
    .map((line) => (
      <div key={line.lineNumber} className={styles.pieces}>
        <span>
          {line.SKU} {line.Item_Description}
          <Apart text={apart.get(line.lineNumber)} />
        </span>
        <CountField
          aria-label={`Units of ${line.SKU}, line ${line.lineNumber}`}
          value={value[line.lineNumber] ?? suggested(line)}
          onChange={(pieces) => onChange({ ...value, [line.lineNumber]: pieces })}
        />
      </div>
    ))
}

/** Lines with pieces: as entered, or else as suggested. */
export const linesOf = (record: ReturnRecord, suggested: PiecesOf, pieces: Pieces) =>
  record.details.flatMap((line) => {
    const quantity = pieces[line.lineNumber] ?? suggested(line)
    return typeof quantity === 'number' && quantity > 0 ? [{ lineNumber: line.lineNumber, quantity }] : []
  })

/** Why the entered pieces cannot be recorded. Negative numbers must be reported, because they would be dropped silently. */
export function whyNotPieces(lines: readonly unknown[], pieces: Pieces): string | undefined {
  if (Object.values(pieces).some((quantity) => Number(quantity) < 0)) return 'Enter zero or more units.'
  return lines.length === 0 ? 'Choose at least one unit.' : undefined
}

export const owedOf: PiecesOf = ({ owed }) => owed

/**
 * Pieces of a line that can move to a state; with `isExpected` without those that had ended, although they can still
 * turn up.
 */
export const movablePieces = (state: Mark, isExpected: boolean): PiecesOf =>
  state === 'rejected'
    ? owedOf
    : ({ pieces }) =>
        pieces.reduce((sum, one) => {
          const mayCome = TAKEN_FROM[state].some((from) => from === one.state)
          const hasEnded = ENDED.some((ended) => ended === one.state)
          return sum + (mayCome && !(isExpected && hasEnded) ? one.quantity : 0)
        }, 0)

/** Whether any pieces of a return can move to a state. */
export const canMark = ({ details }: ReturnRecord, state: Mark): boolean =>
  details.some((line) => movablePieces(state, false)(line) > 0)
