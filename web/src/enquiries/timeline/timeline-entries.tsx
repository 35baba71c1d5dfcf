import type { TimelineEntry } from '@despatch/contract/enquiries/timeline/timeline'
import type { OrderRow } from '@despatch/contract/orders/order'
import { TIMELINE_KINDS, type TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { claimAddress } from '../../claims/addresses.ts'
import { returnsPortalAddress } from '../../returns/portal/portal-queries.ts'
import { parcelsAddress } from '../../invoices/addresses.ts'
import { instantText } from '../../orders/instant.ts'
import { FieldChanges } from '../../kit/list/field-changes.tsx'
import {
  deliveryEventsAddress,
  orderAddress,
  orderHistoryAddress,
  returnsEventsAddress,
} from '../../kit/navigation/addresses.ts'
import styles from './timeline.module.css'

type OrderReference = Pick<OrderRow, 'orderNumber' | 'clientCode'>
type TimelineEntriesProps = {
  readonly order: OrderReference
  readonly entries: readonly TimelineEntry[]
  readonly label?: string
}

type NamedOrder = { readonly orderNumber: string; readonly client: string }

/** Address of an entry's record. */
const ADDRESSES: Record<TimelineKind, (order: NamedOrder, record: string) => string> = {
  order: (order, version) => orderHistoryAddress({ ...order, version }),
  note: (order) => orderAddress(order, 'notes'),
  allocation: (order, decision) => orderAddress({ ...order, decision }, 'carrier'),
  parcel: (order, parcel) => deliveryEventsAddress({ ...order, parcel }),
  carrier: (order, parcel) => deliveryEventsAddress({ ...order, parcel }),
  return: (order, record) => returnsEventsAddress({ ...order, return: record }),
  exchange: (_order, record) => returnsPortalAddress({ return: record }),
  invoice: (_order, record) => {
    const [summaryID = '', parcel = ''] = record.split('.')
    return parcelsAddress({ summaryID, parcel })
  },
  claim: (_order, claim) => claimAddress({ claim }),
}

/** Timeline entries, newest first, with links to their records. */
export function TimelineEntries({ order, entries, label = 'Activity, newest first' }: TimelineEntriesProps) {
  return (
    <ol className={styles.entries} aria-label={label} reversed>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry} data-kind={entry.kind}>
          <div className={styles.title}>
            <RecordLink order={order} entry={entry} />
            <span className={styles.kind}>{TIMELINE_KINDS[entry.kind]}</span>
          </div>
          {entry.detail && <div className={styles.detail}>{entry.detail}</div>}
          {entry.changes.length > 0 && <FieldChanges changes={entry.changes.map(toFieldChange)} />}
          <div className={styles.remark}>
            <time dateTime={entry.at}>{instantText(entry.at)}</time>
            {entry.by && `, by ${entry.by}`}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** A change in the form that {@link FieldChanges} shows. */
export const toFieldChange = ({ field, before, after }: TimelineEntry['changes'][number]) => ({
  field,
  before: before ?? undefined,
  after: after ?? undefined,
})

type RecordLinkProps = { readonly order: OrderReference; readonly entry: TimelineEntry }

function RecordLink({ order: { orderNumber, clientCode: client }, entry }: RecordLinkProps) {
  const { kind, record, title } = entry
  return (
    <ScreenLink to={ADDRESSES[kind]({ orderNumber, client }, record)} fw={600}>
      {title}
    </ScreenLink>
  )
}
