import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { addFigureMetrics } from '../figures/figure-metrics.ts'
import { addJobMetrics } from '../jobs/job-metrics.ts'
import { noSuchCall } from '../http/unknown-call.ts'

/**
 * Serves GET /metrics to holders of the token; without a token there is no such address. Labels are limited so that its size
 * depends only on the number of routes: a duration has no status, and a count only the status class.
 */
export function serveMetrics(app: FastifyInstance, database: Database, token: string | undefined): void {
  if (token === undefined) {
    // Answered here, because other unknown addresses belong to the web app.
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
    // Requests outside our routes count as one, whatever their method.
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
    await Promise.race([read, sleep(DATABASE_TIMEOUT_MS, undefined, { ref: false })])
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** If the database is unavailable, metrics show its last known values. */
const DATABASE_TIMEOUT_MS = 1000
const HIDDEN = { schema: { hide: true } }
const UNKNOWN = { method: 'any', route: 'none' }

/** Compares in constant time, so that timing does not reveal how much of a guess was right. */
function tokenCheck(token: string): (guess: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const right = digest(token)
  return (guess) => guess !== undefined && timingSafeEqual(digest(guess), right)
}
