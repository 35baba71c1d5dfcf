import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { serverHolding } from './database/embedded/open-embedded-postgres.ts'
import type { Config } from './process/config.ts'
import { StartError } from './process/start-error.ts'

// Of this machine alone: what the world reaches is the proxy in front, which has TLS.
const host = 'localhost'

/**
 * Refuses a port that cannot be had before anything slow is begun. Throws a StartError; it says so when it is another
 * Despatch on the same data that has the port.
 */
export async function refuseTakenPort(config: Config): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(config.port, host)
    await once(probe, 'listening')
  } catch (error) {
    const other = config.databaseUrl === undefined ? await serverHolding(config.dataDirectory) : undefined
    if (other !== undefined && codeOf(error) === 'EADDRINUSE') {
      throw new StartError(
        `Despatch is running already, as process ${other}, with the data of ${config.dataDirectory}; it or another program has port ${config.port}.`,
      )
    }
    throw explain(error, config.port)
  } finally {
    probe.close()
  }
}

/** Accepts requests; gives the address. Throws a StartError when the port cannot be had. */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    const address = new URL(await app.listen({ port, host }))
    return `http://localhost:${address.port || 80}`
  } catch (error) {
    throw explain(error, port)
  }
}

function explain(error: unknown, port: number): unknown {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken: stop what uses it, or choose another one (PORT=${port + 1} npm start).`,
    )
  }
  if (code === 'EACCES') return new StartError(`Port ${port} is reserved: choose one above 1023 with PORT.`)
  return error
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
