import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'

/** Whether the server accepts more work. */
export type Readiness = {
  isOn: boolean
  /** Why the server accepts no work, if known: the database is waiting for something, or the clock is wrong. */
  trouble?: () => string | undefined
  /** Whether the database is unavailable because its disk is full. */
  isDiskFull?: () => boolean
}

/** Serves /livez and /readyz, and logs failed or slow requests by route: an address could contain references. */
export function observe(app: FastifyInstance, database: Database, readiness: Readiness = { isOn: true }): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    if (reply.statusCode >= 400 || reply.elapsedTime > 1000)
      request.log.info(
        { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      )
  })
  app.get('/livez', { schema: { hide: true } }, async () => 'ok')
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const why = !readiness.isOn
      ? 'the server is stopping'
      : (readiness.trouble?.() ?? ((await database.isReady()) ? undefined : 'the database does not answer'))
    return reply.status(why === undefined ? 200 : 503).send(why === undefined ? 'ready' : `not ready: ${why}`)
  })
}
