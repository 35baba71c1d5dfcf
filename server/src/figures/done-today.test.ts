import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandedOrders } from '../testing/commanded-orders.ts'
import { makeSession } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

const doneBy = async (as: SignedIn) => (await portal.call(contract.home.counts, {}, as)).body.done

test('what the caller did today is counted, without undone commands, acts of others and earlier days', async () => {
  const as = await on.shop()
  const colleague = await makeSession(portal.testDatabase, { clients: [as.client] })
  expect(await doneBy(as)).toEqual([])
  await on.create(as, 'A', 'B', 'C')
  await on.act(as, 'release', ['A', 'B'])
  const { commandId } = await on.act(as, 'suspend', ['C'])
  await on.undo(as, commandId)
  await on.act(colleague, 'cancel', ['C'])
  expect(await doneBy(as)).toEqual([
    { act: 'order.created', count: 3 },
    { act: 'order.released', count: 2 },
  ])
  expect(await doneBy(colleague)).toEqual([{ act: 'order.cancelled', count: 1 }])
  await on.rows(
    `update audit set at = at - interval '1 day' where client_code = $1 and act = 'order.created'`,
    as.client,
  )
  expect(await doneBy(as)).toEqual([{ act: 'order.released', count: 2 }])
})

test('of a command that was undone in part, the rest counts', async () => {
  const as = await on.shop()
  await on.create(as, 'A', 'B', 'C')
  const { commandId } = await on.act(as, 'suspend', ['A', 'B', 'C'])
  await on.act(await makeSession(portal.testDatabase, { clients: [as.client] }), 'cancel', ['C'])
  await on.undo(as, commandId)
  expect(await doneBy(as)).toContainEqual({ act: 'order.suspended', count: 1 })
})

test('acts on invoices, which concern no client, count for internal users who work for all clients', async () => {
  const staff = await makeSession(portal.testDatabase, { type: 'Internal User', clients: [] })
  await on.rows(
    `insert into audit (client_code, at, user_id, by_name, act, object, request_id)
     select '', now(), user_id, username, 'invoice.decided', 'INV-1', 'r1' from users where user_id = $1`,
    staff.userId,
  )
  expect(await doneBy({ ...staff, client: 'All_client' })).toEqual([{ act: 'invoice.decided', count: 1 }])
  const { client } = await on.shop()
  expect(await doneBy({ ...staff, client })).toEqual([])
})
