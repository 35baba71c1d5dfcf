import { randomUUID } from 'node:crypto'
import type { orders } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import type pg from 'pg'
import { BENCH_SKUS } from '../datasets/dataset.ts'
import { forgetOrders } from '../datasets/forget-orders.ts'
import { type Server, withPeakMemory } from './processes.ts'
import { signIn } from './sign-in.ts'
import { table, whole } from '../table.ts'

const CLIENT = 'B18'
const PREFIX = 'SUSPEND-'
const ORDERS = 10_000
const SECONDS_AIM = 10

type Answer = RouteAnswer<(typeof orders)['suspend']>

/**
 * Releases ten thousand orders of a client (each is allocated), suspends them all by a filter (which returns capacity,
 * with a receipt for each), repeats that, undoes it and cancels them, over HTTP. Prints the time of each beside the
 * floor: one UPDATE of the orders and one INSERT of their history. Returns the missed aims.
 */
export async function measureSuspend(product: Server, owner: pg.Client): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[CLIENT]])
  await forget(owner)
  const rows: string[][] = []
  const missed: string[] = []
  const post = async (path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: { access_token: token, client: CLIENT, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const commanded = async (title: string, path: string, body?: object) => {
    const began = performance.now()
    const { result, peak } = await withPeakMemory(product.pid, () => post(path, body))
    const seconds = (performance.now() - began) / 1000
    rows.push([title, whole(result.done), seconds.toFixed(1), whole(result.done / seconds), whole(peak)])
    if (result.done !== ORDERS || result.refused > 0) missed.push(`suspend (${title}): ${result.message}`)
    if (title.startsWith('suspend') && seconds > SECONDS_AIM) missed.push(`${title}: ${seconds.toFixed(1)} s`)
    return result.commandId
  }
  const selected = () => ({ commandId: randomUUID(), matching: { orderRef: PREFIX }, most: ORDERS })
  try {
    await makeOrders(owner)
    await commanded('release', '/api/orders/release', selected())
    const suspended = { ...selected(), reason: 'Customer asked' }
    const id = await commanded('suspend', '/api/orders/suspend', suspended)
    // Suspended orders are only skipped: nothing is looked up again.
    await commanded('suspend, sent again', '/api/orders/suspend', suspended)
    await commanded('undo', `/api/orders/commands/${id}/undo`)
    await commanded('cancel', '/api/orders/cancel', selected())
    const seconds = await floorSeconds(owner)
    rows.push(['floor', whole(ORDERS), seconds.toFixed(1), whole(ORDERS / seconds), ''])
  } finally {
    await forget(owner)
  }
  console.log(
    `\ncommands on ${whole(ORDERS)} orders by a filter (aim: suspended under ${SECONDS_AIM} s, with receipts)`,
  )
  console.log(table(['', 'orders', 'seconds', 'orders/s', 'most MB'], rows))
  return missed
}

/** Creates new orders of one line for the next working day, without consignments. */
async function makeOrders(owner: pg.Client): Promise<void> {
  const numbers = `from generate_series(1, ${ORDERS}) as n`
  await owner.query(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, post_code, quantity,
       item_count, total_value, currency_code, created_at, created_by)
     select $1, '${PREFIX}' || n, 'N', 'feed', now(), 'STANDARD', $2, 'GB', 'LS1 1UR', 1, 1, 1, 'GBP', now(), 'bench' ${numbers}`,
    [CLIENT, nextWorkingDay(dayOf(new Date()))],
  )
  await owner.query(
    `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
     select $1, '${PREFIX}' || n, 1, $2, 1, 1, 1 ${numbers}`,
    [CLIENT, BENCH_SKUS[3]?.code],
  )
  await owner.query(
    `insert into order_history (client_code, order_number, version, at, by_name, act, status)
     select $1, '${PREFIX}' || n, 1, now(), 'bench', 'Created', 'N' ${numbers}`,
    [CLIENT],
  )
  await owner.query('analyze orders, order_lines, order_history')
}

/** The minimum SQL of suspending: update the orders and write their history. */
async function floorSeconds(owner: pg.Client): Promise<number> {
  const began = performance.now()
  await owner.query(
    `with done as (
       update orders set status = 'S', version = version + 1
       where client_code = $1 and starts_with(order_number, $2) returning order_number, version
     )
     insert into order_history (client_code, order_number, version, at, by_name, act, status)
     select $1, order_number, version, now(), 'bench', 'Suspended', 'S' from done`,
    [CLIENT, PREFIX],
  )
  return (performance.now() - began) / 1000
}

/** Audit rows stay: nothing may be deleted from the audit. */
async function forget(owner: pg.Client): Promise<void> {
  await owner.query('delete from order_receipts where client_code = $1', [CLIENT])
  await forgetOrders(owner, [CLIENT], PREFIX)
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[CLIENT]])
}
