import type { Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { daysLateText } from '@despatch/domain/deliveries/parcels/days-late'
import type { ReactNode } from 'react'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { DayText, MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { CarrierTrackingLink } from './carrier-tracking-link.tsx'
import { DeliveryStateText } from './delivery-state-text.tsx'
import styles from './parcels.module.css'

type ParcelSummaryProps = {
  readonly parcel: Parcel
  /** Explanation beside the promise. */
  readonly why?: ReactNode
  /** Shown below its order, so the order is not repeated. */
  readonly isOfOrder?: boolean
}

/** The main facts of a parcel: state, carrier and promise. */
export function ParcelSummary({ parcel, why, isOfOrder = false }: ParcelSummaryProps) {
  const { carrier, carrierName, carrierService, weight, deliveredAt, stateAt } = parcel
  return (
    <dl className={styles.facts} aria-label={`Parcel ${parcel.trackingNumber}`}>
      <Fact name="Tracking number">
        <Reference text={parcel.trackingNumber} /> <CarrierTrackingLink parcel={parcel} />
      </Fact>
      <Fact name="Status">
        <DeliveryStateText of={parcel} />
        {stateAt && !deliveredAt && (
          <span className={styles.remark}>
            {' '}
            since <MomentText at={stateAt} />
          </span>
        )}
      </Fact>
      {!isOfOrder && (
        <Fact name="Order">
          <Reference text={parcel.orderNumber}>
            <OrderLink order={parcel} />
          </Reference>
        </Fact>
      )}
      <Fact name="Carrier">
        <span title={carrier}>{[carrierName, carrierService].filter(Boolean).join(', ')}</span>
      </Fact>
      <Fact name="Despatched">
        <MomentText at={parcel.despatchedAt} />
      </Fact>
      <Fact name="Promised for">
        <DayText day={parcel.promisedDate} /> {why}
      </Fact>
      <Fact name="Delivered">
        {deliveredAt ? <MomentText at={deliveredAt} /> : <span className={styles.remark}>Not yet</span>}{' '}
        {parcel.exception && <Status meaning="bad">{daysLateText(parcel.daysLate)}</Status>}
      </Fact>
      <Fact name="Weight">{weight === null ? <span className={styles.remark}>Not known</span> : `${weight} kg`}</Fact>
      {!isOfOrder && <Fact name="Client">{parcel.clientCode}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
