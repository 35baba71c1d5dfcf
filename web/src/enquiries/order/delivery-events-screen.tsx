import { Skeleton } from '@mantine/core'
import type { ParcelWithEvents } from '@despatch/contract/enquiries/order/order-details'
import type { Order } from '@despatch/contract/orders/order'
import { orderTabTitles } from '@despatch/domain/enquiries/order/order-tabs'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { DeliveryEventsTable } from '../../deliveries/parcels/delivery-events-table.tsx'
import { ParcelProgress } from '../../deliveries/parcels/parcel-progress.tsx'
import { CarrierTrackingLink } from '../../deliveries/parcels/carrier-tracking-link.tsx'
import { ParcelState, parcelFacts } from '../../deliveries/parcels/parcel-facts.tsx'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import { Reference, Status } from '../../kit/list/columns/cells.tsx'
import { daysLateText } from '@despatch/domain/deliveries/parcels/days-late'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { EmptyTable, TableProblem } from '../../kit/list/table-states.tsx'
import { parcelsOf } from './detail-queries.ts'
import { OrderAtAddress } from './order-at-address.tsx'
import { OrderDetailHead } from './order-detail-head.tsx'
import styles from '../../orders/order-parts/order.module.css'
import { ParcelJumps } from './parcel-jumps.tsx'
import jumpStyles from './parcel-jumps.module.css'
import { PromiseExplanation } from './promise-explanation.tsx'
import { useScrollToChosen } from './use-scroll-to-chosen.ts'

/** From this many parcels, a list of jumps is shown. */
const MANY = 4

const shape = z.object({ parcel: z.string().catch('') })

/** Parcels of an order with their tracking events. */
export function DeliveryEventsScreen() {
  return (
    <OrderAtAddress
      title={(orderNumber) => (orderNumber ? orderTabTitles.deliveryEvents(orderNumber) : 'Delivery Events')}
    >
      {(order) => (
        <>
          <OrderDetailHead title="Delivery Events" order={order} />
          <Parcels order={order} />
        </>
      )}
    </OrderAtAddress>
  )
}

function Parcels({ order }: { readonly order: Order }) {
  const [{ parcel: chosen }] = useScreenSearch(shape)
  const { data, error, refetch } = useQuery(parcelsOf(order))
  const place = useScrollToChosen<HTMLDivElement>(data ? chosen : '', 'start')
  const parcels = data?.details ?? []
  const isMissing =
    chosen !== '' && data?.hasMore === false && !parcels.some(({ trackingNumber }) => trackingNumber === chosen)
  const hasJumps = parcels.length >= MANY
  function jump(index: number) {
    const parcel = place.current?.querySelectorAll('article')[index]
    parcel?.scrollIntoView({ block: 'start' })
    parcel?.focus({ preventScroll: true })
  }
  return (
    <>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {!data && !error && <Skeleton height={240} mt="md" aria-label="Loading the delivery events" />}
      {data?.details.length === 0 && (
        <EmptyTable>Nothing has been despatched yet. Parcels and their events appear here after despatch.</EmptyTable>
      )}
      {isMissing && (
        <p className={styles.remark} role="status">
          This order has no parcel {chosen}. The link may be old or mistyped.
        </p>
      )}
      <div className={hasJumps ? jumpStyles.beside : undefined}>
        {hasJumps && <ParcelJumps parcels={parcels} hasMore={data?.hasMore === true} chosen={chosen} onJump={jump} />}
        <div ref={place}>
          {parcels.map((parcel) => (
            <ParcelEvents key={parcel.trackingNumber} parcel={parcel} isChosen={parcel.trackingNumber === chosen} />
          ))}
          {data?.hasMore && <p className={styles.remark}>The newest {parcels.length} parcels are shown.</p>}
        </div>
      </div>
    </>
  )
}

type ParcelEventsProps = { readonly parcel: ParcelWithEvents; readonly isChosen: boolean }

function ParcelEvents({ parcel, isChosen }: ParcelEventsProps) {
  return (
    <article
      className={styles.parcel}
      data-chosen={isChosen || undefined}
      tabIndex={-1}
      aria-label={`Parcel ${parcel.trackingNumber}`}
    >
      <RecordFacts
        facts={{
          Parcel: (
            <>
              <Reference text={parcel.trackingNumber} /> <CarrierTrackingLink parcel={parcel} />
            </>
          ),
          Status: (
            <>
              <ParcelState parcel={parcel} />{' '}
              {parcel.exception && <Status meaning="bad">{daysLateText(parcel.daysLate)}</Status>}
            </>
          ),
          ...parcelFacts(parcel, <PromiseExplanation parcel={parcel} />),
        }}
      />
      <ParcelProgress parcel={parcel} events={parcel.events} />
      <DeliveryEventsTable events={parcel.events} />
    </article>
  )
}
