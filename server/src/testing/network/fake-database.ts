import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What it does with each connection: at its greeting, or at its first statement. */
type Behaviour = {
  readonly at: 'connect' | 'statement'
  readonly does: 'reset' | 'end' | { readonly severity: string; readonly code: string; readonly message?: string }
}

/** As PostgreSQL's protocol frames a message. */
function message(type: string, ...parts: readonly string[]): Buffer {
  const body = Buffer.from(parts.join(''))
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const LET_IN = Buffer.concat([
  message('R', '\0\0\0\0'),
  message('K', '\0\0\0\u0007', '\0\0\0\u0008'),
  message('Z', 'I'),
])

/** Something that speaks as much of PostgreSQL's protocol as it takes to fail: what no real one does when it is asked to. */
export async function openFalseDatabase(behaviour: Behaviour): Promise<{ url: string; close(): Promise<void> }> {
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
    let isLetIn = false
    socket.on('data', () => {
      if (behaviour.at === 'connect' || isLetIn) return fail(socket)
      isLetIn = true
      socket.write(LET_IN)
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
