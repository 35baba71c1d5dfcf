import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { order } = contract.enquiries
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

async function shopWith(orderNo: string) {
  const as = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: as.client })
  await portal.call(contract.orders.create, { body: orderBody({ SKU, orderNo }) }, as)
  return as
}

test('an order has one detail row, so that its tab opens', async () => {
  const as = await shopWith('REF/1 a')
  const { body } = await portal.call(order, { query: { customerReference: ' REF/1 a ' } }, as)
  expect(body.details).toMatchObject([
    { orderNumber: 'REF/1 a', clientCode: as.client, Status: 'N', Is_On_PickNote: 'false' },
  ])
})

test('an unknown or foreign reference has none, without an error', async () => {
  const as = await shopWith('MINE')
  await shopWith('THEIRS')
  for (const customerReference of ['THEIRS', 'theirs', 'MIN', '%'])
    expect(await portal.call(order, { query: { customerReference } }, as)).toMatchObject({
      status: 200,
      body: { details: [] },
    })
})

test('a reference in lower case matches capitals', async () => {
  const as = await shopWith('SMALL-1')
  const found = await portal.call(order, { query: { customerReference: 'small-1' } }, as)
  expect(found.body.details.map(({ orderNumber }) => orderNumber)).toEqual(['SMALL-1'])
})

test('the reference is required', async () => {
  const as = await shopWith('MINE-2')
  for (const path of [
    '/api/enquiries/order',
    '/api/enquiries/order?customerReference=',
    '/api/enquiries/order?customerReference=%20',
  ])
    expect(await portal.request('GET', path, { headers: { access_token: as.token, client: as.client } })).toMatchObject(
      {
        status: 400,
        body: { fields: [{ path: 'customerReference', message: 'Enter a customer reference' }] },
      },
    )
})
