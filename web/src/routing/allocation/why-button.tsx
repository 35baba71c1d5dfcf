import { Button } from '@mantine/core'
import { actKey } from '../../kit/keys/act-keys.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import type { OrderToExplain } from './decision-queries.ts'
import { whyOrder } from './why-store.ts'

type WhyButtonProps = { readonly order: OrderToExplain; readonly label?: string }

/** Opens a drawer with an order's carriers and reasons, for users who may see the order. */
export function WhyButton({ order, label = 'Why?' }: WhyButtonProps) {
  const mayAsk = useCanOpen('reportsAndEnquiries.orderAndReturnsEnquiry', 'orderManagement.viewNewOrders')
  if (!mayAsk) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      fw={500}
      {...actKey('w')}
      aria-haspopup="dialog"
      aria-label={label === 'Why?' ? `Why the carrier of ${order.orderNumber}?` : undefined}
      onClick={() => whyOrder.set(order)}
    >
      {label}
    </Button>
  )
}
