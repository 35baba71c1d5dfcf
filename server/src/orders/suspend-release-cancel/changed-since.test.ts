import { contract } from '@despatch/contract/contract'
import { CHANGED_SINCE_SHOWN } from '@despatch/domain/orders/suspend-release-cancel/command-text'
import { ORDER_COMMANDS } from '@despatch/contract/orders/suspend-release-cancel/order-commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

test.each(ORDER_COMMANDS)(
  '%s leaves an order as it is that changed since it was shown, and does the others',
  async (action) => {
    const as = await on.shop()
    await on.create(as, 'A', 'B')
    await on.act(as, 'suspend', { orders: [{ clientCode: as.client, orderNumber: 'A' }], reason: 'Fraud check' })
    if (action === 'suspend') await on.act(as, 'release', ['A'])
    const before = await on.statuses(as.client)
    const shown = ['A', 'B'].map((orderNumber) => ({ clientCode: as.client, orderNumber, version: 1 }))

    const answer = await on.act(as, action, { orders: shown })
    expect(answer).toMatchObject({ done: 1, refused: 1 })
    expect(answer.receipts[0]).toMatchObject({ orderNumber: 'A', outcome: 'refused', message: CHANGED_SINCE_SHOWN })
    expect(await on.statuses(as.client)).toMatchObject({ A: before['A'] })
  },
)

test('a pre-flight says what happened to an order since it was shown; with the version of now it is released', async () => {
  const as = await on.shop()
  await on.create(as, 'A', 'B')
  await on.act(as, 'suspend', { orders: [{ clientCode: as.client, orderNumber: 'A' }], reason: 'Fraud check' })
  const orders = ['a', 'B'].map((orderNumber) => ({ clientCode: as.client, orderNumber, version: 1 }))
  const { body: found } = await portal.call(
    contract.orders.preflight,
    { body: { action: 'release', orders, except: [] } },
    as,
  )
  expect(found).toMatchObject({
    goesAtOnce: false,
    changed: [
      {
        clientCode: as.client,
        orderNumber: 'A',
        version: 2,
        act: 'Suspended',
        by: expect.stringMatching(/^user\./),
        note: 'Fraud check',
      },
    ],
  })
  const now = [{ clientCode: as.client, orderNumber: 'A', version: 2 }]
  expect(await on.act(as, 'release', { orders: now })).toMatchObject({ done: 1, refused: 0 })
})

test('a command that names no version does as it is asked', async () => {
  const as = await on.shop()
  await on.create(as, 'A')
  await on.act(as, 'suspend', ['A'])
  expect(await on.act(as, 'release', ['A'])).toMatchObject({ done: 1 })
})
