import type { DisputeMatch } from '@despatch/contract/enquiries/search/any-reference'
import { ReferenceLink } from '../../kit/list/columns/cells.tsx'
import styles from '../../orders/order-parts/order.module.css'
import { invoiceAddress } from '../addresses.ts'
import { Amount } from '../figures.tsx'
import { DisputeLink } from './dispute-link.tsx'

type DisputeMatchesProps = { readonly disputes: readonly DisputeMatch[] }

/** The disputes found by a number. */
export function DisputeMatches({ disputes }: DisputeMatchesProps) {
  return (
    <table className={styles.lines} aria-label="Disputes with this number">
      <thead>
        <tr>
          <th scope="col">Dispute</th>
          <th scope="col">Invoice</th>
          <th scope="col">Carrier</th>
          <th scope="col" className={styles.number}>
            Claimed
          </th>
          <th scope="col" className={styles.number}>
            Credited
          </th>
        </tr>
      </thead>
      <tbody>
        {disputes.map((dispute) => (
          <tr key={dispute.number}>
            <td>
              <DisputeLink of={dispute} />
            </td>
            <td>
              <ReferenceLink text={dispute.invoiceNumber} to={invoiceAddress({ summaryID: dispute.summaryID })} />
            </td>
            <td>{dispute.carrierName}</td>
            <td className={styles.number}>
              <Amount amount={dispute.claimed} currency={dispute.currency} />
            </td>
            <td className={styles.number}>
              <Amount amount={dispute.credited} currency={dispute.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
