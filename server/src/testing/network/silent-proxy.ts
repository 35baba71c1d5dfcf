import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { overTcp } from './over-tcp.ts'

export type SilentProxy = {
  /** The same address by way of the proxy. */
  url: string
  /** Acknowledges what comes from then on, and forwards nothing: neither over connections that there are, nor over new ones. */
  fallSilent(which?: 'all' | 'present'): void
  /** Forwards over new connections again; the others stay silent for good. */
  answerAgain(): void
  close(): Promise<void>
}

/** A TCP proxy in front of a database. */
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
