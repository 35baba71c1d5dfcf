import type { Order } from '@despatch/contract/orders/order'
import { orderTabTitles } from '@despatch/domain/enquiries/order/order-tabs'
import { useEffect, useRef } from 'react'
import { OrderCarrier } from '../../routing/allocation/order-carrier.tsx'
import { whyOrder } from '../../routing/allocation/why-store.ts'
import { useKeys } from '../../kit/keys/keys.ts'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { AttentionReasons } from '../../orders/needs-attention.tsx'
import { OrderActions } from '../../orders/commands/order-actions.tsx'
import { OrderState } from '../../orders/order-state.tsx'
import { SentShortActions } from '../../orders/commands/sent-short.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { OrderAtAddress } from './order-at-address.tsx'
import { Fact, OrderFacts, ShortfallFact } from '../../orders/order-parts/order-facts.tsx'
import { OrderLineTable } from '../../orders/order-parts/order-line-table.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { OrderPeople } from '../../orders/order-parts/order-people.tsx'
import { AnnounceForOrder } from '../../returns/portal/announce-for-order.tsx'
import { OrderReturns } from './order-returns.tsx'
import { OrderTimeline } from '../timeline/order-timeline.tsx'
import { OrderNotes } from '../../orders/tags-and-notes/order-notes.tsx'
import styles from '../../orders/order-parts/order.module.css'
import { timelineShape } from '../timeline/timeline-search.ts'
import { WholeTimeline } from '../timeline/whole-timeline.tsx'

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
  useKeys({ w: () => whyOrder.set({ orderNumber, clientCode, despatchDate, dispatchService }) })
  return (
    <>
      <header className={styles.head}>
        <h1>
          Order <Reference text={order.orderNumber} />
        </h1>
        <OrderState order={order} />
        <span className={styles.headLinks}>
          <SentShortActions order={order} />
          <AnnounceForOrder order={order} />
          <OrderActions order={order} />
        </span>
      </header>
      <AttentionReasons order={order} />
      <OrderFacts order={order}>
        {order.source === 'feed' && <Fact name="Source">Feed</Fact>}
        <ShortfallFact order={order} />
        {order.suspendedFor && <Fact name="Suspended for">{order.suspendedFor}</Fact>}
      </OrderFacts>
      <div className={styles.columns}>
        <div>
          <OrderPeople order={order} />
          <OrderParcels order={order} />
          <OrderReturns order={order} />
          <div id="carrier" className={styles.section}>
            <OrderCarrier order={order} />
          </div>
          <OrderLineTable order={order} />
        </div>
        <div className={styles.side}>
          <OrderNotes order={order} />
          <div className={styles.section}>
            <OrderTimeline order={order} />
          </div>
        </div>
      </div>
    </>
  )
}
