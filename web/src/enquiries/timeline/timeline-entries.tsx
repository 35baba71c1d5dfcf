import { Anchor } from '@mantine/core'
import type { TimelineEntry } from '@despatch/contract/enquiries/timeline/timeline'
import type { OrderRow } from '@despatch/contract/orders/order'
import { TIMELINE_KINDS, type TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { Link } from '@tanstack/react-router'
import { instantText } from '../../orders/instant.ts'
import { FieldChanges } from '../../kit/list/field-changes.tsx'
import { ENQUIRY_SCREENS } from '../../kit/navigation/addresses.ts'
import styles from './timeline.module.css'

type OrderOf = Pick<OrderRow, 'orderNumber' | 'clientCode'>
type TimelineEntriesProps = { readonly order: OrderOf; readonly entries: readonly TimelineEntry[] }

/** Where the record of an entry is shown, and which parameter of the address names it there. */
const RECORDS: Record<TimelineKind, { readonly to: string; readonly param: string; readonly hash?: string }> = {
  order: { to: ENQUIRY_SCREENS.history, param: 'version' },
  allocation: { to: ENQUIRY_SCREENS.order, param: 'decision', hash: 'carrier' },
  parcel: { to: ENQUIRY_SCREENS.deliveryEvents, param: 'parcel' },
  carrier: { to: ENQUIRY_SCREENS.deliveryEvents, param: 'parcel' },
  return: { to: ENQUIRY_SCREENS.returnsEvents, param: 'return' },
}

/** What became of an order, newest first; each leads to its record. */
export function TimelineEntries({ order, entries }: TimelineEntriesProps) {
  return (
    <ol className={styles.entries} aria-label="Timeline, newest first" reversed>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry} data-kind={entry.kind}>
          <div className={styles.title}>
            <RecordLink order={order} entry={entry} />
            <span className={styles.kind}>{TIMELINE_KINDS[entry.kind]}</span>
          </div>
          {entry.detail && <div className={styles.detail}>{entry.detail}</div>}
          {entry.changes.length > 0 && <FieldChanges changes={entry.changes.map(asShown)} />}
          <div className={styles.remark}>
            <time dateTime={entry.at}>{instantText(entry.at)}</time>
            {entry.by && `, by ${entry.by}`}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** A field before and after, as {@link FieldChanges} shows it. */
export const asShown = ({ field, before, after }: TimelineEntry['changes'][number]) => ({
  field,
  before: before ?? undefined,
  after: after ?? undefined,
})

function RecordLink({ order, entry }: { readonly order: OrderOf; readonly entry: TimelineEntry }) {
  const { to, param, hash } = RECORDS[entry.kind]
  const search = { orderNumber: order.orderNumber, client: order.clientCode, [param]: entry.record }
  return (
    <Anchor component={Link} to={to} search={search as never} {...(hash && { hash })} preload={false} inherit fw={600}>
      {entry.title}
    </Anchor>
  )
}
