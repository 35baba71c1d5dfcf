import type { OrderRow } from '@despatch/contract/orders/order'
import { OrderLink } from '../../navigation/order-link.tsx'
import { Reference } from './cells.tsx'

type OrderCellProps = { readonly of: Pick<OrderRow, 'orderNumber' | 'clientCode'> }

/** The cell of a row's order: its number to copy, linked for who may open it; empty where there is none. */
export const OrderCell = ({ of }: OrderCellProps) =>
  of.orderNumber && (
    <Reference text={of.orderNumber}>
      <OrderLink order={of} />
    </Reference>
  )
