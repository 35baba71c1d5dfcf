import { contract } from '@despatch/contract/contract'
import { CHANGED_SINCE_SHOWN } from '@despatch/domain/orders/commands/command-text'
import { ORDER_COMMANDS } from '@despatch/contract/orders/commands/order-commands'
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

const OPEN = { status: ['N', 'S'] } as const

/** When the client's list of open orders was read. */
async function readList(as: Parameters<typeof on.act>[0]) {
  const { body } = await portal.call(contract.orders.listTotal, { body: { status: ['N', 'S'] } }, as)
  return body.at ?? ''
}

test.each(ORDER_COMMANDS)(
  '%s by a filter leaves orders as they are that changed or came since the list was read, and does the others',
  async (action) => {
    const as = await on.shop()
    await on.create(as, 'A', 'B')
    const asOf = await readList(as)
    await on.act(as, 'suspend', { orders: [{ clientCode: as.client, orderNumber: 'A' }], reason: 'Fraud check' })
    await on.create(as, 'C')
    const before = await on.statuses(as.client)

    const answer = await on.act(as, action, { matching: OPEN, asOf })
    expect(answer).toMatchObject({ done: 1, refused: 2 })
    expect(answer.receipts.slice(0, 2)).toMatchObject(
      ['A', 'C'].map((orderNumber) => ({ orderNumber, outcome: 'refused', message: CHANGED_SINCE_SHOWN })),
    )
    const { A, C } = before
    expect(await on.statuses(as.client)).toMatchObject({ A, C })
  },
)

test('a pre-flight by a filter names what changed since the list was read; as of the pre-flight it is all done', async () => {
  const as = await on.shop()
  await on.create(as, 'A', 'B')
  await on.act(as, 'suspend', ['B'])
  const asOf = await readList(as)
  await on.act(as, 'suspend', { orders: [{ clientCode: as.client, orderNumber: 'A' }], reason: 'Fraud check' })
  const { body: found } = await portal.call(
    contract.orders.preflight,
    { body: { action: 'release', matching: { status: ['N', 'S'] }, except: [], asOf } },
    as,
  )
  expect(found.goesAtOnce).toBe(false)
  expect(found.changed).toMatchObject([{ orderNumber: 'A', version: 2, act: 'Suspended', note: 'Fraud check' }])
  expect(await on.act(as, 'release', { matching: OPEN, asOf: found.at })).toMatchObject({ done: 2, refused: 0 })
})

test('a pre-flight gives the version that it judged, by which an order is left as it is that changes before it is confirmed', async () => {
  const as = await on.shop()
  await on.create(as, 'A')
  const named = [{ clientCode: as.client, orderNumber: 'A' }]
  const { body: found } = await portal.call(
    contract.orders.preflight,
    { body: { action: 'release', orders: named, except: [] } },
    as,
  )
  await on.act(as, 'suspend', ['A'])
  const [row] = found.rows
  expect(row).toMatchObject({ version: 1 })
  expect(
    await on.act(as, 'release', { orders: [{ clientCode: as.client, orderNumber: 'A', version: row?.version ?? 0 }] }),
  ).toMatchObject({ done: 0, refused: 1 })
})
