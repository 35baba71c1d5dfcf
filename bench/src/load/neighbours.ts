import { setTimeout as sleep } from 'node:timers/promises'
import { forgetOrders } from '../datasets/forget-orders.ts'
import { STAFF } from '../datasets/fill.ts'
import { openPage } from '../returns/shop.ts'
import { listsOf, type Target } from './lists-of.ts'
import { residentMegabytes, runLoad, withPeakMemory } from './processes.ts'
import { signIn } from './sign-in.ts'
import { median, table, whole } from '../table.ts'
import { type On, type Sender, SENDERS } from './senders.ts'

const [SENDER, NEIGHBOUR] = ['B01', 'B02']
const CONNECTIONS = 16
const WARM_UP_SECONDS = 3
/** Time until the sender is at full load. */
const UNDER_WAY_MS = 300
/** Aim: a neighbour's p99 beside a sender is at most this many times its p99 alone. */
const AIM = 2
/** More than a busy machine explains: even a drill, which has no aims, fails beyond it. */
const OUTSIDE_CHANCE = 10
/** Megabytes that one file may add to the server's memory. */
const MEMORY_AIM = 300

/**
 * Measures how long one client's users wait for lists over 16 connections, alone and beside each sender. The two
 * alternate, so that other work of the machine affects both. Prints the results. Returns the missed aims.
 */
export async function measureNeighbours({ product, owner, seconds, rounds }: Target): Promise<string[]> {
  const listsOfClient = await listsOf({ product, owner, seconds })
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[SENDER]])
  await openPage(owner, SENDER)
  const [token, staffToken] = [await signIn(product, SENDER), await signIn(product, STAFF)]
  const on: On = { product, owner, client: SENDER, token, staffToken }
  const load = { ...listsOfClient(NEIGHBOUR), connections: CONNECTIONS }
  const lists = async (seconds: number, seed: number) => {
    const measured = await runLoad({ ...load, seconds, seed })
    if (measured.errors) throw new Error(`A list was refused: ${measured.sample}`)
    return measured
  }
  await lists(WARM_UP_SECONDS, 1)
  const rows: string[][] = []
  const missed: string[] = []
  for (const sender of SENDERS) {
    const alone: number[] = []
    const beside: number[] = []
    const took: number[] = []
    const before = await residentMegabytes(product.pid)
    const { peak } = await withPeakMemory(product.pid, async () => {
      for (let round = 0; round < rounds; round++) {
        alone.push((await lists(seconds, round)).p99)
        const stop = sendMeanwhile(sender, on, took)
        await sleep(UNDER_WAY_MS)
        beside.push((await lists(seconds, round)).p99)
        await stop()
      }
    })
    await forgetOrders(owner, [SENDER], 'FEED-')
    const times = median(beside) / median(alone)
    rows.push([
      sender.title,
      whole(median(alone)),
      whole(median(beside)),
      times.toFixed(2),
      (median(took) / 1000).toFixed(1),
      whole(peak - before),
    ])
    if (times > OUTSIDE_CHANCE || (sender.hasLimit && peak - before > MEMORY_AIM))
      throw new Error(
        `Beside ${sender.title} p99 is ${times.toFixed(2)} times what it is alone, and it takes ${whole(peak - before)} MB`,
      )
    if (times > AIM) missed.push(`neighbours: beside ${sender.title} p99 is ${times.toFixed(2)} times what it is alone`)
  }
  console.log(
    `\nLists of one client over ${CONNECTIONS} connections beside a sender (aim: p99 at most ${AIM} times what it is alone; a file at most ${MEMORY_AIM} MB)`,
  )
  console.log(table(['beside', 'p99 alone, ms', 'beside, ms', 'times', 'each took, s', 'further MB'], rows))
  return missed
}

/** Sends repeatedly. The returned function stops it, and waits for the last request. */
function sendMeanwhile(sender: Sender, on: On, took: number[]): () => Promise<void> {
  let isOver = false
  const sending = (async () => {
    do {
      const began = performance.now()
      await sender.send(on)
      took.push(performance.now() - began)
    } while (!isOver)
  })()
  sending.catch(() => undefined)
  return async () => {
    isOver = true
    await sending
  }
}
