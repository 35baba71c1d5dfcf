import { Skeleton } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import type { Order } from '@despatch/contract/orders/order'
import { formatCount } from '@despatch/domain/money/money'
import { daysLateText } from '@despatch/domain/deliveries/parcels/days-late'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { CarrierTrackingLink } from '../../deliveries/parcels/carrier-tracking-link.tsx'
import { ParcelProgress } from '../../deliveries/parcels/parcel-progress.tsx'
import { DeliveryStateText } from '../../deliveries/parcels/delivery-state-text.tsx'
import { DayText, ReferenceLink, Status } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { deliveryEventsAddress, parcelAddress } from '../../kit/navigation/addresses.ts'
import { ClaimLink } from '../../kit/navigation/claim-link.tsx'
import { serialsAddress } from '../../stock/serials/serials-queries.ts'
import { parcelsOf } from './detail-queries.ts'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import styles from '../../orders/order-parts/order.module.css'
import { PromiseExplanation } from './promise-explanation.tsx'

const SHOWN = 8
/** With more parcels, the progress bars would fill the tab. */
const MAX_DRAWN = 3

/** Parcels of an order with their state and promised day. */
export function OrderParcels({ order }: { readonly order: Order }) {
  const { data, error, refetch } = useQuery(parcelsOf(order))
  const parcels = data?.details ?? []
  return (
    <section className={styles.section} aria-label="Parcels">
      <h2>Parcels</h2>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {!data && !error && <Skeleton height={64} aria-label="Loading the parcels" />}
      {data && parcels.length === 0 && (
        <p className={styles.remark}>
          Nothing has been despatched yet. Parcels are listed here once the warehouse reports their despatch.
        </p>
      )}
      {parcels.length > 0 && (
        <>
          <table className={styles.lines}>
            <ColumnHeads texts={['Parcel', 'Carrier', 'State', 'Promised']} />
            <tbody>
              {parcels.slice(0, SHOWN).map((parcel) => (
                <ParcelRow key={parcel.trackingNumber} parcel={parcel} />
              ))}
            </tbody>
          </table>
          {parcels.length <= MAX_DRAWN &&
            parcels.map((parcel) => (
              <ParcelProgress key={parcel.trackingNumber} parcel={parcel} events={parcel.events} />
            ))}
          <p className={styles.more}>
            <OrderLink order={order} to={deliveryEventsAddress}>
              {parcels.length > SHOWN
                ? `Delivery events of all ${data?.hasMore ? 'parcels' : `${formatCount(parcels.length)} parcels`}`
                : 'Delivery events'}
            </OrderLink>
            <ScreenLink to={serialsAddress({ by: 'order', order: order.orderNumber, client: order.clientCode })}>
              Serial numbers
            </ScreenLink>
            <ClaimLink reference={order.orderNumber} clientCode={order.clientCode}>
              Claims
            </ClaimLink>
          </p>
        </>
      )}
    </section>
  )
}

function ParcelRow({ parcel }: { readonly parcel: Parcel }) {
  const { trackingNumber, carrierName, promisedDate } = parcel
  return (
    <tr>
      <td>
        <ReferenceLink text={trackingNumber} to={parcelAddress(parcel)} />
      </td>
      <td>
        {carrierName} <CarrierTrackingLink parcel={parcel} />
      </td>
      <td>
        <DeliveryStateText of={parcel} />
      </td>
      <td className={styles.short}>
        <DayText day={promisedDate} /> <PromiseExplanation parcel={parcel} />
        {parcel.exception && (
          <>
            <Status meaning="bad">{daysLateText(parcel.daysLate)}</Status>{' '}
            <ClaimLink reference={trackingNumber} clientCode={parcel.clientCode} />
          </>
        )}
      </td>
    </tr>
  )
}
