import { Button } from '@mantine/core'
import { actKey } from '../../kit/keys/act-keys.ts'
import { useOpens } from '../../kit/session/use-may.ts'
import type { OrderOf } from './decision-queries.ts'
import { whyOf } from './why-store.ts'

type WhyButtonProps = { readonly order: OrderOf; readonly label?: string }

/** Says which carrier takes an order, and why, in a drawer over the list; for who may see the order. */
export function WhyButton({ order: { orderNumber, clientCode }, label = 'Why?' }: WhyButtonProps) {
  const mayAsk = useOpens('reportsAndEnquiries.orderAndReturnsEnquiry', 'orderManagement.viewNewOrders')
  if (!mayAsk) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      fw={500}
      {...actKey('w')}
      aria-haspopup="dialog"
      aria-label={label === 'Why?' ? `Why the carrier of ${orderNumber}?` : undefined}
      onClick={() => whyOf.set({ orderNumber, clientCode })}
    >
      {label}
    </Button>
  )
}
