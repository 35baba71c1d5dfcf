import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { formatCount } from '@despatch/domain/money/money'
import { Status } from '../kit/list/columns/cells.tsx'
import { amountText, byUrgency, VERDICT_MEANINGS, verdictLabel, varianceText, verdictsText } from './invoice-text.ts'
import styles from './invoices.module.css'

type FigureProps = { readonly amount: string | null; readonly currency: string }

/** An amount; a dash if there is none. */
export function Amount({ amount, currency }: FigureProps) {
  return <span className={styles.figure}>{amount === null ? '–' : amountText(amount, currency)}</span>
}

/** A difference with its sign; overbilled amounts are highlighted. */
export function Variance({ amount, currency }: FigureProps) {
  if (amount === null) return <span className={styles.figure}>–</span>
  const sign = Math.sign(Number(amount))
  return (
    <span className={styles.figure} data-variance={sign > 0 ? 'over' : sign < 0 ? 'under' : undefined}>
      {varianceText(amount, currency)}
    </span>
  )
}

const MAX_SHOWN = 2

/** The number of rows by verdict, the most urgent first. */
export function VerdictCounts({ verdicts }: Pick<InvoiceSummary, 'verdicts'>) {
  const all = byUrgency(verdicts)
  return (
    <span className={styles.verdicts} title={verdictsText(verdicts)}>
      {all.slice(0, MAX_SHOWN).map(({ verdict, rows }) => (
        <Status key={verdict} meaning={VERDICT_MEANINGS[verdict]}>
          {formatCount(rows)} {verdictLabel(verdict).toLowerCase()}
        </Status>
      ))}
      {all.length > MAX_SHOWN && <span className={styles.remark}>+{all.length - MAX_SHOWN}</span>}
    </span>
  )
}
