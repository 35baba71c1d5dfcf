import type { OrderRow } from '@despatch/contract/orders/order'
import type { ReactNode } from 'react'
import { useCanOpen } from '../session/use-rights.ts'
import { orderAddress } from './addresses.ts'
import { ScreenLink } from './screen-link.tsx'

type OrderLinkProps = {
  readonly order: Pick<OrderRow, 'orderNumber' | 'clientCode'>
  readonly to?: (search: { readonly orderNumber: string; readonly client: string }) => string
  readonly children?: ReactNode
}

/**
 * A link to the tab of an order or to another of its screens. Without the permission, its text alone.
 */
export function OrderLink({ order: { orderNumber, clientCode }, to = orderAddress, children }: OrderLinkProps) {
  const canOpen = useCanOpen('reportsAndEnquiries.orderAndReturnsEnquiry')
  const label = children ?? orderNumber
  return canOpen ? <ScreenLink to={to({ orderNumber, client: clientCode })}>{label}</ScreenLink> : label
}
