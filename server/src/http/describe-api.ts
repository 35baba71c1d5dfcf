import { ERROR_CODES } from '@despatch/contract/route/error-codes'
import type { Route } from '@despatch/contract/route/route'
import { problem } from '@despatch/contract/route/problem'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { memoisedAnswer } from '../process/memoised-answer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route
  }
}

/** Serves GET /api/openapi.json, generated from the contract, and /api/docs, which shows it. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Despatch',
        version: '1',
        description: 'Every call of the portal. All but signing in need the access_token header.',
      },
      components: {
        securitySchemes: { access_token: { type: 'apiKey', in: 'header', name: 'access_token' } },
        schemas: { Problem: z.toJSONSchema(problem, { target: 'draft-2020-12' }) as object },
      },
    },
    transform: (document) => {
      const transformed = jsonSchemaTransform(document)
      const route = document.route?.config?.route
      return route
        ? { ...transformed, schema: { ...transformed.schema, ...describeRoute(route, transformed.schema) } }
        : transformed
    },
  })
  const description = memoisedAnswer(() => JSON.stringify(app.swagger()))
  const answer = async (request: FastifyRequest, reply: FastifyReply) => description.send(request, reply)
  app.get('/api/openapi.json', { schema: { hide: true } }, answer)
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      // The page loads this path, and the plugin would generate the document each time.
      onRequest(request, reply, next) {
        if (request.routeOptions.url === '/api/docs/json') void answer(request, reply)
        else next()
      },
    },
    staticCSP: true,
    // Plain HTTP is fine on an internal network. TLS ends in front of the server.
    transformStaticCSP: (policy) =>
      policy
        .replace(' upgrade-insecure-requests;', '')
        .replace(' validator.swagger.io', '')
        .replace("font-src 'self' https: data:", "font-src 'self'"),
    theme: {
      title: 'Despatch: every call',
      css: [{ filename: 'plain.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
}

const FILE = { schema: { type: 'string', format: 'binary' } }
/** A feed accepts text, or the first sheet of a workbook. */
const STREAMED = {
  'text/csv': FILE,
  'application/x-ndjson': FILE,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': FILE,
}

/** What the contract says beyond shapes: room, headers, permission, refusals. */
function describeRoute(route: Route, schema: { response?: unknown } | undefined): object {
  const refusals = new Map<number, string[]>()
  const always =
    route.permission === 'public'
      ? (['bad_request'] as const)
      : (['bad_request', 'session_expired', 'unauthorized_access'] as const)
  for (const code of new Set([...always, ...route.errors])) {
    refusals.set(ERROR_CODES[code], [...(refusals.get(ERROR_CODES[code]) ?? []), code])
  }
  return {
    tags: [route.path.split('/')[2]],
    security: route.permission === 'public' ? [] : [{ access_token: [] }],
    headers: { type: 'object', properties: headersOf(route), required: route.access === 'none' ? [] : ['client'] },
    'x-permission': route.permission,
    'x-access': route.access,
    'x-audited': route.audited,
    ...(route.body === 'stream' && { body: { content: STREAMED } }),
    response: {
      ...withFile(route, schema?.response as Record<number, object> | undefined),
      ...Object.fromEntries(
        [...refusals].map(([status, codes]) => [
          status,
          {
            description: codes.join(', '),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  }
}

/** The answers of a route, including its file if it has one. */
function withFile({ file }: Route, response: Record<number, object> = {}): object {
  if (!file) return response
  return {
    ...response,
    200: {
      description: 'The answer, or the file',
      content: { 'application/json': { schema: response[200] }, [file]: FILE },
    },
  }
}

function headersOf(route: Route): object {
  return {
    ...(route.access !== 'none' && {
      client: {
        type: 'string',
        description: route.access === 'clients' ? 'A client of yours, or All_client' : 'A client of yours',
      },
    }),
    ...(route.idempotent && {
      'idempotency-key': {
        type: 'string',
        description:
          route.idempotent === 'secret'
            ? 'The same key again does nothing, and is refused: the secret is in the first answer alone'
            : 'The same key again gets the first answer again',
      },
    }),
  }
}
