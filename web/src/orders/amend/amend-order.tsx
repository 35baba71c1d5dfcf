import { Button } from '@mantine/core'
import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import { NO_DAYS_OFF } from '@despatch/domain/calendar/day'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { isActionAllowed, ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { restoreFocus } from '../../kit/browser/focus.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { useStore } from '../../kit/browser/store.ts'
import { daysOffOf, paramsOf } from '../../administration/clients/client-queries.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { AmendOrderForm } from './amend-order-form.tsx'
import { UndoButton } from '../commands/command-receipts.tsx'
import { commandRuns } from '../commands/command-store.ts'
import styles from './amend-order.module.css'
import { orderToAmend } from './amend-queries.ts'
import { Routing } from '../create/order-created.tsx'

type AmendOrderProps = { readonly orderNumber: string; readonly clientCode: string; readonly onClose: () => void }

/** Amends an order, then shows the result. */
export function AmendOrder({ orderNumber, clientCode, onClose }: AmendOrderProps) {
  const title = `Amend ${orderNumber}`
  const [saved, setSaved] = useState<Saved>()
  const toAmend = orderToAmend({ orderNumber, clientCode })
  const { data, error, refetch } = useQuery({ ...toAmend, enabled: !saved })
  // While flags load, or if they cannot be read, the server decides.
  const { data: params = DEFAULT_CLIENT_PARAMS } = useQuery(paramsOf(clientCode))
  const { data: daysOff = NO_DAYS_OFF } = useQuery(daysOffOf(clientCode))

  function amendAgain() {
    // Cached data is older than the amendment, or than its undo.
    queryClient.removeQueries({ queryKey: toAmend.queryKey })
    setSaved(undefined)
    requestAnimationFrame(restoreFocus)
  }
  if (saved)
    return (
      <Amended orderNumber={orderNumber} clientCode={clientCode} {...saved} onAgain={amendAgain} onClose={onClose} />
    )
  if (!data) return <RecordLoading title={title} error={error} onRetry={() => void refetch()} />
  const { order } = data
  if (!isActionAllowed(order.Status, 'amend')) {
    const at =
      order.Status === 'C' ? 'cancelled' : `already at ${ORDER_STATUSES[order.Status].description.toLowerCase()}`
    return (
      <RecordLoading
        title={title}
        why={`Order ${orderNumber} is ${at} and can no longer be amended.`}
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

type Saved = { readonly routing: OrderRouting; readonly commandId: string }
type AmendedProps = AmendOrderProps & Saved & { readonly onAgain: () => void }

/** Result of the amendment with the present carriers and next steps. */
function Amended({ orderNumber, clientCode, routing, commandId, onAgain, onClose }: AmendedProps) {
  const open = useRef<HTMLAnchorElement>(null)
  const run = useStore(commandRuns, (runs) => runs.find((one) => one.commandId === commandId))
  const undone = run?.undone
  const isUndone = undone !== undefined
  // The focused form or button has been removed, so move the focus.
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
              {isSuspended && 'It is suspended and will be allocated on release.'}
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
          Amend again
        </Button>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
