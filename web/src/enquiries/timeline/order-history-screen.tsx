import { Button, Skeleton } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import { orderTabTitles } from '@despatch/domain/enquiries/order/order-tabs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { historyOf } from '../order/detail-queries.ts'
import { OrderAtAddress } from '../order/order-at-address.tsx'
import { OrderDetailHead } from '../order/order-detail-head.tsx'
import { OrderHistory } from './order-history.tsx'
import styles from '../../orders/order-parts/order.module.css'

const shape = z.object({ version: z.string().catch('') })

export function OrderHistoryScreen() {
  return (
    <OrderAtAddress title={orderTabTitles.history}>
      {(order) => (
        <>
          <OrderDetailHead title={orderTabTitles.history()} order={order} />
          <div className={styles.historyAlone}>
            <WholeHistory order={order} />
          </div>
        </>
      )}
    </OrderAtAddress>
  )
}

function WholeHistory({ order }: { readonly order: Order }) {
  const [{ version }] = useScreenSearch(shape)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(historyOf(order))
  return (
    <>
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data ? (
        <OrderHistory entries={data.pages.flatMap(({ entries }) => entries)} chosen={version} />
      ) : (
        !error && <Skeleton height={160} aria-label="Loading the history" />
      )}
      {hasNextPage && (
        <Button size="xs" variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load older entries
        </Button>
      )}
    </>
  )
}
