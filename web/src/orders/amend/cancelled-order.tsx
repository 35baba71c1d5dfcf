import { Button } from '@mantine/core'
import styles from '../create/create-order.module.css'

/** After Cancel, the draft can be restored until the user types again. */
export function CancelledOrder({ onUndo }: { readonly onUndo: () => void }) {
  return (
    <div className={styles.undo} role="status">
      <span>The draft was discarded.</span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
