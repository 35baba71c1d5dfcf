import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { ListDay } from '../kit/list/columns/cells.tsx'
import { dueState } from './due-state.ts'
import styles from './invoices.module.css'
import { operatorToday } from '../kit/browser/clock.ts'

/** The due day of an invoice, highlighted if it is near or past and nobody has decided. */
export function DueDay({ invoice }: { readonly invoice: Pick<InvoiceSummary, 'dueDay' | 'status'> }) {
  const { dueDay } = invoice
  if (dueDay === null) return <span className={styles.remark}>No due date</span>
  const state = dueState(invoice, operatorToday())
  return (
    <span className={styles.due} data-due={state?.kind} title={state?.text}>
      <ListDay day={dueDay} />
      {state && <span className={styles.dueWord}>{state.word}</span>}
    </span>
  )
}
