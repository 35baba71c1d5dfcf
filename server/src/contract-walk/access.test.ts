import { contract } from '@despatch/contract/contract'
import type { Permission } from '@despatch/contract/route/route'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { permissionTree, type Right } from '@despatch/domain/administration/roles/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { calls, guardedCalls, shareOf } from './calls.ts'
import { sampleOf, samples } from './samples.ts'
import { openShop, openWorld, type World } from './world.ts'

let world: World
let before: Record<string, number>
beforeAll(async () => {
  world = await openWorld()
  before = await world.rowCounts()
})
afterAll(() => world.portal.close())

const names = guardedCalls.map((call, index) => [call.name, call.route, index] as const)
const ofClients = names.filter(([, route]) => route.access !== 'none')
const asOurs = () => ({ access_token: world.ours.as.token, client: world.ours.client })

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

describe('a stranger is refused with 401', () => {
  const wrong: [what: string, token: string][] = [
    ['a garbage token', 'x'],
    ['a token of nobody', 'A'.repeat(43)],
    ['a very long token', 'A'.repeat(4000)],
  ]
  test.each(names)('%s', async (name, route, index) => {
    for (const [what, token] of [['no token', ''], ...shareOf(wrong, index)] as const) {
      for (const input of [
        sampleOf(world, name),
        { ...sampleOf(world, name), body: { zzz: 1 }, query: { zzz: '1' } },
      ]) {
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
    }
  })
})

describe('the token is read only from its header', () => {
  test.each(names)('%s', async (name, route, index) => {
    const { token } = world.ours.as
    const sample = sampleOf(world, name)
    const client = world.ours.client
    const elsewhere = [
      () => world.send(route, sample, { cookie: `access_token=${token}`, client }),
      () => world.send(route, sample, { authorization: `Bearer ${token}`, client }),
      () => world.send(route, { ...sample, query: { ...sample.query, access_token: token } }, { client }),
      () => world.send(route, { ...sample, body: { access_token: token } }, { client }),
    ]
    for (const send of shareOf(elsewhere, index)) expect((await send()).status).toBe(401)
  })
})

describe('a user without the permission is refused with 403', () => {
  test.each(names.filter(([, route]) => typeof route.permission === 'object'))('%s', async (name, route) => {
    const leaves = leavesOf(route.permission)
    const needsEdit = typeof route.permission === 'object' && 'edits' in route.permission
    const lacking = [
      await sessionWith(() => false),
      await sessionWith((leaf) => !leaves.includes(leaf)),
      await sessionWith((_leaf, right) => right === 'Enable'),
      await sessionWith((_leaf, right) => right !== 'Read Only'),
      ...(needsEdit ? [await sessionWith((_leaf, right) => right !== 'Edit')] : []),
    ]
    for (const as of lacking) {
      const answer = await world.send(route, sampleOf(world, name), { access_token: as.token, client: as.client })
      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'unauthorized_access', message: expect.stringMatching(/\w/) },
      })
    }
  })

  test.each(
    names.filter(([, route]) => typeof route.permission === 'object' && !route.audited && route.method === 'POST'),
  )('%s: one of the entries it names is enough', async (name, route) => {
    const needsEdit = typeof route.permission === 'object' && 'edits' in route.permission
    // No user of a client gets an answer that only the operator may get.
    const expected = sampleOf(world, name).by === 'operator' ? 403 : 200
    for (const leaf of leavesOf(route.permission)) {
      const rights = needsEdit ? ['Read Only', 'Edit'] : ['Read Only']
      const as = await sessionWith((other, right) => other === leaf && rights.includes(right))
      const answer = await world.send(route, sampleOf(world, name), { access_token: as.token, client: as.client })
      expect(answer.status, `${rights.join(' and ')} of ${leaf}`).toBe(expected)
    }
  })
})

describe('the client header is checked, not trusted', () => {
  const nobodys = ['NOSUCH', "X' or 1=1", '{OURS,THEIRS}', 'ours', 'x'.repeat(2000)]
  test.each(ofClients)('%s', async (name, route, index) => {
    const token = world.ours.as.token
    const sample = sampleOf(world, name, world.theirs)
    for (const client of [world.theirs.client, ...shareOf(nobodys, index)]) {
      const answer = await world.send(route, sample, { access_token: token, client })
      expect(answer, client).toMatchObject({ status: 403, body: { code: 'wrong_client' } })
    }
    const none = await world.send(route, sample, { access_token: token })
    expect(none).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  test.each(ofClients.filter(([, route]) => route.access === 'one-client'))(
    '%s is for one client, not for all',
    async (name, route) => {
      const answer = await world.send(route, sampleOf(world, name), {
        access_token: world.ours.as.token,
        client: 'All_client',
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    },
  )
})

/** These accept any value under the caller's own client, or judge it line by line, and leave an audit row. */
const TAKES_ANY_NAME = new Set([
  'feeds.orders',
  'feeds.saveMapping',
  'stock.saveAllocationCode',
  'users.import',
  'users.activate',
])

/** A user may have three files made at once. */
const MAKES_FILES = new Set(['report-files.create', 'return-figures.createTrendReport'])
async function waitForFiles() {
  const waiting = "select from jobs.job where name = 'file-export' and state < 'completed'"
  await expect.poll(() => world.portal.testDatabase.asOwner(waiting)).toEqual([])
}

describe('another client’s object is not found, or absent', () => {
  test.each(ofClients.filter(([name]) => !TAKES_ANY_NAME.has(name)))('%s', async (name, route) => {
    for (const client of route.access === 'clients' ? [world.ours.client, 'All_client'] : [world.ours.client]) {
      if (MAKES_FILES.has(name)) await waitForFiles()
      const answer = await world.send(route, sampleOf(world, name, world.theirs), { ...asOurs(), client })
      expect([200, 400, 403, 404, 409, 422], JSON.stringify(answer.body)).toContain(answer.status)
      expect(JSON.stringify(answer.body).toLowerCase()).not.toContain(world.theirs.mark.toLowerCase())
    }
  })
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

test('after all these refusals nothing is written', async () => {
  const tables = ['orders', 'order_lines', 'order_history', 'skus', 'column_mappings', 'idempotency_keys', 'audit']
  const after = await world.rowCounts()
  // The second shop's own orders and products, and the rows from creating them.
  const made: Record<string, number> = {
    orders: 18,
    order_lines: 14,
    order_history: 15,
    // And successful calls about one's own client: a SKU from a stock count, parcel contents, a version brought back, a
    // webhook, six changes of the returns book and a trial of its draft, two of return labels, the shoppers' page, five feeds
    // whose rows were refused or held, report files, and the list of erasures, requested several times.
    skus: 3 + 1,
    column_mappings: 1,
    audit: 6 + 7 + 7 + 6 + 1 + 2 + 2,
  }
  for (const table of tables)
    expect({ [table]: after[table] }).toEqual({ [table]: (before[table] ?? 0) + (made[table] ?? 0) })
})
