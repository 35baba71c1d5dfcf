import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Database } from '../database/database.ts'
import { answerBadHttp, answerErrors, noSuchAddress } from './errors.ts'
import { describeApi } from './describe-api.ts'
import { observe, type Readiness } from './observe.ts'
import type { Portal } from './portal.ts'
import { register } from './register.ts'
import { allRoutes } from './routes.ts'
import { serveWeb } from './serve-web.ts'
import { answerUnknownCalls } from './unknown-call.ts'

declare module 'fastify' {
  interface FastifyInstance {
    portal: Portal
  }
}

/**
 * Builds the HTTP server over an open database. It listens when told to; `readiness.off()` makes /readyz answer 503 so
 * that a balancer stops sending before the server stops.
 */
export async function buildApp(given: {
  database: Database
  portal: Portal
  log: FastifyBaseLogger | false
  readiness?: Readiness
}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    ...(given.log ? { loggerInstance: given.log } : { logger: false }),
    genReqId: () => randomBytes(9).toString('base64url'),
    // A line a request is written by observe(): Fastify's own would name the address, with the references in it.
    logController: new LogController({ disableRequestLogging: true }),
    // A proxy on this machine says for whom it asks; nobody else is believed.
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 200 },
    // An address that cannot be decoded reaches neither hooks nor the error handler.
    frameworkErrors(_error, request, reply) {
      const answer: FastifyReply = reply
      void answer.status(400).header('x-request-id', request.id).send(noSuchAddress(request))
    },
    keepAliveTimeout: 72_000,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBadHttp,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('portal', given.portal)
  answerErrors(app)
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets its variables in style elements and attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginEmbedderPolicy: false,
    // Set by whoever ends TLS in front: over plain HTTP browsers ignore it.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  // A feed's body goes to its handler as it comes.
  app.addContentTypeParser(
    ['text/csv', 'application/x-ndjson', 'application/octet-stream', 'multipart/form-data'],
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
  observe(app, given.database, given.readiness)
  await describeApi(app)
  for (const bound of allRoutes) register(app, given.database, bound)
  answerUnknownCalls(
    app,
    allRoutes.map(({ route }) => route),
  )
  await serveWeb(app)
  return app
}
