import { createServer, request, type Server } from 'node:http'
import { chooseFixedPort } from '../../../server/src/testing/network/fixed-port.ts'

export type Proxy = {
  url: string
  /** Stops answering at the address. */
  stop(): Promise<void>
  /** Answers at the same address again. */
  start(): Promise<void>
}

/**
 * Starts a proxy in front of a portal. With `dropsUnderscores` it drops headers with underscores in their names, as
 * nginx does.
 */
export async function openProxy(portal: string, options: { dropsUnderscores?: boolean } = {}): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !options.dropsUnderscores || !name.includes('_')),
    )
    const onward = request(new URL(incoming.url ?? '/', portal), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  const port = await chooseFixedPort()
  await listen(server, port)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    start: () => listen(server, port),
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}
