import type { Order } from '@despatch/contract/orders/order'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { returnsEventsAddress } from '../../kit/navigation/addresses.ts'
import { ClaimLink } from '../../kit/navigation/claim-link.tsx'
import { returnsOf } from './detail-queries.ts'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { RecordSection } from '../../kit/record/record-section.tsx'
import { ReturnsTable } from './returns-table.tsx'

const SHOWN = 4

/** Returns of an order; hidden without any. */
export function OrderReturns({ order }: { readonly order: Order }) {
  const { data, error, refetch } = useQuery(returnsOf(order))
  if (!error && (!data || data.length === 0)) return null
  return (
    <RecordSection title="Returns">
      {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
      {data && data.length > 0 && (
        <>
          <ReturnsTable events={data.slice(0, SHOWN)} isShort />
          <p>
            <OrderLink order={order} to={returnsEventsAddress}>
              {data.length > SHOWN ? `Returns events, all ${formatCount(data.length)}` : 'Returns events'}
            </OrderLink>{' '}
            {data.some(({ reasonCode }) => /damag/i.test(reasonCode)) && (
              <ClaimLink reference={order.orderNumber} clientCode={order.clientCode}>
                Claim for the damage
              </ClaimLink>
            )}
          </p>
        </>
      )}
    </RecordSection>
  )
}
