import type { Order, OrderRow } from '@despatch/contract/orders/order'
import { formatCount } from '@despatch/domain/money/money'
import { DayText, InstantText, MoneyText } from '../../kit/list/columns/cells.tsx'
import type { FactsByName } from '../../kit/record/record-facts.tsx'

/** The six facts in the head of an order, and with the whole order its details. */
export function orderFacts(order: OrderRow | Order): FactsByName {
  return {
    Client: order.clientCode,
    Ordered: <InstantText at={order.orderDate} />,
    'Despatch date': <DayText day={order.despatchDate} />,
    Service: order.dispatchService,
    Units: formatCount(order.quantity),
    Total: <MoneyText amount={order.totalValue} currency={order.currencyCode} />,
    ...('createdBy' in order && {
      ...(order.suspendedFor && { 'Suspended for': order.suspendedFor }),
      Source: order.source === 'feed' ? 'Feed' : 'Portal',
      'Created by': order.createdBy,
    }),
  }
}
