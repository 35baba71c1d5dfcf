import type { OrderRow } from '@despatch/contract/orders/order'
import { OrderLink } from '../../navigation/order-link.tsx'
import { Reference } from './cells.tsx'

type OrderCellProps = { readonly of: Pick<OrderRow, 'orderNumber' | 'clientCode'> }

/** An order number to copy, linked if the user may open the order; empty if there is no order. */
export const OrderCell = ({ of }: OrderCellProps) =>
  of.orderNumber && (
    <Reference text={of.orderNumber}>
      <OrderLink order={of} />
    </Reference>
  )
