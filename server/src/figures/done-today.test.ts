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
