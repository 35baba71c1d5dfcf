import type { InvoiceStatus } from '@despatch/domain/invoices/invoice'
import { ColumnHeads } from '../kit/list/columns/column-heads.tsx'
import { DayText, ReferenceLink, Status } from '../kit/list/columns/cells.tsx'
import styles from '../orders/order-parts/order.module.css'
import { invoiceAddress } from './addresses.ts'
import { Amount } from './figures.tsx'
import { STATUS_MEANINGS } from './invoice-text.ts'

type MatchedInvoice = {
  readonly summaryID: string
  readonly invoiceNumber: string
  readonly carrierName: string
  readonly account: string
  readonly invoiceDay: string
  readonly status: InvoiceStatus
  readonly totalCarrier: string
  readonly currency: string
}
type InvoiceMatchesProps = {
  readonly invoices: readonly MatchedInvoice[]
  /** The total number, of which the newest are shown. */
  readonly count: number
}

/** The invoices found by a number: several carriers and accounts may have used it. */
export function InvoiceMatches({ invoices, count }: InvoiceMatchesProps) {
  return (
    <>
      <table className={styles.lines} aria-label="Invoices with this number">
        <ColumnHeads
          texts={['Invoice', 'Carrier', 'Account', 'Invoice date', 'Status']}
          figures={['Billed']}
          figureClass={styles.number}
        />
        <tbody>
          {invoices.map(({ summaryID, invoiceNumber, carrierName, account, invoiceDay, status, ...sum }) => (
            <tr key={summaryID}>
              <td>
                <ReferenceLink text={invoiceNumber} to={invoiceAddress({ summaryID })} />
              </td>
              <td>{carrierName}</td>
              <td>{account}</td>
              <td className={styles.short}>
                <DayText day={invoiceDay} />
              </td>
              <td>
                <Status meaning={STATUS_MEANINGS[status]}>{status}</Status>
              </td>
              <td className={styles.number}>
                <Amount amount={sum.totalCarrier} currency={sum.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > invoices.length && (
        <p className={styles.more}>
          <span className={styles.remark}>The newest {invoices.length} are shown.</span>
        </p>
      )}
    </>
  )
}
