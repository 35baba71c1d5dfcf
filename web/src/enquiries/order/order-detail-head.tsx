import type { Order } from '@despatch/contract/orders/order'
import { OrderState } from '../../orders/order-state.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { OrderFacts, ShortfallFact } from '../../orders/order-parts/order-facts.tsx'
import { OrderLink } from '../../kit/navigation/order-link.tsx'
import styles from '../../orders/order-parts/order.module.css'

type OrderDetailHeadProps = { readonly title: string; readonly order: Order }

/** Header of a tab about one aspect of an order, with a link back to it. */
export function OrderDetailHead({ title, order }: OrderDetailHeadProps) {
  return (
    <>
      <header className={styles.head}>
        <h1>
          {title}{' '}
          <Reference text={order.orderNumber}>
            <OrderLink order={order} />
          </Reference>
        </h1>
        <OrderState order={order} />
      </header>
      <OrderFacts order={order}>
        <ShortfallFact order={order} />
      </OrderFacts>
    </>
  )
}
