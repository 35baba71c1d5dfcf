import { contract } from '@despatch/contract/contract'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { World } from './desk.ts'

/** What there is of a client, by what distinguishes it: a note's text, a reservation's note and pieces, a customer and quantity. */
export type Kept = {
  readonly notes: string[]
  readonly reservations: string[]
  readonly orders: string[]
  /** By order number, of the three that were there first. */
  readonly statuses: Map<string, OrderStatus>
}

export const nothingKept = (): Kept => ({
  notes: [],
  reservations: [],
  orders: [],
  statuses: new Map(['O-1', 'O-2', 'O-3'].map((number) => [number, 'N' as const])),
})

type Row = Record<string, unknown>

/** The same as the database has it, with the version of each order. */
export async function readKept({ stage }: World, client: string): Promise<Kept & { versions: Map<string, number> }> {
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
    // In the order of JavaScript, whatever the database's is.
    notes: texts(notes).toSorted(),
    reservations: texts(reservations).toSorted(),
    orders: texts(orders.filter((order) => !first.includes(order))).toSorted(),
    statuses: new Map(first.map(({ order_number, status }) => [String(order_number), status as OrderStatus])),
    versions: new Map(first.map(({ order_number, version }) => [String(order_number), Number(version)])),
  }
}

/** Someone changes an order behind all windows: it is suspended, or where it is already, released. Gives what it is then. */
export async function changeBehind(
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
