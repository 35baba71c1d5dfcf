import type { HistoryEntry } from '@despatch/contract/enquiries/order/order-details'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { instantText } from '../../orders/instant.ts'
import { meaningOf, statusWord } from '../../orders/commands/order-meaning.ts'
import { Status } from '../../kit/list/columns/cells.tsx'
import { FieldChanges } from '../../kit/list/field-changes.tsx'
import { useChosen } from '../order/use-chosen.ts'
import styles from '../../orders/order-parts/order.module.css'
import { asShown } from './timeline-entries.tsx'

type OrderHistoryProps = {
  readonly entries: readonly HistoryEntry[]
  /** The version that the address names; '' for none. */
  readonly chosen: string
}

/** What was done to an order, newest first: who, when, what, what it changed, and what it was afterwards. */
export function OrderHistory({ entries, chosen }: OrderHistoryProps) {
  const list = useChosen<HTMLOListElement>(chosen)
  return (
    <ol ref={list} className={styles.history} aria-label="History, newest first" reversed>
      {entries.map(({ version, at, by, act, Status: status, note, changes }) => (
        <li key={version} className={styles.entry} data-chosen={String(version) === chosen || undefined}>
          <div className={styles.entryHead}>
            <strong>{act}</strong>
            <Status meaning={meaningOf({ Status: status, Status_Description: ORDER_STATUSES[status].description })}>
              {statusWord(status)}
            </Status>
          </div>
          {note && <div>{note}</div>}
          {changes.length > 0 && <FieldChanges changes={changes.map(asShown)} />}
          <div className={styles.remark}>
            Version {version}, <time dateTime={at}>{instantText(at)}</time>, by {by}
          </div>
        </li>
      ))}
    </ol>
  )
}
