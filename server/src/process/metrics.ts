import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { addFigureMetrics } from '../figures/figure-metrics.ts'
import { addJobMetrics } from '../jobs/job-metrics.ts'
import { noSuchCall } from '../http/unknown-call.ts'

/**
 * GET /metrics for anyone who has the token; where none is configured there is no such address. Its size is bounded by how
 * many routes there are: a time has no status, and a status no more than its first digit.
 */
export function serveMetrics(app: FastifyInstance, database: Database, token: string | undefined): void {
  if (token === undefined) {
    // An answer of its own: other unknown addresses are the web app's.
    app.get('/metrics', HIDDEN, async (request, reply) => reply.status(404).send(noSuchCall(request)))
    return
  }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  })
  const answers = new Counter({
    name: 'http_answers_total',
    help: 'Answers, by route and class of status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, and calls that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = database.connections()
      this.set({ state: 'busy' }, total - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions
    // What is no route of ours is counted as one, whatever its method.
    const labels = url === undefined || url.endsWith('*') ? UNKNOWN : { method: request.method, route: url }
    durations.observe(labels, reply.elapsedTime / 1000)
    answers.inc({ ...labels, status: `${Math.floor(reply.statusCode / 100)}xx` })
  })
  const readJobs = addJobMetrics(registry, database)
  const readFigures = addFigureMetrics(registry, database)
  const isToken = tokenCheck(token)
  app.get('/metrics', HIDDEN, async (request, reply) => {
    if (!isToken(/^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]))
      return reply.status(401).header('www-authenticate', 'Bearer').send({
        code: 'unauthorized_access',
        message: 'The metrics need the header authorization: Bearer and PORTAL_METRICS_TOKEN.',
        requestId: request.id,
      })
    const read = Promise.allSettled([readJobs(), readFigures()])
    await Promise.race([read, sleep(DATABASE_PATIENCE_MS, undefined, { ref: false })])
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Metrics are answered while the database is away, too: as they were read before. */
const DATABASE_PATIENCE_MS = 1000
const HIDDEN = { schema: { hide: true } }
const UNKNOWN = { method: 'any', route: 'none' }

/** Compares without telling by its time how much of a guess was right. */
function tokenCheck(token: string): (guess: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const right = digest(token)
  return (guess) => guess !== undefined && timingSafeEqual(digest(guess), right)
}
