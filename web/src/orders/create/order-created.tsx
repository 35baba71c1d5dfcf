import { Button } from '@mantine/core'
import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import { useEffect, useRef } from 'react'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { UndoButton } from '../commands/command-receipts.tsx'
import type { CommandRun } from '../commands/command-run.ts'
import { commandRuns, goOn } from '../commands/command-store.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import recordStyles from '../../kit/form/record.module.css'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { useSees } from '../../kit/session/use-sees.ts'
import { DayText, MoneyText, Status } from '../../kit/list/columns/cells.tsx'
import styles from './create-order.module.css'

export type CreatedOrder = {
  readonly orderNumber: string
  readonly routing: OrderRouting
  /** The id of the command that released it, where it was to be released at once. */
  readonly releasedBy?: string | undefined
}
type OrderCreatedProps = CreatedOrder & {
  /** Whose it is, where that is not the client one works for. */
  readonly client: string | undefined
  readonly onAnother: () => void
}

/** What was created, which carrier takes it, and where to go from there. */
export function OrderCreated({ orderNumber, client, routing, releasedBy, onAnother }: OrderCreatedProps) {
  const open = useRef<HTMLAnchorElement>(null)
  const run = useStore(commandRuns, (runs) => runs.find((one) => one.commandId === releasedBy))
  const isReleased = run?.outcome?.done === 1 && !run.undone
  // The form that had the focus is gone.
  useEffect(() => open.current?.focus(), [])
  return (
    <div className={recordStyles.alone}>
      <h1>Create New Order</h1>
      <div role="status" className={styles.created}>
        <p>
          Order <span className="reference">{orderNumber}</span>{' '}
          {isReleased ? 'was created and released.' : 'was created. Awaiting release.'}
        </p>
        {run && !isReleased && <NotReleased run={run} />}
        <Routing routing={routing} client={client} />
      </div>
      <div className={styles.actions}>
        <ScreenButton to={orderAddress({ orderNumber, ...(client && { client }) })} ref={open}>
          Open the order
        </ScreenButton>
        {run && isReleased && <UndoButton run={run} size="sm" />}
        {run?.state === 'broken' && (
          <Button variant="default" onClick={() => void goOn(run)}>
            Release again
          </Button>
        )}
        <Button variant="default" onClick={onAnother}>
          Create another
        </Button>
      </div>
    </div>
  )
}

/** Why an order that was to be released at once was not: what the pre-flight would have said. */
function NotReleased({ run: { outcome, undone, problem, state } }: { readonly run: CommandRun }) {
  if (state === 'running') return <p>Releasing…</p>
  const why = undone?.message ?? outcome?.refusals[0]?.message ?? problem
  return (
    <>
      <p>
        <Status meaning={undone ? 'neutral' : 'bad'}>{undone ? 'Put back' : 'Not released'}</Status>
      </p>
      <p>{why}</p>
    </>
  )
}

/** Which carriers take an order, and why the rest has none. */
export function Routing({
  routing: { consignments, exception },
  client,
}: Pick<OrderCreatedProps, 'routing' | 'client'>) {
  const sees = useSees()
  const currency = useCurrency(client)
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
              , <MoneyText amount={cost} currency={currency} />
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
