import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { useVisibility } from '../../kit/session/use-visibility.ts'
import styles from '../../orders/order-parts/order.module.css'
import { parcelChargesOf } from './match-queries.ts'
import { BilledBeside, ParcelAccount } from './parcel-account.tsx'

type ParcelChargesProps = { readonly parcel: { readonly trackingNumber: string; readonly clientCode: string } }

/** A parcel's expected cost and billed amounts, for users who may read them. */
export function ParcelCharges(props: ParcelChargesProps) {
  const opens = useCanOpen('invoiceReconciliation')
  const { costs } = useVisibility()
  if (!opens || !costs) return null
  return (
    <RecordSection title="Carrier charges">
      <AccountOf {...props} />
    </RecordSection>
  )
}

/** The account of a parcel, freshly loaded. */
export function AccountOf({ parcel: { trackingNumber, clientCode } }: ParcelChargesProps) {
  const { data, error, refetch } = useQuery(parcelChargesOf(trackingNumber, clientCode))
  if (!data && error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  if (!data) return <Skeleton height={48} aria-label="Loading carrier charges" />
  if (!data.account)
    return (
      <>
        <p className={styles.remark}>We don’t know this parcel’s order, so it has no account.</p>
        <BilledBeside charges={data.charges} />
      </>
    )
  return <ParcelAccount account={data.account} charges={data.charges} />
}
