import type { OrderHistoryEntry } from '@despatch/contract/orders/order'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { instantText } from '../orders/instant.ts'
import { meaningOf, statusWord } from '../orders/order-meaning.ts'
import { Status } from '../table/cells.tsx'
import styles from './order.module.css'

/** What was done to an order, newest first: who, when, what, and what it was afterwards. */
export function OrderHistory({ entries }: { entries: readonly OrderHistoryEntry[] }) {
  return (
    <ol className={styles.history} aria-label="History, newest first" reversed>
      {entries.map(({ version, at, by, act, Status: status, note }) => (
        <li key={version} className={styles.entry}>
          <div className={styles.entryHead}>
            <strong>{act}</strong>
            <Status meaning={meaningOf({ Status: status, Status_Description: ORDER_STATUSES[status].description })}>
              {statusWord(status)}
            </Status>
          </div>
          {note && <div>{note}</div>}
          <div className={styles.remark}>
            Version {version}, <time dateTime={at}>{instantText(at)}</time>, by {by}
          </div>
        </li>
      ))}
    </ol>
  )
}
