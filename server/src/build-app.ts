import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import { LOOPBACK } from './process/config.ts'
import type { Database } from './database/database.ts'
import { answerBadHttp, answerErrors, noSuchAddress } from './http/errors.ts'
import { guardConnections } from './http/guard-connections.ts'
import { DEFAULT_LIMITS, type Limits } from './process/limits.ts'
import { describeApi } from './http/describe-api.ts'
import { serveMetrics } from './process/metrics.ts'
import { observe, type Readiness } from './process/observe.ts'
import type { Services } from './process/services.ts'
import { openCallServices, register } from './http/register.ts'
import { allRoutes } from './routes.ts'
import { serveStopPage } from './reports/subscriptions/serve-stop-page.ts'
import { serveWeb } from './http/serve-web.ts'
import { serveShoppersPage } from './returns/shoppers-page/serve-shoppers-page.ts'
import { answerUnknownCalls } from './http/unknown-call.ts'
import { makePrintedPathRewriter } from './http/printed-path.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

/** What helmet says to browsers; reports may be embedded from an origin where one is configured. */
const headersFor = (embedOrigin: string | undefined) => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Mantine sets its variables in style elements and attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      // Named, for helmet's own choice lets fonts come from anywhere.
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ["'self'", ...(embedOrigin ? [embedOrigin] : [])],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      upgradeInsecureRequests: null,
    },
  },
  crossOriginEmbedderPolicy: false,
  // Set by the proxy that ends TLS in front: over plain HTTP browsers ignore it.
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' as const },
  xFrameOptions: { action: 'deny' as const },
})

/**
 * Builds the HTTP server over an open database. It listens when told to; `readiness.off()` makes /readyz answer 503 so
 * that a balancer stops sending before the server stops.
 */
export async function buildApp(given: {
  database: Database
  services: Services
  log: FastifyBaseLogger | false
  readiness?: Readiness
  /** What /metrics is asked with; without it there is no such address. */
  metricsToken?: string | undefined
  limits?: Partial<Limits>
  /** Whose X-Forwarded-For is believed; a proxy on this machine unless told. */
  trustedProxies?: readonly string[]
}): Promise<FastifyInstance> {
  const limits = { ...DEFAULT_LIMITS, ...given.limits }
  const routes = allRoutes.map(({ route }) => route)
  const app: FastifyInstance = Fastify({
    ...(given.log ? { loggerInstance: given.log } : { logger: false }),
    genReqId: () => randomBytes(9).toString('base64url'),
    // A line a request is written by observe(): Fastify's own would name the address, with the references in it.
    logController: new LogController({ disableRequestLogging: true }),
    // The proxies in front say for whom they ask; nobody else is believed.
    trustProxy: [...(given.trustedProxies ?? [LOOPBACK])],
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: makePrintedPathRewriter(routes),
    // An address that cannot be decoded reaches neither hooks nor the error handler.
    frameworkErrors(_error, request, reply) {
      const answer: FastifyReply = reply
      void answer
        .status(400)
        .header('x-request-id', request.id)
        .header('cache-control', 'no-store')
        .send(noSuchAddress(request))
    },
    keepAliveTimeout: 72_000,
    // A whole request may take hours: a feed does. See guardConnections for its body.
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: Math.min(1000, limits.headersMs / 4) },
    // What comes in on a connection that is still open is answered to the last.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBadHttp,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('services', given.services)
  answerErrors(app, given.readiness?.isDiskFull)
  guardConnections(app, limits)
  // Made once: @fastify/helmet works its headers out for each request.
  const setSecurityHeaders = helmet(headersFor(given.services.powerBi?.embedOrigin))
  app.addHook('onRequest', (request, reply, done) => setSecurityHeaders(request.raw, reply.raw, () => done()))
  addHeaders(app, given.readiness)
  readBodies(app)
  observe(app, given.database, given.readiness)
  serveMetrics(app, given.database, given.metricsToken)
  await describeApi(app)
  const served = openCallServices(app, given.database, limits)
  for (const bound of allRoutes) register(app, served, bound)
  answerUnknownCalls(app, routes)
  await serveShoppersPage(app, given)
  await serveStopPage(app, given)
  await serveWeb(app, routes)
  return app
}

/** What every answer says: by which id it is found in the log, and that it may not be kept. */
function addHeaders(app: FastifyInstance, readiness: Readiness | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  // As the answer goes out: what serves the files of /api/docs sets its own. Only the web app's files may be kept.
  app.addHook('onSend', async (request, reply) => {
    const isApi = request.url.startsWith('/api') || request.routeOptions.url?.startsWith('/api') === true
    if (isApi || !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    // Who keeps connections (a balancer) asks nothing more on one that is about to be closed.
    if (readiness?.isOn === false) reply.header('connection', 'close')
  })
}

function readBodies(app: FastifyInstance): void {
  // A feed's body goes to its handler as it comes.
  app.addContentTypeParser(
    [
      'text/csv',
      'application/x-ndjson',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/octet-stream',
      'multipart/form-data',
    ],
    (_request, body, done) => done(null, body),
  )
  app.removeContentTypeParser('text/plain')
  // Many clients name the type of a body that they do not send: a call without one takes none, any other misses its fields.
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' && typeof request.routeOptions.config.route?.body !== 'string'
      ? done(null)
      : readJson(request, String(body), done),
  )
}
