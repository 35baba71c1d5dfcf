import { contract } from '@despatch/contract/contract'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { carrierItem, limitsItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { allocateAgain, exceptionCauses, exceptions } = contract.allocation
const OVER = 'Wren Standard (Wren Parcel): parcel weight over the limit'
const AWAY = 'Wren Standard (Wren Parcel): does not serve France'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

/** A client with one method, which takes 10 kg in the UK. SKU 20KG weighs 20 kg, SKU 30KG 30 kg. */
async function makeShipper(code: string, settings?: object) {
  const on = portal.testDatabase
  await makeClient(on, { code, ...(settings && { settings }) })
  for (const sku of ['5KG', '20KG', '30KG']) {
    await makeSku(on, { client: code, code: sku })
    await on.asOwner(
      'update skus set weight = $3, length = 300, volume = 8000 where client_code = $1 and sku_code = $2',
      [code, sku, Number.parseInt(sku, 10) * 1000],
    )
  }
  await makeRuleBook(on, code, [
    carrierItem('WREN', { name: 'Wren Parcel' }),
    methodItem('M1', 'WREN', 44_400, { methodDescription: 'Wren Standard', countries: ['GB'] }),
    limitsItem('M1', { ParcelWeight: 10_000 }),
  ])
}

async function order(as: SignedIn, client: string, given: { SKU: string; country?: string }) {
  const { SKU, ...rest } = given
  const answer = await portal.call(
    contract.orders.create,
    { body: { ...orderBody({ SKU }), ...rest } },
    { ...as, client },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.orderNumber
}

const causesOf = async (as: SignedIn, query = {}) => (await portal.call(exceptionCauses, { query }, as)).body
const listed = async (as: SignedIn, cause: string) =>
  (await portal.call(exceptions, { query: { cause } }, as)).body.rows.map(({ orderNumber }) => orderNumber).toSorted()

test('open exceptions are counted by cause, and each cause lists its own orders', async () => {
  for (const client of ['ASH', 'OAK']) await makeShipper(client)
  const staff = await makeSession(portal.testDatabase, { clients: ['ASH', 'OAK'] })
  const all = { ...staff, client: ALL_CLIENTS }
  const heavy = [
    await order(staff, 'ASH', { SKU: '20KG' }),
    await order(staff, 'ASH', { SKU: '30KG' }),
    await order(staff, 'OAK', { SKU: '30KG' }),
  ]
  const abroad = await order(staff, 'ASH', { SKU: '5KG', country: 'FR' })
  await order(staff, 'OAK', { SKU: '5KG' })

  const { causes, others } = await causesOf(all)
  expect(causes).toMatchObject([
    { cause: OVER, fix: 'parcel-limits', orders: 3, clients: 2, urgent: 0 },
    { cause: AWAY, fix: 'prices', orders: 1, clients: 1, urgent: 0 },
  ])
  expect(causes[0]?.example).toMatch(/Parcel weight [23]0 kg is over the limit of 10 kg$/)
  expect(others).toBe(0)
  expect(await listed(all, OVER)).toEqual(heavy.toSorted())
  expect(await listed(all, AWAY)).toEqual([abroad])
  expect(await listed(all, 'Something else')).toEqual([])
  expect((await causesOf({ ...staff, client: 'OAK' })).causes).toMatchObject([{ cause: OVER, orders: 1, clients: 1 }])
  expect((await causesOf(all, { search: abroad })).causes).toMatchObject([{ cause: AWAY }])
})

test('a failed retry does not change since when an order has no carrier', async () => {
  await makeShipper('ELM')
  const as = await makeSession(portal.testDatabase, { clients: ['ELM'] })
  const orderNumber = await order(as, 'ELM', { SKU: '20KG' })
  await portal.testDatabase.asOwner(
    `update consignments set at = at - interval '9 days' where client_code = 'ELM' and order_number = $1`,
    [orderNumber],
  )
  const [before] = (await causesOf(as)).causes
  const body = { orders: [{ clientCode: 'ELM', orderNumber }] }
  expect((await portal.call(allocateAgain, { body }, as)).body.receipts).toMatchObject([{ outcome: 'exception' }])
  expect((await causesOf(as)).causes).toEqual([before])
  const { rows } = (await portal.call(exceptions, { query: { open: 'true' } }, as)).body
  expect(rows).toMatchObject([{ attempt: 2, since: before?.since }])
  expect(Date.parse(rows[0]?.at ?? '') - Date.parse(rows[0]?.since ?? '')).toBeGreaterThan(8 * 86_400_000)
})

test('an exception closes if the warehouse despatches the order anyway', async () => {
  await makeShipper('YEW')
  const as = await makeSession(portal.testDatabase, { clients: ['YEW'] })
  const orderNumber = await order(as, 'YEW', { SKU: '20KG' })
  await portal.testDatabase.asOwner(`update orders set status = 'D' where client_code = 'YEW'`)
  const found = async (open: 'true' | 'false') => (await portal.call(exceptions, { query: { open } }, as)).body
  expect(await found('true')).toEqual({ rows: [], total: 0 })
  expect(await found('false')).toMatchObject({ rows: [{ orderNumber, state: 'given-back' }], total: 1 })
  expect((await causesOf(as)).causes).toEqual([])
})

test('causes hide carrier names if the client hides carriers from its users', async () => {
  await makeShipper('FIR', {})
  const staff = await makeSession(portal.testDatabase, { clients: ['FIR'] })
  const heavy = await order(staff, 'FIR', { SKU: '20KG' })
  const abroad = await order(staff, 'FIR', { SKU: '5KG', country: 'FR' })
  const as = await makeSession(portal.testDatabase, { clients: ['FIR'], type: 'Client User' })
  const { causes } = await causesOf(as)
  expect(causes.map(({ cause }) => cause).toSorted()).toEqual(['France is not served', 'Parcel weight over the limit'])
  expect(JSON.stringify(causes)).not.toMatch(/wren/i)
  expect(await listed(as, 'Parcel weight over the limit')).toEqual([heavy])
  expect(await listed(as, 'France is not served')).toEqual([abroad])
})
