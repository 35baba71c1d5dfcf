import { Button, Skeleton } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import { TIMELINE_KINDS } from '@despatch/domain/enquiries/timeline/timeline'
import { formatCount } from '@despatch/domain/money/money'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { OrderState } from '../../orders/order-state.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { timelineOf } from '../order/detail-queries.ts'
import { RecordHead } from '../../kit/record/record-page.tsx'
import { orderFacts } from '../../orders/order-parts/order-facts.tsx'
import styles from './timeline.module.css'
import { TimelineEntries } from './timeline-entries.tsx'
import { ActivityFilter } from './activity-filter.tsx'
import { timelineShape } from './timeline-search.ts'

/** Pages loaded automatically; the user requests more. */
const PAGES_AT_ONCE = 10

/** The complete timeline, on screen and in print. */
export function WholeTimeline({ order }: { readonly order: Order }) {
  const [{ kinds }, change] = useScreenSearch(timelineShape)
  const { data, error, refetch, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    timelineOf(order, kinds),
  )
  const pages = data?.pages ?? []
  const counts = pages[0]?.counts
  const entries = pages.flatMap((page) => page.entries)
  const isToGoOn = hasNextPage && !isFetching && !error && pages.length % PAGES_AT_ONCE !== 0
  useEffect(() => {
    if (isToGoOn) void fetchNextPage()
  }, [isToGoOn, fetchNextPage])
  const isWaiting = hasNextPage && !error && (isToGoOn || isFetchingNextPage)
  return (
    <article className={styles.whole} aria-label="All activity">
      <RecordHead
        title={
          <>
            Activity of order <Reference text={order.orderNumber} />
          </>
        }
        status={<OrderState order={order} />}
        actions={
          <span className={`${styles.acts} ${styles.screenOnly}`}>
            <ActivityFilter kinds={kinds} counts={counts} onChange={(chosen) => change({ kinds: chosen })} />
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowLeft size={14} aria-hidden />}
              onClick={() => change({ view: '' })}
            >
              The order
            </Button>
            <Button
              size="xs"
              leftSection={<IconPrinter size={14} aria-hidden />}
              disabled={!data || isWaiting}
              onClick={() => window.print()}
            >
              Print
            </Button>
          </span>
        }
        facts={orderFacts(order)}
      />
      <p className={styles.paperOnly}>
        {order.customerFirstName} {order.customerLastName}, {order.postCode}.{' '}
        {kinds.length > 0 && `${kinds.map((kind) => TIMELINE_KINDS[kind]).join(', ')} only.`}
      </p>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data ? (
        <TimelineEntries order={order} entries={entries} />
      ) : (
        !error && <Skeleton height={400} mt="md" aria-label="Loading the activity" />
      )}
      <p className={styles.remark} role="status">
        {isWaiting && `Loading older entries, ${formatCount(entries.length)} so far…`}
      </p>
      {hasNextPage && !isWaiting && (
        <Button size="xs" variant="default" className={styles.screenOnly ?? ''} onClick={() => void fetchNextPage()}>
          Load older entries
        </Button>
      )}
    </article>
  )
}
