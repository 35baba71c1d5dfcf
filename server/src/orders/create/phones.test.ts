import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { create, amend, searchByOrderNumber, notes } = contract.orders
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

async function shop() {
  const as = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: as.client })
  const orderNumber = orderBody({ SKU }).orderNo
  return {
    created: (phone: string) =>
      portal.call(create, { body: { ...orderBody({ SKU }), orderNo: orderNumber, phone } }, as),
    amended: (phone: string) => portal.call(amend, { body: { orderNumber, phone } }, as),
    phone: async () => (await portal.call(searchByOrderNumber, { body: { orderNumber } }, as)).body.Orders[0]?.phone,
    notes: async () => (await portal.call(notes, { body: { orderNumber } }, as)).body.notes.map(({ note }) => note),
  }
}

test.each([
  ['07700.900.123', '07700 900 123', undefined],
  ['tel:+447700900123', '+447700900123', undefined],
  ['+44 20 7946 0000 ext. 30841', '+44 20 7946 0000', 'Phone: extension 30841'],
  ['call the neighbour', '', 'Phone left out, as it cannot be read: call the neighbour'],
])('an order is created whatever its phone is: %j', async (sent, stored, note) => {
  const on = await shop()
  const { status, body } = await on.created(sent)
  expect([status, body.noted]).toEqual([200, note && [note]])
  expect(await on.phone()).toBe(stored)
  expect(await on.notes()).toEqual(note ? [note] : [])
})

test('an amendment keeps the readable part of a phone, or the old one', async () => {
  const on = await shop()
  await on.created('07700 900123')
  const { body } = await on.amended('07700900124 / 07700900125')
  expect(body.noted).toEqual(['Phone: another number 07700900125'])
  expect(await on.phone()).toBe('07700900124')
  expect((await on.amended('see the note')).status).toBe(422)
  expect(await on.phone()).toBe('07700900124')
  expect(await on.notes()).toEqual(['Phone: another number 07700900125'])
})
