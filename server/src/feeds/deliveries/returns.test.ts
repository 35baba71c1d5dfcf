import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'

smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(
    csv([
      ['O1', 'RED', 2, 5],
      ['O1', 'BLUE', 1, 5],
      ['O2', 'GREEN', 1, 5],
    ]),
  )
})
afterAll(() => on.portal.close())

const HEADER = 'returnReference,orderNumber,SKU,quantity,event,occurredAt,reasonCode,reference'
const feed = (rows: (string | number)[][], header = HEADER) => on.feedRows('returns', csv(rows, header))
const events = (reference: string) =>
  on.rows(
    `select order_number, sku_code, quantity, state, reason_code, source, occurred_at from return_events
     where client_code = $1 and return_reference = '${reference}' order by occurred_at, sku_code`,
  )

test('returned pieces are saved with their events; the same file again changes nothing', async () => {
  const rows = [
    ['R1', 'O1', 'RED', 1, 'Received', '2026-03-01 10:00', 'TOO-BIG', ''],
    ['R1', 'O1', 'BLUE', 1, 'received', '2026-03-01 10:00', '', ''],
    ['R1', 'O1', 'RED', 1, 'Returned to stock', '2026-03-02 10:00', '', ''],
  ]
  expect((await feed(rows)).summary).toMatchObject({ read: 3, created: 3, unchanged: 0, refused: 0, noted: {} })
  expect((await feed(rows)).summary).toMatchObject({ read: 3, created: 0, unchanged: 3 })
  const common = { order_number: 'O1', source: 'feed', quantity: 1, reason_code: '' }
  expect(await events('R1')).toEqual([
    { ...common, sku_code: 'BLUE', state: 'received', occurred_at: new Date('2026-03-01T10:00:00Z') },
    {
      ...common,
      sku_code: 'RED',
      state: 'received',
      reason_code: 'TOO-BIG',
      occurred_at: new Date('2026-03-01T10:00:00Z'),
    },
    { ...common, sku_code: 'RED', state: 'restocked', occurred_at: new Date('2026-03-02T10:00:00Z') },
  ])
})

test('an event without a time is dated now, and is recognised when repeated', async () => {
  const rows = [['R2', 'O1', 'RED', 1, 'Announced', '', '', '']]
  expect((await feed(rows)).summary.created).toBe(1)
  expect((await feed(rows)).summary).toMatchObject({ created: 0, unchanged: 1 })
})

test('an event that contradicts its reference is refused with the saved value', async () => {
  const row = (event: string, reference: string) => ['R3', 'O1', 'RED', 1, event, '2026-03-01', '', reference]
  expect((await feed([row('Received', 'E1')])).summary.created).toBe(1)
  expect((await feed([row('Refunded', 'E1'), row('Refunded', 'E2')])).summary).toMatchObject({
    created: 1,
    unchanged: 0,
    refused: 1,
  })
})

test('unknown orders and SKUs are refused; SKUs outside the order are noted', async () => {
  const fed = await feed([
    ['R4', 'O9', 'RED', 1, 'Received', '2026-03-01', '', ''],
    ['R4', 'O1', 'PINK', 1, 'Received', '2026-03-01', '', ''],
    ['R4', 'O1', 'GREEN', 1, 'Received', '2026-03-01', 'NOBODY-KNOWS', ''],
    ['R4', 'O1', 'GREEN', 1, 'Lost', '2026-03-01', '', ''],
  ])
  expect(fed.summary).toMatchObject({
    read: 4,
    created: 1,
    refused: 3,
    noted: { 'SKUs that their order does not have': 1 },
  })
  expect(fed.refused).toMatchObject([
    { line: 2, column: 'orderNumber', value: 'O9' },
    { line: 3, column: 'SKU', value: 'PINK', reason: 'This client has no such SKU' },
    { line: 5, column: 'event', value: 'Lost' },
  ])
})

test('another client’s order is unknown', async () => {
  const other = await makeSession(on.portal.testDatabase)
  const file = csv([['R5', 'O1', 'RED', 1, 'Received', '2026-03-01', '', '']], HEADER)
  expect(await on.feedRows('returns', file, { as: other })).toMatchObject({
    summary: { created: 0, refused: 1 },
    refused: [{ column: 'orderNumber', value: 'O1' }],
  })
})

test('the same file sent twice at once is saved once', async () => {
  const file = csv(
    Array.from({ length: 1_500 }, (_, at) => [
      `R6-${at}`,
      `O${(at % 2) + 1}`,
      'RED',
      1,
      'Received',
      '2026-03-01',
      '',
      '',
    ]),
    HEADER,
  )
  const both = await Promise.all([on.feedRows('returns', file), on.feedRows('returns', file)])
  const sum = (count: 'created' | 'unchanged') => both.reduce((total, { summary }) => total + summary[count], 0)
  expect([sum('created'), sum('unchanged')]).toEqual([1_500, 1_500])
  const [row] = await on.rows(
    `select count(*)::int as count from return_events where client_code = $1 and return_reference like 'R6-%'`,
  )
  expect(row).toEqual({ count: 1_500 })
})

test('a mapping reads other columns and replaces cells', async () => {
  await on.saveMapping(
    'depot',
    {
      columns: { returnReference: 'RMA', orderNumber: 'Order', SKU: 'Item', quantity: 'Qty', event: 'What' },
      values: { event: { EINGANG: 'received' } },
    },
    'returns',
  )
  const file = 'RMA;Order;Item;Qty;What\r\nR7;O1;RED;1;EINGANG\r\n'
  expect((await on.feedRows('returns', file, { mapping: 'depot' })).summary).toMatchObject({ created: 1 })
  expect(await events('R7')).toMatchObject([{ state: 'received' }])
})

test('surplus pieces and pieces of undespatched orders are saved and noted', async () => {
  await on.feed(
    csv([
      ['RT-1', 'CS-6', 5, 5],
      ['RT-2', 'CS-7', 1, 5],
    ]),
  )
  const despatched = csv([['RT-1', 'T-RT-1', 'DPD', 'CS-6', 3]], 'orderNumber,trackingNumber,carrier,SKU,quantity')
  expect((await on.feedRows('despatches', despatched)).summary).toMatchObject({ created: 1 })
  const rows = [
    ['RX-1', 'RT-1', 'CS-6', 3, 'Received', '2026-11-01 07:00', '', ''],
    ['RX-2', 'RT-1', 'CS-6', 1, 'Received', '2026-11-02 07:00', '', ''],
    ['RX-3', 'RT-2', 'CS-7', 1, 'Received', '2026-11-02 07:00', '', ''],
  ]
  expect((await feed(rows)).summary).toMatchObject({ created: 3, refused: 0 })
  const surplus = await on.rows(
    `select return_reference, surplus from return_events where client_code = $1 and return_reference like 'RX-%' order by 1`,
  )
  expect(surplus).toEqual([
    { return_reference: 'RX-1', surplus: 0 },
    { return_reference: 'RX-2', surplus: 1 },
    { return_reference: 'RX-3', surplus: 0 },
  ])
  expect((await feed(rows.map(([, ...rest]) => ['RX-4', ...rest]))).summary.noted).toEqual({
    'More units were returned than sent. The extra units are recorded as surplus.': 3,
    'Units were returned from an order that was not despatched': 1,
  })
})

test('only known returns need no order number', async () => {
  expect((await feed([['R8', 'O1', 'RED', 1, 'Received', '2026-03-01', '', '']])).summary).toMatchObject({ created: 1 })
  const alone = ['R8', '', 'RED', 1, 'Refunded', '2026-03-02', '', '']
  const fed = await feed([alone, ['R9', '', 'RED', 1, 'Received', '2026-03-02', '', '']])
  expect(fed.summary).toMatchObject({ created: 1, refused: 1 })
  expect(fed.refused).toMatchObject([
    { line: 3, column: 'orderNumber', reason: expect.stringContaining('are missing') },
  ])
  expect(await events('R8')).toMatchObject([{ state: 'received' }, { state: 'refunded', order_number: 'O1' }])
  expect((await feed([alone])).summary).toMatchObject({ created: 0, unchanged: 1 })
})

test.each(['Step', 'Return status'])('a column %s is read as the step of a return', async (column) => {
  const header = `returnReference,orderNumber,SKU,quantity,${column},occurredAt`
  const reference = `R10 ${column}`
  expect((await feed([[reference, 'O1', 'RED', 1, 'Refunded', '2026-03-02']], header)).summary).toMatchObject({
    created: 1,
    noted: {},
  })
  expect(await events(reference)).toMatchObject([{ state: 'refunded' }])
})

test('without a step column the answer warns and names unread columns', async () => {
  const note = 'No column is known as Event, so every row is taken as Received. Not looked at: Etappe'
  const file = csv([['R11', 'O1', 'RED', 1, 'Erstattet']], 'returnReference,orderNumber,SKU,quantity,Etappe')
  const { summary } = await on.feedRows('returns', file)
  expect(summary).toMatchObject({ created: 1, noted: { [note]: 1, 'Ignored column: Etappe': 1 } })
  const columns = { returnReference: 'returnReference', orderNumber: 'orderNumber', SKU: 'SKU', quantity: 'quantity' }
  await on.saveMapping('without-event', { columns }, 'returns')
  expect((await on.feedRows('returns', file, { mapping: 'without-event' })).summary.noted).toEqual({ [note]: 1 })
})

test('unused object keys are noted, and alternative names are read', async () => {
  const object = { returnReference: 'R12', orderNumber: 'O1', SKU: 'RED', quantity: 1, step: 'Refunded', shade: 'x' }
  const fed = await on.feedRows('returns', JSON.stringify(object), { type: 'application/x-ndjson' })
  expect(fed.summary).toMatchObject({ created: 1, noted: { 'Ignored column: shade': 1 } })
  expect(await events('R12')).toMatchObject([{ state: 'refunded' }])
})
