import type { Order } from '@despatch/contract/orders/order'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import { RecordHead } from '../../kit/record/record-page.tsx'
import { orderFacts } from '../../orders/order-parts/order-facts.tsx'
import { OrderState } from '../../orders/order-state.tsx'

type OrderDetailHeadProps = { readonly title: string; readonly order: Order }

/** Header of a tab about one aspect of an order, with a link back to it. */
export function OrderDetailHead({ title, order }: OrderDetailHeadProps) {
  return (
    <RecordHead
      title={
        <>
          {title}{' '}
          <Reference text={order.orderNumber}>
            <OrderLink order={order} />
          </Reference>
        </>
      }
      status={<OrderState order={order} />}
      facts={orderFacts(order)}
    />
  )
}
