import { ActionIcon, Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { actKey } from '../../kit/keys/act-keys.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import type { OrderToExplain } from './decision-queries.ts'
import { whyOrder } from './why-store.ts'
import styles from './why-button.module.css'

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
      aria-label={label === 'Why?' ? nameOf(order) : undefined}
      onClick={() => whyOrder.set(order)}
    >
      {label}
    </Button>
  )
}

/** The same as an icon in a row of a list, shown while the row is pointed at or has the focus. */
export function WhyIcon({ order }: Pick<WhyButtonProps, 'order'>) {
  const mayAsk = useCanOpen('reportsAndEnquiries.orderAndReturnsEnquiry', 'orderManagement.viewNewOrders')
  if (!mayAsk) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      className={styles.icon ?? ''}
      {...actKey('w')}
      aria-haspopup="dialog"
      aria-label={nameOf(order)}
      title="Why?"
      onClick={() => whyOrder.set(order)}
    >
      <IconHelpCircle size={16} aria-hidden />
    </ActionIcon>
  )
}

const nameOf = ({ orderNumber }: OrderToExplain) => `Why the carrier of ${orderNumber}?`
