import { Button, Drawer } from '@mantine/core'
import type { OrderRow } from '@despatch/contract/orders/order'
import { useQuery } from '@tanstack/react-query'
import { DuplicateButton } from '../duplicate-button.tsx'
import { OrderState } from '../order-state.tsx'
import { Reference } from '../../kit/list/columns/cells.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { WhyButton } from '../../routing/allocation/why-button.tsx'
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

/** A look at an order beside the list. */
export function OrderPeek({ row, onClose, onOpen }: OrderPeekProps) {
  const key = { orderNumber: row?.orderNumber ?? '', client: row?.clientCode }
  const { data, error, refetch } = useQuery(wholeOrders(key))
  const order = data?.[0]
  return (
    <Drawer
      opened={row !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={row && <Reference text={row.orderNumber} />}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {row && (
        <>
          <div className={styles.head}>
            <OrderState order={row} />
            <span className={styles.headLinks}>
              <WhyButton order={row} label="Why this carrier?" />
              <DuplicateButton order={row} />
              <Button size="xs" data-autofocus onClick={() => onOpen(row)}>
                Open the order
              </Button>
            </span>
          </div>
          <OrderFacts order={row} />
          {error && <TableProblem error={error} onRetry={() => void refetch()} />}
          {order && (
            <>
              <OrderPeople order={order} />
              <OrderLineTable order={order} />
            </>
          )}
        </>
      )}
    </Drawer>
  )
}
