import autocannon from 'autocannon'
import type pg from 'pg'
import type { Server } from './processes.ts'
import { databaseTime, processorTime } from './processor-time.ts'

export type RepeatedCall = {
  readonly product: Server
  readonly token: string
  readonly client: string
  readonly path: string
  /** Sent by POST; without a body the call is a GET. */
  readonly body?: object
  readonly connections: number
  readonly seconds: number
  /** A connection to the database, to measure its processor time. */
  readonly owner?: pg.Client
  /** Receives the milliseconds of each answer. */
  readonly answered?: (ms: number) => void
}

/**
 * Repeats one call. Returns answers per second, their latency, and the processor time of server and database per answer
 * in milliseconds. Throws if an answer was refused.
 */
export async function repeatCall({
  product,
  token,
  client,
  path,
  body,
  connections,
  seconds,
  owner,
  answered,
}: RepeatedCall) {
  const backend = (await owner?.query<{ pid: number }>('select pg_backend_pid() as pid'))?.rows[0]?.pid
  const times = () => Promise.all([processorTime(product.pid), backend ? databaseTime(backend) : Number.NaN])
  const before = await times()
  const { latency, requests, non2xx, errors } = await autocannon({
    url: `${product.url}${path}`,
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', access_token: token, client },
    ...(body && { body: JSON.stringify(body) }),
    connections,
    duration: seconds,
    ...(answered && { setupClient: (client) => client.on('response', (_status, _bytes, ms: number) => answered(ms)) }),
  })
  if (requests.total === 0) throw new Error(`${path} was not answered once in ${seconds} s`)
  if (non2xx || errors) throw new Error(`${non2xx + errors} answers of ${path} were refused`)
  const after = await times()
  const [serverMs = Number.NaN, databaseMs = Number.NaN] = after.map(
    (time, index) => (time - (before[index] ?? 0)) / requests.total,
  )
  return { aSecond: requests.average, latency, serverMs, databaseMs }
}
