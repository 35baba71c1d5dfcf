import { Skeleton } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import { useQuery } from '@tanstack/react-query'
import { DayText, Status } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { useOpens } from '../../kit/session/use-may.ts'
import { useSees } from '../../kit/session/use-sees.ts'
import styles from '../../orders/order-parts/order.module.css'
import { parcelsAddress } from '../addresses.ts'
import { Amount, Variance } from '../figures.tsx'
import { VERDICT_MEANINGS } from '../invoice-text.ts'
import { parcelChargesOf } from './match-queries.ts'
import { ParcelAccount } from './parcel-account.tsx'

type ParcelChargesProps = { readonly parcel: { readonly trackingNumber: string; readonly clientCode: string } }

/** What carriers' invoices bill of a parcel, for those who may read them; each leads to its row. */
export function ParcelCharges({ parcel }: ParcelChargesProps) {
  const opens = useOpens('invoiceReconciliation')
  const { costs } = useSees()
  return opens && costs ? <Charges parcel={parcel} /> : null
}

function Charges({ parcel: { trackingNumber, clientCode } }: ParcelChargesProps) {
  const { data, error, refetch } = useQuery(parcelChargesOf(trackingNumber, clientCode))
  return (
    <section className={styles.section} aria-label="Carrier charges">
      <h2>Carrier charges</h2>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {!data && !error && <Skeleton height={48} aria-label="Loading carrier charges" />}
      {data?.charges.length === 0 && <p className={styles.remark}>No invoice bills this parcel yet.</p>}
      {data && data.charges.length > 0 && (
        <table className={styles.lines} aria-label="Billed, newest first">
          <ColumnHeads
            texts={['Invoice', 'Date', 'Verdict']}
            figures={['Billed', 'Expected', 'Variance']}
            figureClass={styles.number}
          />
          <tbody>
            {data.charges.map(({ parcelID, summaryID, invoiceNumber, carrierName, invoiceDay, currency, ...row }) => (
              <tr key={parcelID}>
                <td>
                  <ScreenLink to={parcelsAddress({ summaryID, parcel: parcelID })}>
                    {carrierName} {invoiceNumber}
                  </ScreenLink>
                  {row.isWhole && <span className={styles.remark}> the whole consignment</span>}
                </td>
                <td className={styles.short}>
                  <DayText day={invoiceDay} />
                </td>
                <td>
                  <Status meaning={VERDICT_MEANINGS[row.verdict]}>{row.verdict}</Status>
                </td>
                <td className={styles.number}>
                  <Amount amount={row.billed} currency={currency} />
                </td>
                <td className={styles.number}>
                  <Amount amount={row.expected} currency={currency} />
                </td>
                <td className={styles.number}>
                  <Variance amount={row.variance} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data?.account && <ParcelAccount account={data.account} />}
    </section>
  )
}
