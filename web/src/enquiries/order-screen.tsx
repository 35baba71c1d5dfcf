import { orderTabTitles } from '@despatch/domain/enquiries/order-tabs'
import { OrderCarrier } from '../allocation/order-carrier.tsx'
import { OrderState } from '../orders/order-state.tsx'
import { Reference } from '../table/cells.tsx'
import { ENQUIRY_SCREENS } from './addresses.ts'
import { OrderAtAddress } from './order-at-address.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderLineTable } from './order-line-table.tsx'
import { OrderPeople } from './order-people.tsx'
import { OrderLink } from './order-link.tsx'
import styles from './order.module.css'

const SHOWN_HISTORY = 6

/** One order in its own tab: what it is, whose, where to, its lines and what became of it. */
export function OrderScreen() {
  return (
    <OrderAtAddress title={(orderNumber) => (orderNumber ? orderTabTitles.order(orderNumber) : 'Order')}>
      {(order) => (
        <>
          <header className={styles.head}>
            <h1>
              Order <Reference text={order.orderNumber} />
            </h1>
            <OrderState order={order} />
            {order.source === 'feed' && <span className={styles.remark}>from the feed</span>}
          </header>
          <OrderFacts order={order} />
          <div className={styles.columns}>
            <div>
              <OrderPeople order={order} />
              <OrderCarrier order={order} />
              <OrderLineTable order={order} />
            </div>
            <div className={`${styles.side} ${styles.section}`}>
              <h2>History</h2>
              <OrderHistory entries={order.history.slice(0, SHOWN_HISTORY)} />
              <p>
                <OrderLink order={order} to={ENQUIRY_SCREENS.history}>
                  {order.history.length > SHOWN_HISTORY
                    ? `All ${order.history.length} entries in Summary Order History`
                    : 'Summary Order History'}
                </OrderLink>
              </p>
            </div>
          </div>
        </>
      )}
    </OrderAtAddress>
  )
}
