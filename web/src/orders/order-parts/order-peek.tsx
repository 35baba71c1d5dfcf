import { Button, Drawer } from '@mantine/core'
import type { OrderRow } from '@despatch/contract/orders/order'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { focusIfLost } from '../../kit/browser/focus.ts'
import { OrderState } from '../order-state.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { orderSections } from '../../kit/navigation/order-sections.ts'
import { OrderCarrier } from '../../routing/allocation/order-carrier.tsx'
import { PeekHead } from '../../kit/record/peek-head.tsx'
import { OrderActions } from '../commands/order-actions.tsx'
import { OrderBanner } from './order-banner.tsx'
import { orderFacts } from './order-facts.tsx'
import { OrderLineTable } from './order-line-table.tsx'
import { OrderPeople } from './order-people.tsx'
import { wholeOrders } from './order-queries.ts'
import styles from './order.module.css'

type OrderPeekProps = {
  readonly row: OrderRow | undefined
  readonly onClose: () => void
  readonly onOpen: (row: OrderRow) => void
}

/** Quick view of an order beside the list: carrier, latest events and actions. */
export function OrderPeek({ row, onClose, onOpen }: OrderPeekProps) {
  const key = { orderNumber: row?.orderNumber ?? '', client: row?.clientCode }
  const { data, error, refetch } = useQuery(wholeOrders(key))
  const order = data?.[0]
  // The complete order is updated first after a command.
  const now = order ?? row
  const opens = useRef<HTMLButtonElement>(null)
  // The pressed button may be gone, so move the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => focusIfLost(opens.current))
    return () => cancelAnimationFrame(frame)
  }, [order?.version])
  return (
    <Drawer
      opened={row !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={row && <Reference text={row.orderNumber} />}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {row && now && (
        <>
          <PeekHead
            status={<OrderState order={now} />}
            actions={
              <>
                {/* Commands need the version, which some lists lack. */}
                {order && <OrderActions order={order} />}
                <Button ref={opens} size="xs" flex="none" data-autofocus onClick={() => onOpen(row)}>
                  Open the order
                </Button>
              </>
            }
            banner={order && <OrderBanner order={order} />}
            facts={orderFacts(now)}
          />
          {error && <TableProblem error={error} onRetry={() => void refetch()} />}
          {order && <OrderPeople order={order} />}
          <div className={styles.section}>
            <OrderCarrier order={row} />
          </div>
          {order && <OrderLineTable order={order} />}
          <Suspense fallback={null}>
            {orderSections().map((Section, index) => (
              <Section key={index} order={row} />
            ))}
          </Suspense>
        </>
      )}
    </Drawer>
  )
}
