import type { Problem } from '@despatch/contract/route/problem'
import { ERROR_CODES } from '@despatch/contract/route/error-codes'
import type { Route } from '@despatch/contract/route/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type RouteAddress = Pick<Route, 'method' | 'path'>

/**
 * Answers addresses that are no call, before reading the body: 405 with the allowed methods for a path of ours with another
 * method, otherwise 404. Neither needs a session: openapi.json tells everyone the same.
 */
export function answerUnknownCalls(app: FastifyInstance, routes: readonly RouteAddress[]): void {
  const methodsOf = makeMethodFinder(routes)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsOf(pathOf(request))
    // A path that has the method but ends here contains a name longer than any of ours.
    if (methods.length === 0 || methods.includes(request.method))
      return reply.status(ERROR_CODES.not_found).send(noSuchCall(request))
    // Fastify answers HEAD wherever there is a GET.
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    return reply
      .status(ERROR_CODES.wrong_method)
      .header('allow', allowed.join(', '))
      .send(otherMethod(request, methods))
  }
  app.all('/api/*', { schema: { hide: true }, onRequest: answer }, answer)
}

/** Returns a function that finds the methods of a path; none if no call has it. Several routes may share a path. */
export function makeMethodFinder(routes: readonly RouteAddress[]): (path: string) => string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  return (path) => [
    ...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }): string => method)),
  ]
}

/** The answer to an unknown path. `apiPath` is the path that was probably meant. */
export function noSuchCall(request: FastifyRequest, apiPath?: string): Problem {
  const hint = apiPath ? ` All calls are under /api: use ${apiPath.slice(0, MAX_PATH_LENGTH)}.` : ''
  return { code: 'not_found', message: `There is no call ${nameOf(request)}.${hint}`, requestId: request.id }
}

/**
 * Returns a function that finds the path that a caller meant who left out /api, as the specification does. Undefined for any
 * other path, and if a page is requested.
 */
export function makeApiPathFinder(routes: readonly RouteAddress[]): (request: FastifyRequest) => string | undefined {
  const methodsOf = makeMethodFinder(routes)
  return (request) => {
    if (request.headers.accept?.includes('text/html')) return undefined
    const path = `/api${pathOf(request)}`
    return methodsOf(path).length > 0 ? path : undefined
  }
}

const choice = new Intl.ListFormat('en-GB', { type: 'disjunction' })

function otherMethod(request: FastifyRequest, methods: readonly string[]): Problem {
  const message = `There is no call ${nameOf(request)}: send it with ${choice.format(methods)} instead.`
  return { code: 'wrong_method', message, requestId: request.id }
}

function nameOf(request: FastifyRequest): string {
  return `${request.method} ${pathOf(request).slice(0, MAX_PATH_LENGTH)}`
}

const MAX_PATH_LENGTH = 200

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? ''
}
