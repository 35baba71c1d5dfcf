import type { ReturnEvent } from '@despatch/contract/enquiries/order/order-details'
import { formatCount } from '@despatch/domain/money/money'
import { FigureText, MomentText, Reference, Status } from '../../kit/list/columns/cells.tsx'
import { lifeMeanings } from '../../returns/life-meanings.ts'
import styles from '../../orders/order-parts/order.module.css'
import { useScrollToChosen } from './use-scroll-to-chosen.ts'

const whyOf = ({ reasonTitle, condition, note }: ReturnEvent) =>
  [reasonTitle, condition, note].filter(Boolean).join(', ')

type ReturnsTableProps = {
  readonly events: readonly ReturnEvent[]
  /** Return reference in the address; '' if none. */
  readonly chosen?: string
  /** Compact form: without source and parcel, and with goods and reason in one cell. */
  readonly isShort?: boolean
}

/** Return events, newest first. */
export function ReturnsTable({ events, chosen = '', isShort = false }: ReturnsTableProps) {
  const body = useScrollToChosen<HTMLTableSectionElement>(chosen)
  return (
    <table className={styles.lines} aria-label="Returns, newest first">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Status</th>
          <th scope="col">Return</th>
          {isShort ? (
            <th scope="col">Contents and reason</th>
          ) : (
            <>
              <th scope="col">SKU</th>
              <th scope="col" className={styles.number}>
                Quantity
              </th>
              <th scope="col">Reason and condition</th>
              <th scope="col">Parcel</th>
              <th scope="col">Told by</th>
            </>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        {events.map((event, index) => (
          // Events have no key, and are never reordered.
          <tr key={index} data-chosen={event.returnReference === chosen || undefined}>
            <td className={styles.short}>
              <MomentText at={event.at} />
            </td>
            <td>
              <Status meaning={lifeMeanings[event.state]}>{event.stateTitle}</Status>
            </td>
            <td className={styles.short}>
              <Reference text={event.returnReference} />
            </td>
            {isShort ? (
              <td title={event.Item_Description}>
                {formatCount(event.quantity)} × <Reference text={event.SKU} />
                <div className={styles.remark}>{whyOf(event)}</div>
              </td>
            ) : (
              <>
                <td className={styles.short} title={event.Item_Description}>
                  <Reference text={event.SKU} />
                </td>
                <td className={styles.number}>
                  <FigureText value={event.quantity} />
                </td>
                <td>{whyOf(event)}</td>
                <td>{event.trackingNumber && <Reference text={event.trackingNumber} />}</td>
                <td>{event.source === 'portal' ? 'Returns portal' : 'Warehouse'}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
