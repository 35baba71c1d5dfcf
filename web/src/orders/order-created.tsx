import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ENQUIRY_SCREENS } from '../enquiries/addresses.ts'
import styles from './create-order.module.css'

/** What was created, and where to go from there. */
export function OrderCreated({ orderNumber, onAnother }: { orderNumber: string; onAnother: () => void }) {
  return (
    <div className={styles.alone}>
      <h1>Create New Order</h1>
      <p role="status">
        Order <span className="reference">{orderNumber}</span> was created. It is new, and waits to be released.
      </p>
      <div className={styles.actions}>
        <Button component={Link} to={ENQUIRY_SCREENS.order} search={{ orderNumber } as never} autoFocus>
          Open the order
        </Button>
        <Button variant="default" onClick={onAnother}>
          Create another
        </Button>
      </div>
    </div>
  )
}
