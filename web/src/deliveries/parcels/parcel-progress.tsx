import { type ProgressStep, parcelProgress } from '@despatch/domain/deliveries/parcels/parcel-progress'
import type { DeliveryEvent, Parcel } from '@despatch/contract/deliveries/parcels/parcel'
import { DayText, MomentText } from '../../kit/list/columns/cells.tsx'
import styles from './parcel-progress.module.css'

type ParcelProgressProps = {
  readonly parcel: Parcel
  /** The carrier's events, which give completed steps their times. */
  readonly events?: readonly DeliveryEvent[]
}

/** The progress of a parcel from despatch to delivery, as a line. */
export function ParcelProgress({ parcel, events = [] }: ParcelProgressProps) {
  return (
    <ol className={styles.line} aria-label={`Progress of ${parcel.trackingNumber}`}>
      {parcelProgress(parcel, events).map((step) => (
        <li
          key={step.title}
          className={styles.step}
          data-place={step.place}
          data-meaning={step.meaning}
          {...(step.place === 'now' && { 'aria-current': 'step' as const })}
        >
          <span className={styles.title}>{step.title}</span>
          <span className={styles.when}>
            <When step={step} />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Days late are among the parcel's facts; here only the mark shows it. */
function When({ step: { at, due, place } }: { readonly step: ProgressStep }) {
  if (due !== null)
    return (
      <>
        promised <DayText day={due} />
      </>
    )
  if (at === null) return place === 'ahead' ? null : 'time unknown'
  return <MomentText at={at} />
}
