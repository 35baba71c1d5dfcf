import { orderTabTitles } from '@despatch/domain/enquiries/order-tabs'
import { OrderState } from '../orders/order-state.tsx'
import { Reference } from '../table/cells.tsx'
import { OrderAtAddress } from './order-at-address.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderLink } from './order-link.tsx'
import styles from './order.module.css'

/** The history of one order in full. */
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
            <OrderHistory entries={order.history} />
          </div>
        </>
      )}
    </OrderAtAddress>
  )
}
