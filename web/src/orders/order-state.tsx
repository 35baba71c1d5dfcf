import type { OrderRow } from '@despatch/contract/orders/order'
import { isNotOnPickNote } from '@despatch/domain/orders/order-status'
import { Status } from '../kit/list/columns/cells.tsx'
import { AttentionBadge } from './needs-attention.tsx'
import { meaningOf, statusWord } from './commands/order-meaning.ts'
import styles from './order-state.module.css'

type OrderStateProps = {
  readonly order: Pick<OrderRow, 'Status' | 'Status_Description' | 'Is_On_PickNote' | 'needsAttention'>
}

/** Status, pick-note marker and attention badge. */
export function OrderState({ order }: OrderStateProps) {
  return (
    <span className={styles.state}>
      <Status meaning={meaningOf(order)}>{statusWord(order.Status)}</Status>
      {isNotOnPickNote(order) && <span className={styles.remark}>not picked yet</span>}
      <AttentionBadge order={order} />
    </span>
  )
}
