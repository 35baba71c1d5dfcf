import { contract } from '@despatch/contract/contract'
import type { HistoryKind } from '@despatch/contract/administration/user-activity/activity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeUser } from '../../testing/factories.ts'
import { makeClientRole } from '../../testing/roles.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, history } = contract.activity
let portal: TestPortal
let operator: SignedIn
/** Of ACME; of ACME and BIRCH. */
let user: SignedIn & { userId: number }
let both: SignedIn & { userId: number }
const ENTRIES = {
  user: 'setUpAndControl.userAdministration.manageUsers',
  role: 'setUpAndControl.userAdministration.rolesAndPermissions',
  client: 'setUpAndControl.clientAdministration.clientList',
  'api-key': 'setUpAndControl.userAdministration.apiKeys',
  webhook: 'feeds.webhooks',
}

/** Inserts an audit row, for example 'ACME user.created ann 2026-01-05T10:00Z', optionally of a record. */
async function did(text: string, record = '', states: { before?: unknown; after?: unknown } = {}) {
  const [client, act, by, at] = text.split(' ')
  await portal.testDatabase.asOwner(
    `insert into audit (client_code, at, by_name, act, object, request_id, record, before, after)
     values ($1, $2, $3, $4, $5, 'req', $6, $7, $8)`,
    [client === '-' ? '' : client, at, by, act, text, record, states.before ?? null, states.after ?? null],
  )
}
async function found(as: SignedIn, client: string, query: Record<string, string> = {}) {
  const answer = await portal.call(list, { query }, { ...as, client })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.activity.map(({ object }) => object)
}

const A1 = 'ACME user.created ann 2026-01-05T10:00:00Z'
const A2 = 'ACME order.created Anna 2026-01-06T10:00:00Z'
const A3 = 'ACME role.amended ann 2026-07-01T22:59:59Z'
const A4 = 'ACME role.deleted bob 2026-07-01T23:00:00Z'
const B1 = 'BIRCH user.amended ann 2026-01-07T10:00:00Z'
const C1 = 'CLOSED order.created cat 2026-01-08T10:00:00Z'
const N1 = '- session.signed-in ops 2026-01-09T10:00:00Z'

beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH', 'CLOSED']) await makeClient(on, { code })
  await on.asOwner(`update clients set active = false where client_code = 'CLOSED'`)
  operator = await makeSession(on, { clients: [], type: 'Internal Administrator' })
  user = await makeSession(on, { clients: ['ACME'] })
  both = await makeSession(on, { clients: ['ACME', 'BIRCH'] })
  await makeUser(on, { username: 'Anna', clients: ['ACME'] })
  // Inserted out of order: the time of the act decides.
  for (const act of [A4, A1, B1, A2, N1, C1]) await did(act)
  await did(A3, 'role:700000', { before: { name: 'Old' }, after: { name: 'New', count: 2 } })
})
afterAll(() => portal.close())

describe('User Activity - Overview', () => {
  test('shows the selected client’s acts, newest first', async () => {
    expect(await found(user, 'ACME')).toEqual([A4, A3, A2, A1])
    expect(await found(operator, 'BIRCH')).toEqual([B1])
    expect(await found(both, 'BIRCH')).toEqual([B1])
  })

  test('for all clients shows the caller’s; for internal users also closed and no clients', async () => {
    expect(await found(user, 'All_client')).toEqual([A4, A3, A2, A1])
    expect(await found(both, 'All_client')).toEqual([A4, A3, B1, A2, A1])
    expect(await found(operator, 'All_client')).toEqual([A4, A3, N1, C1, B1, A2, A1])
  })

  test('a row says who did what, for which client, with before and after', async () => {
    const { body } = await portal.call(list, { query: { limit: '2' } }, { ...user, client: 'ACME' })
    expect(body.activity[1]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      at: '2026-07-01T22:59:59.000Z',
      user: null,
      by: 'ann',
      client: 'ACME',
      act: 'role.amended',
      object: A3,
      before: { name: 'Old' },
      after: { name: 'New', count: 2 },
      requestId: 'req',
    })
    expect(body.hasMore).toBe(true)
  })

  test.each([
    ['a username in any case', { user: 'ANN' }, [A3, B1, A1]],
    ['the beginning of one', { user: 'an' }, [A3, B1, A2, A1]],
    ['nobody’s name', { user: 'zz' }, []],
    ['what only looks like one', { user: 'a%n' }, []],
    ['a client', { client: 'BIRCH' }, [B1]],
    ['a client that is closed', { client: 'CLOSED' }, [C1]],
    ['all clients', { client: 'All_client', kind: 'session' }, [N1]],
    ['a kind', { kind: 'role' }, [A4, A3]],
    ['a kind of someone', { kind: 'user', user: 'ann' }, [B1, A1]],
    // London is an hour ahead in July: 22:59 UTC is before midnight there, 23:00 UTC after it.
    ['a day', { dateFrom: '2026-07-01', dateTo: '2026-07-01' }, [A3]],
    ['from a day', { dateFrom: '2026-07-02' }, [A4]],
    ['days, both included', { dateFrom: '2026-01-06', dateTo: '2026-01-08' }, [C1, B1, A2]],
    ['all of these', { user: 'a', kind: 'user', client: 'ACME', dateFrom: '2026-01-01', dateTo: '2026-01-31' }, [A1]],
  ])('can be filtered by %s', async (_what, query, expected) => {
    expect(await found(operator, 'All_client', query as Record<string, string>)).toEqual(expected)
  })

  test('a filter by another client shows nothing', async () => {
    expect(await found(user, 'ACME', { client: 'BIRCH' })).toEqual([])
    expect(await found(user, 'All_client', { client: 'BIRCH' })).toEqual([])
    expect(await found(operator, 'ACME', { client: 'BIRCH' })).toEqual([])
  })

  test('another client’s user of an exact name does not hide names beginning with it', async () => {
    await makeUser(portal.testDatabase, { username: 'an', clients: ['BIRCH'] })
    expect(await found(user, 'ACME', { user: 'an' })).toEqual([A3, A2, A1])
  })

  test('pages follow each other and end', async () => {
    const pages: string[] = []
    for (let page = 1, hasMore = true; hasMore; page++) {
      const { body } = await portal.call(
        list,
        { query: { page: String(page), limit: '3' } },
        { ...operator, client: 'All_client' },
      )
      pages.push(...body.activity.map(({ object }) => object))
      hasMore = body.hasMore
      expect(page).toBeLessThan(4)
    }
    expect(pages).toEqual([A4, A3, N1, C1, B1, A2, A1])
  })

  test('many matching names are found by their beginning; pattern characters are literal', async () => {
    for (let number = 100; number < 130; number++) await did(`ACME order.created many_${number} 2025-01-01T00:00:00Z`)
    await did(`ACME order.created manyx100 2025-01-01T00:00:00Z`)
    expect(await found(user, 'ACME', { user: 'MANY_1' })).toHaveLength(30)
    expect(await found(user, 'ACME', { user: 'many_1', kind: 'order', dateTo: '2025-01-01' })).toHaveLength(30)
    expect(await found(user, 'ACME', { user: 'many_1', kind: 'user' })).toHaveLength(0)
    expect(await found(user, 'ACME', { user: 'Many_105' })).toHaveLength(1)
  })
})

test('reading on from a row gives the rest; from another client’s row, nothing', async () => {
  const all = { ...operator, client: 'All_client' }
  const { body } = await portal.call(list, { query: { limit: '100' } }, all)
  const keys = body.activity.map(({ client, id }) => `${client}:${id}`)
  for (const [index, before] of keys.entries()) {
    const rest = await portal.call(list, { query: { limit: '3', before } }, all)
    expect(rest.body.activity.map(({ client, id }) => `${client}:${id}`)).toEqual(keys.slice(index + 1, index + 4))
    expect(rest.body.hasMore).toBe(keys.length > index + 4)
  }
  const foreign = keys.find((key) => key.startsWith('BIRCH:')) ?? expect.fail()
  expect(await found(user, 'ACME', { before: foreign })).toEqual([])
})

describe('the history of a record', () => {
  const of = (as: SignedIn, client: string, kind: HistoryKind, id: number | string) =>
    portal.call(history, { query: { of: kind, id: String(id) } }, { ...as, client })

  const created = async (sql: string, values: unknown[]) =>
    Number(Object.values((await portal.testDatabase.asOwner(sql, values))[0] ?? {})[0])
  const key = (clients: string[]) =>
    created(
      `insert into api_keys (name, token_hash, beginning, client_codes, feeds, is_internal, created_at, created_by, user_id)
       values ($1, decode(md5($1), 'hex'), 'dsk_', $2, '{}', false, now(), 'ann', 0) returning key_id`,
      [crypto.randomUUID(), clients],
    )
  const webhook = (client: string) =>
    created(
      `insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
       values ($1, $2, 'https://example.com', '', '{}', now(), 'ann') returning webhook_id`,
      [client, crypto.randomUUID()],
    )

  test('is visible to users who see the record, and not found for others', async () => {
    const on = portal.testDatabase
    const { id: colleague } = await makeUser(on, { clients: ['ACME'] })
    const { id: staff } = await makeUser(on, { clients: [], type: 'Internal User' })
    const [own, foreign] = [await makeClientRole(portal, 'ACME'), await makeClientRole(portal, 'BIRCH')]
    const [ofAcme, ofBoth] = [await key(['ACME']), await key(['ACME', 'BIRCH'])]
    const [hook, otherHook] = [await webhook('ACME'), await webhook('BIRCH')]
    await did('ACME user.amended ann 2026-02-01T10:00:00Z', `user:${colleague}`)
    await did('- user.amended ann 2026-02-02T10:00:00Z', `user:${staff}`)
    await did('ACME role.created ann 2026-02-03T10:00:00Z', `role:${own}`)
    await did('BIRCH role.created ann 2026-02-04T10:00:00Z', `role:${foreign}`)
    await did('ACME client.amended ann 2026-02-05T10:00:00Z', 'client:ACME')
    await did('CLOSED client.amended ann 2026-02-06T10:00:00Z', 'client:CLOSED')
    // A key of several clients is audited under the first of them.
    for (const id of [ofAcme, ofBoth]) await did('ACME api-key.created ann 2026-02-07T10:00:00Z', `api-key:${id}`)
    await did('ACME webhook.created ann 2026-02-08T10:00:00Z', `webhook:${hook}`)
    await did('BIRCH webhook.created ann 2026-02-08T10:00:00Z', `webhook:${otherHook}`)
    for (const [as, client, kind, id, seen] of [
      [user, 'ACME', 'user', colleague, true],
      [user, 'ACME', 'user', staff, false],
      [operator, 'All_client', 'user', staff, true],
      [user, 'ACME', 'role', own, true],
      [user, 'ACME', 'role', foreign, false],
      [both, 'ACME', 'role', foreign, false],
      [both, 'All_client', 'role', foreign, true],
      [user, 'ACME', 'client', 'ACME', true],
      [user, 'ACME', 'client', 'BIRCH', false],
      [operator, 'ACME', 'client', 'CLOSED', true],
      [user, 'ACME', 'user', 'ACME', false],
      [operator, 'All_client', 'user', 999_999, false],
      [user, 'ACME', 'api-key', ofAcme, true],
      [user, 'ACME', 'api-key', ofBoth, false],
      [both, 'BIRCH', 'api-key', ofBoth, true],
      [both, 'BIRCH', 'api-key', ofAcme, false],
      [operator, 'BIRCH', 'api-key', ofBoth, true],
      [user, 'ACME', 'webhook', hook, true],
      [user, 'ACME', 'webhook', otherHook, false],
      [both, 'BIRCH', 'webhook', hook, false],
      [operator, 'All_client', 'webhook', otherHook, true],
      [user, 'ACME', 'webhook', 'none', false],
    ] as const) {
      const answer = await of(as, client, kind, id)
      expect(answer.status, `${kind} ${id} for ${client}`).toBe(seen ? 200 : 404)
      if (seen) expect(answer.body.activity).toHaveLength(1)
    }
  })

  test.each(['user', 'role', 'client', 'api-key', 'webhook'] as const)(
    'of a %s requires the menu entry that shows it',
    async (kind) => {
      const { id: colleague } = await makeUser(portal.testDatabase, { clients: ['ACME'] })
      const id = {
        user: colleague,
        role: await makeClientRole(portal, 'ACME'),
        client: 'ACME',
        'api-key': await key(['ACME']),
        webhook: await webhook('ACME'),
      }[kind]
      const holder = await makeSession(portal.testDatabase, {
        clients: ['ACME'],
        holds: (leaf) => leaf === ENTRIES[kind],
      })
      expect((await of(holder, 'ACME', kind, id)).status).toBe(200)
      const lacking = await makeSession(portal.testDatabase, {
        clients: ['ACME'],
        holds: (leaf) => leaf !== ENTRIES[kind],
      })
      expect(await of(lacking, 'ACME', kind, id)).toMatchObject({ status: 403, body: { code: 'unauthorized_access' } })
    },
  )

  test('does not reveal a user’s other clients to users of one client', async () => {
    const given = { username: 'shared', clients: ['ACME', 'BIRCH'] }
    const { id } = await makeUser(portal.testDatabase, given)
    const states = [
      { before: undefined, after: { username: 'shared', client: ['ACME', 'BIRCH'] } },
      { before: { client: ['ACME'], active: true }, after: { client: ['ACME', 'BIRCH'], active: false } },
      { before: { client: 'BIRCH' }, after: { client: 'ACME' } },
    ]
    for (const [hour, state] of states.entries())
      await did(`ACME user.amended ops 2024-01-01T0${hour}:00:00Z`, `user:${id}`, state)
    const seen = async (as: SignedIn) => {
      const query = { of: 'user', id: String(id) } as const
      const { body } = await portal.call(history, { query }, { ...as, client: 'ACME' })
      return body.activity.map(({ before, after }) => ({ before, after })).toReversed()
    }
    expect(await seen(user)).toEqual([
      { before: null, after: { username: 'shared', client: ['ACME'] } },
      { before: { active: true }, after: { active: false } },
      { before: { client: '' }, after: { client: 'ACME' } },
    ])
    const whole = states.map(({ before = null, after }) => ({ before, after }))
    expect(await seen(operator)).toEqual(whole)
    expect(await seen(both)).toEqual(whole)
  })
})

test('a streamed list continues from its last row despite token renewal and new acts', async () => {
  const on = portal.testDatabase
  await makeClient(on, { code: 'LONG' })
  const reader = await makeSession(on, { clients: ['LONG'] })
  await on.asOwner(`insert into audit (client_code, at, by_name, act, object, request_id, record)
    select 'LONG', now() - n * interval '1 second', 'ann', 'order.created', 'act ' || n, 'req', ''
    from generate_series(1, 2500) n`)
  const { transaction } = portal.database
  let calls = 0
  portal.database.transaction = async (work, share) => {
    if (++calls === 2) {
      await on.asOwner(
        `update sessions set token_hash = decode(md5(session_id::text), 'hex'), previous_token_hash = null,
           previous_valid_until = null
         where session_id = (select max(session_id) from sessions)`,
      )
      await did(`LONG order.created ann ${new Date().toISOString()}`)
    }
    return transaction(work, share)
  }
  try {
    const read = await found(reader, 'LONG', { limit: '999999' })
    expect(calls).toBeGreaterThan(2)
    expect(read).toHaveLength(2500)
    expect(new Set(read).size).toBe(2500)
  } finally {
    portal.database.transaction = transaction
  }
})
