import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number }
type Reply = { status: number; body?: string; headers?: Record<string, string>; isHung?: boolean }

export type Receiver = {
  url: string
  /** Requests in order of arrival. */
  received: Received[]
  /** Sets the answers from now on; by default 200. */
  answers(reply: (received: Received) => Reply | Promise<Reply>): void
  close(): Promise<void>
}

/** Opens an HTTP server that receives webhooks. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let reply: (one: Received) => Reply | Promise<Reply> = () => ({ status: 200, body: 'thanks' })
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const one = { path: request.url ?? '', headers: request.headers, body, at: Date.now() }
      received.push(one)
      const { status, body: answer = '', headers = {}, isHung } = await reply(one)
      if (isHung) return
      response.writeHead(status, headers).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answers(next) {
      reply = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
