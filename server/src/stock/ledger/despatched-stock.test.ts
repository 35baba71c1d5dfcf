import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFacts } from '../../figures/deltas.ts'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { addReturnsBook } from '../../testing/returns.ts'
import { stockFacts } from './stock-facts.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.portal.testDatabase.asOwner(
    `insert into carrier_event_codes (carrier, code, state, reason, changed_at, changed_by)
     values ('DPD', 'DL', 'delivered', '', now(), 'test')`,
  )
})
afterAll(() => on.portal.close())

type Rows = (string | number)[][]
async function fed(feed: Parameters<FeedPortal['feedRows']>[0], header: string, rows: Rows) {
  const answer = await on.feedRows(feed, csv(rows, header))
  expect(answer).toMatchObject({ status: 200, refused: [] })
  return answer.summary
}
const counted = (...rows: Rows) => fed('stock', 'SKU,stockOnHand,asOf', rows)
const despatched = (...rows: Rows) =>
  fed('despatches', 'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity', rows)
const arrived = (...numbers: string[]) =>
  fed(
    'delivery-events',
    'trackingNumber,carrier,code,occurredAt',
    numbers.map((number) => [number, 'DPD', 'DL', '2026-03-04 09:00']),
  )
const ordered = async (...rows: Rows) => expect((await on.feed(csv(rows))).status).toBe(200)

/** Stock on hand, promised and available of a SKU; checks that they agree with the records. */
async function figures(sku: string) {
  expect(await checkFacts(on.portal.database, [stockFacts])).toEqual({ stock: 0 })
  const { body } = await on.portal.call(contract.stock.listStock, { body: { sku } }, on.me)
  const { stock_on_hand, promised_stock, available_stock } = body.rows[0] ?? expect.fail('no row')
  return [stock_on_hand, promised_stock, available_stock]
}
async function read(orderNumber: string) {
  const { body } = await on.portal.call(contract.orders.searchByOrderNumber, { body: { orderNumber } }, on.me)
  const { Status, shortfall } = body.Orders[0] ?? expect.fail(`no ${orderNumber}`)
  return [Status, shortfall?.items.map(({ SKU, quantity }) => `${quantity} ${SKU}`).join(', ') ?? null]
}

describe('an unordered SKU in a parcel', () => {
  test('does not replace missing goods: they stay promised until the order is closed', async () => {
    await counted(['MUG', 100, '2026-03-01'], ['JUG', 10, '2026-03-01'])
    await ordered(['WRONG', 'MUG', 4, 1], ['HALF', 'MUG', 4, 1])
    await despatched(['WRONG', 'TWRONG', 'DPD', '2026-03-02 12:00', 'JUG', 1])
    await despatched(
      ['HALF', 'THALF', 'DPD', '2026-03-02 12:00', 'MUG', 1],
      ['HALF', 'THALF', 'DPD', '2026-03-02 12:00', 'JUG', 1],
    )
    expect([await figures('MUG'), await figures('JUG')]).toEqual([
      [99, 7, 92],
      [8, 0, 8],
    ])
    await arrived('TWRONG', 'THALF')
    expect([await read('WRONG'), await read('HALF')]).toEqual([
      ['D', '4 MUG'],
      ['D', '3 MUG'],
    ])
    const partSent = async () => {
      const { body } = await on.portal.call(contract.orders.list, { body: { delay: 'partSent' } }, on.me)
      return body.Orders.map(({ orderNumber }) => orderNumber).toSorted()
    }
    expect(await partSent()).toEqual(['HALF', 'WRONG'])
    await addReturnsBook(on.portal, on.me)
    const lines = [{ lineNumber: 1, quantity: 1, reason: 'MIND' }]
    const offered = await on.portal.call(
      contract['announced-returns'].offer,
      { body: { orderNumber: 'WRONG', lines } },
      on.me,
    )
    expect(offered.body.decision.lines).toMatchObject([{ answer: 'refused', why: 'not-sent' }])
    const closed = await on.portal.call(contract.orders.closeShort, { body: { orderNumber: 'WRONG', note: '' } }, on.me)
    expect(closed.body.message).toContain('4 of SKU MUG were not sent. It is delivered.')
    expect(await figures('MUG')).toEqual([99, 3, 96])
    expect(await partSent()).toEqual(['HALF'])
  })

  test('counts as a box of an ordered kit or as extra, even if boxes change', async () => {
    const boxes = (text: string) => fed('skus', 'SKU,title,boxes', [['TABLE', 'Table', text]])
    await fed('skus', 'SKU,title', [
      ['TOP', 'Table top'],
      ['LEG', 'Leg'],
      ['FOOT', 'Foot'],
    ])
    await boxes('TOP; LEG x 4')
    await counted(['TOP', 10, '2026-03-01'], ['LEG', 40, '2026-03-01'])
    await ordered(['WHOLE', 'TABLE', 2, 1], ['LESS', 'TABLE', 2, 1])
    for (const order of ['WHOLE', 'LESS'])
      await despatched(
        [order, `T${order}`, 'DPD', '2026-03-02 12:00', 'TOP', 2],
        [order, `T${order}`, 'DPD', '2026-03-02 12:00', 'LEG', order === 'WHOLE' ? 8 : 6],
      )
    expect([await read('WHOLE'), await read('LESS')]).toEqual([
      ['D', null],
      ['D', '2 LEG'],
    ])
    expect([await figures('TOP'), await figures('LEG')]).toEqual([
      [6, 0, 6],
      [26, 2, 24],
    ])
    await boxes('TOP; LEG x 3; FOOT')
    expect([await read('WHOLE'), await read('LESS')]).toEqual([
      ['D', '2 FOOT'],
      ['D', '2 FOOT'],
    ])
    expect(await figures('LEG')).toEqual([26, 0, 26])
    const { goods, setGoods } = contract['multi-box']
    const known = (await on.portal.call(goods, { query: { SKU: 'TABLE' } }, on.me)).body.goods
    const components = [
      { Code: 'TOP', quantity: 1 },
      { Code: 'LEG', quantity: 4 },
    ]
    await on.portal.call(setGoods, { body: { SKU: 'TABLE', goods: { ...known, components }, known } }, on.me)
    expect(await figures('LEG')).toEqual([26, 2, 24])
    await arrived('TWHOLE', 'TLESS')
    expect([await read('WHOLE'), await read('LESS')]).toEqual([
      ['V', null],
      ['D', '2 LEG'],
    ])
  })
})

describe('parcels with unknown contents', () => {
  const sent = (order: string, tracking: string, at = '2026-03-02 12:00') =>
    fed('despatches', 'orderNumber,trackingNumber,carrier,despatchedAt', [[order, tracking, 'DPD', at]])

  test('remove the assumed goods from stock until contents are reported', async () => {
    await counted(['BOWL', 100, '2026-03-01'])
    await ordered(['UNTOLD', 'BOWL', 3, 1], ['OTHER', 'BOWL', 4, 1])
    await sent('UNTOLD', 'TUNTOLD')
    expect(await read('UNTOLD')).toEqual(['D', null])
    expect(await figures('BOWL')).toEqual([97, 4, 93])
    await sent('UNTOLD', 'TUNTOLD')
    await despatched(['UNTOLD', 'TUNTOLD', 'DPD', '2026-03-02 12:00', 'BOWL', 2])
    expect(await read('UNTOLD')).toEqual(['D', '1 BOWL'])
    expect(await figures('BOWL')).toEqual([98, 5, 93])
    // A count after the parcel left already includes it.
    await counted(['BOWL', 98, '2026-03-03'])
    await sent('UNTOLD', 'TUNTOLD2', '2026-03-04 12:00')
    expect(await figures('BOWL')).toEqual([97, 4, 93])
    await despatched(['UNTOLD', 'TUNTOLD2', 'DPD', '2026-03-04 12:00', 'BOWL', 1])
    await sent('UNTOLD', 'TUNTOLD3', '2026-03-05 12:00')
    expect(await figures('BOWL')).toEqual([97, 4, 93])
    const moved = await on.rows(
      `select pieces, reference from stock_movements where client_code = $1 and sku_code = 'BOWL' order by at, received_at`,
    )
    expect(moved).toEqual([-3, 1, -1].map((pieces) => ({ pieces, reference: 'UNTOLD' })))
  })

  test('with a day but no time count from when they were reported', async () => {
    await counted(['DISH', 10, '2026-03-01'], ['SPOON', 1, '2026-03-01'])
    await ordered(['DAY', 'DISH', 3, 1])
    await sent('DAY', 'TDAY', '2026-03-02')
    await arrived('TDAY')
    expect(await read('DAY')).toEqual(['V', null])
    await counted(['DISH', 9, '2026-03-03'])
    expect(await figures('DISH')).toEqual([6, 0, 6])
    await despatched(['DAY', 'TDAY', 'DPD', '2026-03-02', 'DISH', 1], ['DAY', 'TDAY', 'DPD', '2026-03-02', 'SPOON', 1])
    expect([await figures('DISH'), await figures('SPOON')]).toEqual([
      [8, 0, 8],
      [0, 0, 0],
    ])
  })

  test('of a cancelled order that was sent anyway', async () => {
    await counted(['TRAY', 10, '2026-03-01'])
    await ordered(['GONE', 'TRAY', 3, 1])
    await commandedOrders(on.portal).act(on.me, 'cancel', ['GONE'])
    await sent('GONE', 'TGONE')
    expect(await figures('TRAY')).toEqual([7, 0, 7])
  })
})

test('goods that leave later in the second of a count are not included', async () => {
  await ordered(['SECOND', 'SIEVE', 2, 1])
  await counted(['SIEVE', 10, '2026-03-01T09:22:52.780Z'])
  const row = ['SECOND', 'TSECOND', 'DPD', '2026-03-01T09:22:52.889Z', 'SIEVE', 2]
  await despatched(row)
  expect(await figures('SIEVE')).toEqual([8, 0, 8])
  expect(await despatched(row)).toMatchObject({ created: 0, unchanged: 1 })
  // Repeating it without the fraction changes nothing.
  const moved = (at: string) => fed('stock', 'SKU,kind,quantity,asOf', [['SIEVE', 'goods-in', 5, at]])
  expect(await moved('2026-03-01T09:22:52.900Z')).toMatchObject({ created: 1 })
  expect(await moved('2026-03-01T09:22:52Z')).toMatchObject({ created: 0, unchanged: 1 })
  expect(await figures('SIEVE')).toEqual([13, 0, 13])
})

describe('goods that leave stock when picked', () => {
  const picking = (order: string) => fed('despatches', 'orderNumber,status', [[order, 'Picking']])
  const pickedHasLeft = async (is: boolean) => {
    const operator = await makeSession(on.portal.testDatabase, { clients: [], type: 'Internal Administrator' })
    const body = { client: on.me.client, settings: { pickedHasLeft: is } }
    expect((await on.portal.call(contract.clients.setSettings, { body }, operator)).status).toBe(200)
  }

  test('and are in no parcel return to stock, and stay owed', async () => {
    await pickedHasLeft(true)
    await counted(['VASE', 10, '2026-03-01'])
    await ordered(['PICKED', 'VASE', 3, 1])
    await picking('PICKED')
    expect(await figures('VASE')).toEqual([7, 0, 7])
    await despatched(['PICKED', 'TPICKED', 'DPD', '2026-03-02 12:00', 'VASE', 2])
    expect(await read('PICKED')).toEqual(['D', '1 VASE'])
    expect(await figures('VASE')).toEqual([8, 1, 7])
    await despatched(['PICKED', 'TPICKED2', 'DPD', '2026-03-02 14:00', 'VASE', 1])
    expect(await figures('VASE')).toEqual([7, 0, 7])
    await pickedHasLeft(false)
  })

  test('leave once if the setting changes before the despatch', async () => {
    const { testDatabase } = on.portal
    const operator = await makeSession(testDatabase, { clients: [], type: 'Internal Administrator' })
    await pickedHasLeft(true)
    await counted(['EWER', 10, '2026-03-01'])
    await ordered(['EWERS', 'EWER', 2, 1])
    await picking('EWERS')
    const held = (sql: string) => testDatabase.asOwner(sql, [on.me.client])
    await testDatabase.asOwner('begin')
    await held(
      `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
       values ($1, 'TEWERS', 'DPD', 'EWERS', '2026-03-02 12:00', now(), '2026-03-05')`,
    )
    await held(
      `insert into parcel_contents (client_code, tracking_number, sku_code, quantity) values ($1, 'TEWERS', 'EWER', 2)`,
    )
    await held(`update orders set status = 'D' where client_code = $1 and order_number = 'EWERS'`)
    const body = { client: on.me.client, settings: { pickedHasLeft: false } }
    const chosen = on.portal.call(contract.clients.setSettings, { body }, operator)
    await Promise.race([chosen, waitUntilBlocked(testDatabase)])
    await testDatabase.asOwner('commit')
    expect((await chosen).status).toBe(200)
    expect(await figures('EWER')).toEqual([8, 0, 8])
  })

  test('leave separately from another SKU in the parcel, even if closed short', async () => {
    await pickedHasLeft(true)
    await counted(['POT', 10, '2026-03-01'], ['LID', 10, '2026-03-01'])
    await ordered(['SWAP', 'POT', 3, 1], ['DIRECT', 'POT', 2, 1], ['BLIND', 'POT', 1, 1])
    await picking('SWAP')
    await despatched(
      ['SWAP', 'TSWAP', 'DPD', '2026-03-02 12:00', 'POT', 2],
      ['SWAP', 'TSWAP', 'DPD', '2026-03-02 12:00', 'LID', 1],
      ['DIRECT', 'TDIRECT', 'DPD', '2026-03-02 12:00', 'POT', 1],
    )
    await picking('BLIND')
    await fed('despatches', 'orderNumber,trackingNumber,carrier', [['BLIND', 'TBLIND', 'DPD']])
    expect([await figures('POT'), await figures('LID')]).toEqual([
      [6, 2, 4],
      [9, 0, 9],
    ])
    for (const orderNumber of ['SWAP', 'DIRECT'])
      await on.portal.call(contract.orders.closeShort, { body: { orderNumber, note: '' } }, on.me)
    expect(await figures('POT')).toEqual([6, 0, 6])
    await pickedHasLeft(false)
  })
})

test('a delivered order with another parcel is despatched again, then delivered', async () => {
  await counted(['LAMP', 10, '2026-03-01'])
  await ordered(['AGAIN', 'LAMP', 3, 1])
  await despatched(['AGAIN', 'TAGAIN', 'DPD', '2026-03-02 12:00', 'LAMP', 2])
  await on.portal.call(contract.orders.closeShort, { body: { orderNumber: 'AGAIN', note: '' } }, on.me)
  await arrived('TAGAIN')
  expect([await read('AGAIN'), await figures('LAMP')]).toEqual([
    ['V', '1 LAMP'],
    [8, 0, 8],
  ])
  const again = ['AGAIN', 'TAGAIN2', 'DPD', '2026-03-05 12:00', 'LAMP', 1]
  expect(await despatched(again)).toMatchObject({ noted: { 'Orders despatched': 1 } })
  expect([await read('AGAIN'), await figures('LAMP')]).toEqual([
    ['D', null],
    [7, 0, 7],
  ])
  expect(await despatched(again)).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  await arrived('TAGAIN2')
  expect(await read('AGAIN')).toEqual(['V', null])
  const { rows } = on
  expect(
    await rows(
      `select act, note from order_history where client_code = $1 and order_number = 'AGAIN' order by version desc limit 3`,
    ),
  ).toEqual([
    { act: 'Delivered', note: '' },
    { act: 'Despatched', note: '1 parcel with DPD' },
    { act: 'Delivered', note: '' },
  ])
})

test('a past order fed as delivered stays delivered when its parcels arrive late', async () => {
  const past: Rows = [
    ['PAST', 'LAMP', 2, 1, '2026-02-02', 'Closed'],
    ['PAST2', 'LAMP', 2, 1, '2026-02-02', 'Delivered'],
  ]
  await on.feed(csv(past, 'orderNumber,SKU,quantity,unitValue,orderDate,status'))
  for (const order of ['PAST', 'PAST2']) {
    await despatched([order, `${order}-1`, 'DPD', '2026-02-03 12:00', 'LAMP', 1])
    await despatched([order, `${order}-2`, 'DPD', '2026-02-20 12:00', 'LAMP', 1])
    expect(await read(order)).toEqual(['V', null])
  }
})
