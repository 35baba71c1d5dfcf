import { Button } from '@mantine/core'
import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import { useEffect, useRef } from 'react'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { UndoButton } from '../commands/command-receipts.tsx'
import type { CommandRun } from '../commands/command-run.ts'
import { commandRuns, resumeCommand } from '../commands/command-store.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import recordStyles from '../../kit/form/record.module.css'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { useVisibility } from '../../kit/session/use-visibility.ts'
import { DayText, MoneyText, Status } from '../../kit/list/columns/cells.tsx'
import styles from './create-order.module.css'

export type CreatedOrder = {
  readonly orderNumber: string
  readonly routing: OrderRouting
  /** Id of the command that released it, if it was to be released at once. */
  readonly releasedBy?: string | undefined
}
type OrderCreatedProps = CreatedOrder & {
  /** Undefined for the selected client. */
  readonly client: string | undefined
  readonly onAnother: () => void
}

/** The created order with its carriers and next steps. */
export function OrderCreated({ orderNumber, client, routing, releasedBy, onAnother }: OrderCreatedProps) {
  const open = useRef<HTMLAnchorElement>(null)
  const run = useStore(commandRuns, (runs) => runs.find((one) => one.commandId === releasedBy))
  const isReleased = run?.outcome?.done === 1 && !run.undone
  // The focused form is gone, so move the focus.
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
          <Button variant="default" onClick={() => void resumeCommand(run)}>
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

/** Why the immediate release failed. */
function NotReleased({ run: { outcome, undone, problem, state } }: { readonly run: CommandRun }) {
  if (state === 'running') return <p>Releasing…</p>
  const why = undone?.message ?? outcome?.refusals[0]?.message ?? problem
  return (
    <>
      <p>
        <Status meaning={undone ? 'neutral' : 'bad'}>{undone ? 'Release undone' : 'Not released'}</Status>
      </p>
      <p>{why}</p>
    </>
  )
}

/** Carriers of an order, and why other consignments have none. */
export function Routing({
  routing: { consignments, exception },
  client,
}: Pick<OrderCreatedProps, 'routing' | 'client'>) {
  const sees = useVisibility()
  const currency = useCurrency(client)
  return (
    <>
      {consignments.map(({ carrierName, methodDescription, cost, despatchDay }, index) => (
        // Consignments have no key of their own and never change places.
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
            <p>
              Open the order to see what would make each carrier eligible. Re-allocate it once the rules are changed.
            </p>
          )}
        </>
      )}
    </>
  )
}
