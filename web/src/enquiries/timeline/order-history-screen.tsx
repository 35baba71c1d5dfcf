import { Button, Skeleton } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import { orderTabTitles } from '@despatch/domain/enquiries/order/order-tabs'
import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { OrderState } from '../../orders/order-state.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { historyOf } from '../order/detail-queries.ts'
import { OrderAtAddress } from '../order/order-at-address.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import styles from '../../orders/order-parts/order.module.css'

const shape = z.object({ version: z.string().catch('') })

export function OrderHistoryScreen() {
  return (
    <OrderAtAddress title={orderTabTitles.history}>
      {(order) => (
        <>
          <header className={styles.head}>
            <h1>{orderTabTitles.history()}</h1>
            <span>
              <Reference text={order.orderNumber}>
                <OrderLink order={order} />
              </Reference>
            </span>
            <OrderState order={order} />
          </header>
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
