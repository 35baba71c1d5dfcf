import { contract } from '@despatch/contract/contract'
import { holdsRight, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeRole, makeSession, makeUser } from '../../testing/factories.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { current, signOut } = contract.session
const { consolidated } = contract.orders
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

type Session = Awaited<ReturnType<typeof makeSession>>
const sql = (text: string, values?: unknown[]) => portal.testDatabase.asOwner(text, values)
const ask = (token: string) => portal.call(current, {}, { token })
/** Moves a time of a session this many minutes into the past. */
const age = (
  session: Session,
  column: 'created_at' | 'last_used_at' | 'token_issued_at' | 'previous_valid_until',
  minutes: number,
) =>
  sql(`update sessions set ${column} = ${column} - make_interval(mins => $1) where user_id = $2`, [
    minutes,
    session.userId,
  ])
const ENDED = { status: 401, body: { code: 'session_expired' } }

test('opens with user, role, permissions, and clients in order of association', async () => {
  const [first, second] = [
    await makeClient(portal.testDatabase, { code: 'ZEBRA', name: 'Zebra Ltd' }),
    await makeClient(portal.testDatabase, { code: 'ADDER', name: 'Adder Ltd' }),
  ]
  const as = await makeSession(portal.testDatabase, { clients: [first, second], type: 'Client Administrator' })
  const { body } = await ask(as.token)
  expect(body).toMatchObject({
    _id: String(as.userId),
    first_name: 'Test',
    last_name: 'User',
    role: { iforce_user: false },
  })
  const sees = { costs: true, capacities: true, otherMethods: true, staffNames: true }
  expect(body.role.sees).toEqual(sees)
  expect(body.client).toEqual([
    { code: 'ZEBRA', name: 'Zebra Ltd', currencyCode: 'GBP', withheld: [], sees, switchedOff: [] },
    { code: 'ADDER', name: 'Adder Ltd', currencyCode: 'GBP', withheld: [], sees, switchedOff: [] },
  ])
  expect(holdsRight(body.role.permissions as PermissionTree, 'orderManagement.createNewOrder')).toBe(true)
})

test('an internal user has all active clients', async () => {
  const internal = await makeSession(portal.testDatabase, { clients: [], type: 'Internal User' })
  const { body } = await ask(internal.token)
  expect(body.role.iforce_user).toBe(true)
  expect(body.client.map(({ code }) => code)).toEqual(expect.arrayContaining(['ADDER', 'ZEBRA']))
})

describe('limits', () => {
  test('29 idle minutes are allowed; 31 end the session with a message that says so', async () => {
    const as = await makeSession(portal.testDatabase)
    await age(as, 'last_used_at', 29)
    expect((await ask(as.token)).status).toBe(200)
    await age(as, 'last_used_at', 31)
    expect(await ask(as.token)).toMatchObject({
      ...ENDED,
      body: { message: expect.stringContaining('30 minutes without activity') },
    })
  })

  test('use keeps a session alive', async () => {
    const as = await makeSession(portal.testDatabase)
    for (let round = 0; round < 3; round++) {
      await age(as, 'last_used_at', 20)
      expect((await ask(as.token)).status).toBe(200)
    }
  })

  test('twelve hours after signing in it ends, however busy', async () => {
    const as = await makeSession(portal.testDatabase)
    await age(as, 'created_at', 12 * 60 - 1)
    expect((await ask(as.token)).status).toBe(200)
    await age(as, 'created_at', 2)
    expect(await ask(as.token)).toMatchObject({
      ...ENDED,
      body: { message: expect.stringContaining('12 hours after you signed in') },
    })
  })

  test('a refused call keeps it alive no longer than a success, and changes nothing', async () => {
    const as = await makeSession(portal.testDatabase, { holds: () => false })
    await age(as, 'token_issued_at', 20)
    const refused = await portal.call(consolidated, { body: {} }, as)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('access_token')).toBeNull()
    expect((await ask(as.token)).headers.get('access_token')).toMatch(/^[\w-]{43}$/)
  })
})

describe('rotation', () => {
  const rotate = async () => {
    const as = await makeSession(portal.testDatabase)
    await age(as, 'token_issued_at', 16)
    const token = (await ask(as.token)).headers.get('access_token')
    return { as, token: token ?? expect.fail('no new token') }
  }

  test('a token younger than a quarter of an hour stays', async () => {
    const as = await makeSession(portal.testDatabase)
    await age(as, 'token_issued_at', 14)
    expect((await ask(as.token)).headers.get('access_token')).toBeNull()
  })

  test('an older one is replaced in the response header, and the new one works', async () => {
    const { as, token } = await rotate()
    expect(token).not.toBe(as.token)
    expect((await ask(token)).status).toBe(200)
    expect((await ask(token)).headers.get('access_token')).toBeNull()
  })

  test('the old one works until a minute after the first use of the new one', async () => {
    const { as, token } = await rotate()
    const late = await ask(as.token)
    expect(late.status).toBe(200)
    expect(late.headers.get('access_token')).toBeNull()
    expect((await ask(token)).status).toBe(200)
    expect((await ask(as.token)).status).toBe(200)
    await age(as, 'previous_valid_until', 2)
    expect(await ask(as.token)).toMatchObject(ENDED)
    expect((await ask(token)).status).toBe(200)
  })

  test('a caller who never got the new one gets another with the old one', async () => {
    const { as, token: lost } = await rotate()
    await age(as, 'token_issued_at', 2)
    const token = (await ask(as.token)).headers.get('access_token') ?? expect.fail('no further token')
    expect(await ask(lost)).toMatchObject(ENDED)
    expect((await ask(token)).status).toBe(200)
    await age(as, 'previous_valid_until', 2)
    expect(await ask(as.token)).toMatchObject(ENDED)
  })

  test('of twenty calls at once, one replaces it and all are answered', async () => {
    const atOnce = (token: string) => Promise.all(Array.from({ length: 20 }, () => ask(token)))
    // Connections are opened first, so that the calls really overlap.
    await atOnce((await makeSession(portal.testDatabase)).token)
    for (let round = 0; round < 10; round++) {
      const as = await makeSession(portal.testDatabase)
      await age(as, 'token_issued_at', 16)
      const answers = await atOnce(as.token)
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
      const tokens = answers.flatMap(({ headers }) => headers.get('access_token') ?? [])
      expect(tokens).toHaveLength(1)
      expect((await ask(tokens[0] ?? '')).status).toBe(200)
    }
  })

  test('a call does not wait for another call of its session', async () => {
    const as = await makeSession(portal.testDatabase)
    for (const column of ['last_used_at', 'token_issued_at'] as const) {
      await age(as, column, 16)
      await sql('begin')
      await sql('select 1 from sessions where user_id = $1 for update', [as.userId])
      // A waiting call would time out in the database and answer with another status.
      const answer = await ask(as.token)
      await sql('rollback')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('access_token')).toBeNull()
    }
    expect((await ask(as.token)).headers.get('access_token')).toMatch(/^[\w-]{43}$/)
  })

  test('a call that waits for its user does not lock the session', async () => {
    const as = await makeSession(portal.testDatabase)
    await age(as, 'token_issued_at', 16)
    await sql('begin')
    await sql('select from users where user_id = $1 for update', [as.userId])
    const layout = { columnVisibility: {}, columnOrder: [], columnSizing: {} }
    const saving = portal.call(contract.session.keepLayout, { body: { table: 'users', layout } }, as)
    await waitUntilBlocked(portal.testDatabase)
    await sql('select from sessions where user_id = $1 for update nowait', [as.userId])
    await sql('delete from sessions where user_id = $1', [as.userId])
    await sql('commit')
    const { status, headers } = await saving
    expect([status, headers.get('access_token')]).toEqual([200, null])
    expect(await ask(as.token)).toMatchObject(ENDED)
  })

  test('a file that is refused after the token was replaced still returns the new one', async () => {
    const as = await makeSession(portal.testDatabase)
    await age(as, 'token_issued_at', 16)
    const headers = { access_token: as.token, client: as.client, 'content-type': 'application/json' }
    const refused = await portal.request('POST', '/api/feeds/orders', { body: '{}', headers })
    expect(refused.status).toBe(415)
    expect((await ask(refused.headers.get('access_token') ?? '')).status).toBe(200)
  })
})

describe('takes effect on the next call', () => {
  test('the user is no longer active', async () => {
    const as = await makeSession(portal.testDatabase)
    await sql('update users set active = false where user_id = $1', [as.userId])
    expect(await ask(as.token)).toMatchObject(ENDED)
  })

  test('the role is no longer active', async () => {
    const roleId = await makeRole(portal.testDatabase)
    const as = await makeSession(portal.testDatabase, { roleId })
    expect((await ask(as.token)).status).toBe(200)
    await sql('update roles set active = false where role_id = $1', [roleId])
    expect(await ask(as.token)).toMatchObject(ENDED)
  })

  test('the role holds less', async () => {
    const roleId = await makeRole(portal.testDatabase)
    const as = await makeSession(portal.testDatabase, { roleId })
    expect((await portal.call(consolidated, { body: {} }, as)).status).toBe(200)
    await sql("update roles set permissions = '{}', version = version + 1 where role_id = $1", [roleId])
    expect((await portal.call(consolidated, { body: {} }, as)).status).toBe(403)
  })

  test('the client is no longer active, or no longer the user’s', async () => {
    const as = await makeSession(portal.testDatabase)
    const refused = { status: 403, body: { code: 'wrong_client' } }
    await sql('update clients set active = false where client_code = $1', [as.client])
    expect(await portal.call(consolidated, { body: {} }, as)).toMatchObject(refused)
    const closed = await ask(as.token)
    expect(closed.body.client).toEqual([])
    expect(holdsRight(closed.body.role.permissions as PermissionTree, 'orderManagement.createNewOrder')).toBe(false)
    expect(await portal.call(contract.clients.list, { query: {} }, as)).toMatchObject({
      status: 403,
      body: { code: 'unauthorized_access' },
    })
    await sql('update clients set active = true where client_code = $1', [as.client])
    expect((await portal.call(consolidated, { body: {} }, as)).status).toBe(200)
    await sql('delete from user_clients where user_id = $1', [as.userId])
    expect(await portal.call(consolidated, { body: {} }, as)).toMatchObject(refused)
  })
})

describe('signing out', () => {
  test('ends the session, and no other of the same user', async () => {
    const as = await makeSession(portal.testDatabase)
    const other = await makeSession(portal.testDatabase, { userId: as.userId, client: as.client })
    const left = await portal.call(signOut, { params: { id: String(as.userId) }, query: {} }, as)
    expect(left).toMatchObject({ status: 200, body: { message: 'You are signed out.' } })
    expect(await ask(as.token)).toMatchObject(ENDED)
    expect((await ask(other.token)).status).toBe(200)
  })

  test('also ends it for a token that was just replaced', async () => {
    const as = await makeSession(portal.testDatabase)
    await age(as, 'token_issued_at', 16)
    const token = (await ask(as.token)).headers.get('access_token') ?? ''
    await portal.call(signOut, { params: { id: String(as.userId) }, query: {} }, { token: as.token })
    expect(await ask(token)).toMatchObject(ENDED)
  })

  test('with another user’s id is not found, and ends nothing', async () => {
    const as = await makeSession(portal.testDatabase)
    const other = await makeUser(portal.testDatabase)
    for (const id of [String(other.id), '0', `${as.userId}0`, ` ${as.userId}`, 'me'])
      expect(await portal.call(signOut, { params: { id }, query: {} }, as)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    expect((await ask(as.token)).status).toBe(200)
  })
})
