import type { OrderRow } from '@despatch/contract/orders/order'
import type { ReactNode } from 'react'
import { useOpens } from '../session/use-may.ts'
import { orderAddress } from './addresses.ts'
import { ScreenLink } from './screen-link.tsx'

type OrderLinkProps = {
  readonly order: Pick<OrderRow, 'orderNumber' | 'clientCode'>
  readonly to?: (search: { readonly orderNumber: string; readonly client: string }) => string
  readonly children?: ReactNode
}

/**
 * A link to the tab of an order (or to another screen of it): to this client's, where several have the number. For who
 * may not open those, its words alone.
 */
export function OrderLink({ order: { orderNumber, clientCode }, to = orderAddress, children }: OrderLinkProps) {
  const opens = useOpens('reportsAndEnquiries.orderAndReturnsEnquiry')
  const label = children ?? orderNumber
  return opens ? <ScreenLink to={to({ orderNumber, client: clientCode })}>{label}</ScreenLink> : label
}
