import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@despatch/server/demo/seeded-random'
import { listsOf, type Target } from './lists-of.ts'
import { runLoad } from './processes.ts'
import { table, whole } from '../table.ts'
import { ask, type Load, pathOf } from './workload.ts'

const [BUSY, QUIET] = ['B01', 'B02']
const BUSY_CONNECTIONS = 64
const QUIET_A_SECOND = 5
const WARM_UP_SECONDS = 3
/** With another client at full load, the p99 of one may be so many times what it is alone. */
const AIM = 2

/**
 * What one client's people wait for a list, alone and while another client asks for as many lists as it can get over 64
 * connections. Prints it; gives what was missed.
 */
export async function measureShare({ product, owner, seconds, rounds }: Target): Promise<string[]> {
  const lists = await listsOf({ product, owner, seconds })
  const of = (code: string): Load => ({
    ...lists(code),
    connections: BUSY_CONNECTIONS,
    seconds: seconds + 2,
    seed: 7,
  })
  await runLoad({ ...of(QUIET), seconds: WARM_UP_SECONDS, connections: 4 })
  const alone: number[] = []
  const beside: number[] = []
  let busy = 0
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await waits(of(QUIET), seconds, round)))
    const load = runLoad({ ...of(BUSY), seed: round })
    // Until it is at its full load.
    await sleep(1000)
    beside.push(...(await waits(of(QUIET), seconds, round)))
    busy += (await load).requestsPerSecond / rounds
  }
  const row = (name: string, times: number[]) => [name, ...[0.5, 0.9, 0.99].map((part) => at(times, part).toFixed(1))]
  console.log(
    `\nLists of one client, ${QUIET_A_SECOND} a second, while another gets ${whole(busy)} a second over ${BUSY_CONNECTIONS} connections\n` +
      table(['', 'p50 ms', 'p90 ms', 'p99 ms'], [row('alone', alone), row('beside the other', beside)]),
  )
  const times = at(beside, 0.99) / at(alone, 0.99)
  console.log(`p99 is ${times.toFixed(2)} of what it is alone (aim: ${AIM})`)
  return times > AIM ? [`share: p99 ${times.toFixed(2)} of what it is alone`] : []
}

/** How many milliseconds each of some paced requests took. Throws when one is refused. */
async function waits(load: Load, seconds: number, seed: number): Promise<number[]> {
  const random = seededRandom(seed)
  const asked: Promise<number>[] = []
  for (let count = 0; count < seconds * QUIET_A_SECOND; count++) {
    asked.push(wait(load, random, count))
    await sleep(1000 / QUIET_A_SECOND)
  }
  return Promise.all(asked)
}

async function wait(load: Load, random: ReturnType<typeof seededRandom>, running: number): Promise<number> {
  const asked = ask(load, random, running)
  const began = performance.now()
  const answer = await fetch(load.url + pathOf(load, asked), {
    method: 'POST',
    headers: { 'content-type': 'application/json', access_token: asked.client.token, client: asked.client.code },
    body: JSON.stringify(asked.body),
  })
  const problem = asked.problemOf((await answer.json()) as Record<string, unknown>)
  if (problem) throw new Error(`A list was answered ${answer.status}: ${problem}`)
  return performance.now() - began
}

function at(times: readonly number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? Number.NaN
}
