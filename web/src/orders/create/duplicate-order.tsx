import { MAX_ITEMS } from '@despatch/contract/orders/create/create-order'
import type { Order } from '@despatch/contract/orders/order'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { formatCount } from '@despatch/domain/money/money'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { allItems } from '../amend/amend-queries.ts'
import { wholeOrders } from '../order-parts/order-queries.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { type CopiedOrder, copiedOrder } from './copied-order.ts'
import { serverNow } from '../../kit/browser/clock.ts'

/** The order to copy with all its lines; without a client, the only one with its number. */
const orderToCopy = (orderNumber: string, client: string | undefined) =>
  queryOptions({
    queryKey: ['orders', 'to-copy', orderNumber, client],
    queryFn: async ({ signal }): Promise<CopiedOrder> => {
      const [order, other] = await queryClient.fetchQuery(wholeOrders({ orderNumber, client }))
      if (!order) throw new Error(noDataAvailable(orderNumber))
      if (other)
        return {
          why: `Several clients have an order ${orderNumber}. Open the one you mean and duplicate it there.`,
        }
      if (order.itemCount > MAX_ITEMS) return { why: tooManyLines(order) }
      const items = await allItems(order, signal)
      return { clientCode: order.clientCode, values: copiedOrder(order, items, serverNow()) }
    },
    // A refetch must not reset the form while the user types.
    staleTime: Infinity,
    gcTime: 0,
  })

const tooManyLines = ({ orderNumber, itemCount }: Order) =>
  `Order ${orderNumber} was imported with ${formatCount(itemCount)} lines. Orders created here have at most ${MAX_ITEMS}, so import the copy.`

type DuplicateOrderProps = {
  readonly orderNumber: string
  readonly client: string | undefined
  readonly children: (copied: Extract<CopiedOrder, { values: object }>) => ReactNode
}

/** Loads an order, then renders the form filled in from it. */
export function DuplicateOrder({ orderNumber, client, children }: DuplicateOrderProps) {
  const { data, error, refetch } = useQuery(orderToCopy(orderNumber, client))
  if (data && 'values' in data) return children(data)
  return (
    <RecordLoading title={`Duplicate ${orderNumber}`} why={data?.why} error={error} onRetry={() => void refetch()} />
  )
}
