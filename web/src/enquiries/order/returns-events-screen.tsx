import { Skeleton } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import { orderTabTitles } from '@despatch/domain/enquiries/order/order-tabs'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { EmptyTable, TableProblem } from '../../kit/list/table-states.tsx'
import { returnsOf } from './detail-queries.ts'
import { OrderAtAddress } from './order-at-address.tsx'
import { OrderDetailHead } from './order-detail-head.tsx'
import { ReturnsTable } from './returns-table.tsx'
import styles from '../../orders/order-parts/order.module.css'

const shape = z.object({ return: z.string().catch('') })

export function ReturnsEventsScreen() {
  return (
    <OrderAtAddress
      title={(orderNumber) => (orderNumber ? orderTabTitles.returnsEvents(orderNumber) : 'Returns Events')}
    >
      {(order) => (
        <>
          <OrderDetailHead title="Returns Events" order={order} />
          <Returns order={order} />
        </>
      )}
    </OrderAtAddress>
  )
}

function Returns({ order }: { readonly order: Order }) {
  const [{ return: chosen }] = useScreenSearch(shape)
  const { data, error, refetch } = useQuery(returnsOf(order))
  return (
    <>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data?.length === 0 && <EmptyTable>No returns yet. Announced and received returns appear here.</EmptyTable>}
      {data && chosen !== '' && !data.some(({ returnReference }) => returnReference === chosen) && (
        <p className={styles.remark} role="status">
          This order has no return {chosen}. The link may be old or mistyped.
        </p>
      )}
      {data && data.length > 0 && <ReturnsTable events={data} chosen={chosen} />}
      {!data && !error && <Skeleton height={160} aria-label="Loading the returns" />}
    </>
  )
}
