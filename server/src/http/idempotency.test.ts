import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
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

test('a refused first call leaves the key free: the corrected one is done', async () => {
  const { as, SKU } = await shop()
  const refused = await portal.call(create, { body: orderBody({ SKU: 'NO-SUCH' }) }, as, key('k'))
  expect(refused.status).toBe(400)
  const done = await portal.call(create, { body: orderBody({ SKU }) }, as, key('k'))
  expect(done.status).toBe(200)
  expect(done.headers.get('idempotency-replayed')).toBeNull()
})

test('the key is the user’s and the client’s own: another’s same key is another key', async () => {
  const { as, SKU } = await shop()
  const body = orderBody({ SKU })
  const colleague = await makeSession(portal.testDatabase, { clients: [as.client] })
  const other = await shop()
  expect((await portal.call(create, { body }, as, key('same'))).status).toBe(200)
  expect((await portal.call(create, { body }, colleague, key('same'))).status).toBe(409)
  expect((await portal.call(create, { body: orderBody({ SKU: other.SKU }) }, other.as, key('same'))).status).toBe(200)
})

test('a repeat is answered like the first one in every field, and writes no second audit row', async () => {
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

test('without the permission a repeat is refused like any call', async () => {
  const { as, SKU } = await shop()
  const body = orderBody({ SKU })
  await portal.call(create, { body }, as, key('later'))
  await portal.testDatabase.asOwner(
    "update roles set permissions = '{}', version = version + 1 where role_id = (select role_id from users where user_id = $1)",
    [as.userId],
  )
  expect((await portal.call(create, { body }, as, key('later'))).status).toBe(403)
})
