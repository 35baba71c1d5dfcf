import type { OrderRow } from '@despatch/contract/orders/order'
import { Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { timelineOf } from '../order/detail-queries.ts'
import { TimelineEntries } from './timeline-entries.tsx'

type PeekedTimelineProps = { readonly order: Pick<OrderRow, 'orderNumber' | 'clientCode'> }

const SHOWN = 5

/** The newest timeline entries in the quick view, for users who may open the order's tab. */
export function PeekedTimeline({ order }: PeekedTimelineProps) {
  const mayOpen = useCanOpen('reportsAndEnquiries.orderAndReturnsEnquiry')
  const { data, error, refetch } = useInfiniteQuery({ ...timelineOf(order, []), enabled: mayOpen })
  if (!mayOpen) return null
  const [first] = data?.pages ?? []
  return (
    <RecordSection title="Activity">
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {first ? (
        <TimelineEntries order={order} entries={first.entries.slice(0, SHOWN)} />
      ) : (
        !error && <Skeleton height={120} aria-label="Loading the activity" />
      )}
      <ScreenLink to={orderAddress({ orderNumber: order.orderNumber, client: order.clientCode, view: 'timeline' })}>
        All activity
      </ScreenLink>
    </RecordSection>
  )
}
