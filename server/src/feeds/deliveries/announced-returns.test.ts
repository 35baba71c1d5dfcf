import { contract } from '@despatch/contract/contract'
import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { announceReturn } from '../../returns/portal/announce-return.ts'
import { readReturn } from '../../returns/portal/read-return.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { balancesOf } from '../../stock/ledger/balances.ts'
import { addReturnsBook, makeDespatchedOrder } from '../../testing/returns.ts'

let on: FeedPortal
let client: string
beforeAll(async () => {
  on = await openFeedPortal()
  client = on.me.client
  await addReturnsBook(on.portal, on.me)
})
afterAll(() => on.portal.close())

const HEADER = 'returnReference,orderNumber,SKU,quantity,event,occurredAt,reasonCode,reference'
const feed = (rows: (string | number)[][]) => on.feedRows('returns', csv(rows, HEADER))

async function announced(orderNumber: string, quantity: number, key = 'k'): Promise<string> {
  const answer = await inClient(on.portal.database, client, (transaction) =>
    announceReturn(
      transaction,
      { services: on.portal.app.services, now: new Date() },
      {
        client,
        orderNumber,
        lines: [{ lineNumber: 1, quantity, reason: 'MIND', resolution: 'refund' }],
        key,
        channel: 'portal',
        by: '',
      },
    ),
  )
  if (answer.outcome !== 'announced') throw new Error(answer.outcome)
  return answer.reference
}
const read = async (reference: string) => {
  const found = await inClient(on.portal.database, client, (transaction) =>
    readReturn(transaction, { client, reference }),
  )
  if (!found) throw new Error(`no ${reference}`)
  return found
}
const order = (orderNo: string, quantity: number) =>
  makeDespatchedOrder(on.portal, { client, as: on.me, orderNo, quantity })

test('a row with an announced return’s reference moves its pieces, once', async () => {
  const { sku } = await order('F-1', 3)
  const reference = await announced('F-1', 2)
  const half = (at: string) => [reference.toLowerCase(), 'F-1', sku, 1, 'Received', at, '', '']
  expect((await feed([half('2026-03-20 10:00')])).summary).toMatchObject({ created: 1 })
  expect(await read(reference)).toMatchObject({
    state: 'announced',
    refundDueOn: '2026-04-03',
    lines: [{ pieces: { goods: { announced: 1, received: 1 }, extra: 0 }, owed: 1 }],
    steps: [{ step: 'announced' }, { step: 'received', by: '' }],
  })
  const whole = [
    half('2026-03-20 10:00'),
    half('2026-03-21 10:00'),
    [reference, 'F-1', sku, 2, 'Refunded', '2026-03-22', '', ''],
  ]
  expect((await feed(whole)).summary).toMatchObject({ created: 2, unchanged: 1 })
  expect((await feed(whole)).summary).toMatchObject({ created: 0, unchanged: 3 })
  expect(await read(reference)).toMatchObject({
    state: 'refunded',
    refundDueOn: null,
    lines: [{ owed: 0 }],
    steps: { length: 4 },
  })
  const mails = await on.rows(
    `select step from return_mails where client_code = $1 and return_reference = '${reference}' order by step_number`,
  )
  expect(mails.map(({ step }) => step)).toEqual(['announced', 'received', 'received', 'refunded'])
})

test('a row needs only the reference of an announced return', async () => {
  const { sku } = await order('F-1B', 3)
  const reference = await announced('F-1B', 2)
  expect((await feed([[reference, '', sku, 2, 'Received', '2026-03-20 10:00', '', '']])).summary).toMatchObject({
    created: 1,
    refused: 0,
  })
  expect(await read(reference)).toMatchObject({ lines: [{ pieces: { goods: { received: 2 } } }] })
})

test('a row with another reference goes to the oldest open returns of its order', async () => {
  const { sku } = await order('F-2', 4)
  const [older, newer] = [await announced('F-2', 1, 'a'), await announced('F-2', 2, 'b')]
  const rows = [['WH-7', 'F-2', sku, 4, 'Received', '2026-03-20 10:00', '', '']]
  expect((await feed(rows)).summary).toMatchObject({ created: 1, noted: {} })
  expect((await feed(rows)).summary).toMatchObject({ created: 0, unchanged: 1 })
  const events = await on.rows(
    `select return_reference, quantity, told_reference, surplus from return_events
     where client_code = $1 and order_number = 'F-2' and state = 'received' order by quantity, return_reference`,
  )
  expect(events).toHaveLength(3)
  expect(new Set(events.map((one) => `${String(one['return_reference'])} ${String(one['quantity'])}`))).toEqual(
    new Set([`${older} 1`, `${newer} 2`, 'WH-7 1']),
  )
  expect(await read(older)).toMatchObject({ state: 'received' })
  expect(await read(newer)).toMatchObject({ state: 'received' })
  // Later rows with that reference continue with the matched return.
  expect((await feed([['WH-7', 'F-2', sku, 4, 'Returned to stock', '2026-03-21', '', '']])).summary).toMatchObject({
    created: 1,
  })
  expect((await read(older)).state).toBe('restocked')
  expect((await read(newer)).state).toBe('restocked')
})

test('surplus pieces are saved and flagged, and a webhook reports them', async () => {
  const { sku } = await order('F-3', 1)
  const events = ['return.received', 'return.announced'] as const
  const body = { name: 'Returns', url: 'https://hooks.example.com/returns', events: [...events], active: true }
  expect((await on.portal.call(contract.webhooks.create, { body }, on.me)).status).toBe(200)
  const reference = await announced('F-3', 1)
  const fed = await feed([[reference, 'F-3', sku, 2, 'Received', '2026-03-20', '', '']])
  expect(fed.summary).toMatchObject({
    created: 1,
    noted: { [`More units were returned than sent. The extra units are recorded as surplus.`]: 1 },
  })
  expect(await read(reference)).toMatchObject({ lines: [{ pieces: { goods: { received: 2 }, extra: 1 } }] })
  const deliveries = await on.rows(
    `select event, payload->>'quantity' as quantity, payload->>'returnReference' as reference from webhook_deliveries
     where client_code = $1 order by event`,
  )
  expect(deliveries).toEqual([
    { event: 'return.announced', quantity: '1', reference },
    { event: 'return.received', quantity: '2', reference },
  ])
})

test('pieces put back move stock under their condition’s code, and out of quarantine', async () => {
  const { sku } = await order('F-4', 3)
  const reference = await announced('F-4', 3)
  const stocked = (rows: (string | number)[][]) =>
    on.feedRows('returns', csv(rows, 'returnReference,orderNumber,SKU,quantity,event,occurredAt,condition'))
  const onHand = async () =>
    Object.fromEntries(
      (await inClient(on.portal.database, client, (transaction) => balancesOf(transaction, client, [sku]))).map(
        ({ code, onHand: pieces }) => [code, Number(pieces)],
      ),
    )
  const before = await onHand()
  const first = [
    [reference, 'F-4', sku, 3, 'Received', '2026-03-20 10:00', ''],
    [reference, 'F-4', sku, 1, 'Returned to stock', '2026-03-20 11:00', 'As new'],
    [reference, 'F-4', sku, 1, 'Quarantined', '2026-03-20 11:00', ''],
    [reference, 'F-4', sku, 1, 'Returned to stock', '2026-03-20 11:00', 'bonded'],
  ]
  expect((await stocked(first)).summary).toMatchObject({ created: 4 })
  const sellable = (before['SELLABLE'] ?? 0) + 1
  expect(await onHand()).toMatchObject({ SELLABLE: sellable, QUARANTINE: 1, BONDED: 1 })
  expect((await stocked(first)).summary).toMatchObject({ unchanged: 4 })
  await stocked([[reference, 'F-4', sku, 1, 'Returned to stock', '2026-03-21', '']])
  expect(await onHand()).toMatchObject({ SELLABLE: sellable + 1, QUARANTINE: 0, BONDED: 1 })
  const moved = await on.rows(
    `select pieces, reference, order_number, at, is_uncertain from stock_movements
     where client_code = $1 and sku_code = '${sku}' and kind = 'return' and code = 'SELLABLE' order by at`,
  )
  const own = { pieces: 1, reference, order_number: 'F-4' }
  expect(moved).toEqual([
    { ...own, at: new Date('2026-03-20T11:00:00Z'), is_uncertain: false },
    { ...own, at: new Date('2026-03-21T23:59:59Z'), is_uncertain: true },
  ])
})

test('the dashboard shows return postage and who pays it', async () => {
  const { sku } = await order('F-POST', 2)
  const today = dayOf(new Date())
  const postage = async () =>
    (
      await on.portal.call(
        returnFigures.dashboard,
        { body: { startDate: addDays(today, -1), endDate: addDays(today, 1) } },
        on.me,
      )
    ).body.postage
  const before = (await postage())[0] ?? { parcels: 0, shoppersPay: '0.00' }
  const reference = await announced('F-POST', 2)
  expect((await postage())[0]?.parcels ?? 0).toBe(before.parcels)
  await feed([[reference, 'F-POST', sku, 1, 'In transit', '2026-03-20', '', '']])
  expect(await postage()).toEqual([
    {
      currency: 'GBP',
      amount: '0.00',
      shoppersPay: (Number(before.shoppersPay) + 3.5).toFixed(2),
      parcels: before.parcels + 1,
    },
  ])
})
