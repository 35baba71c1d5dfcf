import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const CHECK_MS = 200

/** A balancer as docs/operate/several-servers.md needs it: checks /readyz, keeps connections, retries refused ones elsewhere. */
export async function openSmallBalancer(ports: readonly number[]): Promise<{
  port: number
  /** Whether it takes a server for one that answers. */
  isUp(port: number): boolean
  close(): void
}> {
  const agent = new Agent({ keepAlive: true })
  const up = new Set(ports)
  let turn = 0
  const check = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) up.add(port)
    else up.delete(port)
  }
  const checks = setInterval(() => ports.forEach((port) => void check(port)), CHECK_MS)

  const pass = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, tries: number) => {
    const open = ports.filter((port) => up.has(port))
    const port = open[turn++ % Math.max(open.length, 1)]
    if (port === undefined || tries === 0) return void outgoing.writeHead(503).end('no server')
    const { method = 'GET', url = '/', headers } = incoming
    const asked = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...kept } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, kept)
      answer.pipe(outgoing)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // Nothing of the request has been sent: it may be made elsewhere, whatever it is.
      if (error.code === 'ECONNREFUSED') pass(incoming, body, outgoing, tries - 1)
      else outgoing.writeHead(502).end(error.code)
    })
    asked.end(body)
  }
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => pass(incoming, Buffer.concat(pieces), outgoing, 3))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    isUp: (port) => up.has(port),
    close() {
      clearInterval(checks)
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}
