import type { MARKS, ReturnRecord } from '@despatch/contract/returns/portal/announced-returns'
import { distinguishLines } from '@despatch/domain/returns/distinguish-lines'
import { ENDED, TAKEN_FROM } from '@despatch/domain/returns/life/return-states'
import { CountField } from '../../kit/form/typed/number-fields.tsx'
import styles from './portal.module.css'

type OfRecord = { readonly record: ReturnRecord }
/** What staff may record of pieces beside refunds. */
export type Mark = (typeof MARKS)[number]

/** A figure of a line. */
type PiecesOf = (line: ReturnRecord['details'][number]) => number
/** By line; the text as it was typed where it is no number yet. */
export type Pieces = Readonly<Record<number, number | string>>

type ApartLine = { readonly lineNumber: number; readonly SKU: string; readonly pieceValue: string }

/** What tells lines of one SKU apart, by line. */
export const apartOf = (lines: readonly ApartLine[], currency: string) =>
  distinguishLines(
    lines.map(({ SKU: sku, ...line }) => ({ ...line, sku })),
    currency,
  )

export const Apart = ({ text }: { readonly text: string | undefined }) =>
  text !== undefined && <span className={styles.apart}> ({text})</span>

/** How many pieces of each line; those of which there are none are not asked. */
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
          aria-label={`Pieces of ${line.SKU}, line ${line.lineNumber}`}
          value={value[line.lineNumber] ?? suggested(line)}
          onChange={(pieces) => onChange({ ...value, [line.lineNumber]: pieces })}
        />
      </div>
    ))
}

/** The lines of which there are any pieces: as many as were typed, or else suggested. */
export const linesOf = (record: ReturnRecord, suggested: PiecesOf, pieces: Pieces) =>
  record.details.flatMap((line) => {
    const quantity = pieces[line.lineNumber] ?? suggested(line)
    return typeof quantity === 'number' && quantity > 0 ? [{ lineNumber: line.lineNumber, quantity }] : []
  })

/** Why pieces cannot be recorded as they are typed: one that is below zero would be left out without a word. */
export function whyNotPieces(lines: readonly unknown[], pieces: Pieces): string | undefined {
  if (Object.values(pieces).some((quantity) => Number(quantity) < 0)) return 'Pieces are zero or more.'
  return lines.length === 0 ? 'Choose at least one piece.' : undefined
}

export const owedOf: PiecesOf = ({ owed }) => owed

/** Pieces of a line that may come to a state, or only those of them that are expected: what had ended may come all the same. */
export const mayBecome = (state: Mark, isExpected: boolean): PiecesOf =>
  state === 'rejected'
    ? owedOf
    : ({ pieces }) =>
        pieces.reduce((sum, one) => {
          const mayCome = TAKEN_FROM[state].some((from) => from === one.state)
          const hasEnded = ENDED.some((ended) => ended === one.state)
          return sum + (mayCome && !(isExpected && hasEnded) ? one.quantity : 0)
        }, 0)

/** Whether any pieces of a return may come to a state. */
export const hasAny = ({ details }: ReturnRecord, state: Mark): boolean =>
  details.some((line) => mayBecome(state, false)(line) > 0)
