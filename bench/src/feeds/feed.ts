import type { feeds } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { seededRandom } from '@despatch/server/demo/seeded-random'
import type pg from 'pg'
import { BENCH_SKUS } from '../datasets/dataset.ts'
import { type Server, withPeakMemory } from '../load/processes.ts'
import { sendFeed } from './send-feed.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'

export const CLIENT = 'B01'
const LINES_A_SECOND_AIM = 30_000
/** Megabytes that the larger file may take more: a chunk more or less in progress. */
const MEMORY_SLACK_MB = 60

type Answer = RouteAnswer<(typeof feeds)['orders']>

/**
 * Sends a file of order lines, one four times as long, and the first again. Prints speed and peak memory. Returns the
 * missed aims.
 */
export async function measureFeed(product: Server, owner: pg.Client, lines: number): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  const files = [
    { title: 'file', prefix: 'FEED-A', lines, created: true },
    { title: 'four times as long', prefix: 'FEED-B', lines: lines * 4, created: true },
    { title: 'the first again', prefix: 'FEED-A', lines, created: false },
  ]
  const rows: string[][] = []
  const missed: string[] = []
  const peaks: number[] = []
  try {
    for (const file of files) {
      const began = performance.now()
      const { result, peak } = await withPeakMemory(product.pid, () =>
        sendFeed<Answer>(product, { feed: 'orders', token, client: CLIENT, file: ordersCsv(file) }),
      )
      const speed = file.lines / ((performance.now() - began) / 1000)
      rows.push([file.title, whole(file.lines), whole(speed), whole(result.summary.ordersCreated), whole(peak)])
      peaks.push(peak)
      const taken = file.created ? result.summary.created : result.summary.unchanged
      if (taken !== file.lines) missed.push(`feed: of ${file.lines} lines ${JSON.stringify(result)}`.slice(0, 1000))
      if (file.created && speed < LINES_A_SECOND_AIM) missed.push(`feed (${file.title}): ${whole(speed)} lines/s`)
    }
    const [small = 0, large = 0] = peaks
    if (large > small + MEMORY_SLACK_MB)
      missed.push(`feed: ${whole(small)} MB for the file, ${whole(large)} MB for four times as much`)
  } finally {
    await forgetOrders(owner)
  }
  console.log(`\nfeed (aim: ${whole(LINES_A_SECOND_AIM)} lines/s, in constant memory)`)
  console.log(table(['', 'lines', 'lines/s', 'orders made', 'most MB'], rows))
  return missed
}

/** A file of orders with three lines on average and one customer each. Orders of today are allocated. */
export function* ordersCsv({ prefix, lines, day }: { prefix: string; lines: number; day?: string }): Generator<Buffer> {
  const random = seededRandom(7)
  let text =
    'orderNumber,lineNumber,SKU,description,quantity,unitValue,orderDate,customerFirstName,customerLastName,email,' +
    'addressLine1,addressLine3,postCode,country\n'
  for (let written = 0, order = 1; written < lines; order++) {
    const count = Math.min(random.whole(1, 5), lines - written)
    const first = random.whole(0, BENCH_SKUS.length - 6)
    const customer = `${day ?? `2026-03-${10 + (order % 20)}`} 09:30:00,Chris,Name${order},name.${order}@example.com,${order % 300} Station Road,Leeds,LS1 1UR,GB`
    for (const [index, { code, description, price }] of BENCH_SKUS.slice(first, first + count).entries()) {
      text += `${prefix}${order},${index + 1},${code},"${description}",${random.whole(1, 9)},${price},${customer}\n`
    }
    written += count
    if (text.length < 65_536 && written < lines) continue
    yield Buffer.from(text)
    text = ''
  }
}

export async function forgetOrders(owner: pg.Client): Promise<void> {
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[CLIENT]])
  for (const name of ['order_history', 'order_lines', 'orders']) {
    await owner.query(`delete from ${name} where client_code = $1 and order_number like 'FEED-%'`, [CLIENT])
  }
  await owner.query('vacuum (analyze)')
}
