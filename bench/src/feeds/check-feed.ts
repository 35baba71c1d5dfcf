import type { feeds } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type pg from 'pg'
import { type Server, withPeakMemory } from '../load/processes.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'
import { CLIENT, forgetOrders, ordersCsv } from './feed.ts'
import { sendFeed } from './send-feed.ts'

type Answer = RouteAnswer<(typeof feeds)['orders']>

/** A check may take this many times as long as feeding, to allow for other work of the machine. */
const MARGIN = 1.05
/** Longest wait in ms of a change to an order of the file during the check. */
const MAX_WAIT_MS = 250

/**
 * Checks a file of order lines and feeds it, with new orders and then with existing ones. Prints both speeds, peak
 * memory, and how long changes of its orders waited. Returns the missed aims.
 */
export async function measureCheck(product: Server, owner: pg.Client, lines: number): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  const file = () => ordersCsv({ prefix: 'FEED-C', lines })
  const send = async (isPreview: boolean) => {
    const began = performance.now()
    const input = { feed: 'orders', token, client: CLIENT, file: file(), isPreview } as const
    const { result, peak } = await withPeakMemory(product.pid, () => sendFeed<Answer>(product, input))
    return { ...result, peak, seconds: (performance.now() - began) / 1000 }
  }
  const rows: string[][] = []
  const missed: string[] = []
  try {
    for (const title of ['new', 'there already']) {
      const change = changeOrders(owner)
      const checked = await send(true)
      const wait = await change.stop()
      const fed = await send(false)
      for (const [act, { summary, seconds, peak }] of [
        ['checked', checked],
        ['fed', fed],
      ] as const)
        rows.push([
          `${title}, ${act}`,
          whole(lines),
          whole(lines / seconds),
          whole(peak),
          act === 'checked' ? whole(wait) : '',
          `${whole(summary.created)} / ${whole(summary.unchanged)}`,
        ])
      const [checkedSummary, fedSummary] = [checked, fed].map(({ summary }) =>
        JSON.stringify({ ...summary, noted: {} }),
      )
      if (checkedSummary !== fedSummary) missed.push(`check (${title}): said ${checkedSummary}, became ${fedSummary}`)
      if (checked.seconds > fed.seconds * MARGIN)
        missed.push(`check (${title}): ${checked.seconds.toFixed(1)} s, fed in ${fed.seconds.toFixed(1)} s`)
      if (wait > MAX_WAIT_MS) missed.push(`check (${title}): a change waited ${whole(wait)} ms`)
    }
  } finally {
    await forgetOrders(owner)
  }
  console.log('\nchecking a feed (aim: no slower than feeding it, and nobody waits)')
  console.log(table(['', 'lines', 'lines/s', 'most MB', 'longest wait ms', 'created / there'], rows))
  return missed
}

/** Locks orders of the file repeatedly, like users who change them. Returns the longest wait in ms. */
function changeOrders(owner: pg.Client): { stop(): Promise<number> } {
  let isOver = false
  const work = async () => {
    let longest = 0
    for (let order = 1; !isOver; order = (order % 1000) + 1) {
      const began = performance.now()
      await owner.query('select from orders where client_code = $1 and order_number = $2 for update', [
        CLIENT,
        `FEED-C${order}`,
      ])
      longest = Math.max(longest, performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return longest
  }
  const working = work()
  return {
    stop() {
      isOver = true
      return working
    },
  }
}
