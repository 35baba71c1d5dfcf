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
/** Aim: beside another client at full load, a client's p99 is at most this many times its p99 alone. */
const AIM = 2

/**
 * Measures how long one client's users wait for a list, alone and while another client requests as many lists as it can
 * over 64 connections. Prints the results. Returns the missed aims.
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
    alone.push(...(await waitTimes(of(QUIET), seconds, round)))
    const load = runLoad({ ...of(BUSY), seed: round })
    // Time until it is at full load.
    await sleep(1000)
    beside.push(...(await waitTimes(of(QUIET), seconds, round)))
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

/** Milliseconds of each of some paced requests. Throws if one is refused. */
async function waitTimes(load: Load, seconds: number, seed: number): Promise<number[]> {
  const random = seededRandom(seed)
  const calls: Promise<number>[] = []
  for (let count = 0; count < seconds * QUIET_A_SECOND; count++) {
    calls.push(timeCall(load, random, count))
    await sleep(1000 / QUIET_A_SECOND)
  }
  return Promise.all(calls)
}

async function timeCall(load: Load, random: ReturnType<typeof seededRandom>, running: number): Promise<number> {
  const request = ask(load, random, running)
  const began = performance.now()
  const answer = await fetch(load.url + pathOf(load, request), {
    method: 'POST',
    headers: { 'content-type': 'application/json', access_token: request.client.token, client: request.client.code },
    body: JSON.stringify(request.body),
  })
  const problem = request.problemOf((await answer.json()) as Record<string, unknown>)
  if (problem) throw new Error(`A list was answered ${answer.status}: ${problem}`)
  return performance.now() - began
}

function at(times: readonly number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? Number.NaN
}
