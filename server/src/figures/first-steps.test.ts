import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from '../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { firstSteps } = contract.home
let portal: TestPortal
let staff: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  staff = await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })
})
afterAll(() => portal.close())

const openSteps = async (client: string) => {
  const { body } = await portal.call(firstSteps, {}, { ...staff, client })
  return body.steps.filter(({ isDone }) => !isDone).map(({ step }) => step)
}

test('an empty portal lacks everything; each step is done when its record exists', async () => {
  expect(await openSteps('All_client')).toEqual(['client', 'carriers', 'prices', 'skus', 'users', 'order'])
  const user = await makeSession(portal.testDatabase)
  const { client } = user
  expect(await openSteps('All_client')).toEqual(['carriers', 'prices', 'skus', 'order'])
  await makeRuleBook(portal.testDatabase, client, [carrierItem('DPD')])
  expect(await openSteps(client)).toEqual(['prices', 'skus', 'order'])
  await makeRuleBook(portal.testDatabase, client, [methodItem('M1', 'DPD')])
  const SKU = await makeSku(portal.testDatabase, { client })
  expect(await openSteps(client)).toEqual(['order'])
  await portal.call(contract.orders.create, { body: orderBody({ SKU }) }, user)
  expect(await openSteps(client)).toEqual([])
})

test('they come back for a new client, and other clients’ records do not count', async () => {
  const client = await makeClient(portal.testDatabase)
  expect(await openSteps(client)).toEqual(['carriers', 'prices', 'skus', 'order'])
})

test('a client’s users do not see them', async () => {
  const user = await makeSession(portal.testDatabase)
  expect((await portal.send(firstSteps, {}, user)).status).toBe(403)
})
