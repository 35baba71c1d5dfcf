import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
import { roleBody } from '../testing/roles.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'

const { create } = contract.orders
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

async function shop() {
  const as = await makeSession(portal.testDatabase)
  return { as, SKU: await makeSku(portal.testDatabase, { client: as.client }) }
}
const key = (text: string) => ({ 'idempotency-key': text })

test('a refused first call leaves the key free for the corrected one', async () => {
  const { as, SKU } = await shop()
  const refused = await portal.call(create, { body: orderBody({ SKU: 'NO-SUCH' }) }, as, key('k'))
  expect(refused.status).toBe(400)
  const done = await portal.call(create, { body: orderBody({ SKU }) }, as, key('k'))
  expect(done.status).toBe(200)
  expect(done.headers.get('idempotency-replayed')).toBeNull()
})

test('a key belongs to its user and client: others may use the same text', async () => {
  const { as, SKU } = await shop()
  const body = orderBody({ SKU })
  const colleague = await makeSession(portal.testDatabase, { clients: [as.client] })
  const other = await shop()
  expect((await portal.call(create, { body }, as, key('same'))).status).toBe(200)
  expect((await portal.call(create, { body }, colleague, key('same'))).status).toBe(409)
  expect((await portal.call(create, { body: orderBody({ SKU: other.SKU }) }, other.as, key('same'))).status).toBe(200)
})

test('a repeat gets every field of the first answer, and adds no audit row', async () => {
  const { as, SKU } = await shop()
  const body = orderBody({ SKU })
  const first = await portal.call(create, { body }, as, key('again'))
  const again = await portal.call(create, { body }, as, key('again'))
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const audited = await portal.testDatabase.asOwner('select act from audit where client_code = $1', [as.client])
  expect(audited).toHaveLength(1)
})

test('the same body with its fields in another order is the same request', async () => {
  const { as, SKU } = await shop()
  const body = orderBody({ SKU })
  const turned = Object.fromEntries(Object.entries(body).toReversed()) as typeof body
  await portal.call(create, { body }, as, key('turned'))
  expect((await portal.call(create, { body: turned }, as, key('turned'))).headers.get('idempotency-replayed')).toBe(
    'true',
  )
})

test('a repeat without the permission is refused like any call', async () => {
  const { as, SKU } = await shop()
  const body = orderBody({ SKU })
  await portal.call(create, { body }, as, key('later'))
  await portal.testDatabase.asOwner(
    "update roles set permissions = '{}', version = version + 1 where role_id = (select role_id from users where user_id = $1)",
    [as.userId],
  )
  expect((await portal.call(create, { body }, as, key('later'))).status).toBe(403)
})

describe('a form with a key creates its record once', () => {
  const unique = () => Math.random().toString(36).slice(2, 10)
  const WEBHOOK = { name: 'Shop', url: 'https://hooks.invalid/in', active: true, events: ['order.created' as const] }

  async function administrator() {
    const client = await makeClient(portal.testDatabase)
    const as = await makeSession(portal.testDatabase, { clients: [], type: 'Internal Administrator' })
    return { client, as: { ...as, client: 'All_client' } }
  }
  const storedAnswers = (userId: number) =>
    portal.testDatabase.asOwner('select answer from idempotency_keys where user_id = $1', [userId])

  test('a client, which is created without a client in the call', async () => {
    const { as } = await administrator()
    const body = {
      code: `A0-${unique()}`,
      name: 'New Shop',
      description: '',
      active: true,
      children: [],
      currencyCode: 'GBP',
      mfaRequired: false,
    }
    const make = () => portal.call(contract.clients.create, { body }, as, key('client'))
    const first = await make()
    const again = await make()
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
  })

  test('a role, and a user whose password is in no plain hash', async () => {
    const { as, client } = await administrator()
    const role = roleBody({ client })
    const makeRole = () => portal.call(contract.roles.create, { body: role }, as, key('role'))
    const made = await makeRole()
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect((await makeRole()).body).toEqual(made.body)

    const body = {
      username: `u.${unique()}`,
      first_name: 'Ada',
      last_name: 'Lovelace',
      client: [client],
      role: made.body.role._id,
      password: 'a pair of brown boots',
    }
    const makeUser = () => portal.call(contract.users.create, { body }, as, key('user'))
    const user = await makeUser()
    expect(user.status, JSON.stringify(user.body)).toBe(200)
    const again = await makeUser()
    expect(again.body).toEqual(user.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  test('a webhook and an API key, whose secrets are not stored: a repeat is refused', async () => {
    const as = await makeSession(portal.testDatabase, { type: 'Client Administrator' })
    const body = { name: 'WMS', clients: [as.client], feeds: ['feeds.ordersFeed' as const], expiresOn: '' }
    const acts = [
      () => portal.call(contract.webhooks.create, { body: WEBHOOK }, as, key('webhook')),
      () => portal.call(contract['api-keys'].create, { body }, as, key('api-key')),
    ]
    for (const make of acts) {
      const first = await make()
      expect(first.status, JSON.stringify(first.body)).toBe(200)
      expect(await make()).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    }
    expect(await storedAnswers(as.userId)).toEqual([{ answer: null }, { answer: null }])
  })
})
