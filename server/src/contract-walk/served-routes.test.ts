import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { calls } from './calls.ts'

/**
 * The guard of calls is in one place, register(). These tests ask the routes that Fastify serves, not the contract, so that a
 * route beside that place is noticed.
 */
let portal: TestPortal
/** Every route that Fastify serves, those of plugins included. */
const served: RouteOptions[] = []
const noteRoutes = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void served.push(route))

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes)
  portal = await openTestPortal()
  unsubscribe('fastify.initialization', noteRoutes)
})
afterAll(() => portal.close())

const routeOf = ({ config }: RouteOptions) => config?.route
const addressesOf = (all: readonly RouteOptions[]) => all.map(({ method, url }) => `${[method].flat().join()} ${url}`)

test('every call is served by the route of its contract, once', () => {
  const ofCalls = served.filter((one) => routeOf(one) && one.method !== 'HEAD')
  expect(addressesOf(ofCalls).toSorted()).toEqual(calls.map(({ route }) => `${route.method} ${route.path}`).toSorted())
  expect(new Set(ofCalls.map(routeOf))).toEqual(new Set(calls.map(({ route }) => route)))
})

/** Addresses that need no session: what the operator's machines ask, the description, and pages for people without one. */
const WITHOUT_SESSION = [
  '/livez',
  '/readyz',
  // Needs a token of its own, if there is one.
  '/metrics',
  '/api/openapi.json',
  // Answers that an address is no call.
  '/api/*',
  '/returns/:client',
  '/returns/:client/items',
  '/returns/:client/options',
  '/returns/:client/confirm',
  '/returns/:client/:reference/:key',
  '/returns/:client/:reference/:key/withdraw',
  '/returns/:client/:reference/:key/note.pdf',
  '/returns/*',
  '/report-mails/:token',
]

test('beside the calls only these addresses are served', () => {
  const others = new Set(served.filter((one) => !routeOf(one)).map(({ url }) => url))
  expect([...others].filter((url) => !/^\/api\/docs(?:\/|$)/.test(url))).toEqual(WITHOUT_SESSION)
})

test('every served call checks its caller: without a token, and with a token of nobody', async () => {
  const open: string[] = []
  const guarded = served.filter((one) => routeOf(one) && routeOf(one)?.permission !== 'public')
  for (const { method, url } of guarded)
    for (const [headers, code] of [
      [{}, 'not_signed_in'],
      [{ access_token: 'A'.repeat(43) }, 'session_expired'],
    ] as const) {
      const { status, body } = await portal.request(String(method), url.replaceAll(/:\w+/g, '1'), { headers })
      // The answer to HEAD has no body.
      if (status !== 401 || (method !== 'HEAD' && body['code'] !== code))
        open.push(`${String(method)} ${url}: ${status}`)
    }
  expect(open).toEqual([])
  expect(guarded.length).toBeGreaterThanOrEqual(calls.length - 3)
})
