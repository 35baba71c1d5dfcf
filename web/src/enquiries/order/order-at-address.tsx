import { Skeleton } from '@mantine/core'
import type { Order } from '@despatch/contract/orders/order'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { z } from 'zod'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { ENQUIRY_SCREENS } from '../../kit/navigation/addresses.ts'
import { OrderChoice } from '../search/order-choice.tsx'
import { wholeOrders } from '../../orders/order-parts/order-queries.ts'
import styles from '../../orders/order-parts/order.module.css'

const shape = z.object({
  orderNumber: z.string().catch(''),
  client: z.string().optional().catch(undefined),
})

type OrderAtAddressProps = {
  readonly title: (orderNumber: string) => string
  readonly children: (order: Order) => ReactNode
}

/** Loads the order in the address, with states for loading, failure and several clients with the same number. */
export function OrderAtAddress({ title, children }: OrderAtAddressProps) {
  const [{ orderNumber, client }, change] = useScreenSearch(shape)
  const { data, error, refetch } = useQuery(wholeOrders({ orderNumber, client }))
  const [only] = data ?? []
  return (
    <section className={styles.screen} aria-label={title(orderNumber)}>
      {only && data?.length === 1 ? (
        // Local state must not carry over to another order.
        <Fragment key={`${only.clientCode} ${only.orderNumber}`}>
          {error && <TableProblem error={error} onRetry={() => void refetch()} isInline />}
          {children(only)}
        </Fragment>
      ) : (
        <>
          <h1>{title(orderNumber)}</h1>
          {orderNumber === '' ? (
            <p>
              No order selected. Find one in{' '}
              <ScreenLink to={ENQUIRY_SCREENS.search}>Order &amp; Returns Enquiry</ScreenLink>.
            </p>
          ) : data ? (
            <OrderChoice orders={data} onChoose={(code) => change({ client: code })} />
          ) : error ? (
            <TableProblem error={error} onRetry={() => void refetch()} />
          ) : (
            <Waiting />
          )}
        </>
      )}
    </section>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the order">
      <Skeleton height={52} mt="md" />
      <Skeleton height={120} mt="lg" />
      <Skeleton height={220} mt="lg" />
    </div>
  )
}
