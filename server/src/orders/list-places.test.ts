import { contract } from '@despatch/contract/contract'
import { ORDER_SORTS } from '@despatch/contract/orders/order-criteria'
import { WINDOW_SIZE } from '@despatch/contract/route/fields'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { consolidated, total, list, listTotal } = contract.orders
const COUNT = 1050
let portal: TestPortal
/** A user of ACME and BIRCH, and a user of BIRCH. */
let both: SignedIn
let birch: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  for (const code of ['ACME', 'BIRCH', 'CEDAR']) await makeClient(portal.testDatabase, { code })
  both = { ...(await makeSession(portal.testDatabase, { clients: ['ACME', 'BIRCH'] })), client: ALL_CLIENTS }
  birch = await makeSession(portal.testDatabase, { clients: ['BIRCH'] })
  // Many orders share an instant, a value, or a number at two clients; places must still be unique.
  await insert(`'X ' || n`, `timestamptz '2026-01-05 10:00:00.123456Z' + (n / 7) * interval '1 millisecond'`)
})
afterAll(() => portal.close())

const insert = (number: string, at: string, clients = ['ACME', 'BIRCH', 'CEDAR'], from = 1, to = COUNT) =>
  portal.testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
       quantity, item_count, total_value, currency_code, created_at, created_by)
     select client, ${number}, (array['N', 'R', 'S', 'V', 'C'])[n % 5 + 1], 'feed', ${at}, 'STANDARD',
       date '2026-01-06' + n % 3, 'GB', n % 4, 1, (n % 9) * 1.25, 'GBP', now(), 'test'
     from generate_series(${from}, ${to}) as n, unnest($1::text[]) as client`,
    [clients],
  )

type Order = { sort: (typeof ORDER_SORTS)[number]; desc: boolean }
const NEWEST: Order = { sort: 'orderDate', desc: true }
const idOf = (row: { clientCode: string; orderNumber: string }) => `${row.clientCode} ${row.orderNumber}`

async function placesOf(order: Order, as = both, more = {}) {
  const { body } = await portal.call(total, { body: { ...more, places: order } }, as)
  return { total: body.total, places: body.places ?? [] }
}
async function rows(order: Order, page: { page?: number; limit: number; from?: string }, as = both, more = {}) {
  const { body } = await portal.call(consolidated, { body: { ...more, ...order, ...page } }, as)
  return body.Orders.map(idOf)
}
const window = (order: Order, from: string, as = both, more = {}) => rows(order, { limit: WINDOW_SIZE, from }, as, more)

async function whole(order: Order, as = both, more = {}) {
  const pages = await Promise.all([1, 2, 3].map((page) => rows(order, { page, limit: 1000 }, as, more)))
  return pages.flat()
}

describe('windows from all places make up the whole list', () => {
  test.each(
    ORDER_SORTS.flatMap((sort) => [
      { sort, desc: true },
      { sort, desc: false },
    ]),
  )('%j', async (order) => {
    const { total: counted, places } = await placesOf(order)
    expect(counted).toBe(2 * COUNT)
    expect(places).toHaveLength(Math.ceil((2 * COUNT) / WINDOW_SIZE))
    const windows = await Promise.all(places.map((place) => window(order, place)))
    expect(windows.flat()).toEqual(await whole(order))
  })

  test('for one client, with a filter, and page by page from a place', async () => {
    const filter = { status: ['N', 'V'] as ('N' | 'V')[], dateFrom: '2026-01-05' }
    const { places } = await placesOf(NEWEST, birch, filter)
    expect(places).toHaveLength(Math.ceil((COUNT * 0.4) / WINDOW_SIZE))
    const windows = await Promise.all(places.map((place) => window(NEWEST, place, birch, filter)))
    const all = await whole(NEWEST, birch, filter)
    expect(windows.flat()).toEqual(all)
    expect(await rows(NEWEST, { page: 3, limit: 50, ...from(places[1]) }, birch, filter)).toEqual(all.slice(300, 350))
  })

  test('for orders to act on', async () => {
    const { body } = await portal.call(listTotal, { body: { places: NEWEST } }, both)
    const windows = await Promise.all(
      (body.places ?? []).map((place) =>
        portal.call(list, { body: { ...NEWEST, limit: WINDOW_SIZE, from: place } }, both),
      ),
    )
    expect(windows.flatMap((answer) => answer.body.Orders)).toHaveLength(body.total)
  })
})

const from = (place: string | undefined) => ({ ...(place !== undefined && { from: place }) })

test('orders that arrive meanwhile repeat no row', async () => {
  const { places } = await placesOf(NEWEST)
  const seen: string[] = []
  for (const [index, place] of places.entries()) {
    seen.push(...(await window(NEWEST, place)))
    await insert(
      `'NEW-' || n`,
      `timestamptz '2026-01-05 12:00Z' + n * interval '1 s'`,
      ['ACME'],
      index * 3,
      index * 3 + 2,
    )
    await insert(`'MID-' || n`, `timestamptz '2026-01-05 10:00:00.05Z'`, ['BIRCH'], index * 3, index * 3 + 2)
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.some((id) => id.includes('NEW-'))).toBe(false)
  await portal.testDatabase.asOwner("delete from orders where order_number like 'NEW-%' or order_number like 'MID-%'")
})

test.each(ORDER_SORTS.map((sort) => [sort]))('following the cursors by %s reads the whole list once', async (sort) => {
  const order = { sort, desc: false }
  const read: string[] = []
  let page: { next?: string | undefined; hasMore: boolean } = { hasMore: true }
  while (page.hasMore) {
    const { body } = await portal.call(consolidated, { body: { ...order, limit: 400, ...from(page.next) } }, both)
    expect(body.next === undefined).toBe(!body.hasMore)
    read.push(...body.Orders.map(idOf))
    page = body
  }
  expect(read).toEqual(await whole(order))
})

test('places and windows contain only the caller’s clients', async () => {
  const { total: counted, places } = await placesOf(NEWEST, birch)
  expect(counted).toBe(COUNT)
  expect(places.every((place) => place.startsWith('BIRCH '))).toBe(true)
  const [, foreign = ''] = (await placesOf(NEWEST)).places
  const elsewhere = foreign.replace(/^\S+/, 'CEDAR')
  const found = await window(NEWEST, elsewhere, birch)
  expect(found).toHaveLength(WINDOW_SIZE)
  expect(found.every((id) => id.startsWith('BIRCH '))).toBe(true)
})

test('before there is a client, lists are empty at any depth', async () => {
  const empty = await openTestPortal()
  const user = await makeSession(empty.testDatabase, { clients: [], type: 'Internal Administrator' })
  const staff = { ...user, client: ALL_CLIENTS }
  const { body: counted } = await empty.call(total, { body: { places: NEWEST } }, staff)
  expect(counted).toEqual({ total: 0, places: [] })
  const { body } = await empty.call(consolidated, { body: { ...NEWEST, page: 3, limit: 1000 } }, staff)
  expect(body).toEqual({ Orders: [], hasMore: false })
  await empty.close()
})

test('orders with maximum pieces and value have places', async () => {
  const most = { quantity: '2147483647', totalValue: '999999999999.9999' }
  await portal.testDatabase.asOwner(
    `update orders set quantity = ${most.quantity}, total_value = ${most.totalValue} where client_code = 'ACME' and order_number = 'X 7'`,
  )
  for (const sort of ['quantity', 'totalValue'] as const) {
    const order = { sort, desc: true }
    const { places } = await placesOf(order)
    expect(places[0]).toBe(`ACME ${most[sort]} X 7`)
    expect((await window(order, places[0] ?? ''))[0]).toBe('ACME X 7')
  }
})

test('malformed places are refused', async () => {
  const bad: [Order['sort'], string][] = [
    ['orderDate', 'ACME 2026-01-05 X 1'],
    ['orderDate', 'ACME 99999999999999999 X 1'],
    ['despatchDate', 'ACME 9999999 X 1'],
    ['Status', 'ACME new X 1'],
    ['quantity', 'ACME 1.5 X 1'],
    ['quantity', 'ACME 99999999999 X 1'],
    ['totalValue', 'ACME NaN X 1'],
    ['orderNumber', 'ACME'],
    ['orderNumber', 'ACME - '],
  ]
  for (const [sort, place] of bad) {
    const answer = await portal.call(consolidated, { body: { sort, from: place } }, both)
    expect(answer.status, `${sort} ${place}`).toBe(400)
  }
  for (const [sort, place] of [
    ['orderDate', 'ACME -9999999999999999 X 1'],
    ['orderDate', 'ACME 9999999999999999 X 1'],
    ['despatchDate', 'ACME 999999 X 1'],
    ['despatchDate', 'ACME -999999 X 1'],
    ['totalValue', 'ACME 999999999999.9999 X 1'],
  ] as const)
    expect((await portal.call(consolidated, { body: { sort, from: place } }, both)).status, place).toBe(200)
})

test('places are returned only on request, and none for an empty list', async () => {
  expect((await portal.call(total, { body: {} }, both)).body).toEqual({ total: 2 * COUNT })
  expect(await placesOf(NEWEST, both, { orderRef: 'NOTHING' })).toEqual({ total: 0, places: [] })
})
