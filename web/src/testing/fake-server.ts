import { contract } from '@despatch/contract/contract'
import { ERROR_CODES, type ErrorCode } from '@despatch/contract/route/error-codes'
import type { Route } from '@despatch/contract/route/route'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'

type Maybe<Value> = Value | Promise<Value>
type Answer<R extends Route> =
  | RouteAnswer<R>
  | (R extends { file: string } ? Blob : never)
  | Refused
  | ((input: RouteChecked<R>, request: Asked) => Maybe<RouteAnswer<R> | Refused>)

/** A call as it arrived. */
export type Asked = {
  readonly route: Route
  readonly headers: Headers
  readonly query: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** What the server says instead of an answer. */
class Refused {
  readonly code: ErrorCode
  readonly message: string
  readonly fields: readonly { path: string; message: string }[]
  /** The record as it is now, of a version conflict that carries it. */
  readonly present: unknown
  constructor(code: ErrorCode, message: string, fields: Refused['fields'], present: unknown) {
    this.code = code
    this.message = message
    this.fields = fields
    this.present = present
  }
}
export const refusal = (code: ErrorCode, message: string, fields: Record<string, string> = {}, present?: unknown) =>
  new Refused(
    code,
    message,
    Object.entries(fields).map(([path, text]) => ({ path, message: text })),
    present,
  )

export type FakeServer = {
  /** From now on the route is answered so: by a value, a refusal, or a function of the checked input. */
  answer<R extends Route>(route: R, answer: Answer<R>): void
  /** The calls of a route so far. */
  asked<R extends Route>(route: R): (RouteChecked<R> & { headers: Headers })[]
  /** Breaks the connection of all calls, until it is told otherwise. */
  breakConnection(isBroken: boolean): void
  /** What was asked wrongly, or answered wrongly by the test: the test fails of it at its end. */
  readonly faults: string[]
  readonly fetch: typeof fetch
}

const ROUTES: readonly Route[] = Object.values(contract).flatMap((room) => Object.values(room) as Route[])

/**
 * A server without a database: it takes and answers what the contract says. A call that no test has answered, that is of
 * no route, whose input the contract refuses, or whose answer has another shape than the contract's, is a fault.
 */
export function openFakeServer(): FakeServer {
  const answers = new Map<Route, Answer<Route>>()
  const calls: Asked[] = []
  const faults: string[] = []
  let isBroken = false

  function fault(text: string): never {
    faults.push(text)
    throw new TypeError(text)
  }

  async function answerTo(given: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    if (isBroken) throw new TypeError('Failed to fetch')
    const { pathname, searchParams } = new URL(
      typeof given === 'string' ? given : given instanceof URL ? given.href : given.url,
      'http://localhost',
    )
    const method = init.method ?? 'GET'
    const found = routeAt(method, pathname)
    if (!found) return fault(`No route of the contract is ${method} ${pathname}`)
    const { route, params } = found
    const name = `${method} ${route.path}`
    const asked: Asked = {
      route,
      headers: new Headers(init.headers),
      params,
      query: queryOf(searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : (init.body ?? undefined),
    }
    calls.push(asked)
    const input = checked(asked, (problem) => fault(`${name}: ${problem}`))
    if (!answers.has(route)) return fault(`${name} is not answered by this test`)
    const answer = answers.get(route)
    const given_ = typeof answer === 'function' ? await answer(input as RouteChecked<Route>, asked) : answer
    init.signal?.throwIfAborted()
    if (given_ instanceof Refused) {
      const { code, message, fields, present } = given_
      const body = { code, message, requestId: 'req-1', ...(fields.length > 0 && { fields }), present }
      return Response.json(body, { status: ERROR_CODES[code] })
    }
    if (given_ instanceof Blob) return new Response(given_)
    const shaped = route.answer.safeParse(given_)
    if (!shaped.success)
      return fault(`${name} is answered in a shape that is not the contract's: ${shaped.error.message}`)
    return Response.json(given_)
  }

  return {
    faults,
    fetch: answerTo,
    answer: (route, answer) => void answers.set(route, answer as Answer<Route>),
    asked: <R extends Route>(route: R) =>
      calls
        .filter((call) => call.route === route)
        .map((call) => ({ ...(checked(call, String) as RouteChecked<R>), headers: call.headers })),
    breakConnection: (isNowBroken) => void (isBroken = isNowBroken),
  }
}

/** The route of a path; one without parameters before one with. */
function routeAt(method: string, pathname: string) {
  for (const route of ROUTES.toSorted(
    (one, other) => Number(one.path.includes(':')) - Number(other.path.includes(':')),
  )) {
    if (route.method !== method) continue
    const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    const values = new RegExp(`^${route.path.replaceAll(/:\w+/g, '([^/]+)')}$`).exec(pathname)?.slice(1)
    if (values)
      return {
        route,
        params: Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')])),
      }
  }
  return undefined
}

/** A name that is given twice is a list. */
function queryOf(given: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const values = given.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

/** The input as the server's handler would have it. */
function checked({ route, params, query, body }: Asked, tell: (problem: string) => unknown): object {
  const shapes = {
    params: route.params,
    query: route.query,
    body: typeof route.body === 'string' ? undefined : route.body,
  }
  const input: Record<string, unknown> = { body }
  for (const [part, value] of Object.entries({ params, query, body })) {
    const shape = shapes[part as keyof typeof shapes]
    if (!shape) continue
    const { success, data, error } = shape.safeParse(value)
    if (success) input[part] = data
    else tell(`its ${part} is refused by the contract: ${error.message}`)
  }
  return input
}
