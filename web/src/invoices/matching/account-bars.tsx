import type { AccountOfParcel } from '@despatch/contract/invoices/matching'
import { amountText } from '../invoice-text.ts'
import styles from './match.module.css'

/** Due and billed amounts as two bars on one scale; the claimed part of the billed amount is hatched. */
export function AccountBars({ account }: { readonly account: AccountOfParcel }) {
  const { currency, due, billed, claimed } = account
  const most = Math.max(Number(due ?? 0), Number(billed))
  if (most <= 0) return null
  const width = (amount: number) => `${(Math.max(0, amount) / most) * 100}%`
  const open = Math.min(Number(claimed), Number(billed))
  return (
    <div className={styles.bars} aria-hidden>
      <span>Due</span>
      <span className={styles.track}>
        <span style={{ width: width(Number(due ?? 0)) }} data-bar="due" />
      </span>
      <span>{due === null ? 'Unknown' : amountText(due, currency)}</span>
      <span>Billed</span>
      <span className={styles.track}>
        <span style={{ width: width(Number(billed) - open) }} data-bar="billed" />
        <span style={{ width: width(open) }} data-bar="claimed" title="Claimed and open" />
      </span>
      <span>{amountText(billed, currency)}</span>
    </div>
  )
}
