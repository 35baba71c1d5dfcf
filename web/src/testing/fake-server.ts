import { contract } from '@despatch/contract/contract'
import { ERROR_CODES, type ErrorCode } from '@despatch/contract/route/error-codes'
import type { Route } from '@despatch/contract/route/route'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'

type Maybe<Value> = Value | Promise<Value>
type Answer<R extends Route> =
  | RouteAnswer<R>
  | (R extends { file: string } ? Blob : never)
  | Refused
  | ((input: RouteChecked<R>, request: IncomingCall) => Maybe<RouteAnswer<R> | Refused>)

/** A call as it arrived. */
export type IncomingCall = {
  readonly route: Route
  readonly headers: Headers
  readonly query: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** A refusal instead of an answer. */
class Refused {
  readonly code: ErrorCode
  readonly message: string
  readonly fields: readonly { path: string; message: string }[]
  /** The current record, for a version conflict that includes it. */
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
  /** Sets the answer of a route from now on: a value, a refusal, or a function of the checked input. */
  answer<R extends Route>(route: R, answer: Answer<R>): void
  /** The calls of a route so far. */
  asked<R extends Route>(route: R): (RouteChecked<R> & { headers: Headers })[]
  /** Breaks the connection of all calls, or restores it. */
  breakConnection(isBroken: boolean): void
  /** Wrong calls, and wrong answers of the test. The test fails at its end if there are any. */
  readonly faults: string[]
  readonly fetch: typeof fetch
}

const ROUTES: readonly Route[] = Object.values(contract).flatMap((room) => Object.values(room) as Route[])

/**
 * A server without a database that follows the contract. These are faults: a call without an answer from the test, a
 * call of no route, input that the contract refuses, and an answer in another shape than the contract's.
 */
export function openFakeServer(): FakeServer {
  const answers = new Map<Route, Answer<Route>>()
  const calls: IncomingCall[] = []
  const faults: string[] = []
  let isBroken = false

  function fault(text: string): never {
    faults.push(text)
    throw new TypeError(text)
  }

  async function answerTo(request: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    if (isBroken) throw new TypeError('Failed to fetch')
    const { pathname, searchParams } = new URL(
      typeof request === 'string' ? request : request instanceof URL ? request.href : request.url,
      'http://localhost',
    )
    const method = init.method ?? 'GET'
    const found = routeAt(method, pathname)
    if (!found) return fault(`No route of the contract is ${method} ${pathname}`)
    const { route, params } = found
    const name = `${method} ${route.path}`
    const incoming: IncomingCall = {
      route,
      headers: new Headers(init.headers),
      params,
      query: queryOf(searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : (init.body ?? undefined),
    }
    calls.push(incoming)
    const input = checked(incoming, (problem) => fault(`${name}: ${problem}`))
    if (!answers.has(route)) return fault(`${name} is not answered by this test`)
    const answer = answers.get(route)
    const answered = typeof answer === 'function' ? await answer(input as RouteChecked<Route>, incoming) : answer
    init.signal?.throwIfAborted()
    if (answered instanceof Refused) {
      const { code, message, fields, present } = answered
      const body = { code, message, requestId: 'req-1', ...(fields.length > 0 && { fields }), present }
      return Response.json(body, { status: ERROR_CODES[code] })
    }
    if (answered instanceof Blob) return new Response(answered)
    const shaped = route.answer.safeParse(answered)
    if (!shaped.success)
      return fault(`${name} is answered in a shape that is not the contract's: ${shaped.error.message}`)
    return Response.json(answered)
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

/** The route of a path; routes without parameters come before those with. */
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

/** Parses a query; a repeated name becomes a list. */
function queryOf(search: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

/** The input as the server's handler would receive it. */
function checked({ route, params, query, body }: IncomingCall, tell: (problem: string) => unknown): object {
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
