import type { Order } from '@despatch/contract/orders/order'
import { orderTabTitles } from '@despatch/domain/enquiries/order/order-tabs'
import { useEffect, useRef } from 'react'
import { OrderCarrier } from '../../routing/allocation/order-carrier.tsx'
import { whyOrder } from '../../routing/allocation/why-store.ts'
import { useKeys } from '../../kit/keys/keys.ts'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { addressOfOrder, ENQUIRY_SCREENS } from '../../kit/navigation/addresses.ts'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { RecordPage } from '../../kit/record/record-page.tsx'
import { OPEN_ORDERS_SCREEN } from '../../orders/addresses.ts'
import { OrderActions } from '../../orders/commands/order-actions.tsx'
import { OrderState } from '../../orders/order-state.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { OrderAtAddress } from './order-at-address.tsx'
import { OrderBanner } from '../../orders/order-parts/order-banner.tsx'
import { orderFacts } from '../../orders/order-parts/order-facts.tsx'
import { OrderLineTable } from '../../orders/order-parts/order-line-table.tsx'
import { OrderDelivery } from './order-delivery.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderPeople } from '../../orders/order-parts/order-people.tsx'
import { useCreateReturn } from '../../returns/portal/use-create-return.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderTimeline } from '../timeline/order-timeline.tsx'
import { OrderNotes } from '../../orders/tags-and-notes/order-notes.tsx'
import styles from '../../orders/order-parts/order.module.css'
import { timelineShape } from '../timeline/timeline-search.ts'
import { WholeTimeline } from '../timeline/whole-timeline.tsx'

/** Lists that an order may come from. */
const ORDER_LISTS = [
  ENQUIRY_SCREENS.results,
  entryOf('orderManagement.viewNewOrders').path,
  OPEN_ORDERS_SCREEN,
  ENQUIRY_SCREENS.search,
]

/** An order in its own tab. */
export function OrderScreen() {
  const [{ view }] = useScreenSearch(timelineShape)
  const shown = useRef(view)
  // The link that was focused is gone, so move the focus.
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    requestAnimationFrame(restoreFocus)
  }, [view])
  return (
    <OrderAtAddress title={(orderNumber) => (orderNumber ? orderTabTitles.order(orderNumber) : 'Order')}>
      {(order) => (view === 'timeline' ? <WholeTimeline order={order} /> : <WholeOrder order={order} />)}
    </OrderAtAddress>
  )
}

function WholeOrder({ order }: { readonly order: Order }) {
  const { orderNumber, clientCode, despatchDate, dispatchService } = order
  const creatingReturn = useCreateReturn(order)
  useKeys({ w: () => whyOrder.set({ orderNumber, clientCode, despatchDate, dispatchService }) })
  return (
    <RecordPage
      backTo={ORDER_LISTS}
      of={{ address: addressOfOrder(order), noun: 'order' }}
      title={
        <>
          Order <Reference text={orderNumber} />
        </>
      }
      status={<OrderState order={order} />}
      actions={<OrderActions order={order} more={[creatingReturn.action]} />}
      banner={<OrderBanner order={order} />}
      facts={orderFacts(order)}
      aside={
        <>
          <OrderPeople order={order} />
          <OrderNotes order={order} />
        </>
      }
    >
      <OrderDelivery order={order} />
      <OrderReturns order={order} />
      <OrderLineTable order={order} />
      <div id="carrier" className={styles.section}>
        <OrderCarrier order={order} />
      </div>
      <OrderMoney order={order} />
      <OrderTimeline order={order} />
      {creatingReturn.drawer}
    </RecordPage>
  )
}
