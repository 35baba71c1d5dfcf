import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { type Delay, DELAY_CODES } from '@despatch/domain/orders/delays'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import type { SignedIn } from '../testing/test-portal.ts'

const { list, listTotal, listCounts, preflight, closeShort, reopen } = contract.orders
const TODAY = dayOf(new Date())
const HOME = {
  pastDespatch: 'orders-past-despatch',
  pickingLate: 'orders-picking-late',
  partSent: 'orders-part-sent',
} as const

let on: FeedPortal
let ours: SignedIn & { client: string }
let theirs: SignedIn & { client: string }
beforeAll(async () => {
  on = await openFeedPortal()
  ours = await shop()
  theirs = await shop()
})
afterAll(() => on.portal.close())

/** Orders of two pieces in every open status, of yesterday and today, and three despatched ones. */
async function shop() {
  const as = await makeSession(on.portal.testDatabase)
  const sent = ['HALF', 'WHOLE', 'UNTOLD', 'SHUT']
  const lines = [
    ...['N', 'R', 'S', 'P', 'K'].flatMap((status) => [`${status}-LATE`, `${status}-NOW`]),
    ...sent,
  ].flatMap((orderNumber) => [
    [orderNumber, 'RED', 1],
    [orderNumber, 'BLUE', 1],
  ])
  await on.feed(csv(lines, 'orderNumber,SKU,quantity'), { as })
  await on.portal.testDatabase.asOwner(
    `update orders set status = case when order_number = any ($2) then 'R' else left(order_number, 1) end,
       despatch_date = case when order_number like '%-LATE' then $3::date else $4::date end where client_code = $1`,
    [as.client, sent, addDays(TODAY, -1), TODAY],
  )
  const parcels = [
    ['HALF', `${as.client}1`, 'RED'],
    ['WHOLE', `${as.client}2`, 'RED'],
    ['WHOLE', `${as.client}2`, 'BLUE'],
    ['UNTOLD', `${as.client}3`, ''],
    ['SHUT', `${as.client}4`, 'BLUE'],
  ]
  await on.feedRows(
    'despatches',
    csv(
      parcels.map((row) => [...row, 'DPD']),
      'orderNumber,trackingNumber,SKU,carrier',
    ),
    { as },
  )
  await on.portal.call(closeShort, { body: { orderNumber: 'SHUT', note: '' } }, as)
  return as
}

const listed = async (body: object, as: SignedIn) =>
  (await on.portal.call(list, { body }, as)).body.Orders.map(({ orderNumber }) => orderNumber).toSorted()

test.each<[Delay, string[]]>([
  ['pastDespatch', ['N-LATE', 'R-LATE', 'S-LATE']],
  ['pickingLate', ['K-LATE', 'P-LATE']],
  ['partSent', ['HALF']],
])('the list with delay %s shows %j, and orders at the warehouse cannot be released', async (delay, orders) => {
  expect(await listed({ delay }, ours)).toEqual(orders)
  const body = { action: 'release' as const, matching: { delay } }
  const { total, refused, rows } = (await on.portal.call(preflight, { body }, ours)).body
  expect(total).toBe(orders.length)
  expect(rows.filter(({ Status = 'N' }) => 'PKD'.includes(Status)).every(({ isAllowed }) => !isAllowed)).toBe(true)
  expect(refused).toBe(delay === 'pastDespatch' ? 3 : orders.length)
})

test('a delay combines with other filters', async () => {
  expect(await listed({ delay: 'pickingLate', status: ['K'] }, ours)).toEqual(['K-LATE'])
  expect(await listed({ delay: 'pastDespatch', status: ['N', 'R'] }, ours)).toEqual(['N-LATE', 'R-LATE'])
  expect(await listed({ delay: 'partSent', skuCode: 'GREEN' }, ours)).toEqual([])
  expect(await listed({ delay: 'pickingLate', orderRef: 'P-' }, ours)).toEqual(['P-LATE'])
})

test('an order closed short does not wait until it is reopened', async () => {
  await on.portal.call(reopen, { body: { orderNumber: 'SHUT' } }, ours)
  expect(await listed({ delay: 'partSent' }, ours)).toEqual(['HALF', 'SHUT'])
  await on.portal.call(closeShort, { body: { orderNumber: 'SHUT', note: '' } }, ours)
  expect(await listed({ delay: 'partSent' }, ours)).toEqual(['HALF'])
})

test('Home, views and lists show the same number to every kind of user', async () => {
  const { testDatabase } = on.portal
  const clients = [ours.client, theirs.client]
  const staff = await makeSession(testDatabase, { clients, type: 'Internal User', client: 'All_client' })
  const client = await makeClient(testDatabase)
  await testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, dispatch_service, despatch_date, country, source, ordered_at, quantity,
       item_count, total_value, currency_code, created_at, created_by)
     select $1, n, n, 'STANDARD', $2, 'GB', 'feed', now(), 1, 1, 1, 'GBP', now(), 'test' from unnest('{N,P}'::text[]) n`,
    [client, addDays(TODAY, -3)],
  )
  // One of the user's two clients withholds order lists from its users.
  const both = await makeSession(testDatabase, { clients: [client, ours.client], client: 'All_client' })
  const operator = await makeSession(testDatabase, { clients: [], type: 'Internal Administrator' })
  const { menuOptions, setMenuOptions } = contract.clients
  const options = (await on.portal.call(menuOptions, { query: { client } }, operator)).body
  const isOrders = (leaf: string) => /viewNewOrders|orderSuspend/.test(leaf)
  const covered = options.covered.filter((leaf) => !isOrders(leaf))
  expect((await on.portal.call(setMenuOptions, { body: { ...options, covered } }, operator)).status).toBe(200)

  const numbers = async (as: SignedIn) => {
    const { counts } = (await on.portal.call(contract.home.counts, {}, as)).body
    const { views } = (await on.portal.call(listCounts, { query: { of: 'new' } }, as)).body
    const found = DELAY_CODES.map(async (delay) => {
      const { total } = (await on.portal.call(listTotal, { body: { delay } }, as)).body
      expect([counts.find(({ name }) => name === HOME[delay])?.count, views[delay]]).toEqual([total, total])
      return total
    })
    return Promise.all(found)
  }
  expect(await numbers(ours)).toEqual([3, 2, 1])
  expect(await numbers(staff)).toEqual([7, 5, 2])
  expect(await numbers({ ...staff, client: theirs.client })).toEqual([3, 2, 1])
  expect(await numbers(both)).toEqual([3, 2, 1])
  const { counts } = (await on.portal.call(contract.home.counts, {}, { ...both, client })).body
  expect(counts.filter(({ name }) => Object.values<string>(HOME).includes(name))).toEqual([])
})
