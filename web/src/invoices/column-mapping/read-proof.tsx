import type { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { Status } from '../../kit/list/columns/cells.tsx'
import { amountText, countText } from '../invoice-text.ts'
import styles from './studio.module.css'

type ReadProofProps = {
  /** Undefined while the layout lacks something. */
  readonly read: RouteAnswer<typeof invoices.preview> | undefined
  readonly problems: readonly string[]
  readonly currency: string
}

const MAX_SHOWN = 4
const CURRENCY = /^[A-Z]{3}$/

/** The sums of the first rows in the present mapping, or what the mapping lacks. */
export function ReadProof({ read, problems, currency }: ReadProofProps) {
  const code = currency.trim().toUpperCase()
  return (
    <div className={styles.proof} role="status">
      {problems.length > 0 ? (
        <>
          <Status meaning="attention">Not ready yet</Status>
          <ul>
            {problems.slice(0, MAX_SHOWN).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
            {problems.length > MAX_SHOWN && <li>and {problems.length - MAX_SHOWN} more</li>}
          </ul>
        </>
      ) : read ? (
        <>
          <Status meaning={read.refusals.length + read.doubts.length > 0 || read.firstWrong ? 'attention' : 'good'}>
            {formatCount(read.taken)} of the first rows read
          </Status>
          <span>
            {read.refusals.length > 0
              ? `${formatCount(read.refusals.length)} rejected (see the marked lines)`
              : '0 rejected'}
          </span>
          {read.firstWrong && <span>{wrongText(read.wrongTotals, read.firstWrong)}</span>}
          {read.doubts.map((doubt) => (
            <span key={doubt}>{doubt}</span>
          ))}
          {read.net !== null && (
            <strong className={styles.net}>Total (net): {amountText(read.net, CURRENCY.test(code) ? code : '')}</strong>
          )}
        </>
      ) : (
        <span>Reading the first rows…</span>
      )}
    </div>
  )
}

/** Explains that a column of charges is missing or extra, so that the file would be imported with wrong sums. */
const wrongText = (
  rows: number,
  { line, column, stated, charges }: NonNullable<RouteAnswer<typeof invoices.preview>['firstWrong']>,
) =>
  `${countText(rows, ['row doesn’t', 'rows don’t'])} match their own total. On line ${formatCount(line)} the charges are ${charges}, but ${column} says ${stated}. A charge column may be missing or doubled.`
