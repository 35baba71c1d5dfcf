import type { Order } from '@despatch/contract/orders/order'
import { useInfiniteQuery } from '@tanstack/react-query'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { TimelineEntries } from '../timeline/timeline-entries.tsx'
import { timelineOf } from './detail-queries.ts'

/** Invoices and claims of an order; hidden from users who may see neither. */
export function OrderMoney({ order }: { readonly order: Order }) {
  const { data, error, refetch } = useInfiniteQuery(timelineOf(order, ['invoice', 'claim']))
  const [first] = data?.pages ?? []
  if (error)
    return (
      <RecordSection title="Money">
        <TableProblem error={error} onRetry={() => void refetch()} isInline />
      </RecordSection>
    )
  if (!first || (first.counts.invoice === undefined && first.counts.claim === undefined)) return null
  return (
    <RecordSection
      title="Money"
      empty={first.entries.length === 0 ? 'No carrier has billed it, and nothing is claimed.' : undefined}
    >
      <TimelineEntries order={order} entries={first.entries} label="Invoices and claims, newest first" />
    </RecordSection>
  )
}
