import { contract } from '@despatch/contract/contract'
import { type History, orderNumberOf } from './history.ts'
import type { Model } from './model.ts'

type Row = { order_number: string; version: number; events: string[]; status: string }

/**
 * Checks orders against the model: status, a gapless history in order of time, and one webhook per history entry.
 * Reports differences through `compare`.
 */
export async function checkOrders(
  history: History,
  model: Model,
  compare: (what: string, is: unknown, right: unknown) => void,
): Promise<void> {
  const orders = [...model.orders].map(([order, of]) => ({ order, of, number: orderNumberOf(history, order) }))
  const rows = await readOrders(
    history,
    orders.map(({ number }) => number),
  )
  for (const { order, of, number } of orders) {
    const row = rows.get(number)
    const entries = await readHistory(history, number)
    const acts = entries.map(({ act }) => act)
    compare(`order ${order}`, row && { status: row.status, acts }, { status: of.status, acts: of.acts })
    const versions = Array.from({ length: row?.version ?? 0 }, (_, at) => at + 1)
    compare(
      `the versions in the history of order ${order}`,
      entries.map(({ version }) => version),
      versions,
    )
    const times = entries.map(({ at }) => at)
    compare(`the times in the history of order ${order}`, times, times.toSorted())
    compare(`what the webhook was told of order ${order}`, row?.events, of.acts.map(eventOf))
  }
  const [wrong] = await history.on.portal.testDatabase.asOwner('select wrong_stock() as wrong')
  compare('stock that is not what its records come to', Number(wrong?.['wrong']), 0)
}

const EVENTS: Readonly<Record<string, string>> = {
  'Amendment undone': 'order.undone',
  'Fed again': 'order.fed_again',
  'Closed short': 'order.closed_short',
}
const eventOf = (act: string) => EVENTS[act] ?? `order.${act.toLowerCase()}`

/** The history of an order in the portal, oldest first. */
async function readHistory({ on, me }: History, customerReference: string) {
  const body = { customerReference, page: 1, limit: 1000 }
  return (await on.portal.call(contract.enquiries.orderHistory, { body }, me)).body.entries.toReversed()
}

async function readOrders({ on, me }: History, numbers: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  const rows = await on.portal.testDatabase.asOwner(
    `select o.order_number, o.status, o.version, array(
        select event from webhook_deliveries d
        where d.client_code = o.client_code and d.payload ->> 'orderNumber' = o.order_number and d.event like 'order.%'
        order by (d.payload ->> 'version')::int
      ) as events
    from orders o where o.client_code = $1 and o.order_number = any ($2)`,
    [me.client, numbers],
  )
  return new Map((rows as Row[]).map((row) => [row.order_number, row]))
}
