// A process of its own, so that what makes the requests does not share a thread with what answers them.
import { json } from 'node:stream/consumers'
import { seededRandom } from '@despatch/server/demo/seeded-random'
import autocannon from 'autocannon'
import { type Ask, ask, type Load, pathOf } from './workload.ts'

/** What a load process answers. Times are milliseconds; `wrong` counts answers whose content was not what was asked for. */
export type Measured = {
  requestsPerSecond: number
  p50: number
  p99: number
  answers: number
  /** Of the server's process and of PostgreSQL, milliseconds an answer; where the system tells. */
  serverTime?: number | undefined
  databaseTime?: number | undefined
  errors: number
  wrong: number
  /** What the first failure said. */
  sample: string | undefined
}

/** Of every so many answers one is read whole; of all of them the status is looked at. */
const CHECKED_OF = 20

async function run(load: Load): Promise<Measured> {
  const random = seededRandom(load.seed)
  const times: number[] = []
  const seen: Seen = { refused: 0, wrong: 0, sample: undefined }
  let running = 0
  const began = performance.now()
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    timeout: 20,
    setupClient(client) {
      let asked: Ask
      let chunks: Buffer[] = []
      const next = () => {
        asked = ask(load, random, ++running)
        // A list of one: the only request that is set goes back to the list's after each answer.
        client.setRequests([requestOf(load, asked)])
      }
      next()
      let count = 0
      client.on('body', (chunk) => {
        if (count % CHECKED_OF === 0) chunks.push(chunk)
      })
      client.on('response', (status, _bytes, time) => {
        times.push(time)
        if (count++ % CHECKED_OF === 0 || status !== 200) {
          look(seen, asked, status, Buffer.concat(chunks).toString())
          chunks = []
        }
        next()
      })
    },
  })
  const seconds = (performance.now() - began) / 1000
  times.sort((one, other) => one - other)
  const at = (part: number) => times[Math.min(Math.floor(times.length * part), times.length - 1)] ?? Number.NaN
  return {
    requestsPerSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    answers: times.length,
    errors: seen.refused + result.errors + result.timeouts,
    wrong: seen.wrong,
    sample: seen.sample,
  }
}

function requestOf(load: Load, asked: Ask): autocannon.Request {
  const { method = 'POST' } = asked
  return {
    method,
    path: pathOf(load, asked),
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(load.side === 'product' && { access_token: asked.client.token, client: asked.client.code }),
    },
    ...(method === 'POST' && { body: JSON.stringify(asked.body) }),
  }
}

type Seen = { refused: number; wrong: number; sample: string | undefined }

/** Counts an answer that is not what was asked for, and remembers the first. */
function look(seen: Seen, asked: Ask, status: number, text: string): void {
  const problem = status === 200 ? problemOf(asked, text) : `status ${status}`
  if (problem === undefined) return
  if (status === 200) seen.wrong++
  else seen.refused++
  seen.sample ??= `${problem}: ${JSON.stringify(asked.body)} ${text.slice(0, 300)}`
}

function problemOf(asked: Ask, text: string): string | undefined {
  try {
    return asked.problemOf(JSON.parse(text) as Record<string, unknown>)
  } catch (error) {
    return String(error)
  }
}

process.stdout.write(JSON.stringify(await run((await json(process.stdin)) as Load)))
