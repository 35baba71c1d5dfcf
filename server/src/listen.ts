import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { serverHolding } from './database/embedded/open-embedded-postgres.ts'
import type { Config } from './process/config.ts'
import { StartError } from './process/start-error.ts'

// Only this machine: the internet reaches the proxy in front, which has TLS.
const HOST = 'localhost'

/**
 * Fails before anything slow is started if the port cannot be used. Throws a StartError, which says so if another Despatch with
 * the same data is running.
 */
export async function refuseTakenPort(config: Config): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(config.port, HOST)
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

/** Accepts requests and returns the address. Throws a StartError if the port cannot be used. */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  try {
    const address = new URL(await app.listen({ port, host: HOST }))
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
