import type { Problem } from '@despatch/contract/route/problem'
import { ERROR_CODES } from '@despatch/contract/route/error-codes'
import type { Route } from '@despatch/contract/route/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type Called = Pick<Route, 'method' | 'path'>

/**
 * Answers what is no call, before its body is looked at: for a path of ours with another method 405, which says the
 * methods there are and names them in Allow; for any other path under /api 404. Neither needs a session: what is told is
 * in openapi.json for everyone.
 */
export function answerUnknownCalls(app: FastifyInstance, routes: readonly Called[]): void {
  const methodsOf = methodsFinder(routes)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsOf(pathOf(request))
    // One that has the method and comes here all the same names something longer than any name of ours.
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

/** Makes what finds the methods of the calls at a path; none where no call has it. A path may be that of several routes. */
export function methodsFinder(routes: readonly Called[]): (path: string) => string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  return (path) => [
    ...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }): string => method)),
  ]
}

/** What an unknown path answers; `apiPath` is the one that is meant, where it is known. */
export function noSuchCall(request: FastifyRequest, apiPath?: string): Problem {
  const hint = apiPath ? ` All calls are under /api: use ${apiPath.slice(0, MAX_OF_A_PATH)}.` : ''
  return { code: 'not_found', message: `There is no call ${nameOf(request)}.${hint}`, requestId: request.id }
}

/**
 * Makes what finds the path that a caller means who has left /api out, as the specification does; undefined for any other
 * path, and where a page is asked for.
 */
export function apiPathFinder(routes: readonly Called[]): (request: FastifyRequest) => string | undefined {
  const methodsOf = methodsFinder(routes)
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
  return `${request.method} ${pathOf(request).slice(0, MAX_OF_A_PATH)}`
}

const MAX_OF_A_PATH = 200

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? ''
}
