import { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import { lastKeyDay } from '@despatch/domain/administration/api-keys/key-life'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, create, replace, revoke } = contract['api-keys']
const KEYS_LEAF = 'setUpAndControl.userAdministration.apiKeys'
type NewKey = RouteInput<typeof create>['body']
let portal: TestPortal
let acme: string
let birch: string
let operator: SignedIn
let user: SignedIn & { client: string; userId: number }
let both: SignedIn & { client: string }

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  const on = portal.testDatabase
  acme = await makeClient(on)
  birch = await makeClient(on)
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  user = await makeSession(on, { clients: [acme], type: 'Client Administrator' })
  both = await makeSession(on, { clients: [acme, birch], type: 'Client Administrator' })
})
afterAll(() => portal.close())

let count = 0
const body = (given: Partial<NewKey> = {}): NewKey => ({
  name: `Key ${++count}`,
  clients: [acme],
  feeds: ['feeds.ordersFeed'],
  expiresOn: '',
  ...given,
})
const make = async (given: Partial<NewKey> = {}, as: SignedIn = user) => {
  const created = await portal.call(create, { body: body(given) }, as)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  return created.body
}
async function feed(headers: Record<string, string>, orderNumber = `F-${++count}`, feedName = 'orders') {
  const SKU = await makeSku(portal.testDatabase, { client: acme })
  const answer = await fetch(`${portal.url}/api/feeds/${feedName}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', ...headers },
    body: `orderNumber,SKU,quantity\n${orderNumber},${SKU},1\n`,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, headers: answer.headers }
}
const rowOf = async (id: string) =>
  (await portal.testDatabase.asOwner('select * from api_keys where key_id = $1', [id]))[0]

describe('an API key', () => {
  test('feeds its client without a client header; audit and history name the key', async () => {
    const { key, apiKey, message } = await make({ name: 'Nightly orders' })
    expect(message).toBe('Data added successfully.')
    expect(key).toMatch(/^dsk_[A-Za-z0-9_-]{43}$/)
    expect(apiKey).toMatchObject({ beginning: key.slice(0, 10), clients: [acme], state: 'active', lastUsedAt: null })
    const fed = await feed({ access_token: key }, 'K-1')
    expect(fed).toMatchObject({ status: 200, body: { summary: { ordersCreated: 1 } } })
    expect(fed.headers.get('access_token')).toBeNull()
    const [audited] = await portal.testDatabase.asOwner(
      "select user_id, by_name from audit where client_code = $1 and act = 'feed.orders'",
      [acme],
    )
    expect(audited).toEqual({ user_id: null, by_name: 'API key Nightly orders' })
    const [history] = await portal.testDatabase.asOwner('select by_name from order_history where client_code = $1', [
      acme,
    ])
    expect(history).toEqual({ by_name: 'API key Nightly orders' })
  })

  test('is stored as a hash and appears in no list, audit row or log', async () => {
    const { key, apiKey } = await make()
    const kept = JSON.stringify(await portal.testDatabase.asOwner('select * from api_keys'))
    const audited = JSON.stringify(
      await portal.testDatabase.asOwner('select * from audit where record = $1', [`api-key:${apiKey._id}`]),
    )
    const listed = JSON.stringify((await portal.call(list, { query: {} }, user)).body)
    for (const text of [kept, audited, listed]) {
      expect(text).toContain(apiKey.name)
      expect(text).not.toContain(key.slice(12))
    }
  })

  test('opens its feeds and the column mappings, and nothing else', async () => {
    const { key } = await make({ feeds: ['feeds.ordersFeed'] })
    const as = { token: key, client: acme }
    expect((await portal.call(contract.feeds.mappings, {}, as)).status).toBe(200)
    const others = [
      await feed({ access_token: key }, 'x', 'stock'),
      await portal.call(contract.session.current, {}, as),
      await portal.call(contract.session.generateOneTimeCodes, {}, as),
      await portal.call(list, { query: {} }, as),
      await portal.call(contract.orders.consolidated, { body: {} }, as),
    ]
    for (const refused of others)
      expect(refused).toMatchObject({
        status: 403,
        body: { code: 'unauthorized_access', message: expect.stringMatching(/\w/) },
      })
    expect(others[0]?.body).toMatchObject({
      message: expect.stringMatching(
        /^This is the Stock Feed, and the key Key \d+ is for the Orders Feed\. Send the file/,
      ),
    })
  })

  test('works for its own clients only, and must choose one of several', async () => {
    const { key } = await make({ clients: [birch, acme] }, both)
    expect(await feed({ access_token: key })).toMatchObject({
      status: 400,
      body: { code: 'bad_request', message: expect.stringContaining('Name the client in the header client') },
    })
    expect((await feed({ access_token: key, client: acme })).status).toBe(200)
    const other = await makeClient(portal.testDatabase)
    for (const client of [other, 'All_client', 'NOSUCH'])
      expect([400, 403], client).toContain((await feed({ access_token: key, client })).status)
    const refused = await feed({ access_token: key, client: other })
    for (const named of [acme, birch]) expect(refused.body['message']).toContain(named)
    expect(refused.body['message']).not.toContain(other)
  })

  test.each([
    ['unknown', `dsk_${'A'.repeat(43)}`],
    ['cut short', 'dsk_AAAA'],
    ['not a key', 'dsk_'],
  ])('%s: 401 with a message about the key', async (_what, access_token) => {
    const message = 'This API key is not known, was revoked or suspended, or has run out. Ask an administrator.'
    const body = { code: 'session_expired', message }
    expect(await feed({ access_token, client: acme })).toMatchObject({ status: 401, body })
  })

  test('is refused from the next call on, once revoked or expired', async () => {
    const first = await make()
    expect((await feed({ access_token: first.key })).status).toBe(200)
    const revoked = await portal.call(revoke, { query: { id: first.apiKey._id } }, user)
    expect(revoked).toMatchObject({ status: 200, body: { apiKey: { state: 'revoked' } } })
    expect((await feed({ access_token: first.key })).status).toBe(401)
    expect((await portal.call(revoke, { query: { id: first.apiKey._id } }, user)).status).toBe(422)
    const second = await make({ expiresOn: addDays(dayOf(new Date()), 30) })
    expect((await feed({ access_token: second.key })).status).toBe(200)
    await portal.testDatabase.asOwner('update api_keys set expires_at = now() where key_id = $1', [second.apiKey._id])
    expect((await feed({ access_token: second.key })).status).toBe(401)
    expect((await portal.call(list, { query: { state: 'expired' } }, user)).body.apiKeys).toMatchObject([
      { _id: second.apiKey._id },
    ])
  })

  test('is refused if its client is closed or switches its entry off, unless the operator’s', async () => {
    const { key } = await make()
    const { key: operators } = await make({}, operator)
    await portal.testDatabase.asOwner(
      `update clients set disabled_objects = '{"feeds.ordersFeed": "Stocktaking"}' where client_code = $1`,
      [acme],
    )
    expect(await feed({ access_token: key })).toMatchObject({
      status: 403,
      body: { message: 'This is switched off. Stocktaking' },
    })
    expect((await feed({ access_token: operators })).status).toBe(200)
    await portal.testDatabase.asOwner(
      "update clients set active = false, disabled_objects = '{}' where client_code = $1",
      [acme],
    )
    for (const access_token of [key, operators])
      expect(await feed({ access_token })).toMatchObject({ status: 403, body: { code: 'wrong_client' } })
  })

  test('records when and from where it was used, once a minute', async () => {
    const { key, apiKey } = await make()
    await feed({ access_token: key })
    await expect.poll(async () => (await rowOf(apiKey._id))?.['last_used_at']).not.toBeNull()
    const first = await rowOf(apiKey._id)
    expect(first?.['last_used_from']).toMatch(/127\.0\.0\.1/)
    await feed({ access_token: key })
    expect((await rowOf(apiKey._id))?.['last_used_at']).toEqual(first?.['last_used_at'])
  })
})

describe('a replaced key', () => {
  const put = (id: string, as: SignedIn = user) => portal.call(replace, { params: { id }, query: {} }, as)

  test('has a new secret; the previous one works for another day, older ones stop', async () => {
    const first = await make({ name: 'WMS' })
    const id = first.apiKey._id
    const second = (await put(id)).body
    expect(second).toMatchObject({
      message: 'The key WMS is replaced. The previous key works for one more day.',
      apiKey: { ...first.apiKey, beginning: second.key.slice(0, 10), oldUntil: expect.any(String) },
    })
    expect(Date.parse(second.apiKey.oldUntil ?? '') - Date.now()).toBeGreaterThan(86_390_000)
    const third = (await put(id)).body
    const answers = async (...keys: { key: string }[]) =>
      Promise.all(keys.map(async ({ key }) => (await feed({ access_token: key })).status))
    expect(await answers(first, second, third)).toEqual([401, 200, 200])
    await portal.testDatabase.asOwner('update api_keys set old_token_until = now() where key_id = $1', [id])
    expect(await answers(second, third)).toEqual([401, 200])
    const [listed] = (await portal.call(list, { query: { search: 'WMS' } }, user)).body.apiKeys
    expect(listed).toMatchObject({ _id: id, beginning: third.key.slice(0, 10), oldUntil: null })
    const audited = await portal.testDatabase.asOwner(
      'select act, after from audit where record = $1 order by audit_id desc limit 1',
      [`api-key:${id}`],
    )
    expect(audited).toEqual([{ act: 'api-key.replaced', after: { key: 'replaced' } }])
    const fourth = (await put(id)).body
    await portal.call(revoke, { query: { id } }, user)
    expect(await answers(third, fourth)).toEqual([401, 401])
  })

  test('must be active, visible to the caller, and open no more than the caller holds', async () => {
    const { apiKey: own } = await make({ feeds: ['feeds.stockFeed'] })
    const { apiKey: shared } = await make({ clients: [acme, birch] }, both)
    const { apiKey: operators } = await make({}, operator)
    expect((await put(shared._id)).status).toBe(404)
    expect(await put(operators._id)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('operator') },
    })
    const lacking = await makeSession(portal.testDatabase, { clients: [acme], holds: (leaf) => leaf === KEYS_LEAF })
    expect(await put(own._id, lacking)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Stock Feed') },
    })
    expect((await put(own._id, operator)).status).toBe(200)
    await portal.testDatabase.asOwner('update api_keys set expires_at = now() where key_id = $1', [own._id])
    expect(await put(own._id)).toMatchObject({ status: 422, body: { message: expect.stringContaining('has expired') } })
    await portal.call(revoke, { query: { id: own._id } }, user)
    expect(await put(own._id)).toMatchObject({ status: 422, body: { message: expect.stringContaining('was revoked') } })
  })
})

describe('nobody makes a key for more than they hold', () => {
  test('refused: another client, a feed without Edit, an entry that the client withholds', async () => {
    expect(await portal.call(create, { body: body({ clients: [acme, birch] }) }, user)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'clients', message: expect.stringContaining(birch) }] },
    })
    const reader = await makeSession(portal.testDatabase, {
      clients: [acme],
      type: 'Client Administrator',
      holds: (leaf, right) => leaf === KEYS_LEAF || (leaf === 'feeds.stockFeed' && right !== 'Edit'),
    })
    expect(await portal.call(create, { body: body({ feeds: ['feeds.stockFeed'] }) }, reader)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'feeds', message: expect.stringContaining('Stock Feed') }] },
    })
    await portal.testDatabase.asOwner(
      `update clients set disabled_objects = '{"feeds.stockFeed": "Later"}' where client_code = $1`,
      [acme],
    )
    expect((await portal.call(create, { body: body({ feeds: ['feeds.stockFeed'] }) }, user)).status).toBe(400)
    expect((await portal.call(create, { body: body({ feeds: ['feeds.stockFeed'] }) }, operator)).status).toBe(200)
    expect((await portal.call(create, { body: body({ clients: ['NOSUCH'] }) }, operator)).status).toBe(400)
  })

  test('refused: a name that the same clients have already, and a past last day', async () => {
    const { apiKey } = await make({ name: 'WMS' })
    expect(await portal.call(create, { body: body({ name: 'wms' }) }, user)).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'name' }] },
    })
    await portal.call(revoke, { query: { id: apiKey._id } }, user)
    await make({ name: 'wms' })
    const today = dayOf(new Date())
    for (const expiresOn of [addDays(today, -1), addDays(lastKeyDay(today), 1), '2099-01-01'])
      expect(await portal.call(create, { body: body({ expiresOn }) }, user), expiresOn).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'expiresOn' }] },
      })
  })

  test('a key runs for a year at most; replacing it extends it', async () => {
    const today = dayOf(new Date())
    const { apiKey } = await make()
    const lastDay = (given: { expiresAt: string | null }) => addDays(dayOf(new Date(given.expiresAt ?? 0)), -1)
    expect(lastDay(apiKey)).toBe(lastKeyDay(today))
    const short = (await make({ expiresOn: today })).apiKey
    expect(lastDay(short)).toBe(today)
    const put = (expiresOn?: string) =>
      portal.call(replace, { params: { id: short._id }, query: expiresOn === undefined ? {} : { expiresOn } }, user)
    expect(lastDay((await put()).body.apiKey)).toBe(today)
    expect(lastDay((await put('')).body.apiKey)).toBe(lastKeyDay(today))
    expect(await put(addDays(lastKeyDay(today), 1))).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'expiresOn' }] },
    })
    // Servers of an earlier version made keys without a last day.
    const old = await make()
    await portal.testDatabase.asOwner(
      "update api_keys set expires_at = null, created_at = now() - interval '366 days' where key_id = $1",
      [old.apiKey._id],
    )
    expect((await feed({ access_token: old.key })).status).toBe(401)
  })
})

describe('who sees and revokes which keys', () => {
  test('clients see keys of their clients; the operator sees all and alone revokes its own', async () => {
    const shared = await make({ clients: [acme, birch] }, both)
    const own = await make()
    const operators = await make({}, operator)
    const ids = async (as: SignedIn) =>
      (await portal.call(list, { query: { limit: '1000' } }, as)).body.apiKeys.map(({ _id }) => _id).toSorted()
    const sorted = (...keys: { apiKey: { _id: string } }[]) => keys.map(({ apiKey }) => apiKey._id).toSorted()
    expect(await ids(user)).toEqual(sorted(own, operators))
    expect(await ids(both)).toEqual(sorted(shared, own, operators))
    expect(await ids({ ...both, client: birch })).toEqual(sorted(shared))
    expect(await ids({ ...operator, client: birch })).toEqual(sorted(shared))
    expect(await ids(operator)).toEqual(expect.arrayContaining(sorted(shared, own, operators)))
    expect((await portal.call(revoke, { query: { id: shared.apiKey._id } }, user)).status).toBe(404)
    expect(await portal.call(revoke, { query: { id: operators.apiKey._id } }, user)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('operator') },
    })
    await portal.testDatabase.asOwner("update client_settings set settings = '{}' where client_code = $1", [acme])
    const seen = (await portal.call(list, { query: {} }, user)).body.apiKeys
    expect(seen.find(({ _id }) => _id === operators.apiKey._id)?.createdBy).toBe('Despatch operations')
    expect((await portal.call(revoke, { query: { id: shared.apiKey._id } }, operator)).status).toBe(200)
  })

  test('the list can be sorted, searched, filtered by state and paged', async () => {
    for (const name of ['b', 'C', 'a']) await make({ name: `Sorted ${name}` })
    const names = async (query: Record<string, string>) => {
      const { apiKeys, total } = (await portal.call(list, { query: { search: 'SORTED', ...query } }, user)).body
      return [...apiKeys.map(({ name }) => name.at(-1)), total]
    }
    expect(await names({})).toEqual(['a', 'b', 'C', 3])
    expect(await names({ desc: 'true', limit: '2' })).toEqual(['C', 'b', 3])
    expect(await names({ limit: '2', page: '2' })).toEqual(['C', 3])
    expect(await names({ state: 'revoked' })).toEqual([0])
  })
})
