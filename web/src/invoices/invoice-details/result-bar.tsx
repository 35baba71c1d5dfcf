import { Anchor } from '@mantine/core'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import type { Verdict } from '@despatch/domain/invoices/invoice'
import { formatCount } from '@despatch/domain/money/money'
import { Status } from '../../kit/list/columns/cells.tsx'
import { byUrgency, PROOF_LABELS, VERDICT_MEANINGS, verdictLabel } from '../invoice-text.ts'
import styles from './result-bar.module.css'

type ResultBarProps = {
  readonly invoice: Pick<InvoiceSummary, 'verdicts' | 'proof'>
  readonly chosen: Verdict | ''
  /** Filters the list below to rows with this result; '' for all. */
  readonly onChoose: (verdict: Verdict | '') => void
}

/** The rows of an invoice by result as one bar, and whether its totals match. A click on a result filters the rows. */
export function ResultBar({ invoice: { verdicts, proof }, chosen, onChoose }: ResultBarProps) {
  const parts = byUrgency(verdicts).filter(({ rows }) => rows > 0)
  const choose = (verdict: Verdict) => onChoose(chosen === verdict ? '' : verdict)
  return (
    <div className={styles.results}>
      {proof && <Status meaning={PROOF_LABELS[proof].meaning}>{PROOF_LABELS[proof].word}</Status>}
      {parts.length > 0 && (
        <>
          {/* The words beside it do the same by keyboard. */}
          <span className={styles.bar} aria-hidden>
            {parts.map(({ verdict, rows }) => (
              <button
                key={verdict}
                type="button"
                tabIndex={-1}
                title={`${verdictLabel(verdict)}: ${formatCount(rows)}`}
                data-meaning={VERDICT_MEANINGS[verdict]}
                data-dim={(chosen !== '' && chosen !== verdict) || undefined}
                style={{ flexGrow: rows }}
                onClick={() => choose(verdict)}
              />
            ))}
          </span>
          <span className={styles.words} role="group" aria-label="Rows by result">
            {parts.map(({ verdict, rows }) => (
              <Status key={verdict} meaning={VERDICT_MEANINGS[verdict]}>
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  aria-pressed={chosen === verdict}
                  onClick={() => choose(verdict)}
                >
                  {verdictLabel(verdict)} {formatCount(rows)}
                </Anchor>
              </Status>
            ))}
          </span>
        </>
      )}
    </div>
  )
}
