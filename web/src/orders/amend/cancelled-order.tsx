import { Button } from '@mantine/core'
import styles from '../create/create-order.module.css'

/** After Cancel: what was typed can be had back, until something is typed again. */
export function CancelledOrder({ onUndo }: { readonly onUndo: () => void }) {
  return (
    <div className={styles.undo} role="status">
      <span>The order was cleared.</span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
