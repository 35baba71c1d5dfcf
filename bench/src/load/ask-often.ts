import autocannon from 'autocannon'
import type { Server } from './processes.ts'

export type Asked = {
  readonly product: Server
  readonly token: string
  readonly client: string
  readonly path: string
  /** Without one it is asked by GET. */
  readonly body?: object
  readonly connections: number
  readonly seconds: number
}

/** Makes one call over and over, and gives how many a second were answered, and after how many ms. Throws where one was refused. */
export async function askOften({ product, token, client, path, body, connections, seconds }: Asked) {
  const { latency, requests, non2xx, errors } = await autocannon({
    url: `${product.url}${path}`,
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', access_token: token, client },
    ...(body && { body: JSON.stringify(body) }),
    connections,
    duration: seconds,
  })
  if (non2xx || errors) throw new Error(`${non2xx + errors} answers of ${path} were refused`)
  return { aSecond: requests.average, latency }
}
