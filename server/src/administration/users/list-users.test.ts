import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { isUserAdministration, openPeople, type People } from '../../testing/people.ts'
import type { SignedIn } from '../../testing/test-portal.ts'

let people: People
const ids: Record<string, string> = {}
const on = () => people.portal.testDatabase
beforeAll(async () => {
  people = await openPeople()
  const add = async (username: string, given: Parameters<People['person']>[0], columns: string) => {
    ids[username] = await people.person({ ...given, username })
    await on().asOwner(`update users set ${columns} where user_id = $1`, [ids[username]])
  }
  await add('zoe', {}, `first_name = 'Zoë', last_name = 'Abel', last_login = '2026-01-05T10:00:00Z'`)
  await add('Yves', {}, `first_name = 'yves', last_name = 'Beck', email = 'y%v_s@example.com', locked = true`)
  await add('xena', { role: people.roles.acme }, `first_name = 'Xena', last_name = 'Clay', active = false`)
  await add('walt', { clients: ['ACME', 'BIRCH'] }, `first_name = 'Walt', last_name = 'Dove', active = false`)
  await add(
    'vera',
    { clients: ['BIRCH'] },
    `first_name = 'Vera', last_name = 'Eden', last_login = '2026-02-05T10:00:00Z'`,
  )
  await add(
    'inge',
    { clients: [], role: people.roles.internal },
    `first_name = 'Inge', last_name = 'Finn', active = false`,
  )
  await add('lars', { role: people.roles.large }, `first_name = 'Lars', last_name = 'Gray', active = false`)
})
afterAll(() => people.portal.close())

const { list, all, activatable, deletable, exist } = contract.users
type Query = Parameters<typeof people.portal.call<typeof list>>[1]['query']
const ask = async (query: Query, as: SignedIn, route: typeof list | typeof activatable | typeof deletable = list) => {
  const { status, body } = await people.portal.call(route, { query: { limit: '100', ...query } }, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
/** The names of our test users in a list. Also checks that the total counts no others but the callers. */
const names = async (query: Query, as: SignedIn, route?: typeof activatable) => {
  const { users, total } = await ask(query, as, route)
  expect(total).toBe(users.length)
  return users.map(({ username }) => username).filter((username) => username in ids)
}
const everyone = () => ({ ...people.operator, client: 'All_client' })

describe('who sees which users', () => {
  test.each<[string, () => SignedIn, string[]]>([
    ['an internal user for all clients: everyone', everyone, ['inge', 'lars', 'vera', 'walt', 'xena', 'Yves', 'zoe']],
    [
      'an internal user for one client: its users, and the internal ones, who work for every client',
      () => ({ ...people.operator, client: 'BIRCH' }),
      ['inge', 'vera', 'walt'],
    ],
    ['a client administrator', () => people.acme, ['lars', 'walt', 'xena', 'Yves', 'zoe']],
    [
      'the same for all clients',
      () => ({ ...people.acme, client: 'All_client' }),
      ['lars', 'walt', 'xena', 'Yves', 'zoe'],
    ],
    ['one of two clients, for one', () => people.both, ['lars', 'walt', 'xena', 'Yves', 'zoe']],
    [
      'one of two clients, for both',
      () => ({ ...people.both, client: 'All_client' }),
      ['lars', 'vera', 'walt', 'xena', 'Yves', 'zoe'],
    ],
    ['an internal user with less rights', () => people.helper, ['inge', 'lars', 'vera', 'walt', 'xena', 'Yves', 'zoe']],
  ])('%s', async (_what, as, expected) => {
    expect(await names({}, as())).toEqual(expected)
  })

  test('a user with iforce_user is hidden from users without it, even at one client', async () => {
    const id = await people.person({ username: 'odd', role: people.roles.internal, clients: ['ACME'] })
    expect((await ask({ search: 'odd' }, people.acme)).total).toBe(0)
    expect((await people.portal.call(list, { query: { id } }, people.acme)).status).toBe(404)
    expect((await ask({ search: 'odd' }, everyone())).total).toBe(1)
    await on().asOwner('delete from users where user_id = $1', [id])
  })

  test('of a user of several clients only the caller’s clients are shown', async () => {
    const codes = async (as: SignedIn) =>
      (await ask({ search: 'walt' }, as)).users.flatMap(({ client }) => client.map(({ code }) => code))
    expect(await codes(people.acme)).toEqual(['ACME'])
    expect(await codes(people.both)).toEqual(['ACME', 'BIRCH'])
    expect(await codes({ ...people.operator, client: 'BIRCH' })).toEqual(['ACME', 'BIRCH'])
    expect(await names({ client: 'BIRCH' }, people.acme)).toEqual([])
    expect(await names({ client: 'BIRCH' }, people.both)).toEqual(['walt'])
  })

  test('one user by id comes with role permissions; other ids are not found', async () => {
    const one = await people.portal.call(list, { query: { id: ids['zoe'] } }, people.acme)
    expect(one.body).toMatchObject({
      total: 1,
      users: [
        {
          _id: ids['zoe'],
          username: 'zoe',
          hasPassword: true,
          role: { _id: people.roles.small, permissions: { orderManagement: { createNewOrder: { Edit: true } } } },
        },
      ],
    })
    expect((await ask({ search: 'zoe' }, people.acme)).users[0]?.role).not.toHaveProperty('permissions')
    for (const id of [ids['vera'], ids['inge'], '999999999'])
      expect((await people.portal.call(list, { query: { id } }, people.acme)).status).toBe(404)
  })
})

describe('filters, sorting and pages', () => {
  test.each<[Query, string[]]>([
    [{ search: 'ZO' }, ['zoe']],
    [{ search: 'zoë ab' }, ['zoe']],
    [{ search: 'y%v_s@' }, ['Yves']],
    [{ search: 'y_v' }, []],
    [{ search: '\\' }, []],
    [{ active: 'false' }, ['inge', 'lars', 'walt', 'xena']],
    [{ lock: 'true' }, ['Yves']],
    [{ client: 'BIRCH' }, ['vera', 'walt']],
    [{ search: 'e', active: 'true', lock: 'false', client: 'ACME' }, ['zoe']],
  ])('%j', async (query, expected) => {
    expect(await names(query, everyone())).toEqual(expected)
  })

  test('by role', async () => {
    expect(await names({ role: people.roles.acme }, everyone())).toEqual(['xena'])
  })

  test.each<[NonNullable<Query>, string[]]>([
    [{ sort: 'username', desc: 'true' }, ['zoe', 'Yves', 'xena', 'walt', 'vera', 'lars', 'inge']],
    [{ sort: 'first_name' }, ['inge', 'lars', 'vera', 'walt', 'xena', 'Yves', 'zoe']],
    [{ sort: 'last_name' }, ['zoe', 'Yves', 'xena', 'walt', 'vera', 'inge', 'lars']],
    [{ sort: 'created_on' }, ['zoe', 'Yves', 'xena', 'walt', 'vera', 'inge', 'lars']],
  ])('%j', async (query, expected) => {
    expect(await names(query, everyone())).toEqual(expected)
  })

  test('by last sign-in: users who never signed in come first when ascending', async () => {
    const [up, down] = [
      await names({ sort: 'last_login' }, everyone()),
      await names({ sort: 'last_login', desc: 'true' }, everyone()),
    ]
    expect(up.slice(-2)).toEqual(['zoe', 'vera'])
    expect(down.slice(0, 2)).toEqual(['vera', 'zoe'])
  })

  test('by role: its code', async () => {
    const { users } = await ask({ sort: 'role' }, everyone())
    const codes = users.map(({ role }) => role.code.toLowerCase())
    expect(codes).toEqual(codes.toSorted())
  })

  test('pages follow each other, and each has the total', async () => {
    const page = (number: number) => ask({ page: String(number), limit: '3', search: 'e' }, everyone())
    const [one, two] = [await page(1), await page(2)]
    expect(one.users).toHaveLength(3)
    expect(one.total).toBe(two.total)
    const together = [...one.users, ...two.users].map(({ username }) => username)
    expect(together).toEqual(
      (await ask({ search: 'e' }, everyone())).users.slice(0, together.length).map(({ username }) => username),
    )
  })
})

describe('the export', () => {
  test('contains the same users, complete, page after page', async () => {
    await on().asOwner(
      `insert into users (username, first_name, role_id, password_hash) select 'x.' || n, 'Exported', $1, '' from generate_series(1, 2100) n`,
      [people.roles.small],
    )
    await on().asOwner(
      "insert into user_clients (user_id, client_code) select user_id, 'BIRCH' from users where first_name = 'Exported'",
    )
    const exported = await people.portal.call(all, { query: { search: 'exported' } }, people.birch)
    expect(exported.status).toBe(200)
    expect(all.answer.safeParse(exported.body).error).toBeUndefined()
    const found = exported.body.users.map(({ username }) => username)
    expect([found.length, new Set(found).size]).toEqual([2100, 2100])
    expect(found).toEqual(found.toSorted())
    expect((await people.portal.call(all, { query: { search: 'exported' } }, people.acme)).body.users).toEqual([])
    expect((await people.portal.call(all, { query: { search: 'nobody at all' } }, people.acme)).body).toEqual({
      users: [],
    })
    await on().asOwner("delete from users where first_name = 'Exported'")
  })
})

describe('users who can be activated or deleted', () => {
  test('for activation: inactive, not locked, and the caller may change them', async () => {
    expect(await names({}, people.acme, activatable)).toEqual(['lars', 'xena'])
    expect(await names({}, { ...people.both, client: 'All_client' }, activatable)).toEqual(['lars', 'walt', 'xena'])
    expect(await names({}, people.helper, activatable)).toEqual([])
    expect(await names({}, people.operator, activatable)).toEqual(['inge', 'lars', 'walt', 'xena'])
  })
  test('for deletion: the caller may change them, except themselves', async () => {
    const { users } = await ask({}, people.acme, deletable)
    expect(users.map(({ username }) => username).filter((name) => name in ids)).toEqual(['lars', 'xena', 'Yves', 'zoe'])
    expect(users.map(({ _id }) => _id)).not.toContain(String(people.acme.userId))
  })
  test('listing them changes nothing', async () => {
    expect(await people.row(ids['xena'] ?? '')).toMatchObject({ active: false, version: 1 })
  })
})

test('a taken username is reported in any case, for any client', async () => {
  const taken = async (username: string) => (await people.portal.call(exist, { query: { username } }, people.acme)).body
  expect(await taken('VERA')).toEqual({ exists: true, message: expect.stringContaining('VERA') })
  expect(await taken('vera2')).toEqual({ exists: false, message: '' })
})

test('the version is the package’s, with the start of this process and the operator’s contact', async () => {
  const { body } = await people.portal.call(contract.users.version, {}, people.acme)
  expect(body.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(body.contact).toBe('Despatch desk, desk@example.com')
  expect(Date.parse(body.startedAt)).toBeLessThan(Date.now())
})

describe('who is signed in', () => {
  const { loginStatus } = contract.users
  const status = async (query: Parameters<typeof people.portal.call<typeof loginStatus>>[1]['query'], as: SignedIn) =>
    (await people.portal.call(loginStatus, { query }, as)).body
  test('lists one row per live session of users that the caller sees', async () => {
    const zoe = await makeSession(on(), { userId: Number(ids['zoe']) })
    await makeSession(on(), { userId: Number(ids['zoe']) })
    await makeSession(on(), { userId: Number(ids['vera']) })
    await on().asOwner("update sessions set address = '192.0.2.7', browser = 'A browser' where user_id = $1", [
      zoe.userId,
    ])
    const zoes = async () => (await status({ search: 'zoe' }, people.acme)).sessions
    expect(await zoes()).toMatchObject([
      { username: 'zoe', client: ['ACME'], address: '192.0.2.7', browser: 'A browser', isOwn: false },
      { username: 'zoe' },
    ])
    expect((await status({ search: 'vera' }, people.acme)).total).toBe(0)
    expect((await status({ search: 'vera' }, people.birch)).total).toBe(1)
    const isLogin = async () => (await ask({ search: 'zoe' }, people.acme)).users[0]?.is_login
    expect(await isLogin()).toBe(true)
    const one = '(select min(session_id) from sessions where user_id = $1)'
    await on().asOwner(`update sessions set last_used_at = now() - interval '31 minutes' where session_id = ${one}`, [
      zoe.userId,
    ])
    expect(await zoes()).toHaveLength(1)
    await on().asOwner("update sessions set created_at = now() - interval '13 hours' where user_id = $1", [zoe.userId])
    expect(await zoes()).toEqual([])
    expect(await isLogin()).toBe(false)
  })
  test('marks the caller’s own session, and sorts and pages', async () => {
    const { sessions, total } = await status({ sort: 'username', desc: 'false', limit: '100' }, people.acme)
    expect(sessions.filter(({ isOwn }) => isOwn).map(({ _id }) => _id)).toEqual([String(people.acme.userId)])
    const found = sessions.map(({ username }) => username.toLowerCase())
    expect([found, total]).toEqual([found.toSorted(), found.length])
    expect(
      (await status({ limit: '1', page: '2', sort: 'username', desc: 'false' }, people.acme)).sessions[0]?.session,
    ).toBe(sessions[1]?.session)
  })
  test('needs its own permission', async () => {
    const as = await makeSession(on(), {
      clients: ['ACME'],
      holds: (leaf) => isUserAdministration(leaf) && !leaf.endsWith('userLoginStatus'),
    })
    expect((await people.portal.call(loginStatus, { query: {} }, as)).status).toBe(403)
  })
})
