import { Skeleton } from '@mantine/core'
import type { ParcelWithEvents } from '@despatch/contract/enquiries/order-details'
import type { Order } from '@despatch/contract/orders/order'
import { orderTabTitles } from '@despatch/domain/enquiries/order-tabs'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { DayText, MomentText, Reference, Status } from '../table/cells.tsx'
import { useScreenSearch } from '../table/screen-search.ts'
import { EmptyTable, TableProblem } from '../table/table-states.tsx'
import { parcelsOf } from './detail-queries.ts'
import { OrderAtAddress } from './order-at-address.tsx'
import { OrderDetailHead } from './order-detail-head.tsx'
import styles from './order.module.css'
import { parcelMeaning } from './parcel-meaning.ts'
import { PromiseWhy } from './promise-why.tsx'
import { useChosen } from './use-chosen.ts'

const shape = z.object({ parcel: z.string().catch('') })

/** Where the parcels of one order are, and where they have been. */
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
  const place = useChosen<HTMLDivElement>(data ? chosen : '')
  return (
    <div ref={place}>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {!data && !error && <Skeleton height={240} mt="md" aria-label="Loading the delivery events" />}
      {data?.details.length === 0 && (
        <EmptyTable>
          Nothing of this order was despatched yet. Its parcels are listed here with what their carriers say, as soon as
          the warehouse has handed them over.
        </EmptyTable>
      )}
      {data?.details.map((parcel) => (
        <ParcelEvents key={parcel.trackingNumber} parcel={parcel} isChosen={parcel.trackingNumber === chosen} />
      ))}
      {data?.hasMore && <p className={styles.remark}>The newest {data.details.length} parcels are shown.</p>}
    </div>
  )
}

type Given = { readonly parcel: ParcelWithEvents; readonly isChosen: boolean }

function ParcelEvents({ parcel, isChosen }: Given) {
  const { trackingNumber, carrierName, carrierService, stateTitle, despatchedAt, promisedDate, daysLate } = parcel
  return (
    <article className={styles.parcel} data-chosen={isChosen || undefined} aria-label={`Parcel ${trackingNumber}`}>
      <header className={styles.parcelHead}>
        <h2>
          <Reference text={trackingNumber} />
        </h2>
        <Status meaning={parcelMeaning(parcel)}>{stateTitle}</Status>
        <span>{[carrierName, carrierService].filter(Boolean).join(', ')}</span>
        <span>
          despatched <MomentText at={despatchedAt} />
        </span>
        <span>
          promised for <DayText day={promisedDate} /> <PromiseWhy parcel={parcel} />
        </span>
        {daysLate > 0 && (
          <strong className={styles.bad}>
            {daysLate} {daysLate === 1 ? 'day' : 'days'} late
          </strong>
        )}
      </header>
      {parcel.events.length === 0 ? (
        <p className={styles.remark}>Its carrier has not said anything yet.</p>
      ) : (
        <table className={styles.lines} aria-label={`Events of ${trackingNumber}, newest first`}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">State</th>
              <th scope="col">What the carrier said</th>
              <th scope="col">Where</th>
              <th scope="col">Code</th>
            </tr>
          </thead>
          <tbody>
            {parcel.events.map((event, index) => (
              // Events have no name of their own, and are never put in another order.
              <tr key={index}>
                <td>
                  <MomentText at={event.at} />
                </td>
                <td>
                  <Status meaning={parcelMeaning(event)}>{event.stateTitle}</Status>
                </td>
                <td>{[event.description, event.reason].filter(Boolean).join(', ')}</td>
                <td>{event.location}</td>
                <td>
                  <Reference text={event.code} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  )
}
