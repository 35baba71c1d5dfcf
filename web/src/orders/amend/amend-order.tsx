import { Button } from '@mantine/core'
import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import { NO_DAYS_OFF } from '@despatch/domain/calendar/day'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { mayBe, ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { keepFocus } from '../../kit/browser/focus.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { useStore } from '../../kit/browser/store.ts'
import { daysOffOf, paramsOf } from '../../administration/clients/client-queries.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { RecordWaiting } from '../../kit/form/record-waiting.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { AmendOrderForm } from './amend-order-form.tsx'
import { UndoButton } from '../commands/command-receipts.tsx'
import { commandRuns } from '../commands/command-store.ts'
import styles from './amend-order.module.css'
import { orderToAmend } from './amend-queries.ts'
import { Routing } from '../create/order-created.tsx'

type AmendOrderProps = { readonly orderNumber: string; readonly clientCode: string; readonly onClose: () => void }

/** Amends an order of a client: its lines, address, service and day; then what became of it. */
export function AmendOrder({ orderNumber, clientCode, onClose }: AmendOrderProps) {
  const title = `Amend ${orderNumber}`
  const [saved, setSaved] = useState<Saved>()
  const toAmend = orderToAmend({ orderNumber, clientCode })
  const { data, error, refetch } = useQuery({ ...toAmend, enabled: !saved })
  // Until they are known, and where they cannot be, the server has the last word.
  const { data: params = DEFAULT_CLIENT_PARAMS } = useQuery(paramsOf(clientCode))
  const { data: daysOff = NO_DAYS_OFF } = useQuery(daysOffOf(clientCode))

  function amendAgain() {
    // Not from what was read before: it was amended since, and perhaps that was undone.
    queryClient.removeQueries({ queryKey: toAmend.queryKey })
    setSaved(undefined)
    requestAnimationFrame(keepFocus)
  }
  if (saved)
    return (
      <Amended orderNumber={orderNumber} clientCode={clientCode} {...saved} onAgain={amendAgain} onClose={onClose} />
    )
  if (!data) return <RecordWaiting title={title} error={error} onRetry={() => void refetch()} />
  const { order } = data
  if (!mayBe(order.Status, 'amend')) {
    const at =
      order.Status === 'C' ? 'cancelled' : `at ${ORDER_STATUSES[order.Status].description.toLowerCase()} already`
    return (
      <RecordWaiting
        title={title}
        why={`Order ${orderNumber} is ${at}: it can no longer be amended.`}
        error={undefined}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <AmendOrderForm
      key={order.version}
      {...data}
      params={params}
      daysOff={daysOff}
      onSaved={setSaved}
      onClose={onClose}
    />
  )
}

/** What became of the amendment, and the id by which it is undone. */
type Saved = { readonly routing: OrderRouting; readonly commandId: string }
type AmendedProps = AmendOrderProps & Saved & { readonly onAgain: () => void }

/** What was amended, which carrier takes it now, and where to go from there. */
function Amended({ orderNumber, clientCode, routing, commandId, onAgain, onClose }: AmendedProps) {
  const open = useRef<HTMLAnchorElement>(null)
  const run = useStore(commandRuns, (runs) => runs.find((one) => one.commandId === commandId))
  const undone = run?.undone
  const isUndone = undone !== undefined
  // What had the focus is gone: the form, and then the button that undid it.
  useEffect(() => open.current?.focus(), [isUndone])
  const isSuspended = routing.consignments.length === 0 && routing.exception === null
  return (
    <div className={recordStyles.alone}>
      <h1>Amend {orderNumber}</h1>
      <div role="status" className={styles.done}>
        {undone ? (
          <p>{undone.message}</p>
        ) : (
          <>
            <p>
              Order <span className="reference">{orderNumber}</span> was amended.{' '}
              {isSuspended && 'It is suspended: it is allocated when it is released.'}
            </p>
            <Routing routing={routing} client={clientCode} />
          </>
        )}
      </div>
      <div className={styles.actions}>
        <ScreenButton to={orderAddress({ orderNumber, client: clientCode })} ref={open}>
          Open the order
        </ScreenButton>
        {run && !undone && <UndoButton run={run} size="sm" />}
        <Button variant="default" onClick={onAgain}>
          Amend it again
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
