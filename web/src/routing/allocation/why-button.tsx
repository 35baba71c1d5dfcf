import { Button } from '@mantine/core'
import { actKey } from '../../kit/keys/act-keys.ts'
import { useOpens } from '../../kit/session/use-may.ts'
import type { AskedOrder } from './decision-queries.ts'
import { whyOf } from './why-store.ts'

type WhyButtonProps = { readonly order: AskedOrder; readonly label?: string }

/** Says which carrier takes an order, and why, in a drawer over the list; for who may see the order. */
export function WhyButton({ order, label = 'Why?' }: WhyButtonProps) {
  const mayAsk = useOpens('reportsAndEnquiries.orderAndReturnsEnquiry', 'orderManagement.viewNewOrders')
  if (!mayAsk) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      fw={500}
      {...actKey('w')}
      aria-haspopup="dialog"
      aria-label={label === 'Why?' ? `Why the carrier of ${order.orderNumber}?` : undefined}
      onClick={() => whyOf.set(order)}
    >
      {label}
    </Button>
  )
}
