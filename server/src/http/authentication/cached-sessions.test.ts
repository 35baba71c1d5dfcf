import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeRole, makeSession, makeSku, makeUser } from '../../testing/factories.ts'
import { inNumber } from '../../testing/in-number.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { hashToken, newToken } from './token.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

type Session = Awaited<ReturnType<typeof makeSession>>
/** Changes made by another server: nothing tells the portal about them. */
const elsewhere = (text: string, values?: unknown[]) => portal.testDatabase.asOwner(text, values)
const list = (as: SignedIn) => portal.call(contract.orders.consolidated, { body: {} }, as)
const statusOf = async (as: SignedIn) => (await list(as)).status

/** A session that the portal has cached after a call for its client. */
async function makeCachedSession(options: Parameters<typeof makeSession>[1] = {}): Promise<Session> {
  const as = await makeSession(portal.testDatabase, options)
  expect(await statusOf(as)).toBe(200)
  return as
}

/** Replaces the check of sessions, until the returned function is called. */
async function replaceCheck(does: string): Promise<() => Promise<unknown>> {
  const [was] = await elsewhere("select pg_get_functiondef('check_session'::regproc) as text")
  await elsewhere(
    `create or replace function check_session(token bytea, kept text, used timestamptz, seen text)
     returns void language plpgsql as $$ begin ${does}; end $$`,
  )
  return () => elsewhere(String(was?.['text']))
}

describe('changes by others take effect on the next call of a cached session', () => {
  const change = (text: string) => (as: Session) =>
    elsewhere(text, [text.includes('client_code = $1') ? as.client : as.userId])
  test.each([
    ['the session is ended', 401, change('delete from sessions where user_id = $1')],
    [
      'its token was replaced, and the new one used',
      401,
      change(
        `update sessions set token_hash = '\\x00', previous_token_hash = token_hash, previous_valid_until = now() - interval '1 second' where user_id = $1`,
      ),
    ],
    [
      'nobody has used it for 31 minutes',
      401,
      change(`update sessions set last_used_at = now() - interval '31 minutes' where user_id = $1`),
    ],
    [
      'it is thirteen hours old',
      401,
      change(`update sessions set created_at = now() - interval '13 hours' where user_id = $1`),
    ],
    ['the user is locked', 401, change('update users set locked = true where user_id = $1')],
    ['the user is deactivated', 401, change('update users set active = false where user_id = $1')],
    [
      'the user is removed',
      401,
      change(
        'with ended as (delete from sessions where user_id = $1), left_clients as (delete from user_clients where user_id = $1) update users set active = false where user_id = $1',
      ),
    ],
    [
      'the role is closed',
      401,
      change('update roles set active = false where role_id = (select role_id from users where user_id = $1)'),
    ],
    [
      'the role holds nothing',
      403,
      change(`update roles set permissions = '{}' where role_id = (select role_id from users where user_id = $1)`),
    ],
    [
      'the user is options a role that holds nothing',
      403,
      async (as: Session) => {
        const roleId = await makeRole(portal.testDatabase, { holds: () => false })
        await elsewhere('update users set role_id = $2 where user_id = $1', [as.userId, roleId])
      },
    ],
    ['the client is closed', 403, change('update clients set active = false where client_code = $1')],
    ['the client is taken from the user', 403, change('delete from user_clients where user_id = $1')],
    [
      'the client is not covered any more',
      403,
      change(`update clients set menu_options = '{}' where client_code = $1`),
    ],
  ] as const)('%s: %i', async (_what, status, act) => {
    const as = await makeCachedSession()
    await act(as)
    expect(await statusOf(as)).toBe(status)
  })

  test('a refused call succeeds once the role allows it', async () => {
    const roleId = await makeRole(portal.testDatabase, { holds: () => false })
    const as = await makeSession(portal.testDatabase, { roleId })
    for (let call = 0; call < 2; call++) expect(await statusOf(as)).toBe(403)
    const all = await makeRole(portal.testDatabase)
    await elsewhere(
      'update roles set permissions = (select permissions from roles where role_id = $1) where role_id = $2',
      [all, roleId],
    )
    expect(await statusOf(as)).toBe(200)
  })

  test('what a client shows its users', async () => {
    const as = await makeCachedSession()
    const sees = async () => (await portal.call(contract.session.current, {}, { token: as.token })).body.client[0]?.sees
    expect(await sees()).toMatchObject({ costs: true, staffNames: true })
    expect(await sees()).toMatchObject({ costs: true, staffNames: true })
    await elsewhere(`update client_settings set settings = '{}' where client_code = $1`, [as.client])
    expect(await sees()).toMatchObject({ costs: false, staffNames: false })
  })

  test('a new client, for calls for all clients', async () => {
    const internal = {
      ...(await makeSession(portal.testDatabase, { clients: [], type: 'Internal User' })),
      client: 'All_client',
    }
    const clientsOf = async () => (await list(internal)).body.Orders.map(({ clientCode }) => clientCode)
    await clientsOf()
    expect(await clientsOf()).toEqual([])
    const client = await makeClient(portal.testDatabase)
    const SKU = await makeSku(portal.testDatabase, { client })
    expect(
      (await portal.call(contract.orders.create, { body: orderBody({ SKU }) }, { ...internal, client })).status,
    ).toBe(200)
    expect(await clientsOf()).toEqual([client])
  })
})

test('changes to every table that opens a session change its version', async () => {
  const tables = async (text: string) => (await elsewhere(text)).map(({ name }) => String(name)).toSorted()
  const read = await tables(
    `select distinct names[1] as name
     from pg_proc, regexp_matches(prosrc, '(?:from|join) (\\w+)', 'g') as names join pg_tables on tablename = names[1]
     where proname in ('opened_session', 'open_session', 'settings_of_clients')`,
  )
  const triggers = new Map(
    (
      await elsewhere(
        `select tgrelid::regclass::text as name, pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'counts_access'`,
      )
    ).map(({ name, text }) => [String(name), String(text)]),
  )
  // The session is read itself, and the version is what each change replaces.
  expect(read).toEqual([...triggers.keys(), 'access_version', 'sessions'].toSorted())
  const [opens] = await elsewhere(`select prosrc from pg_proc where proname = 'open_session'`)
  const ofUser = new Set(String(opens?.['prosrc']).match(/\bu\.\w+/g)).add('u.role_id')
  expect(ofUser.delete('u.user_id')).toBe(true)
  for (const column of ofUser) expect(triggers.get('users')).toContain(column.replace('u.', 'old.'))
  for (const table of ['clients', 'user_clients', 'client_settings'])
    expect(triggers.get(table)).toMatch(
      /AFTER INSERT OR DELETE OR UPDATE .* DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE/,
    )
})

test('a user of several clients always sees those that allow the call', async () => {
  const clients = [await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
  const as = await makeSession(portal.testDatabase, { clients })
  for (const client of clients) {
    const SKU = await makeSku(portal.testDatabase, { client })
    expect((await portal.call(contract.orders.create, { body: orderBody({ SKU }) }, { ...as, client })).status).toBe(
      200,
    )
  }
  await elsewhere(`update clients set menu_options = '{}' where client_code = $1`, [clients[0]])
  for (let call = 0; call < 3; call++) {
    const { body } = await list({ ...as, client: 'All_client' })
    expect(body.Orders.map(({ clientCode }) => clientCode)).toEqual([clients[1]])
  }
})

describe('the check', () => {
  let as: Session
  let SKU: string
  beforeEach(async () => {
    as = await makeCachedSession()
    SKU = await makeSku(portal.testDatabase, { client: as.client })
  })
  const orders = async () => {
    const rows = await elsewhere(
      `select o.order_number, (select count(*)::int from order_history h where (h.client_code, h.order_number) = (o.client_code, o.order_number)) as entries,
        (select count(*)::int from audit a where a.client_code = o.client_code and a.object = 'order ' || o.order_number) as audited
       from orders o where client_code = $1`,
      [as.client],
    )
    return rows
  }

  test('decides for cached sessions, and for no others', async () => {
    const back = await replaceCheck(`raise exception 'This was checked.' using errcode = 'DR422'`)
    const known = await list(as)
    const unknown = await statusOf(await makeSession(portal.testDatabase))
    await back()
    expect(known).toMatchObject({ status: 422, body: { message: 'This was checked.' } })
    expect(unknown).toBe(200)
  })

  test('refuses everything behind it: a write is done once, by the current session', async () => {
    const back = await replaceCheck(`raise exception 'Not as it was kept' using errcode = 'DRSES'`)
    const body = orderBody({ SKU, orderNo: 'ONCE-1' })
    const { status } = await portal.call(contract.orders.create, { body }, as, { 'idempotency-key': 'once' })
    await back()
    expect(status).toBe(200)
    expect(await orders()).toEqual([{ order_number: 'ONCE-1', entries: 1, audited: 1 }])
  })

  test('rolls back a write whose caller may no longer make it', async () => {
    await elsewhere('update users set locked = true where user_id = $1', [as.userId])
    expect((await portal.call(contract.orders.create, { body: orderBody({ SKU }) }, as)).status).toBe(401)
    expect(await orders()).toEqual([])
  })
})

const RACES = inNumber(250, 1000)
/** Races in parallel. */
const AT_ONCE = 20

test(`${RACES} races between revoking and reading: no call after the revocation is answered`, async () => {
  const clients = [await makeClient(portal.testDatabase)]
  const { id: first } = await makeUser(portal.testDatabase, { clients })
  const racers = await makeRacers(first, clients[0] ?? '')
  const ways = [
    (of: Racer) => portal.call(contract.session.signOut, { params: { id: String(of.userId) }, query: {} }, of),
    (of: Racer) => elsewhere('delete from sessions where user_id = $1', [of.userId]),
    (of: Racer) => elsewhere('update users set locked = true where user_id = $1', [of.userId]),
    (of: Racer) => elsewhere('delete from user_clients where user_id = $1', [of.userId]),
  ]
  let answeredAfter = 0
  let answeredBefore = 0
  const race = async (racer: Racer, revoke: (of: Racer) => Promise<unknown>) => {
    if ((await statusOf(racer)) === 200) answeredBefore++
    const underWay = [statusOf(racer), revoke(racer).then(() => statusOf(racer)), statusOf(racer)]
    const [, after] = await Promise.all(underWay)
    if (after === 200) answeredAfter++
  }
  const queue = racers.entries()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, racer] of queue) await race(racer, ways[index % ways.length] ?? expect.fail('no way'))
    }),
  )
  expect({ answeredBefore, answeredAfter }).toEqual({ answeredBefore: RACES, answeredAfter: 0 })
})

type Racer = { token: string; client: string; userId: number }

/** Users like the one given, each with a session. */
async function makeRacers(like: number, client: string): Promise<Racer[]> {
  const rows = await elsewhere(
    `insert into users (username, first_name, last_name, role_id, password_hash)
     select 'racer.' || n, 'Test', 'Racer', role_id, password_hash from users, generate_series(1, ${RACES}) n
     where user_id = $1 returning user_id`,
    [like],
  )
  const racers = rows.map((row) => ({ userId: Number(row['user_id']), token: newToken(), client }))
  const ids = racers.map(({ userId }) => userId)
  await elsewhere('insert into user_clients (user_id, client_code, position) select unnest($1::bigint[]), $2, 0', [
    ids,
    client,
  ])
  await elsewhere(
    `insert into sessions (user_id, token_hash, token_issued_at, created_at, last_used_at)
     select id, hash, now(), now(), now() from unnest($1::bigint[], $2::bytea[]) as s (id, hash)`,
    [ids, racers.map(({ token }) => hashToken(token))],
  )
  return racers
}
