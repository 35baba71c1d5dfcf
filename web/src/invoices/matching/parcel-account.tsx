import type { AccountOfParcel } from '@despatch/contract/invoices/matching'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import styles from '../../orders/order-parts/order.module.css'
import { invoiceAddress } from '../addresses.ts'
import { Amount } from '../figures.tsx'
import { capitalised } from '../invoice-text.ts'

/** The account of a parcel: due and billed by charge, what became of it in disputes, what accrued, and the balance. */
export function ParcelAccount({ account }: { readonly account: AccountOfParcel }) {
  const { currency, charges, due, billed, accrued, reversedBy, balance } = account
  const row = (name: string, dueAmount: string | null, billedAmount: string | null) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td className={styles.number}>{dueAmount !== null && <Amount amount={dueAmount} currency={currency} />}</td>
      <td className={styles.number}>{billedAmount !== null && <Amount amount={billedAmount} currency={currency} />}</td>
    </tr>
  )
  const settled = [
    ['Claimed', account.claimed],
    ['Credited', account.credited],
    ['Refused or written off', account.givenUp],
  ] as const
  return (
    <>
      <table className={styles.lines} aria-label="Account of the parcel">
        <ColumnHeads texts={['Charge']} figures={['Due', 'Billed']} figureClass={styles.number} />
        <tbody>
          {charges.map((charge) => row(capitalised(charge.category), charge.due, charge.billed))}
          {row('Total', due, billed)}
          {settled.filter(([, amount]) => Number(amount) !== 0).map(([name, amount]) => row(name, null, amount))}
          {balance !== null && row('Balance', balance, null)}
        </tbody>
      </table>
      {due === null && <p className={styles.remark}>Nobody knows what this parcel should cost.</p>}
      {accrued !== null && (
        <p className={styles.remark}>
          Accrued before it was billed: <Amount amount={accrued} currency={currency} />
          {reversedBy && (
            <>
              , reversed by{' '}
              <ScreenLink to={invoiceAddress({ summaryID: reversedBy.summaryID })}>
                {reversedBy.invoiceNumber}
              </ScreenLink>
            </>
          )}
        </p>
      )}
    </>
  )
}
