import type { Order, OrderRow } from '@despatch/contract/orders/order'
import { formatCount } from '@despatch/domain/money/money'
import { notSentText, shortfallText } from '@despatch/domain/orders/commands/sent-short'
import { DayText, InstantText, MoneyText } from '../../kit/list/columns/cells.tsx'
import styles from './order.module.css'

/** The few facts that people look for first. */
export function OrderFacts({ order, children }: { order: OrderRow; children?: React.ReactNode }) {
  return (
    <dl className={styles.facts}>
      <Fact name="Total">
        <MoneyText amount={order.totalValue} currency={order.currencyCode} />
      </Fact>
      <Fact name="Quantity">{formatCount(order.quantity)}</Fact>
      <Fact name="Service">{order.dispatchService}</Fact>
      <Fact name="Despatch date">
        <DayText day={order.despatchDate} />
      </Fact>
      <Fact name="Ordered">
        <InstantText at={order.orderDate} />
      </Fact>
      <Fact name="Client">{order.clientCode}</Fact>
      {children}
    </dl>
  )
}

/** What of an order is known not to have been sent: whether it is still waited for, or does not come. */
export function ShortfallFact({ order: { shortfall } }: { order: Pick<Order, 'shortfall'> }) {
  if (!shortfall) return null
  return shortfall.isClosed ? (
    <Fact name="Sent short">{notSentText(shortfall)}</Fact>
  ) : (
    <Fact name="Not sent yet">{shortfallText(shortfall)}</Fact>
  )
}

/** One of them: what it is called, and what it is. */
export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
