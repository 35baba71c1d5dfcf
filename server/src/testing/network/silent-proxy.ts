import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { overTcp } from './over-tcp.ts'

export type SilentProxy = {
  /** The same URL through the proxy. */
  url: string
  /** From now on acknowledges data without forwarding it, on present connections and by default on new ones. */
  fallSilent(which?: 'all' | 'present'): void
  /** Forwards data on new connections again; the others stay silent. */
  answerAgain(): void
  close(): Promise<void>
}

/** Opens a TCP proxy in front of a database. */
export async function openSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      if (isSilent) silent.add(socket)
      socket.on('data', (data) => void (silent.has(socket) || other.write(data)))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        if (!silent.has(socket)) other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = overTcp(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    fallSilent(which = 'all') {
      isSilent = which === 'all'
      for (const socket of sockets) silent.add(socket)
    },
    answerAgain() {
      isSilent = false
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
