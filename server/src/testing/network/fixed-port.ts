import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems give away: while nobody listens there, no connection to elsewhere may take it. */
const [FROM, MANY] = [10_000, 20_000]

/** A port of this machine that a server can have, leave, and have again. */
export async function fixedPort(): Promise<number> {
  for (;;) {
    const port = FROM + randomInt(MANY)
    if (await isFree(port)) return port
  }
}

/** Whether nobody listens at a port, as someone else of this machine might by now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
