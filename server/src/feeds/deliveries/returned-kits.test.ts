import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { checkFacts } from '../../figures/deltas.ts'
import { announceReturn } from '../../returns/portal/announce-return.ts'
import { withdrawReturn } from '../../returns/portal/change-returns.ts'
import { readReturn } from '../../returns/portal/read-return.ts'
import { loadReturnOrder } from '../../returns/rules/return-orders.ts'
import { balancesOf } from '../../stock/ledger/balances.ts'
import { stockFacts } from '../../stock/ledger/stock-facts.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { makeSession } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { addReturnsBook } from '../../testing/returns.ts'
import { findWrongFigures } from '../../testing/wrong-figures.ts'

let on: FeedPortal
let as: FeedPortal['me']
beforeAll(async () => {
  on = await openFeedPortal()
})
// Two TABLEs, each of a TOP and four LEGs, were despatched in boxes with an extra LEG.
beforeEach(async () => {
  as = await makeSession(on.portal.testDatabase)
  await addReturnsBook(on.portal, as)
  await on.feedRows('skus', csv([['TABLE', 'TOP; LEG x 4']], 'SKU,boxes'), { as })
  const items = [
    { SKU: 'TABLE', quantity: 2, totalValue: '200.00' },
    { SKU: 'LEG', quantity: 1, totalValue: '9.00' },
  ]
  const created = await on.portal.call(
    contract.orders.create,
    { body: { ...orderBody({ SKU: '', orderNo: 'TWO' }), items } },
    as,
  )
  expect(created.status).toBe(200)
  const contents = [
    { sku: 'TOP', quantity: 2 },
    { sku: 'LEG', quantity: 9 },
  ]
  await makeParcel(on.portal.testDatabase, { client: as.client, orderNumber: 'TWO', contents })
})
afterAll(() => on.portal.close())

const back = async (...rows: [reference: string, sku: string, quantity: number, event: string, order?: string][]) => {
  const header = 'returnReference,orderNumber,SKU,quantity,event,occurredAt'
  const csvRows = rows.map(([reference, sku, quantity, event, order = 'TWO'], at) => [
    reference,
    order,
    sku,
    quantity,
    event,
    `2026-03-20 ${String(10 + at)}:00`,
  ])
  const fed = await on.feedRows('returns', csv(csvRows, header), { as })
  expect(fed).toMatchObject({ status: 200, refused: [] })
  return fed.summary
}
function announced(quantity: number, lineNumber = 1, resolution: 'refund' | 'exchange' = 'refund') {
  return inClient(on.portal.database, as.client, (transaction) =>
    announceReturn(
      transaction,
      { services: on.portal.app.services, now: new Date() },
      {
        client: as.client,
        orderNumber: 'TWO',
        lines: [{ lineNumber, quantity, reason: 'MIND', resolution }],
        key: crypto.randomUUID(),
        channel: 'portal',
        by: '',
      },
    ),
  )
}
async function reference(...of: Parameters<typeof announced>) {
  const answer = await announced(...of)
  return answer.outcome === 'announced' ? answer.reference : expect.fail(answer.outcome)
}
const read = (name: string) =>
  inClient(on.portal.database, as.client, (transaction) =>
    readReturn(transaction, { client: as.client, reference: name }),
  )
async function sellable(...skus: string[]) {
  expect(await checkFacts(on.portal.database, [stockFacts])).toEqual({ stock: 0 })
  const balances = await inClient(on.portal.database, as.client, (transaction) =>
    balancesOf(transaction, as.client, skus),
  )
  return skus.map((sku) => balances.find(({ SKU, code }) => SKU === sku && code === 'SELLABLE')?.onHand ?? 0)
}

test('a returned kit or box moves boxes in stock and belongs to its order', async () => {
  expect(await sellable('TABLE', 'TOP', 'LEG')).toEqual([-3, -2, -9])
  expect(await back(['R-1', 'TABLE', 1, 'Returned to stock'])).toMatchObject({ created: 1, noted: {} })
  expect(await sellable('TOP', 'LEG')).toEqual([-1, -5])
  expect(await back(['R-2', 'LEG', 4, 'Returned to stock'])).toMatchObject({ created: 1, noted: {} })
  expect(await sellable('TOP', 'LEG')).toEqual([-1, -1])
  // Eight of nine legs are back, four of them with the table.
  expect(await back(['R-3', 'LEG', 2, 'Received'])).toMatchObject({
    noted: { 'More units were returned than sent. The extra units are recorded as surplus.': 1 },
  })
  expect(await back(['R-4', 'TABLE', 1, 'Received'])).toMatchObject({
    noted: { 'More units were returned than sent. The extra units are recorded as surplus.': 1 },
  })
})

test('moving a kit to quarantine moves its boxes', async () => {
  await back(['R-1', 'TABLE', 1, 'Returned to stock'], ['R-1', 'TABLE', 1, 'Quarantined'])
  expect(await sellable('TOP', 'LEG')).toEqual([-2, -9])
})

test('an announced kit is refunded only when all its boxes have arrived', async () => {
  const name = await reference(1)
  expect(await back([name, 'TOP', 1, 'Received'])).toMatchObject({ created: 1, noted: {} })
  expect(await read(name)).toMatchObject({ state: 'announced', refundDueOn: null, lines: [{ owed: 0 }] })
  expect(await back(['WH-1', 'LEG', 3, 'Received'])).toMatchObject({ created: 1, noted: {} })
  expect(await read(name)).toMatchObject({ state: 'announced', lines: [{ owed: 0 }] })
  await back(['WH-2', 'LEG', 1, 'Received'])
  expect(await read(name)).toMatchObject({
    state: 'received',
    refundDueOn: '2026-04-03',
    lines: [{ owed: 1, pieces: { goods: { received: 1 }, extra: 0 } }],
    steps: [{ step: 'announced' }, { step: 'received' }],
  })
  await back([name, 'TOP', 1, 'Returned to stock'], [name, 'LEG', 4, 'Returned to stock'])
  expect(await read(name)).toMatchObject({ state: 'restocked', lines: [{ owed: 1 }] })
  expect(await sellable('TOP', 'LEG')).toEqual([-1, -5])
  await back([name, 'TOP', 1, 'Refunded'])
  expect((await read(name))?.lines).toMatchObject([{ owed: 1, pieces: { money: { refunded: 0 } } }])
  await back([name, 'LEG', 4, 'Refunded'])
  expect(await read(name)).toMatchObject({ state: 'refunded', refundDueOn: null, lines: [{ owed: 0 }] })
})

test('only complete kits can be announced', async () => {
  await back(['R-1', 'LEG', 2, 'Received'])
  // One leg counts for its own line, the other takes one from a table.
  expect((await announced(1, 2)).outcome).not.toBe('announced')
  expect((await announced(2)).outcome).not.toBe('announced')
  const name = await reference(1)
  await back([name, 'TOP', 1, 'Received'], [name, 'LEG', 4, 'Received'])
  expect(await read(name)).toMatchObject({ lines: [{ owed: 1 }] })
  expect((await announced(1)).outcome).not.toBe('announced')
})

test('a box beyond the announced one counts against a kit', async () => {
  const name = await reference(1, 2)
  await back([name, 'LEG', 1, 'Received'])
  await back(['R-1', 'LEG', 1, 'Received'])
  expect((await announced(2)).outcome).not.toBe('announced')
  expect((await announced(1)).outcome).toBe('announced')
})

test('boxes of a withdrawn kit count for that kit until it is complete', async () => {
  const name = await reference(1)
  await inClient(on.portal.database, as.client, (transaction) =>
    withdrawReturn(transaction, { client: as.client, reference: name, by: '', now: new Date() }),
  )
  await back([name, 'LEG', 3, 'Received'])
  expect((await announced(2)).outcome).not.toBe('announced')
  await back([name, 'TOP', 1, 'Received'], [name, 'LEG', 1, 'Received'])
  expect((await read(name))?.lines).toMatchObject([
    { owed: 1, pieces: { goods: { received: 1, withdrawn: 0 }, extra: 0 } },
  ])
  expect((await announced(1)).outcome).toBe('announced')
})

/** An order of a PAIR of chairs and a set of FOUR, with some chairs despatched. */
async function chairs(sent: number) {
  const boxes = csv(
    [
      ['PAIR', 'CHAIR x 2'],
      ['FOUR', 'CHAIR x 4'],
    ],
    'SKU,boxes',
  )
  await on.feedRows('skus', boxes, { as })
  const items = ['PAIR', 'FOUR'].map((SKU) => ({ SKU, quantity: 1, totalValue: '20.00' }))
  const body = { ...orderBody({ SKU: '', orderNo: 'CHAIRS' }), items }
  expect((await on.portal.call(contract.orders.create, { body }, as)).status).toBe(200)
  const contents = [{ sku: 'CHAIR', quantity: sent }]
  await makeParcel(on.portal.testDatabase, { client: as.client, orderNumber: 'CHAIRS', contents })
}
async function returnable(orderNumber: string) {
  const known = await inClient(on.portal.database, as.client, (transaction) =>
    loadReturnOrder(transaction, as.client, { number: orderNumber, now: new Date() }),
  )
  return known?.facts.lines.map((line) => line.returnable)
}

test('shared boxes limit how many of two kits can be returned', async () => {
  await chairs(5)
  expect(await returnable('CHAIRS')).toEqual([1, 0])
})

test('an unannounced shared box counts against one of two kits', async () => {
  await chairs(6)
  await back(['R-1', 'CHAIR', 2, 'Received', 'CHAIRS'])
  expect(await returnable('CHAIRS')).toEqual([0, 1])
  await back(['R-2', 'CHAIR', 1, 'Received', 'CHAIRS'])
  expect(await returnable('CHAIRS')).toEqual([0, 0])
})

test('a kit and its boxes in one unannounced return count once', async () => {
  await back(['R-1', 'TABLE', 1, 'Received'], ['R-1', 'TOP', 1, 'Received'], ['R-1', 'LEG', 4, 'Received'])
  expect(await returnable('TWO')).toEqual([1, 1])
  await back(['R-2', 'TOP', 1, 'Received'])
  expect(await returnable('TWO')).toEqual([0, 1])
})

test('an unannounced kit refunded with its boxes is refunded once', async () => {
  await back(['R-1', 'TABLE', 1, 'Refunded'], ['R-1', 'TOP', 1, 'Refunded'], ['R-1', 'LEG', 4, 'Refunded'])
  const name = await reference(1)
  await back([name, 'TABLE', 1, 'Received'])
  const body = { lines: [{ lineNumber: 1, quantity: 1 }], amount: '100.00' }
  const answer = await on.portal.send(contract['announced-returns'].refund, { params: { reference: name }, body }, as)
  expect(answer.status).toBe(200)
})

test('an exchange of a kit reserves boxes and is released when all are back', async () => {
  const name = await reference(1, 1, 'exchange')
  const promised = async () =>
    (
      await inClient(on.portal.database, as.client, (transaction) => balancesOf(transaction, as.client, ['TOP', 'LEG']))
    ).map(({ SKU, promised: pieces }) => [SKU, pieces])
  await expect.poll(async () => (await read(name))?.exchange).toBe('waiting')
  // In addition to what the order itself still promises.
  expect(await promised()).toEqual([
    ['LEG', 9 + 4],
    ['TOP', 2 + 1],
  ])
  await back([name, 'TOP', 1, 'Received'])
  expect(await read(name)).toMatchObject({ exchange: 'waiting' })
  await back([name, 'LEG', 4, 'Received'])
  expect(await read(name)).toMatchObject({ exchange: 'release', lines: [{ owed: 0 }] })
})

/** The lines counted in a day's figures. */
async function counted(countedBy: 'received' | 'refunded') {
  const body = { startDate: '2026-03-20', endDate: '2026-03-20', countedBy }
  const answer = await on.portal.call(contract['return-figures'].lines, { body }, as)
  return answer.body.lines.map(({ SKU, state, pieces }) => [SKU, state, pieces])
}

test('figures count an announced kit once, without its boxes', async () => {
  const name = await reference(1)
  await back([name, 'TOP', 1, 'Received'])
  expect(await counted('received')).toEqual([])
  await back([name, 'LEG', 4, 'Received'])
  expect(await counted('received')).toEqual([['TABLE', 'received', 1]])
  await back([name, 'TOP', 1, 'Refunded'], [name, 'LEG', 4, 'Refunded'])
  expect(await counted('refunded')).toEqual([['TABLE', 'refunded', 1]])
  expect(await findWrongFigures(on.portal.database)).toEqual([])
})

test('figures count boxes beyond those of the announced kit', async () => {
  const name = await reference(1)
  await back([name, 'TOP', 1, 'Received'], [name, 'LEG', 6, 'Received'])
  expect(await counted('received')).toEqual([
    ['LEG', 'received', 2],
    ['TABLE', 'received', 1],
  ])
  expect(await findWrongFigures(on.portal.database)).toEqual([])
})
