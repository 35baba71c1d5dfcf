import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'

const { stock } = contract
type Session = Awaited<ReturnType<typeof makeSession>>
let portal: TestPortal
let as: Session
beforeAll(async () => {
  portal = await openTestPortal()
  as = await makeSession(portal.testDatabase)
})
afterAll(() => portal.close())

const save = (code: string, title: string, mayBePromised = true, by: Session = as) =>
  portal.call(stock.saveAllocationCode, { params: { code }, body: { title, mayBePromised } }, by)
const remove = (code: string, by: Session = as) => portal.call(stock.removeAllocationCode, { params: { code } }, by)
const codes = async (by: Session = as) =>
  (await portal.call(stock.allocationCodes, {}, by)).body
    .filter(({ code }) => ['OUTLET', 'QUARANTINE'].includes(code))
    .map(({ code, title, mayBePromised, isOwn }) => [code, title, mayBePromised, isOwn])
const USUAL = [['QUARANTINE', 'Quarantine', false, false]]

test('a client adds, changes and deletes its own codes, invisible to others', async () => {
  const stranger = await makeSession(portal.testDatabase)
  expect((await save('outlet', 'Outlet')).body).toMatchObject({ code: { code: 'OUTLET', isOwn: true } })
  await save('OutLet', 'Outlet shop', false)
  await save('quarantine', 'On hold')
  expect(await codes()).toEqual([
    ['OUTLET', 'Outlet shop', false, true],
    ['QUARANTINE', 'On hold', true, true],
  ])
  expect(await codes(stranger)).toEqual(USUAL)
  expect((await remove('OUTLET', stranger)).status).toBe(404)
  expect([(await remove('outlet')).status, (await remove('QUARANTINE')).status]).toEqual([200, 200])
  expect(await codes()).toEqual(USUAL)
  expect((await remove('QUARANTINE')).status).toBe(404)
})

test('a code with stock cannot be deleted', async () => {
  await save('OUTLET', 'Outlet')
  await portal.testDatabase.asOwner(
    "insert into stock_balances (client_code, sku_code, code, on_hand) values ($1, 'LAMP', 'OUTLET', 3)",
    [as.client],
  )
  expect(await remove('OUTLET')).toMatchObject({
    status: 422,
    body: { message: '1 SKU has stock of OUTLET, so it can’t be deleted.' },
  })
})

test.each([
  ['NEW', 'quarantine', true, 'Quarantine (QUARANTINE) already has this name'],
  ['NEW', 'BONDED', true, 'Bonded (BONDED) already has this name'],
  ['Sellable', 'Sellable', false, 'Sellable stock always counts as available'],
  ['1ST', 'First', true, 'A code is 1 to 20 letters, digits, _ and -, and begins with a letter'],
  ['NEW', '', true, 'Enter a title'],
])('%s with the title %s is refused', async (code, title, mayBePromised, message) => {
  const { status, body } = await save(code, title, mayBePromised)
  expect([status, (body as { message?: string }).message]).toEqual([400, message])
})
