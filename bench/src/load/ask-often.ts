import autocannon from 'autocannon'
import type pg from 'pg'
import type { Server } from './processes.ts'
import { databaseTime, processorTime } from './processor-time.ts'

export type Asked = {
  readonly product: Server
  readonly token: string
  readonly client: string
  readonly path: string
  /** Without one it is asked by GET. */
  readonly body?: object
  readonly connections: number
  readonly seconds: number
  /** A connection to the database, where its processor time is asked for. */
  readonly owner?: pg.Client
  /** Is told after how many ms each answer came. */
  readonly answered?: (ms: number) => void
}

/**
 * Makes one call over and over, and gives how many a second were answered, after how many ms, and for how many ms of the
 * processor of server and database each. Throws where one was refused.
 */
export async function askOften({ product, token, client, path, body, connections, seconds, owner, answered }: Asked) {
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
