import { Button } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import { formatMoney } from '@despatch/domain/money/money'
import { OrderState } from '../../orders/order-state.tsx'
import styles from '../../orders/order-parts/order.module.css'

type OrderChoiceProps = { readonly orders: readonly Order[]; readonly onChoose: (client: string) => void }

/** Choice between orders of several clients with the same number. */
export function OrderChoice({ orders, onChoose }: OrderChoiceProps) {
  return (
    <>
      <p>{orders.length} clients have an order with this number. Choose one.</p>
      <ul className={styles.choice}>
        {orders.map((order) => (
          <li key={order.clientCode}>
            <Button
              variant="default"
              fullWidth
              justify="space-between"
              rightSection={<OrderState order={order} />}
              onClick={() => onChoose(order.clientCode)}
            >
              {order.clientCode}: {`${order.customerFirstName} ${order.customerLastName}`.trim() || 'no name'},{' '}
              {formatMoney(order.totalValue, order.currencyCode)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
