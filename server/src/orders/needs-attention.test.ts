import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { commandedOrders, orderKeys } from '../testing/commanded-orders.ts'
import { makeSession } from '../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { orderBody } from '../testing/order-body.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../testing/rule-books.ts'
import { fillAllMissingLacks, fillMissingLacks } from './order-lacks.ts'

const { list, consolidated, preflight, create } = contract.orders
const HEADER = 'orderNumber,SKU,quantity,customerLastName,addressLine1,postCode'
const TODAY = dayOf(new Date())

let feed: FeedPortal
let on: ReturnType<typeof commandedOrders>
type Mine = Awaited<ReturnType<typeof on.shop>>
let as: Mine
beforeAll(async () => {
  feed = await openFeedPortal()
  on = commandedOrders(feed.portal)
})
beforeEach(async () => {
  as = await on.shop()
  await measure('MUG')
})
afterAll(() => feed.portal.close())

/** A SKU with all measurements. */
const measure = (sku: string) =>
  on.rows(
    `insert into skus (client_code, sku_code, weight, length, volume) values ($1, $2, 100, 100, 1000)`,
    as.client,
    sku,
  )
const fed = async (...rows: (string | number)[][]) =>
  expect((await feed.feed(csv(rows, HEADER), { as })).refused).toEqual([])
const BARE = ['BARE', 'MYSTERY', 166, '', '', '']
const WHOLE = ['WHOLE', 'MUG', 1, 'Ada', '1 High Street', 'SW1Y 4JH']

const needing = async (body: object = { needsAttention: true }) => {
  const { Orders } = (await feed.portal.call(list, { body }, as)).body
  return Object.fromEntries(Orders.map(({ orderNumber, needsAttention }) => [orderNumber, needsAttention]))
}
const verdicts = async (body: object) => {
  const { rows, ...counts } = (await feed.portal.send(preflight, { body: { action: 'release', ...body } }, as)).body
  return { ...counts, rows: rows.map(({ orderNumber, isAllowed, verdict }) => [orderNumber, isAllowed, verdict]) }
}
const exceptions = async () =>
  (await feed.portal.call(contract.allocation.exceptions, { query: { open: 'true' } }, as)).body

describe('imported orders without name, address or known SKU', () => {
  const STOPPED = 'Street and postcode missing'
  beforeEach(() => fed(BARE, WHOLE))

  test('need attention in lists, filter and search', async () => {
    const all = ['name', 'street', 'postcode', 'weight', 'size']
    expect(await needing()).toEqual({ BARE: all })
    expect(await needing({})).toEqual({ BARE: all, WHOLE: [] })
    const found = (await feed.portal.call(consolidated, { body: { needsAttention: true } }, as)).body.Orders
    expect(found).toMatchObject([{ orderNumber: 'BARE', needsAttention: all }])
  })

  test.each([
    ['single', (client: string) => ({ orders: orderKeys(client, 'BARE') }), 0],
    ['of a selection', (client: string) => ({ orders: orderKeys(client, 'BARE', 'WHOLE') }), 1],
    ['among all that match', () => ({ matching: {} }), 1],
  ])('are not released, %s, as the pre-flight said', async (_how, selection, done) => {
    const body = selection(as.client)
    const verdictsShown = await verdicts(body)
    expect(verdictsShown).toMatchObject({ allowed: done, refused: 1, reasons: [{ reason: STOPPED, count: 1 }] })
    expect(verdictsShown.rows[0]).toEqual(['BARE', false, STOPPED])
    const answer = await on.act(as, 'release', body)
    expect(answer).toMatchObject({ done, refused: 1 })
    expect(answer.receipts[0]).toMatchObject({ orderNumber: 'BARE', outcome: 'refused', message: STOPPED })
    expect(await on.statuses(as.client)).toMatchObject({ BARE: 'N', WHOLE: done ? 'R' : 'N' })
  })

  test('are released after amending; unknown weight only warns unless the client refuses it', async () => {
    await amend('BARE', { addressLine1: '1 High Street', postCode: 'SW1Y 4JH' })
    expect(await needing()).toEqual({ BARE: ['name', 'weight', 'size'] })
    await on.rows(
      `insert into client_settings (client_code, settings) values ($1, '{"refuseUnmeasured": true}')
       on conflict (client_code) do update set settings = excluded.settings`,
      as.client,
    )
    const refused = await verdicts({ orders: orderKeys(as.client, 'BARE') })
    expect(refused.rows[0]?.[2]).toMatch(/^SKU weight and SKU size missing – open order/)
    expect(await on.act(as, 'release', ['BARE'])).toMatchObject({ done: 0, refused: 1 })
    await on.rows(`update client_settings set settings = '{}' where client_code = $1`, as.client)
    const warned = await verdicts({ orders: orderKeys(as.client, 'BARE') })
    expect(warned.rows[0]?.[2]).toMatch(/^Will be released\. Note: recipient name, SKU weight/)
    expect(await on.act(as, 'release', ['BARE'])).toMatchObject({ done: 1, refused: 0 })
  })

  test('have complete goods once their SKU is measured', async () => {
    await setGoods('MYSTERY', { weight: 1, length: 10, volume: 0.001 })
    expect(await needing()).toEqual({ BARE: ['name', 'street', 'postcode'] })
  })

  test('are not locked or written if their lacks stay the same', async () => {
    await fed(['BOTH', 'MYSTERY', 1, '', '', ''], ['BOTH', 'RIDDLE', 1, '', '', ''])
    const rowsOf = () =>
      on.rows(
        `select order_number, xmin::text, xmax::text, lacks & 96 as lacks from orders where client_code = $1 order by 1`,
        as.client,
      )
    const before = await rowsOf()
    await setGoods('MYSTERY', { categories: ['A'] })
    expect(await rowsOf()).toEqual(before)
    await setGoods('MYSTERY', { weight: 1, length: 10, volume: 0.001 })
    const [bare, both, whole] = before
    const now = await rowsOf()
    expect(now).toMatchObject([{ lacks: 0 }, { order_number: 'BOTH', xmin: both?.['xmin'], lacks: 96 }, whole])
    expect(now[0]?.['xmin']).not.toBe(bare?.['xmin'])
    await setGoods('MYSTERY', { weight: 2 })
    expect((await rowsOf()).map(({ lacks }) => lacks)).toEqual([64, 96, 0])
  })

  test('are all updated when their SKU is measured, however many', async () => {
    await fed(...Array.from({ length: 1001 }, (_, n) => [`LEAFLET${n}`, 'LEAFLET', 1, 'Ada', '1 High St', 'SW1Y 4JH']))
    await setGoods('LEAFLET', { weight: 1, length: 10, volume: 0.001 })
    const [left] = await on.rows(
      `select count(*)::int from orders where client_code = $1 and starts_with(order_number, 'LEAFLET') and lacks & 96 <> 0`,
      as.client,
    )
    expect(left).toEqual({ count: 0 })
  })
})

describe('orders that no carrier takes', () => {
  beforeEach(async () => {
    await makeRuleBook(feed.portal.testDatabase, as.client, [carrierItem('DPD', { active: 'N' })])
  })

  test('need attention, are exceptions and are not released', async () => {
    await feed.portal.call(create, { body: orderBody({ SKU: 'MUG', orderNo: 'TYPED' }) }, as)
    await fed(WHOLE)
    expect(await needing()).toEqual({ TYPED: ['carrier'], WHOLE: ['carrier'] })
    expect((await exceptions()).rows.map(({ orderNumber }) => orderNumber).toSorted()).toEqual(['TYPED', 'WHOLE'])
    const verdictsShown = await verdicts({ matching: {} })
    expect(verdictsShown).toMatchObject({ allowed: 0, refused: 2 })
    for (const [, , verdict] of verdictsShown.rows) expect(verdict).toBe('No carrier available – open order')
    expect(await on.act(as, 'release', { matching: {} })).toMatchObject({ done: 0, refused: 2 })
  })

  test('not tried yet, are exceptions; release tries them', async () => {
    await fed(WHOLE)
    await on.rows('delete from consignments where client_code = $1', as.client)
    const open = await exceptions()
    expect(open).toMatchObject({
      total: 1,
      rows: [
        { orderNumber: 'WHOLE', attempt: 0, why: 'It has not been allocated yet: allocate it again', skus: ['MUG'] },
      ],
    })
    expect((await verdicts({ matching: {} })).rows).toEqual([
      ['WHOLE', true, 'Will be allocated and released if a carrier is available'],
    ])
    const answer = await on.act(as, 'release', ['WHOLE'])
    expect(answer.receipts).toMatchObject([
      { outcome: 'refused', message: expect.stringMatching(/^No carrier available\. \S/) as string },
    ])
    expect((await exceptions()).rows).toMatchObject([{ orderNumber: 'WHOLE', attempt: 1 }])
    await makeRuleBook(feed.portal.testDatabase, as.client, [carrierItem('DPD')])
    const orders = orderKeys(as.client, 'WHOLE')
    await feed.portal.call(contract.allocation.allocateAgain, { body: { orders } }, as)
    expect(await needing()).toEqual({})
    expect(await on.act(as, 'release', ['WHOLE'])).toMatchObject({ done: 1 })
  })

  // These have no consignment, like orders of years ago; a late order has one that names the exception.
  test('with a passed day are exceptions, as in the list without carrier', async () => {
    await fed(WHOLE)
    await on.rows('delete from consignments where client_code = $1', as.client)
    await on.rows('update orders set despatch_date = $2 where client_code = $1', as.client, addDays(TODAY, -1))
    expect(await exceptions()).toMatchObject({ rows: [{ orderNumber: 'WHOLE' }], total: 1 })
  })

  test('are not released again by an undo', async () => {
    await makeRuleBook(feed.portal.testDatabase, as.client, [carrierItem('DPD'), methodItem('M1', 'DPD')])
    await fed(WHOLE, ['OTHER', 'MUG', 1, 'Bob', '2 High Street', 'SW1Y 4JH'])
    await on.act(as, 'release', ['WHOLE'])
    const { commandId } = await on.act(as, 'suspend', ['WHOLE', 'OTHER'])
    await makeRuleBook(feed.portal.testDatabase, as.client, [carrierItem('DPD', { active: 'N' })])
    const undone = await on.undo(as, commandId)
    expect(undone).toMatchObject({ done: 1, refused: 1 })
    expect(undone.receipts.find(({ outcome }) => outcome === 'refused')).toMatchObject({
      orderNumber: 'WHOLE',
      message: expect.stringMatching(/^No carrier available\. /) as string,
    })
    expect(await on.statuses(as.client)).toEqual({ WHOLE: 'S', OTHER: 'N' })
    expect(await needing()).toEqual({ OTHER: ['carrier'] })
  })
})

test('with room for one of two, one is refused', async () => {
  await makeRuleBook(feed.portal.testDatabase, as.client, [capacityItem('DPD', 1)])
  await fed(WHOLE, ['OTHER', 'MUG', 1, 'Bob', '2 High Street', 'SW1Y 4JH'])
  await on.act(as, 'suspend', ['WHOLE', 'OTHER'])
  const answers = await Promise.all(['WHOLE', 'OTHER'].map((one) => on.act(as, 'release', [one])))
  expect(answers.map(({ done }) => done).toSorted()).toEqual([0, 1])
  expect(await on.capacityTaken(as.client)).toBe(1)
})

test('missing lacks of old orders are filled in', async () => {
  await fed(BARE, WHOLE)
  await on.rows('update orders set lacks = null where client_code = $1', as.client)
  await fillAllMissingLacks(feed.portal.database)
  expect(await needing()).toEqual({ BARE: ['name', 'street', 'postcode', 'weight', 'size'] })
})

test('clients with old orders are determined by one query', async () => {
  const { database } = feed.portal
  let transactions = 0
  const counting: Database = {
    ...database,
    transaction(work, who) {
      transactions++
      return database.transaction(work, who)
    },
  }
  const others = await Promise.all([1, 2, 3].map(() => makeSession(feed.portal.testDatabase)))
  const clients = [as, ...others].map(({ client }) => client)
  await fed(BARE)
  await fillMissingLacks(counting, clients)
  expect(transactions).toBe(1)
  await on.rows('update orders set lacks = null where client_code = $1', as.client)
  await fillMissingLacks(counting, clients)
  expect([transactions, (await needing())['BARE']?.length]).toEqual([3, 5])
})

test('are hidden from users of other clients', async () => {
  await fed(BARE)
  const other = await makeSession(feed.portal.testDatabase)
  expect((await feed.portal.call(list, { body: { needsAttention: true } }, other)).body.Orders).toEqual([])
})

/** Replaces the measurements of a SKU. */
async function setGoods(SKU: string, fields: object): Promise<void> {
  const { goods, setGoods: save } = contract['multi-box']
  const { goods: known } = (await feed.portal.call(goods, { query: { SKU } }, as)).body
  const unknown = { weight: null, length: null, volume: null, categories: [], components: [] }
  const body = { SKU, known, goods: { ...unknown, ...fields } }
  expect(await feed.portal.call(save, { body }, as)).toMatchObject({ status: 200 })
}

async function amend(orderNumber: string, fields: object): Promise<void> {
  const { Orders } = (await feed.portal.call(contract.orders.searchByOrderNumber, { body: { orderNumber } }, as)).body
  const [order] = Orders
  if (!order) throw new Error('The order is not there')
  const { version, customerFirstName, customerLastName, email, phone, country, postCode, dispatchService } = order
  const { addressLine1, addressLine2, addressLine3, addressLine4 } = order
  const who = { orderNumber, version, customerFirstName, customerLastName, email, phone, dispatchService }
  const where = { country, postCode, addressLine1, addressLine2, addressLine3, addressLine4 }
  const body = { ...who, ...where, ...fields }
  const answer = await feed.portal.call(contract.orders.amend, { body }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
