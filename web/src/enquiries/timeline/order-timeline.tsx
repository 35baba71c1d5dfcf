import { Skeleton } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import { formatCount } from '@despatch/domain/money/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { orderAddress, orderHistoryAddress } from '../../kit/navigation/addresses.ts'
import { timelineOf } from '../order/detail-queries.ts'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import styles from './timeline.module.css'
import { TimelineEntries } from './timeline-entries.tsx'
import { ActivityFilter } from './activity-filter.tsx'
import { timelineShape } from './timeline-search.ts'

const SHOWN = 12

/** The newest activity in the order's tab, with a link to all. */
export function OrderTimeline({ order }: { readonly order: Order }) {
  const [{ kinds }, change] = useScreenSearch(timelineShape)
  const { data, error, refetch } = useInfiniteQuery(timelineOf(order, kinds))
  const [first] = data?.pages ?? []
  const all = first ? Object.values(first.counts).reduce((sum, count) => sum + count, 0) : 0
  const whole = orderAddress({ orderNumber: order.orderNumber, client: order.clientCode, view: 'timeline', kinds })
  return (
    <RecordSection
      title="Activity"
      beside={<ActivityFilter kinds={kinds} counts={first?.counts} onChange={(chosen) => change({ kinds: chosen })} />}
    >
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {first ? (
        <TimelineEntries order={order} entries={first.entries.slice(0, SHOWN)} />
      ) : (
        !error && <Skeleton height={220} mt="sm" aria-label="Loading the activity" />
      )}
      <p className={styles.ways}>
        <ScreenLink to={whole}>
          {all > SHOWN ? `All activity, ${formatCount(all)} entries` : 'All activity, to print'}
        </ScreenLink>
        <OrderLink order={order} to={orderHistoryAddress}>
          Summary Order History
        </OrderLink>
      </p>
    </RecordSection>
  )
}
