import type { feeds } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import type pg from 'pg'
import { forgetOrders } from '../datasets/forget-orders.ts'
import { type Server, withPeakMemory } from '../load/processes.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'
import { CLIENT, ordersCsv } from './feed.ts'
import { sendFeed } from './send-feed.ts'

const PREFIX = 'TODAY-'
const LINES_A_SECOND_AIM = 5000

/**
 * Sends a file of lines of orders that are placed today, so that each is allocated. Prints the speed and the server's peak
 * memory, and returns the aims missed. The orders are deleted afterwards.
 */
export async function measureFeedToday(product: Server, owner: pg.Client, lines: number): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  await forgetOrders(owner, [CLIENT], PREFIX)
  const file = ordersCsv({ prefix: PREFIX, lines, day: dayOf(new Date()) })
  try {
    const began = performance.now()
    const { result, peak } = await withPeakMemory(product.pid, () =>
      sendFeed<RouteAnswer<(typeof feeds)['orders']>>(product, { feed: 'orders', token, client: CLIENT, file }),
    )
    const speed = lines / ((performance.now() - began) / 1000)
    const { rows } = await owner.query<{ orders: number }>(
      'select count(distinct order_number)::int as orders from consignments where client_code = $1 and starts_with(order_number, $2)',
      [CLIENT, PREFIX],
    )
    const allocated = rows[0]?.orders ?? 0
    console.log(`\nfeed of orders of today, each allocated (aim: ${whole(LINES_A_SECOND_AIM)} lines/s)`)
    console.log(
      table(
        ['', 'lines', 'lines/s', 'orders made', 'allocated', 'most MB'],
        [['file', whole(lines), whole(speed), whole(result.summary.ordersCreated), whole(allocated), whole(peak)]],
      ),
    )
    return [
      ...(result.summary.created === lines
        ? []
        : [`feed-today: of ${lines} lines ${JSON.stringify(result)}`.slice(0, 1000)]),
      ...(allocated === result.summary.ordersCreated ? [] : [`feed-today: ${whole(allocated)} orders were allocated`]),
      ...(speed < LINES_A_SECOND_AIM ? [`feed-today: ${whole(speed)} lines/s`] : []),
    ]
  } finally {
    await forgetOrders(owner, [CLIENT], PREFIX)
    await owner.query('vacuum (analyze) orders, order_lines, order_history, consignments, order_search')
  }
}
