import { contract } from '@despatch/contract/contract'
import { ERROR_CODES, type ErrorCode } from '@despatch/contract/route/error-codes'
import type { Route } from '@despatch/contract/route/route'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'

type Maybe<Value> = Value | Promise<Value>
type Answer<R extends Route> =
  | RouteAnswer<R>
  | (R extends { file: string } ? Blob : never)
  | Refusal
  | ((input: RouteChecked<R>, request: ReceivedCall) => Maybe<RouteAnswer<R> | Refusal>)

/** A call that the fake server received. */
export type ReceivedCall = {
  readonly route: Route
  readonly headers: Headers
  readonly query: Readonly<Record<string, unknown>>
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** An error answer. */
class Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly fields: readonly { path: string; message: string }[]
  /** The present record, for a version conflict that returns it. */
  readonly present: unknown
  constructor(code: ErrorCode, message: string, fields: Refusal['fields'], present: unknown) {
    this.code = code
    this.message = message
    this.fields = fields
    this.present = present
  }
}
export const refusal = (code: ErrorCode, message: string, fields: Record<string, string> = {}, present?: unknown) =>
  new Refusal(
    code,
    message,
    Object.entries(fields).map(([path, text]) => ({ path, message: text })),
    present,
  )

export type FakeServer = {
  /** Sets the answer of a route: a value, a refusal, or a function of the checked input. */
  answer<R extends Route>(route: R, answer: Answer<R>): void
  /** The calls that a route has received. */
  callsTo<R extends Route>(route: R): (RouteChecked<R> & { headers: Headers })[]
  /** While true, all calls fail as if the network were down. */
  breakConnection(isBroken: boolean): void
  /** Calls and answers that violate the contract. They fail the test at its end. */
  readonly faults: string[]
  readonly fetch: typeof fetch
}

const ROUTES: readonly Route[] = Object.values(contract).flatMap((room) => Object.values(room) as Route[])

/**
 * A server without a database that checks calls and answers against the contract. A fault is a call without an answer
 * set by the test, a call of no route, an input that the contract refuses, or an answer in another shape.
 */
export function openFakeServer(): FakeServer {
  const answers = new Map<Route, Answer<Route>>()
  const calls: ReceivedCall[] = []
  const faults: string[] = []
  let isBroken = false

  function fault(text: string): never {
    faults.push(text)
    throw new TypeError(text)
  }

  async function answerTo(resource: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    if (isBroken) throw new TypeError('Failed to fetch')
    const { pathname, searchParams } = new URL(
      typeof resource === 'string' ? resource : resource instanceof URL ? resource.href : resource.url,
      'http://localhost',
    )
    const method = init.method ?? 'GET'
    const found = routeAt(method, pathname)
    if (!found) return fault(`No route of the contract is ${method} ${pathname}`)
    const { route, params } = found
    const name = `${method} ${route.path}`
    const received: ReceivedCall = {
      route,
      headers: new Headers(init.headers),
      params,
      query: queryOf(searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : (init.body ?? undefined),
    }
    calls.push(received)
    const input = checked(received, (problem) => fault(`${name}: ${problem}`))
    if (!answers.has(route)) return fault(`${name} is not answered by this test`)
    const answer = answers.get(route)
    const answered = typeof answer === 'function' ? await answer(input as RouteChecked<Route>, received) : answer
    init.signal?.throwIfAborted()
    if (answered instanceof Refusal) {
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
    callsTo: <R extends Route>(route: R) =>
      calls
        .filter((call) => call.route === route)
        .map((call) => ({ ...(checked(call, String) as RouteChecked<R>), headers: call.headers })),
    breakConnection: (isNowBroken) => void (isBroken = isNowBroken),
  }
}

/** Finds the route of a path. Routes without parameters take precedence. */
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

/** A repeated parameter becomes a list. */
function queryOf(searchParams: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

/** Parses the input as the server would. */
function checked({ route, params, query, body }: ReceivedCall, onProblem: (problem: string) => unknown): object {
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
    else onProblem(`its ${part} is refused by the contract: ${error.message}`)
  }
  return input
}
