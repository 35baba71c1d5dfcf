import { Anchor } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import type { Cause } from '@despatch/domain/invoices/invoice'
import { CAUSE_LABELS, causeShares, countText, varianceText } from '../invoice-text.ts'
import invoiceStyles from '../invoices.module.css'
import styles from './details.module.css'

type CauseListProps = {
  readonly invoice: Pick<InvoiceSummary, 'causes' | 'currency' | 'variance'> & Partial<Pick<InvoiceSummary, 'verdicts'>>
  /** Filters the list below to rows with this cause; '' for all. */
  readonly onChoose?: (cause: Cause | '') => void
  readonly chosen?: Cause | ''
}

/** The causes of the variance with bars on a common scale; they add up to it exactly. */
export function CauseList({
  invoice: { causes, currency, variance, verdicts = [] },
  onChoose,
  chosen = '',
}: CauseListProps) {
  const parts = causeShares(causes)
  if (parts.length === 0) return <p className={styles.remark}>{nothingOffText(verdicts)}</p>
  const most = Math.max(...parts.map(({ share }) => share))
  const hasCredits = parts.some(({ amount }) => Number(amount) < 0)
  return (
    <table className={styles.causes} aria-label="Variance by cause">
      <thead>
        <tr>
          <th scope="col">Variance by cause</th>
          <td />
          <th scope="col" className={styles.number}>
            Sum
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ cause, amount, share }) => (
          <tr key={cause} data-chosen={chosen === cause || undefined}>
            <th scope="row">
              {onChoose ? (
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  aria-pressed={chosen === cause}
                  onClick={() => onChoose(chosen === cause ? '' : cause)}
                >
                  {CAUSE_LABELS[cause]}
                </Anchor>
              ) : (
                CAUSE_LABELS[cause]
              )}
            </th>
            <td className={styles.barCell}>
              <span className={styles.track}>
                <span
                  className={invoiceStyles.key}
                  data-cause={cause}
                  style={placeOf(amount, share / most, hasCredits)}
                />
              </span>
            </td>
            <td className={styles.number}>{varianceText(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Variance</th>
          <td />
          <td className={styles.number}>{varianceText(variance, currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The text without a variance; rows that were not judged may still have one. */
function nothingOffText(verdicts: InvoiceSummary['verdicts']): string {
  const unjudged = verdicts.find(({ verdict }) => verdict === 'Not judged')?.rows ?? 0
  if (unjudged === 0) return 'No variance. Billed as expected.'
  const others = verdicts.some(({ verdict, rows }) => verdict !== 'Not judged' && rows > 0)
  if (!others) return 'No rows could be checked. Choose Why? on a row to see what is missing.'
  return `${countText(unjudged, ['row', 'rows'])} could not be checked. The others have no variance.`
}

/** The position of a bar; with credits, zero is in the middle, and they extend to the left. */
function placeOf(amount: string, length: number, hasCredits: boolean) {
  const width = length * (hasCredits ? 50 : 100)
  const left = hasCredits ? (Number(amount) < 0 ? 50 - width : 50) : 0
  return { left: `${left}%`, width: `${width}%` }
}
