import { Skeleton } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { PackedUnits, ParcelWithEvents } from '@despatch/contract/enquiries/order/order-details'
import type { Order } from '@despatch/contract/orders/order'
import { formatCount } from '@despatch/domain/money/money'
import { daysLateText } from '@despatch/domain/deliveries/parcels/days-late'
import { useQuery } from '@tanstack/react-query'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { CarrierTrackingLink } from '../../deliveries/parcels/carrier-tracking-link.tsx'
import { ParcelProgress } from '../../deliveries/parcels/parcel-progress.tsx'
import { DeliveryStateText } from '../../deliveries/parcels/delivery-state-text.tsx'
import { DayText, MomentText, ReferenceLink, Status } from '../../kit/list/columns/cells.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
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

/** Parcels of an order with their contents, progress and promised day. */
export function OrderDelivery({ order }: { readonly order: Order }) {
  const { data, error, refetch } = useQuery(parcelsOf(order))
  const parcels = data?.details ?? []
  return (
    <RecordSection
      title="Delivery"
      empty={
        data && parcels.length === 0
          ? 'Nothing has been despatched yet. Parcels are listed here once the warehouse reports their despatch.'
          : undefined
      }
    >
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {!data && !error && <Skeleton height={64} aria-label="Loading the parcels" />}
      {parcels.length > 0 && (
        <>
          {parcels.length <= MAX_DRAWN &&
            parcels.map((parcel) => (
              <ParcelProgress key={parcel.trackingNumber} parcel={parcel} events={parcel.events} />
            ))}
          <LastEvent parcels={parcels} />
          <table className={styles.lines} aria-label="Parcels">
            <ColumnHeads texts={['Parcel', 'Carrier', 'Status', 'Promised']} />
            <tbody>
              {parcels.slice(0, SHOWN).map((parcel) => (
                <ParcelRow key={parcel.trackingNumber} parcel={parcel} />
              ))}
            </tbody>
          </table>
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
    </RecordSection>
  )
}

/** The newest event of all parcels, in the carrier's words. */
function LastEvent({ parcels }: { readonly parcels: readonly ParcelWithEvents[] }) {
  const [last] = parcels.flatMap(({ events }) => events).toSorted((one, other) => (one.at < other.at ? 1 : -1))
  if (!last) return null
  const text = [last.description || last.stateTitle, last.location, last.reason].filter(Boolean).join(' · ')
  return (
    <p className={styles.lastEvent}>
      Last event: <strong>{text}</strong>, <MomentText at={last.at} />
    </p>
  )
}

function ParcelRow({ parcel }: { readonly parcel: ParcelWithEvents }) {
  const { trackingNumber, carrierName, promisedDate } = parcel
  return (
    <>
      <tr className={styles.parcelRow}>
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
      <tr>
        <td colSpan={4} className={styles.contents}>
          {contentsText(parcel.contents)}
        </td>
      </tr>
    </>
  )
}

/** '2 × SUN-101 Sun cream · 1 × MSK-301': what is in a parcel. */
function contentsText(contents: readonly PackedUnits[]): string {
  if (contents.length === 0) return 'Contents not reported'
  return contents
    .map(({ SKU, Item_Description, quantity }) =>
      [`${formatCount(quantity)} ×`, SKU, Item_Description].filter(Boolean).join(' '),
    )
    .join(' · ')
}
