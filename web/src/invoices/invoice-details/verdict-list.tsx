import { Anchor } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import type { Verdict } from '@despatch/domain/invoices/invoice'
import { formatCount } from '@despatch/domain/money/money'
import { Status } from '../../kit/list/columns/cells.tsx'
import { amountText, byUrgency, VERDICT_MEANINGS, verdictLabel, varianceText } from '../invoice-text.ts'
import styles from './details.module.css'

type VerdictListProps = {
  readonly invoice: Pick<InvoiceSummary, 'verdicts' | 'currency'>
  /** Filters the list below to rows with this verdict; '' for all. */
  readonly onChoose?: (verdict: Verdict | '') => void
  readonly chosen?: Verdict | ''
}

/** Parcel rows by verdict: their number, sum, and how many are undecided. */
export function VerdictList({ invoice: { verdicts, currency }, onChoose, chosen = '' }: VerdictListProps) {
  return (
    <table className={styles.causes} aria-label="Results">
      <ColumnHeads
        texts={['Result']}
        figures={['Rows', 'Undecided', 'Billed', 'Variance']}
        figureClass={styles.number}
      />
      <tbody>
        {byUrgency(verdicts).map(({ verdict, rows, undecided, billed, variance }) => (
          <tr key={verdict} data-chosen={chosen === verdict || undefined}>
            <th scope="row">
              <Status meaning={VERDICT_MEANINGS[verdict]}>
                {onChoose ? (
                  <Anchor
                    component="button"
                    type="button"
                    inherit
                    aria-pressed={chosen === verdict}
                    onClick={() => onChoose(chosen === verdict ? '' : verdict)}
                  >
                    {verdictLabel(verdict)}
                  </Anchor>
                ) : (
                  verdict
                )}
              </Status>
            </th>
            <td className={styles.number}>{formatCount(rows)}</td>
            <td className={styles.number}>{formatCount(undecided)}</td>
            <td className={styles.number}>{amountText(billed, currency)}</td>
            <td className={styles.number}>{varianceText(variance, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
