import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports, so that no outgoing connection takes the port while nobody listens there. */
const [FROM, MANY] = [10_000, 20_000]

/** A port that a server can open, close and open again. */
export async function chooseFixedPort(): Promise<number> {
  for (;;) {
    const port = FROM + randomInt(MANY)
    if (await isFree(port)) return port
  }
}

/** Whether a port is free; another process may have taken it. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
