import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFacts, foldFacts, rebuildFacts } from '../../figures/deltas.ts'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { csv } from '../../testing/feed-portal.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { stockFacts } from '../ledger/stock-facts.ts'
import { endReservations } from './end-reservations.ts'

const { stock, orders } = contract
let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let as: Awaited<ReturnType<typeof on.shop>>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
  as = await on.shop()
})
afterAll(() => portal.close())

const count = (sku: string, pieces: number, at = '2026-03-01') =>
  feed('stock', csv([[sku, pieces, at]], 'SKU,stockOnHand,asOf'))
async function feed(name: string, body: string) {
  const { status } = await fetch(`${portal.url}/api/feeds/${name}`, {
    method: 'POST',
    headers: { access_token: as.token, client: as.client, 'content-type': 'text/csv' },
    body,
  })
  expect(status).toBe(200)
}
const body = (sku: string, pieces: number, overrides: object = {}) => ({
  sku,
  type: 'SELLABLE',
  pieces,
  purpose: 'promotion' as const,
  until: '2099-12-31',
  orderNumber: '',
  customerAccount: '',
  note: '',
  ...overrides,
})
const add = (sku: string, pieces: number, overrides: object = {}) =>
  portal.call(stock.addReservation, { body: body(sku, pieces, overrides) }, as)
/** The client refuses orders that are short of stock. */
const refusing = (client: string) =>
  on.rows(
    `insert into client_settings (client_code, settings) values ($1, '{"refuseShort": true}')
     on conflict (client_code) do update set settings = excluded.settings`,
    client,
  )
const figures = async (sku: string) => {
  const { body: found } = await portal.call(stock.listStock, { body: { sku } }, as)
  const { stock_on_hand, reserved_stock, promised_stock, available_stock } = found.rows[0] ?? expect.fail('no row')
  return [stock_on_hand, reserved_stock, promised_stock, available_stock]
}
const agree = async () => expect(await checkFacts(portal.database, [stockFacts])).toEqual({ stock: 0 })

test('reservations are limited to available stock, and their history records every change', async () => {
  await makeSku(portal.testDatabase, { client: as.client, code: 'LAMP' })
  await count('LAMP', 10)
  const { body: added, status } = await add('lamp', 7)
  expect([status, added.reservation.sku]).toEqual([200, 'LAMP'])
  expect(await figures('LAMP')).toEqual([10, 7, 0, 3])
  expect(await add('LAMP', 4)).toMatchObject({
    status: 422,
    body: { message: '4 of LAMP cannot be reserved: 3 are available.' },
  })
  const { _id: id, version } = added.reservation
  const { sku: _sku, type: _type, ...changed } = body('LAMP', 9, { until: '2100-01-31', version })
  const put = { params: { id }, body: { ...changed, version } }
  expect((await portal.call(stock.changeReservation, put, as)).status).toBe(200)
  expect((await portal.call(stock.changeReservation, put, as)).status).toBe(409)
  expect(await figures('LAMP')).toEqual([10, 9, 0, 1])
  expect((await portal.call(stock.releaseReservation, { params: { id }, query: {} }, as)).status).toBe(200)
  expect((await portal.call(stock.releaseReservation, { params: { id }, query: {} }, as)).status).toBe(422)
  expect(await figures('LAMP')).toEqual([10, 0, 0, 10])
  const { body: history } = await portal.call(stock.reservationHistory, { params: { id } }, as)
  expect(history.rows.map(({ act, pieces }) => [act, pieces])).toEqual([
    ['Released', 9],
    ['Changed', 9],
    ['Reserved', 7],
  ])
  await agree()
})

test.each([
  [{ sku: 'NONE' }, 'SKU NONE doesn’t exist'],
  [{ type: 'ODD' }, 'There is no allocation code ODD'],
  [{ until: '2020-01-01' }, 'This day has passed'],
  [{ purpose: 'order' }, 'Enter the order number'],
  [{ pieces: -1 }, 'Enter a whole number from 1 to 999,999,999'],
  [{ pieces: 1e12 }, 'Enter a whole number from 1 to 999,999,999'],
])('a reservation with %j is refused', async (overrides, message) => {
  const { status, body: refused } = await add('LAMP', 1, overrides)
  expect([status, (refused as { message?: string }).message]).toEqual([400, message])
})

test('a reservation changed since it was shown is not released', async () => {
  await makeSku(portal.testDatabase, { client: as.client, code: 'SHOW' })
  await count('SHOW', 10)
  const { body: added } = await add('SHOW', 4)
  const { _id: id, version, purpose, until } = added.reservation
  const { body: after } = await portal.call(
    stock.changeReservation,
    { params: { id }, body: { pieces: 9, purpose, until, note: 'The show was moved', version } },
    as,
  )
  const release = (shown: number) =>
    portal.call(stock.releaseReservation, { params: { id }, query: { version: String(shown) } }, as)
  expect(await release(version)).toMatchObject({
    status: 409,
    body: {
      message:
        'The reservation of SHOW has changed: Changed (9 units until 31 Dec 2099: The show was moved). Check it, then try again.',
    },
  })
  expect((await release(after.reservation.version)).status).toBe(200)
})

test('its order draws the reservation and releases it when amended or cancelled', async () => {
  const { SKU } = as
  await count(SKU, 20)
  expect((await add(SKU, 8, { purpose: 'order', orderNumber: 'FOR-1' })).status).toBe(200)
  expect(await figures(SKU)).toEqual([20, 8, 0, 12])
  const create = (orderNo: string, quantity: number) =>
    portal.call(orders.create, { body: { ...orderBody({ SKU, orderNo }), items: [{ SKU, quantity }] } }, as)
  expect((await create('FOR-1', 5)).status).toBe(200)
  expect(await figures(SKU)).toEqual([20, 3, 5, 12])
  await on.act(as, 'cancel', ['FOR-1'])
  expect(await figures(SKU)).toEqual([20, 8, 0, 12])
  await agree()
  const { body: listed } = await portal.call(stock.listReservations, { body: { sku: SKU } }, as)
  await portal.call(stock.releaseReservation, { params: { id: listed.rows[0]?._id ?? '' }, query: {} }, as)
  expect(await figures(SKU)).toEqual([20, 0, 0, 20])
})

test('a file gets a verdict per row, and a refused row changes nothing', async () => {
  await count('LAMP', 10, '2026-03-02')
  const row = (SKU: string, pieces: string, more: object = {}) => ({
    SKU,
    pieces,
    purpose: 'Promotion',
    until: '2099-01-31',
    ...more,
  })
  const rows = [
    row('LAMP', '6'),
    row('00123', '1'),
    row('LAMP', '5'),
    row('LAMP', '1e3'),
    row('LAMP', '4', { Type: 'sellable' }),
  ]
  const { body: answer } = await portal.call(stock.importReservations, { body: { rows } }, as)
  expect(answer.verdicts.map(({ line, isReserved }) => [line, isReserved])).toEqual([
    [2, true],
    [3, false],
    [4, false],
    [5, false],
    [6, true],
  ])
  expect(await figures('LAMP')).toEqual([10, 10, 0, 0])
})

test('a code changed by a spreadsheet is refused with its original', async () => {
  await makeSku(portal.testDatabase, { client: as.client, code: '00777' })
  const { body: answer } = await portal.call(
    stock.importReservations,
    { body: { rows: [{ SKU: '777', pieces: '1', purpose: 'promotion', until: '2099-01-31' }] } },
    as,
  )
  expect(answer.verdicts[0]).toMatchObject({ isReserved: false, message: expect.stringMatching(/777: there is 00777/) })
})

test('spreadsheet files are read leniently; missing columns and duplicate rows are reported', async () => {
  const SKU = await makeSku(portal.testDatabase, { client: as.client, code: '00456' })
  await count(SKU, 10)
  const row = (pieces: string, Purpose = 'Named order', more: object = {}) => ({
    SKU: "'00456",
    Pieces: pieces,
    Purpose,
    Until: '31/12/2099',
    'Order number': 'TO-COME',
    ...more,
  })
  const rows = [
    row('1.0'),
    row('1.000'),
    row('1', 'Sale'),
    row('1.0'),
    row('1', 'Wholesale customer'),
    row('1', 'order', { Until: '31/31/2099' }),
  ]
  const send = () =>
    portal.call(stock.importReservations, { body: { rows } }, as, { 'idempotency-key': 'a-file-sent-twice' })
  const { body: answer } = await send()
  expect(answer.verdicts.map(({ isReserved, message }) => [isReserved, message])).toEqual([
    [true, '1 of 00456 reserved until 31 Dec 2099'],
    [false, 'Enter a whole number from 1 to 999,999,999'],
    [false, 'Purpose is promotion, wholesale, channel, quality or order'],
    [false, 'This row repeats line 2. To keep both, give each its own note'],
    [true, '1 of 00456 reserved until 31 Dec 2099'],
    [false, 'A date looks like 2026-01-05'],
  ])
  expect((await send()).body).toEqual(answer)
  expect(await figures('00456')).toEqual([10, 2, 0, 8])
  const nameless = { body: { rows: [{ Product: 'LAMP', Pieces: '1', Expires: '2099-12-31' }] } }
  expect(await portal.call(stock.importReservations, nameless, as)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('The file has no column SKU or Purpose or Until.') },
  })
})

test('rows of a file lock balances in the common order', async () => {
  const client = as.client
  for (const code of ['Zinc', 'aloe']) await makeSku(portal.testDatabase, { client, code })
  await count('Zinc', 1)
  await count('aloe', 1)
  const rows = ['aloe', 'ZINC'].map((SKU) => ({ SKU, pieces: '1', purpose: 'Promotion', until: '2099-01-31' }))
  await portal.call(stock.importReservations, { body: { rows } }, as)
  const reserved = await on.rows(
    `select sku_code from stock_reservations where client_code = $1 and sku_code in ('aloe', 'Zinc') order by xmin::text::bigint`,
    client,
  )
  expect(reserved.map((row) => row['sku_code'])).toEqual(['Zinc', 'aloe'])
})

test('an overdue reservation ends, releases its stock and appears in Activity', async () => {
  await on.rows(
    `update stock_reservations set until_day = '2026-01-01' where client_code = $1 and ended_at is null`,
    as.client,
  )
  expect(await endReservations(portal.database, new Date())).toBe(6)
  expect(await endReservations(portal.database, new Date())).toBe(0)
  expect(await figures('LAMP')).toEqual([10, 0, 0, 10])
  expect(
    await on.rows(
      `select count(*)::int as told from audit where client_code = $1 and act = 'stock.reservation-ended'`,
      as.client,
    ),
  ).toEqual([{ told: 6 }])
  await agree()
})

test('available stock includes the order’s own pieces, and is unknown if never counted', async () => {
  await makeSku(portal.testDatabase, { client: as.client, code: 'Vase' })
  await makeSku(portal.testDatabase, { client: as.client, code: 'UNCOUNTED' })
  await count('Vase', 10)
  await add('Vase', 3)
  const order = { ...orderBody({ SKU: 'Vase', orderNo: 'VASES' }), items: [{ SKU: 'Vase', quantity: 9 }] }
  expect((await portal.call(orders.create, { body: order }, as)).status).toBe(200)
  const available = async (overrides: object = {}) =>
    (await portal.call(stock.availableStock, { body: { skus: ['VASE', 'UNCOUNTED', 'NO-SUCH'], ...overrides } }, as))
      .body
  const rows = (pieces: number) => [
    { sku: 'VASE', available: pieces },
    { sku: 'UNCOUNTED', available: null },
    { sku: 'NO-SUCH', available: null },
  ]
  expect(await available()).toEqual({ refusesShort: false, rows: rows(-2) })
  expect((await available({ orderNumber: 'VASES' })).rows).toEqual(rows(7))
  const stranger = await makeSession(portal.testDatabase)
  const { body: theirs } = await portal.call(stock.availableStock, { body: { skus: ['Vase'] } }, stranger)
  expect(theirs.rows).toEqual([{ sku: 'Vase', available: null }])
})

test('orders of uncounted stock are refused if the client refuses shortages', async () => {
  const shop = await on.shop()
  await refusing(shop.client)
  const create = (orderNo: string) => portal.call(orders.create, { body: orderBody({ SKU: shop.SKU, orderNo }) }, shop)
  const available = async (overrides: object = {}) =>
    (await portal.call(stock.availableStock, { body: { skus: [shop.SKU], ...overrides } }, shop)).body.rows[0]
      ?.available
  expect(await available()).toBeNull()
  expect(await create('NOT-COUNTED')).toMatchObject({
    status: 422,
    body: { message: `There is not enough stock: ${shop.SKU} was never counted.` },
  })
  const came = (pieces: number) =>
    portal.testDatabase.asOwner(
      `insert into stock_balances (client_code, sku_code, code, on_hand) values ($1, $2, 'SELLABLE', $3)
       on conflict (client_code, sku_code, code) do update set on_hand = excluded.on_hand`,
      [shop.client, shop.SKU, pieces],
    )
  await came(-4)
  expect(await create('LEFT-ONLY')).toMatchObject({
    body: { message: `There is not enough stock: ${shop.SKU} was never counted.` },
  })
  await came(3)
  expect(await available()).toBe(3)
  expect(await create('CAME-IN')).toMatchObject({ status: 200 })
  await came(0)
  expect(await available({ orderNumber: 'CAME-IN' })).toBe(2)
})

test('uncounted stock is not short, and cannot be reserved', async () => {
  const order = { ...orderBody({ SKU: 'UNCOUNTED', orderNo: 'NO-COUNT' }), items: [{ SKU: 'UNCOUNTED', quantity: 2 }] }
  expect((await portal.call(orders.create, { body: order }, as)).status).toBe(200)
  await foldFacts(portal.database, [stockFacts])
  const listed = async (only: 'short' | 'uncounted') =>
    (await portal.call(stock.listStock, { body: { sku: 'UNCOUNTED', only } }, as)).body.rows.map((row) => [
      row.sku,
      row.available_stock,
      row.counted_at,
    ])
  expect([await listed('short'), await listed('uncounted')]).toEqual([[], [['UNCOUNTED', -2, null]]])
  const { status, body: refused } = await add('UNCOUNTED', 1)
  expect([status, refused]).toEqual([
    422,
    expect.objectContaining({ message: '1 of UNCOUNTED cannot be reserved: it was never counted.' }),
  ])
  await count('UNCOUNTED', 1)
  expect([await listed('short'), await listed('uncounted')]).toEqual([
    [['UNCOUNTED', -1, '2026-03-01T00:00:00.000Z']],
    [],
  ])
})

test('concurrent reservations and orders take no more than the available stock', async () => {
  const { SKU } = as
  await refusing(as.client)
  await count(SKU, 25, '2026-03-05')
  const many = Array.from({ length: 20 }, (_, index) => index)
  const [reserved, ordered] = await Promise.all([
    Promise.all(many.map(() => add(SKU, 1).then(({ status }) => status))),
    Promise.all(
      many.map((index) =>
        portal
          .call(
            orders.create,
            { body: { ...orderBody({ SKU, orderNo: `R-${index}` }), items: [{ SKU, quantity: 1 }] } },
            as,
          )
          .then(({ status }) => status),
      ),
    ),
    foldFacts(portal.database, [stockFacts]),
  ])
  expect([...reserved, ...ordered].filter((status) => status === 200)).toHaveLength(25)
  expect([...reserved, ...ordered].filter((status) => status === 422)).toHaveLength(15)
  expect((await figures(SKU))[3]).toBe(0)
  const before = await figures(SKU)
  await agree()
  await rebuildFacts(portal.database, stockFacts)
  expect(await figures(SKU)).toEqual(before)
})

test('a short order is marked, and a cancelled one cannot be restored without stock', async () => {
  await makeSku(portal.testDatabase, { client: as.client, code: 'BOWL' })
  await count('BOWL', 5)
  const order = { ...orderBody({ SKU: 'BOWL', orderNo: 'BOWLS' }), items: [{ SKU: 'BOWL', quantity: 3 }] }
  expect((await portal.call(orders.create, { body: order }, as)).status).toBe(200)
  const { commandId } = await on.act(as, 'cancel', ['BOWLS'])
  const { body: taken } = await add('BOWL', 4)
  expect(await on.undo(as, commandId)).toMatchObject({
    done: 0,
    message: 'Order BOWLS has not been restored. There is not enough stock: BOWL would be short by 2.',
  })
  expect((await on.statuses(as.client))['BOWLS']).toBe('C')
  await portal.call(stock.releaseReservation, { params: { id: taken.reservation._id }, query: {} }, as)
  expect(await on.undo(as, commandId)).toMatchObject({ done: 1 })
  const marked = async () => {
    await foldFacts(portal.database, [stockFacts])
    const { Orders } = (await portal.call(orders.list, { body: { orderRef: 'BOWLS', shortOfStock: true } }, as)).body
    return Orders.map(({ needsAttention }) => needsAttention.includes('stock'))
  }
  expect(await marked()).toEqual([])
  await count('BOWL', 2, '2026-03-06')
  expect(await marked()).toEqual([true])
  await agree()
})

test('an amendment is refused for added pieces only, not earlier shortages', async () => {
  const client = as.client
  for (const code of ['PAN', 'LID']) await makeSku(portal.testDatabase, { client, code })
  await count('PAN', 10)
  await count('LID', 10)
  for (const [orderNo, quantity] of [
    ['PANS-1', 6],
    ['PANS-2', 4],
  ] as const) {
    const order = { ...orderBody({ SKU: 'PAN', orderNo }), items: [{ SKU: 'PAN', quantity }] }
    expect((await portal.call(orders.create, { body: order }, as)).status).toBe(200)
  }
  await count('PAN', 8, '2026-03-07')
  const amended = async (version: number, pan: number, lid: number) => {
    const { items: _items, orderNo, ...rest } = orderBody({ SKU: 'PAN', orderNo: 'PANS-1' })
    const items = [{ SKU: 'PAN', quantity: pan }, ...(lid > 0 ? [{ SKU: 'LID', quantity: lid }] : [])]
    return portal.call(orders.amend, { body: { ...rest, orderNumber: orderNo, version, items } }, as)
  }
  expect(await amended(1, 5, 0)).toMatchObject({ status: 200 })
  expect(await amended(2, 5, 2)).toMatchObject({ status: 200 })
  expect(await amended(3, 6, 2)).toMatchObject({
    status: 422,
    body: { message: 'There is not enough stock: PAN would be short by 2.' },
  })
})

test('each stock figure lists its records', async () => {
  const { body: detail } = await portal.call(stock.stockDetail, { body: { sku: as.SKU, type: 'SELLABLE' } }, as)
  expect(detail.counts.map(({ pieces, unexplained }) => [pieces, unexplained])).toEqual([
    [25, 5],
    [20, null],
  ])
  const { body: one } = await portal.call(stock.stockDetail, { body: { sku: as.SKU, type: 'SELLABLE', shown: 1 } }, as)
  expect([one.counts.length, one.reservations.length, one.promises.length]).toEqual([1, 1, 1])
  expect([one.reservationCount, one.promiseCount]).toEqual([detail.reservations.length, detail.promises.length])
  const { promised_stock, reserved_stock } = detail.row
  expect([detail.promiseCount, detail.reservations.length]).toEqual([promised_stock, reserved_stock])
  const stranger = await makeSession(portal.testDatabase)
  expect((await portal.call(stock.stockDetail, { body: { sku: as.SKU, type: 'SELLABLE' } }, stranger)).status).toBe(404)
})

test('a reduced or closed order cannot be undone once its stock is taken', async () => {
  const { client } = as
  await refusing(client)
  await makeSku(portal.testDatabase, { client, code: 'FORK' })
  await count('FORK', 10)
  const createOrder = (orderNo: string, quantity: number) => {
    const order = { ...orderBody({ SKU: 'FORK', orderNo }), items: [{ SKU: 'FORK', quantity }] }
    return portal.call(orders.create, { body: order }, as)
  }
  expect((await createOrder('FORKS-1', 5)).status).toBe(200)
  const { items: _items, orderNo: orderNumber, ...rest } = orderBody({ SKU: 'FORK', orderNo: 'FORKS-1' })
  const smaller = await portal.call(
    orders.amend,
    { body: { ...rest, orderNumber, version: 1, items: [{ SKU: 'FORK', quantity: 1 }] } },
    as,
  )
  expect((await createOrder('FORKS-2', 6)).status).toBe(200)
  const { commandId } = smaller.body
  expect(await on.undo(as, commandId)).toMatchObject({
    done: 0,
    message: 'Order FORKS-1 has not been restored. There is not enough stock: FORK would be short by 1.',
  })
  expect(await figures('FORK')).toEqual([10, 0, 7, 3])
  await on.act(as, 'cancel', ['FORKS-2'])
  expect(await on.undo(as, commandId)).toMatchObject({ done: 1 })
  expect(await figures('FORK')).toEqual([10, 0, 5, 5])

  await feed(
    'despatches',
    csv(
      [['FORKS-1', 'TFORKS1', 'DPD', '2026-03-09 10:00', 'FORK', 2]],
      'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity',
    ),
  )
  const closing = { body: { orderNumber, note: '' } }
  expect((await portal.call(orders.closeShort, closing, as)).status).toBe(200)
  expect((await createOrder('FORKS-3', 6)).status).toBe(200)
  expect(await portal.call(orders.reopen, { body: { orderNumber } }, as)).toMatchObject({
    status: 422,
    body: { message: 'Order FORKS-1 has not been reopened. There is not enough stock: FORK would be short by 1.' },
  })
  expect(await figures('FORK')).toEqual([8, 0, 6, 2])
  await agree()
})

test.each([
  ['despatched', 'SPADE', [7, 0, 0, 7]],
  ['picked', 'HOE', [10, 0, 3, 7]],
])('a cancelled order that is %s anyway draws its reservation', async (step, sku, expected) => {
  await makeSku(portal.testDatabase, { client: as.client, code: sku })
  await count(sku, 10)
  const orderNumber = `FOR-${sku}`
  expect((await add(sku, 3, { purpose: 'order', orderNumber })).status).toBe(200)
  const order = { ...orderBody({ SKU: sku, orderNo: orderNumber }), items: [{ SKU: sku, quantity: 3 }] }
  expect((await portal.call(orders.create, { body: order }, as)).status).toBe(200)
  await on.act(as, 'cancel', [orderNumber])
  expect(await figures(sku)).toEqual([10, 3, 0, 7])
  const row =
    step === 'picked'
      ? [orderNumber, 'Picking', '', '', '', '', '']
      : [orderNumber, '', `T${sku}`, 'DPD', '2026-03-09 10:00', sku, 3]
  await feed('despatches', csv([row], 'orderNumber,status,trackingNumber,carrier,despatchedAt,SKU,quantity'))
  expect(await figures(sku)).toEqual(expected)
  await agree()
})

test('an order with an amended account draws reservations of the new account', async () => {
  const SKU = await makeSku(portal.testDatabase, { client: as.client, code: 'CHAIR' })
  await count(SKU, 10)
  await add(SKU, 3, { purpose: 'wholesale', customerAccount: 'NORTH' })
  await add(SKU, 2, { purpose: 'wholesale', customerAccount: 'South' })
  const { orderNo, items: _items, ...order } = orderBody({ SKU, orderNo: 'ACCOUNT', customerAccount: 'NORTH' })
  const items = [{ SKU, quantity: 4 }]
  expect((await portal.call(orders.create, { body: { ...order, orderNo, items } }, as)).status).toBe(200)
  const drawn = async () => {
    const of = `from stock_reservations where client_code = $1 and sku_code = 'CHAIR'`
    return (await on.rows(`select array_agg(drawn order by customer_account) as drawn ${of}`, as.client))[0]?.['drawn']
  }
  expect(await drawn()).toEqual([3, 0])
  const amended = { ...order, orderNumber: orderNo, version: 1, customerAccount: 'SOUTH' }
  expect((await portal.call(orders.amend, { body: amended }, as)).status).toBe(200)
  expect(await drawn()).toEqual([0, 2])
  expect(await figures(SKU)).toEqual([10, 3, 4, 3])
  await agree()
})
