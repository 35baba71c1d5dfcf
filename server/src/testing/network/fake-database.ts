import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** How it fails: at the greeting of a connection or at its first statement. */
type Behaviour = {
  readonly at: 'connect' | 'statement'
  readonly does: 'reset' | 'end' | { readonly severity: string; readonly code: string; readonly message?: string }
}

/** Frames a message as PostgreSQL's protocol does. */
function message(type: string, ...parts: readonly string[]): Buffer {
  const body = Buffer.from(parts.join(''))
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const ACCEPTED = Buffer.concat([
  message('R', '\0\0\0\0'),
  message('K', '\0\0\0\u0007', '\0\0\0\u0008'),
  message('Z', 'I'),
])

/** A server that speaks just enough of PostgreSQL's protocol to fail on demand, which a real one cannot do. */
export async function openFakeDatabase(behaviour: Behaviour): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const fail = (socket: Socket) => {
    const { does } = behaviour
    if (does === 'reset') socket.resetAndDestroy()
    else if (does === 'end') socket.end()
    else
      socket.end(
        message(
          'E',
          ...[`S${does.severity}`, `V${does.severity}`, `C${does.code}`, `M${does.message ?? 'it failed'}`].map(
            (field) => `${field}\0`,
          ),
          '\0',
        ),
      )
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let isAccepted = false
    socket.on('data', () => {
      if (behaviour.at === 'connect' || isAccepted) return fail(socket)
      isAccepted = true
      socket.write(ACCEPTED)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://nobody:nothing@127.0.0.1:${(server.address() as AddressInfo).port}/despatch`,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
