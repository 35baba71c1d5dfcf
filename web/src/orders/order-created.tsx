import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ENQUIRY_SCREENS } from '../enquiries/addresses.ts'
import styles from './create-order.module.css'

/** What was created, and where to go from there. */
export function OrderCreated({ orderNumber, onAnother }: { orderNumber: string; onAnother: () => void }) {
  const open = useRef<HTMLAnchorElement>(null)
  // The form that had the focus is gone.
  useEffect(() => open.current?.focus(), [])
  return (
    <div className={styles.alone}>
      <h1>Create New Order</h1>
      <p role="status">
        Order <span className="reference">{orderNumber}</span> was created. It is new, and waits to be released.
      </p>
      <div className={styles.actions}>
        <Button component={Link} to={ENQUIRY_SCREENS.order} search={{ orderNumber } as never} ref={open}>
          Open the order
        </Button>
        <Button variant="default" onClick={onAnother}>
          Create another
        </Button>
      </div>
    </div>
  )
}
