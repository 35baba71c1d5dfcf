import { Button } from '@mantine/core'
import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ENQUIRY_SCREENS } from '../../kit/navigation/addresses.ts'
import recordStyles from '../../kit/form/record.module.css'
import { useSees } from '../../kit/session/use-sees.ts'
import { DayText, MoneyText, Status } from '../../kit/list/columns/cells.tsx'
import styles from './create-order.module.css'

export type CreatedOrder = { readonly orderNumber: string; readonly routing: OrderRouting }
type Given = CreatedOrder & { readonly onAnother: () => void }

/** What was created, which carrier takes it, and where to go from there. */
export function OrderCreated({ orderNumber, routing, onAnother }: Given) {
  const open = useRef<HTMLAnchorElement>(null)
  // The form that had the focus is gone.
  useEffect(() => open.current?.focus(), [])
  return (
    <div className={recordStyles.alone}>
      <h1>Create New Order</h1>
      <div role="status" className={styles.created}>
        <p>
          Order <span className="reference">{orderNumber}</span> was created. It is new, and waits to be released.
        </p>
        <Routing routing={routing} />
      </div>
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

/** Which carriers take an order, and why the rest has none. */
export function Routing({ routing: { consignments, exception } }: Pick<CreatedOrder, 'routing'>) {
  const sees = useSees()
  return (
    <>
      {consignments.map(({ carrierName, methodDescription, cost, despatchDay }, index) => (
        // They have nothing else that tells them apart, and stand as they came.
        <p key={index}>
          <Status meaning="good">
            {carrierName}, {methodDescription}
          </Status>{' '}
          takes {consignments.length > 1 || exception !== null ? 'a consignment' : 'it'} on{' '}
          <DayText day={despatchDay} />
          {cost !== undefined && (
            <>
              {' '}
              for <MoneyText amount={cost} />
            </>
          )}
          .
        </p>
      ))}
      {exception !== null && (
        <>
          <p>
            <Status meaning="bad">Routing exception</Status>
          </p>
          <p>{exception}.</p>
          {sees.otherMethods && (
            <p>
              The order says what would have admitted each carrier; it can be allocated again when the rules are mended.
            </p>
          )}
        </>
      )}
    </>
  )
}
