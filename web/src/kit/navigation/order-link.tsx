import { Anchor } from '@mantine/core'
import type { OrderRow } from '@despatch/contract/orders/order'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOpens } from '../session/use-may.ts'
import { ENQUIRY_SCREENS } from './addresses.ts'

type OrderLinkProps = {
  readonly order: Pick<OrderRow, 'orderNumber' | 'clientCode'>
  readonly to?: string
  readonly children?: ReactNode
}

/**
 * A link to the tab of an order (or to another screen of it): to this client's, where several have the number. For who
 * may not open those, its words alone.
 */
export function OrderLink({
  order: { orderNumber, clientCode },
  to = ENQUIRY_SCREENS.order,
  children,
}: OrderLinkProps) {
  const opens = useOpens('reportsAndEnquiries.orderAndReturnsEnquiry')
  if (!opens) return children ?? orderNumber
  const search: Record<string, string> = { orderNumber, client: clientCode }
  return (
    <Anchor component={Link} to={to} search={search as never} preload={false} inherit>
      {children ?? orderNumber}
    </Anchor>
  )
}
