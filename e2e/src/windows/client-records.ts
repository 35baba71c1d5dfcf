import { contract } from '@despatch/contract/contract'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { World } from './desk.ts'

/**
 * Records of a client by identifying texts: a note's text, a reservation's note and pieces, an order's customer and
 * quantity.
 */
export type ClientRecords = {
  readonly notes: string[]
  readonly reservations: string[]
  readonly orders: string[]
  /** Status of the three initial orders, by order number. */
  readonly statuses: Map<string, OrderStatus>
}

export const initialRecords = (): ClientRecords => ({
  notes: [],
  reservations: [],
  orders: [],
  statuses: new Map(['O-1', 'O-2', 'O-3'].map((number) => [number, 'N' as const])),
})

type Row = Record<string, unknown>

/** Reads the records from the database, with the version of each initial order. */
export async function readRecords(
  { stage }: World,
  client: string,
): Promise<ClientRecords & { versions: Map<string, number> }> {
  const ask = (sql: string): Promise<Row[]> => stage.portal.testDatabase.asOwner(sql, [client])
  const [notes, reservations, orders] = [
    await ask('select note as text from order_notes where client_code = $1 order by 1'),
    await ask(`select note || ': ' || pieces as text from stock_reservations where client_code = $1 order by 1`),
    await ask(`select order_number, status, version, customer_last_name || ': ' || quantity as text
      from orders where client_code = $1 order by text`),
  ]
  const first = orders.filter(({ order_number }) => /^O-\d$/.test(String(order_number)))
  const texts = (rows: readonly Row[]) => rows.map(({ text }) => String(text))
  return {
    // Sorted by JavaScript, because the database's collation may differ.
    notes: texts(notes).toSorted(),
    reservations: texts(reservations).toSorted(),
    orders: texts(orders.filter((order) => !first.includes(order))).toSorted(),
    statuses: new Map(first.map(({ order_number, status }) => [String(order_number), status as OrderStatus])),
    versions: new Map(first.map(({ order_number, version }) => [String(order_number), Number(version)])),
  }
}

/** Changes an order outside all windows: releases it if suspended, otherwise suspends it. Returns its new status. */
export async function changeElsewhere(
  { stage, other }: World,
  client: string,
  { orderNumber, status }: { orderNumber: string; status: OrderStatus },
): Promise<OrderStatus> {
  const as = { ...other, client }
  const orders = [{ clientCode: client, orderNumber }]
  const { portal } = stage
  if (status === 'S') {
    const { body } = await portal.call(contract.orders.release, { body: { orders, except: [] } }, as)
    return body.done === 1 ? 'R' : status
  }
  const { body } = await portal.call(
    contract.orders.suspend,
    { body: { orders, except: [], reason: 'Fraud check', note: '' } },
    as,
  )
  return body.done === 1 ? 'S' : status
}
