import { Alert, Loader } from '@mantine/core'
import type { MovePlan } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { useState } from 'react'
import fileStyles from '../../kit/form/file.module.css'
import { OrderTable } from '../order-table.tsx'
import styles from './carrier-stops.module.css'
import { extraText, ordersText, totalsOf } from './stop-text.ts'

type PlanViewProps = { readonly plan: MovePlan | undefined; readonly problem: string | undefined }

/** Shows what a move would do: orders by client, who takes them, why nobody takes the others, and the warehouse's. */
export function PlanView({ plan, problem }: PlanViewProps) {
  if (problem !== undefined)
    return (
      <Alert color="bad" variant="light" mt="md" role="alert">
        {problem}
      </Alert>
    )
  if (!plan) return <Loader size="sm" mt="md" aria-label="Planning the moves" />
  const { moved, left, atWarehouse } = totalsOf(plan)
  if (plan.clients.length === 0) return <p className={styles.nothing}>No order has this carrier on those dates.</p>
  return (
    <div className={styles.plan}>
      <p role="status">
        {ordersText(moved)} get another carrier
        {left > 0 && `, ${ordersText(left)} get none`}
        {atWarehouse > 0 && `, ${ordersText(atWarehouse)} at the warehouse keep it`}.
        {!plan.isExact && ' This is the best plan found in time; a better one may exist.'}
      </p>
      <Clients plan={plan} />
      {plan.takers.length > 0 && <Takers plan={plan} />}
      {plan.left.length > 0 && <Left plan={plan} />}
      {plan.atWarehouse.length > 0 && <AtWarehouse plan={plan} />}
    </div>
  )
}

type WithPlan = { readonly plan: MovePlan }

function Clients({ plan }: WithPlan) {
  return (
    <table className={`${fileStyles.table} ${styles.figures}`} aria-label="Orders by client">
      <thead>
        <tr>
          <th scope="col">Client</th>
          <th scope="col">New</th>
          <th scope="col">Released</th>
          <th scope="col">Move</th>
          <th scope="col">No carrier</th>
          <th scope="col">Extra cost</th>
          <th scope="col">At the warehouse</th>
        </tr>
      </thead>
      <tbody>
        {plan.clients.map((one) => (
          <tr key={one.client}>
            <th scope="row">{one.client}</th>
            <td>{one.new}</td>
            <td>{one.released}</td>
            <td>{one.moved}</td>
            <td>{one.left}</td>
            <td>{one.moved > 0 ? extraText(one.extra, one.currency) : ''}</td>
            <td>{one.atWarehouse}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Takers({ plan }: WithPlan) {
  const currencyOf = new Map(plan.clients.map(({ client, currency }) => [client, currency]))
  return (
    <table className={`${fileStyles.table} ${styles.figures}`} aria-label="Who takes them">
      <thead>
        <tr>
          <th scope="col">Client</th>
          <th scope="col" className={styles.text}>
            Goes with
          </th>
          <th scope="col">Orders</th>
          <th scope="col">Extra cost</th>
        </tr>
      </thead>
      <tbody>
        {plan.takers.map(({ client, methodDescription, orders, extra }) => (
          <tr key={`${client} ${methodDescription}`}>
            <th scope="row">{client}</th>
            <td className={styles.text}>{methodDescription}</td>
            <td>{orders}</td>
            <td>{extraText(extra, currencyOf.get(client) ?? 'GBP')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Left({ plan }: WithPlan) {
  return (
    <table className={`${fileStyles.table} ${styles.figures}`} aria-label="Why orders get no carrier">
      <thead>
        <tr>
          <th scope="col">Client</th>
          <th scope="col" className={styles.text}>
            Nobody takes them
          </th>
          <th scope="col">Orders</th>
        </tr>
      </thead>
      <tbody>
        {plan.left.map(({ client, cause, orders }) => (
          <tr key={`${client} ${cause}`}>
            <th scope="row">{client}</th>
            <td className={styles.text}>{cause}</td>
            <td>{orders}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const PAGE_SIZE = 10

/** Orders being picked or packed, so that the user can ask the warehouse. */
function AtWarehouse({ plan }: WithPlan) {
  const [page, setPage] = useState(1)
  const rows = plan.atWarehouse.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return (
    <>
      <h3 className={styles.section}>Being picked or packed: tell the warehouse</h3>
      <OrderTable
        label="Orders at the warehouse"
        rows={rows.map(({ client, orderNumber, status }) => ({
          clientCode: client,
          orderNumber,
          cells: [ORDER_STATUSES[status].description],
        }))}
        page={page}
        pageSize={PAGE_SIZE}
        total={plan.atWarehouse.length}
        onPage={setPage}
      />
    </>
  )
}
