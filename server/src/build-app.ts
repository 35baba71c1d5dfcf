import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import helmet from 'helmet'
import { LOOPBACK } from './process/trusted-proxies.ts'
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

/** Helmet's settings. Reports may be embedded from an origin if one is configured. */
const headersFor = (embedOrigin: string | undefined) => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Mantine sets its variables in style elements and attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      // Set explicitly, because helmet's default allows fonts from anywhere.
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
  // Set by the proxy that ends TLS; browsers ignore it over plain HTTP.
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'no-referrer' as const },
  xFrameOptions: { action: 'deny' as const },
})

type AppOptions = {
  database: Database
  services: Services
  log: FastifyBaseLogger | false
  readiness?: Readiness
  /** The token that /metrics requires. Without it, there is no /metrics. */
  metricsToken?: string | undefined
  limits?: Partial<Limits>
  /** Proxies whose X-Forwarded-For is trusted; by default one on this machine. */
  trustedProxies?: readonly string[]
}

/** Builds the HTTP server over an open database. It does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const routes = allRoutes.map(({ route }) => route)
  const app: FastifyInstance = Fastify({
    ...(options.log ? { loggerInstance: options.log } : { logger: false }),
    genReqId: () => randomBytes(9).toString('base64url'),
    // observe() logs requests: Fastify's own lines would contain addresses, and so references.
    logController: new LogController({ disableRequestLogging: true }),
    // Only these proxies may say for whom they ask.
    trustProxy: [...(options.trustedProxies ?? [LOOPBACK])],
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
    // A whole request may take hours, as a feed does. guardConnections watches its body.
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: Math.min(1000, limits.headersMs / 4) },
    // Requests on connections that are still open are answered until the end.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBadHttp,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('services', options.services)
  answerErrors(app, options.readiness?.isDiskFull)
  guardConnections(app, limits)
  // Created once: @fastify/helmet would compute the headers for each request.
  const setSecurityHeaders = helmet(headersFor(options.services.powerBi?.embedOrigin))
  app.addHook('onRequest', (request, reply, done) => setSecurityHeaders(request.raw, reply.raw, () => done()))
  addHeaders(app, options.readiness)
  readBodies(app)
  observe(app, options.database, options.readiness)
  serveMetrics(app, options.database, options.metricsToken)
  await describeApi(app)
  const callServices = openCallServices(app, options.database, limits)
  for (const bound of allRoutes) register(app, callServices, bound)
  answerUnknownCalls(app, routes)
  await serveShoppersPage(app, options)
  await serveStopPage(app, options)
  await serveWeb(app, routes)
  return app
}

/** Adds to every answer the id under which it is logged, and forbids caching. */
function addHeaders(app: FastifyInstance, readiness: Readiness | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  // Set when the answer is sent, because the files of /api/docs set their own. Only the web app's files may be cached.
  app.addHook('onSend', async (request, reply) => {
    const isApi = request.url.startsWith('/api') || request.routeOptions.url?.startsWith('/api') === true
    if (isApi || !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    // A balancer that reuses connections must send nothing on one that is about to close.
    if (readiness?.isOn === false) reply.header('connection', 'close')
  })
}

function readBodies(app: FastifyInstance): void {
  // A feed's body is passed to its handler as a stream.
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
  // Many clients send a content type without a body. Then a call without a body is accepted, and any other reports its fields.
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' && typeof request.routeOptions.config.route?.body !== 'string'
      ? done(null)
      : readJson(request, String(body), done),
  )
}
