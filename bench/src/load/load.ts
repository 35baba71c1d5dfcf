// Runs in its own process, so that making requests does not share a thread with answering them.
import { json } from 'node:stream/consumers'
import { seededRandom } from '@despatch/server/demo/seeded-random'
import autocannon from 'autocannon'
import { type Ask, ask, type Load, pathOf } from './workload.ts'

/** The result of a load process. Times are in milliseconds; `wrong` counts answers with the wrong content. */
export type Measured = {
  requestsPerSecond: number
  p50: number
  p99: number
  answers: number
  /** Processor time of the server and of PostgreSQL, in milliseconds per answer; on Linux only. */
  serverTime?: number | undefined
  databaseTime?: number | undefined
  errors: number
  wrong: number
  /** The text of the first failure. */
  sample: string | undefined
}

/** One answer in this many is read completely; the status of all is checked. */
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
      let request: Ask
      let chunks: Buffer[] = []
      const next = () => {
        request = ask(load, random, ++running)
        // After each answer autocannon returns to the list's request, so the list has one.
        client.setRequests([requestOf(load, request)])
      }
      next()
      let count = 0
      client.on('body', (chunk) => {
        if (count % CHECKED_OF === 0) chunks.push(chunk)
      })
      client.on('response', (status, _bytes, time) => {
        times.push(time)
        if (count++ % CHECKED_OF === 0 || status !== 200) {
          look(seen, request, status, Buffer.concat(chunks).toString())
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

function requestOf(load: Load, request: Ask): autocannon.Request {
  const { method = 'POST' } = request
  return {
    method,
    path: pathOf(load, request),
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(load.side === 'product' && { access_token: request.client.token, client: request.client.code }),
    },
    ...(method === 'POST' && { body: JSON.stringify(request.body) }),
  }
}

type Seen = { refused: number; wrong: number; sample: string | undefined }

/** Counts a wrong answer, and stores the first. */
function look(seen: Seen, request: Ask, status: number, text: string): void {
  const problem = status === 200 ? problemOf(request, text) : `status ${status}`
  if (problem === undefined) return
  if (status === 200) seen.wrong++
  else seen.refused++
  seen.sample ??= `${problem}: ${JSON.stringify(request.body)} ${text.slice(0, 300)}`
}

function problemOf(request: Ask, text: string): string | undefined {
  try {
    return request.problemOf(JSON.parse(text) as Record<string, unknown>)
  } catch (error) {
    return String(error)
  }
}

process.stdout.write(JSON.stringify(await run((await json(process.stdin)) as Load)))
