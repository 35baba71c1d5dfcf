import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@despatch/contract/contract'
import type { Permission, Route } from '@despatch/contract/route/route'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { permissionTree, type Right } from '@despatch/domain/administration/roles/permissions'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { calls, guardedCalls, ofEachKind } from './calls.ts'
import { sampleOf, samples } from './samples.ts'
import { openShop, openWorld, type World } from './world.ts'

let world: World
let before: Record<string, number>
/** Every route that Fastify serves, those of plugins included. */
const served: RouteOptions[] = []
const noteRoutes = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void served.push(route))
beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes)
  world = await openWorld()
  unsubscribe('fastify.initialization', noteRoutes)
  before = await world.rowCounts()
})
afterAll(() => world.portal.close())

const named = <One extends { name: string; route: Route }>(all: readonly One[]) =>
  all.map(({ name, route }) => [name, route] as const)
const everyCall = named(guardedCalls)
const aCallOfEachKind = named(ofEachKind(guardedCalls))
const needsRight = ([, { permission }]: readonly [string, Route]) => typeof permission === 'object'
const isOfClients = ([, { access }]: readonly [string, Route]) => access !== 'none'

const held = new Map<string, ReturnType<typeof makeSession>>()
/** A session of a user of our client with a role of exactly these rights; cached. */
function sessionWith(holds: (leaf: LeafPath, right: Right) => boolean): ReturnType<typeof makeSession> {
  const key = JSON.stringify(permissionTree(holds))
  const as = held.get(key) ?? makeSession(world.portal.testDatabase, { clients: [world.ours.client], holds })
  held.set(key, as)
  return as
}

const leavesOf = (permission: Permission): readonly LeafPath[] =>
  typeof permission === 'string' ? [] : 'reads' in permission ? permission.reads : permission.edits

/** Looks like a token, but is no session's. */
const NOBODYS = 'A'.repeat(43)

test('every call has a sample, and every sample a call', () => {
  expect(Object.keys(samples).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
})

test('only signing in and choosing a new password are open to everyone', () => {
  expect(calls.filter(({ route }) => route.permission === 'public').map(({ name }) => name)).toEqual([
    'session.signIn',
    'session.requestPasswordReset',
    'session.resetPassword',
  ])
})

const routeOf = ({ config }: RouteOptions) => config?.route
const addressesOf = (all: readonly RouteOptions[]) => all.map(({ method, url }) => `${[method].flat().join()} ${url}`)

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

/** register() guards every call. Asks the routes that Fastify serves, not the contract, to notice a route beside it. */
describe('the routes that are served', () => {
  test('every call is served by the route of its contract, once', () => {
    const ofCalls = served.filter((one) => routeOf(one) && one.method !== 'HEAD')
    expect(addressesOf(ofCalls).toSorted()).toEqual(
      calls.map(({ route }) => `${route.method} ${route.path}`).toSorted(),
    )
    expect(new Set(ofCalls.map(routeOf))).toEqual(new Set(calls.map(({ route }) => route)))
  })

  test('beside the calls only these addresses are served', () => {
    const others = new Set(served.filter((one) => !routeOf(one)).map(({ url }) => url))
    const isFile = (url: string) => existsSync(join(import.meta.dirname, '../../../web/dist', url))
    const isDescription = (url: string) => /^\/api\/docs(?:\/|$)/.test(url)
    expect([...others].filter((url) => !isFile(url) && !isDescription(url))).toEqual(WITHOUT_SESSION)
  })

  test('every served call checks its caller: without a token, and with a token of nobody', async () => {
    const open: string[] = []
    const guarded = served.filter((one) => routeOf(one) && routeOf(one)?.permission !== 'public')
    for (const { method, url } of guarded)
      for (const [headers, code] of [
        [{}, 'not_signed_in'],
        [{ access_token: NOBODYS }, 'session_expired'],
      ] as const) {
        const { status, body } = await world.portal.request(String(method), url.replaceAll(/:\w+/g, '1'), { headers })
        // The answer to HEAD has no body.
        if (status !== 401 || (method !== 'HEAD' && body['code'] !== code))
          open.push(`${String(method)} ${url}: ${status}`)
      }
    expect(open).toEqual([])
    expect(guarded.length).toBeGreaterThanOrEqual(calls.length - 3)
  })
})

const NOT_SIGNED_IN = { status: 401, body: { code: 'not_signed_in' } }
const EXPIRED = { status: 401, body: { code: 'session_expired' } }
const UNAUTHORIZED = { status: 403, body: { code: 'unauthorized_access', message: expect.stringMatching(/\w/) } }
const WRONG_CLIENT = { status: 403, body: { code: 'wrong_client' } }
const WITHOUT_CLIENT = { status: 400, body: { code: 'bad_request' } }

describe('every call refuses', () => {
  test.each(everyCall)('%s', async (name, route) => {
    const sample = sampleOf(world, name)
    const { token } = world.ours.as
    const { client } = world.ours
    expect(await world.send(route, sample, { client }), 'without a token').toMatchObject(NOT_SIGNED_IN)
    expect(await world.send(route, sample, { access_token: NOBODYS, client })).toMatchObject(EXPIRED)
    if (needsRight([name, route])) {
      const { token: powerless } = await sessionWith(() => false)
      expect(await world.send(route, sample, { access_token: powerless, client })).toMatchObject(UNAUTHORIZED)
    }
    if (!isOfClients([name, route])) return
    expect(await world.send(route, sample, { access_token: token })).toMatchObject(WITHOUT_CLIENT)
    const theirs = { access_token: token, client: world.theirs.client }
    expect(await world.send(route, sampleOf(world, name, world.theirs), theirs)).toMatchObject(WRONG_CLIENT)
  })
})

describe('a stranger is refused with 401', () => {
  test.each(aCallOfEachKind)('%s', async (name, route) => {
    const sample = sampleOf(world, name)
    for (const [what, token] of [
      ['no token', ''],
      ['a garbage token', 'x'],
      ['a token of nobody', NOBODYS],
      ['a very long token', 'A'.repeat(4000)],
    ] as const)
      for (const input of [sample, { ...sample, body: { zzz: 1 }, query: { zzz: '1' } }]) {
        const answer = await world.send(route, input, {
          ...(token && { access_token: token }),
          client: world.ours.client,
        })
        expect(answer, what).toMatchObject({
          status: 401,
          body: {
            code: token ? 'session_expired' : 'not_signed_in',
            message: expect.stringMatching(/\w/),
            requestId: answer.headers.get('x-request-id'),
          },
        })
        expect(answer.body, 'a stranger learns nothing of the shape').not.toHaveProperty('fields')
      }
  })
})

describe('the token is read only from its header', () => {
  test.each(aCallOfEachKind)('%s', async (name, route) => {
    const { token } = world.ours.as
    const sample = sampleOf(world, name)
    const client = world.ours.client
    for (const answer of [
      await world.send(route, sample, { cookie: `access_token=${token}`, client }),
      await world.send(route, sample, { authorization: `Bearer ${token}`, client }),
      await world.send(route, { ...sample, query: { ...sample.query, access_token: token } }, { client }),
      await world.send(route, { ...sample, body: { access_token: token } }, { client }),
    ])
      expect(answer).toMatchObject(NOT_SIGNED_IN)
  })
})

describe('a user without the permission is refused with 403', () => {
  test.each(aCallOfEachKind.filter(needsRight))('%s', async (name, route) => {
    const leaves = leavesOf(route.permission)
    const needsEdit = typeof route.permission === 'object' && 'edits' in route.permission
    const lacking = [
      await sessionWith((leaf) => !leaves.includes(leaf)),
      await sessionWith((_leaf, right) => right === 'Enable'),
      await sessionWith((_leaf, right) => right !== 'Read Only'),
      ...(needsEdit ? [await sessionWith((_leaf, right) => right !== 'Edit')] : []),
    ]
    for (const { token, client } of lacking)
      expect(await world.send(route, sampleOf(world, name), { access_token: token, client })).toMatchObject(
        UNAUTHORIZED,
      )
  })

  test.each(aCallOfEachKind.filter(needsRight).filter(([, route]) => !route.audited && route.method === 'POST'))(
    '%s: one of the entries it names is enough',
    async (name, route) => {
      const needsEdit = typeof route.permission === 'object' && 'edits' in route.permission
      // No user of a client gets an answer that only the operator may get.
      const expected = sampleOf(world, name).by === 'operator' ? 403 : 200
      for (const leaf of leavesOf(route.permission)) {
        const rights = needsEdit ? ['Read Only', 'Edit'] : ['Read Only']
        const as = await sessionWith((other, right) => other === leaf && rights.includes(right))
        const answer = await world.send(route, sampleOf(world, name), { access_token: as.token, client: as.client })
        expect(answer.status, `${rights.join(' and ')} of ${leaf}`).toBe(expected)
      }
    },
  )
})

describe('the client header is checked, not trusted', () => {
  test.each(aCallOfEachKind.filter(isOfClients))('%s', async (name, route) => {
    const { token } = world.ours.as
    const sample = sampleOf(world, name, world.theirs)
    for (const client of ['NOSUCH', "X' or 1=1", '{OURS,THEIRS}', 'ours', 'x'.repeat(2000)])
      expect(await world.send(route, sample, { access_token: token, client }), client).toMatchObject(WRONG_CLIENT)
  })

  test.each(everyCall.filter(([, route]) => route.access === 'one-client'))(
    '%s is for one client, not for all',
    async (name, route) => {
      const headers = { access_token: world.ours.as.token, client: 'All_client' }
      expect(await world.send(route, sampleOf(world, name), headers)).toMatchObject(WITHOUT_CLIENT)
    },
  )
})

test('after all these refusals nothing is written', async () => {
  // The sessions above, with their roles and users; and a call that one entry opens has taken an order number.
  const ofSessions = ['roles', 'users', 'user_clients', 'sessions'].map((table) => [table, held.size] as const)
  const ofTest: Record<string, number> = { ...Object.fromEntries(ofSessions), order_counters: 1 }
  const expected = Object.entries(before).map(([table, rows]) => [table, rows + (ofTest[table] ?? 0)])
  expect(await world.rowCounts()).toEqual(Object.fromEntries(expected))
})

test('All_client stands for a client user’s clients, or for all active ones', async () => {
  const second = await openShop(world.portal, 'SECOND', 'Wagtail')
  const on = world.portal.testDatabase
  const client = 'All_client'
  const sees = async (user: Parameters<typeof makeSession>[1]) => {
    const as = await makeSession(on, user)
    const found = await world.portal.call(contract.orders.consolidated, { body: {} }, { token: as.token, client })
    return [...new Set(found.body.Orders.map(({ clientCode }) => clientCode))].toSorted()
  }
  const { ours, theirs } = world
  expect(await sees({ clients: [ours.client] })).toEqual([ours.client])
  expect(await sees({ clients: [ours.client, second.client] })).toEqual([ours.client, second.client])
  expect(await sees({ clients: [], type: 'Internal User' })).toEqual([ours.client, second.client, theirs.client])
  await on.asOwner('update clients set active = false where client_code = $1', [second.client])
  expect(await sees({ clients: [ours.client, second.client] })).toEqual([ours.client])
  expect(await sees({ clients: [], type: 'Internal User' })).toEqual([ours.client, theirs.client])
})
