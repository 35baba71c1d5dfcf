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
import { AttentionReasons } from '../needs-attention.tsx'
import { OrderActions } from '../commands/order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderLineTable } from './order-line-table.tsx'
import { OrderPeople } from './order-people.tsx'
import { wholeOrders } from './order-queries.ts'
import styles from './order.module.css'

type OrderPeekProps = {
  readonly row: OrderRow | undefined
  readonly onClose: () => void
  readonly onOpen: (row: OrderRow) => void
}

/** A look at an order beside the list: its carrier and why, what became of it, and what may be done to it. */
export function OrderPeek({ row, onClose, onOpen }: OrderPeekProps) {
  const key = { orderNumber: row?.orderNumber ?? '', client: row?.clientCode }
  const { data, error, refetch } = useQuery(wholeOrders(key))
  const order = data?.[0]
  // What was done to it from here is known of the whole one first.
  const now = order ?? row
  const opens = useRef<HTMLButtonElement>(null)
  // What was pressed is gone with what the order was.
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
          <div className={styles.head}>
            <OrderState order={now} />
            <span className={styles.headLinks}>
              {/* A command names the version that is shown: rows of some lists have none. */}
              {order && <OrderActions order={order} />}
              <Button ref={opens} size="xs" flex="none" data-autofocus onClick={() => onOpen(row)}>
                Open the order
              </Button>
            </span>
          </div>
          <AttentionReasons order={now} />
          <OrderFacts order={now} />
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
