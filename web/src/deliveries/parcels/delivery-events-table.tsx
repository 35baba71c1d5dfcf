import type { DeliveryEvent } from '@despatch/contract/deliveries/parcels/parcel'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import { MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { DeliveryStateText } from './delivery-state-text.tsx'
import styles from './parcels.module.css'

type DeliveryEventsTableProps = { readonly events: readonly DeliveryEvent[] }

/** A carrier's events, newest first, with their meanings and a mark on unknown codes. */
export function DeliveryEventsTable({ events }: DeliveryEventsTableProps) {
  if (events.length === 0) return <p className={styles.remark}>No events from the carrier yet.</p>
  return (
    <div className={styles.wide}>
      <table className={styles.table} aria-label="Delivery events, newest first">
        <ColumnHeads texts={['When', 'State', 'Carrier’s message', 'Where', 'Code']} />
        <tbody>
          {events.map((event, index) => (
            // Two events may be identical.
            <tr key={`${event.at} ${event.code} ${index}`}>
              <td className={styles.short}>
                <MomentText at={event.at} />
              </td>
              <td className={styles.short}>
                <DeliveryStateText of={event} />
              </td>
              <td>{event.description || <span className={styles.remark}>Nothing</span>}</td>
              <td>{event.location}</td>
              <td className={styles.short}>
                <span title={event.carrier}>
                  {event.carrier} <span className="reference">{event.code}</span>
                </span>{' '}
                {event.isUnknown && (
                  <span title="This carrier code has no meaning yet. Set one in Carrier Event Codes">
                    <Status meaning="attention">unknown code</Status>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
