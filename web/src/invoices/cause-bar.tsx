import type { CausePart } from '@despatch/contract/invoices/invoice'
import styles from './invoices.module.css'
import { CAUSE_LABELS, causeShares, causesText } from './invoice-text.ts'

type CauseBarProps = { readonly causes: readonly CausePart[]; readonly currency: string }

/** A bar of a variance's causes: a pattern for each cause, and the largest as text beside it. */
export function CauseBar({ causes, currency }: CauseBarProps) {
  const parts = causeShares(causes)
  const [largest] = parts.toSorted((one, other) => other.share - one.share)
  if (!largest) return null
  const text = causesText(causes, currency)
  return (
    <span className={styles.causes} title={text}>
      <span className={styles.bar} role="img" aria-label={text}>
        {parts.map(({ cause, share }) => (
          <span key={cause} data-cause={cause} style={{ flexGrow: share }} />
        ))}
      </span>
      <span aria-hidden>{CAUSE_LABELS[largest.cause]}</span>
    </span>
  )
}
