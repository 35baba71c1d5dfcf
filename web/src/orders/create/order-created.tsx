import { Button } from '@mantine/core'
import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import { useEffect, useRef } from 'react'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import recordStyles from '../../kit/form/record.module.css'
import { useSees } from '../../kit/session/use-sees.ts'
import { DayText, MoneyText, Status } from '../../kit/list/columns/cells.tsx'
import styles from './create-order.module.css'

export type CreatedOrder = { readonly orderNumber: string; readonly routing: OrderRouting }
type OrderCreatedProps = CreatedOrder & { readonly onAnother: () => void }

/** What was created, which carrier takes it, and where to go from there. */
export function OrderCreated({ orderNumber, routing, onAnother }: OrderCreatedProps) {
  const open = useRef<HTMLAnchorElement>(null)
  // The form that had the focus is gone.
  useEffect(() => open.current?.focus(), [])
  return (
    <div className={recordStyles.alone}>
      <h1>Create New Order</h1>
      <div role="status" className={styles.created}>
        <p>
          Order <span className="reference">{orderNumber}</span> was created. Awaiting release.
        </p>
        <Routing routing={routing} />
      </div>
      <div className={styles.actions}>
        <ScreenButton to={orderAddress({ orderNumber })} ref={open}>
          Open the order
        </ScreenButton>
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
            {consignments.length > 1 || exception !== null ? 'One consignment ships' : 'Ships'} with {carrierName},{' '}
            {methodDescription}
          </Status>{' '}
          on <DayText day={despatchDay} />
          {cost !== undefined && (
            <>
              , <MoneyText amount={cost} />
            </>
          )}
        </p>
      ))}
      {exception !== null && (
        <>
          <p>
            <Status meaning="bad">Routing exception</Status>
          </p>
          <p>{exception}.</p>
          {sees.otherMethods && (
            <p>The order shows what would make each carrier eligible. Allocate it again once the rules are changed.</p>
          )}
        </>
      )}
    </>
  )
}
