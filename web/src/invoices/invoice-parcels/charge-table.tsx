import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import { formatCount } from '@despatch/domain/money/money'
import { Amount, Variance } from '../figures.tsx'
import { amountText, sumText, varianceText } from '../invoice-text.ts'
import styles from '../invoices.module.css'

type ChargeTableProps = { readonly parcel: InvoiceParcel; readonly currency: string; readonly hasLines: boolean }

/** The billed and expected charges of a parcel; they add up to its billed amount. */
export function ChargeTable({ parcel: { charges, variance, expected }, currency, hasLines }: ChargeTableProps) {
  const isChecked = charges.some(({ expected: due }) => due !== null)
  if (charges.length === 0) return <p className={styles.remark}>The carrier doesn’t itemise this row.</p>
  return (
    <table className={styles.sums} aria-label="Charges">
      <thead>
        <tr>
          <th scope="col">Charge</th>
          <th scope="col">For</th>
          <th scope="col" className={styles.number}>
            Billed
          </th>
          <th scope="col" className={styles.number}>
            Expected
          </th>
          <th scope="col" className={styles.number}>
            Variance
          </th>
          {hasLines && (
            <th scope="col" className={styles.number}>
              Line
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {charges.map(({ chargeCode, chargeText, category, billed, expected: due, variance: off, line }, index) => (
          <tr key={index}>
            <th scope="row" title={chargeCode}>
              {chargeText || chargeCode}
            </th>
            <td>{category}</td>
            <td className={styles.number}>
              <Amount amount={billed} currency={currency} />
            </td>
            <td className={styles.number}>
              {due === null && isChecked ? 'Not checked' : <Amount amount={due} currency={currency} />}
            </td>
            <td className={styles.number}>
              <Variance amount={off} currency={currency} />
            </td>
            {hasLines && <td className={styles.number}>{line === null ? '' : formatCount(line)}</td>}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td />
          <td className={styles.number}>{amountText(sumText(charges.map(({ billed }) => billed)), currency)}</td>
          <td className={styles.number}>{expected === null ? '–' : amountText(expected, currency)}</td>
          <td className={styles.number}>{variance === null ? '–' : varianceText(variance, currency)}</td>
          {hasLines && <td />}
        </tr>
      </tfoot>
    </table>
  )
}
