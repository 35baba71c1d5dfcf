import { deliveryExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { home } from '@despatch/contract/route/home'
import { orders } from '@despatch/contract/orders/orders'
import type { WorkCounts } from '@despatch/contract/orders/order-criteria'
import { announcedReturns } from '@despatch/contract/returns/portal/announced-returns'
import type { RouteInput } from '@despatch/contract/route/types'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDemo } from './demo/fill-demo.ts'
import { workOutAllLacks } from './orders/order-lacks.ts'
import { makeClient, makeSession } from './testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from './testing/test-portal.ts'

type Place = { address: string; urgentAddress?: string }
type Entry = Place & { count: string; otherwise?: Place }
type Matching = RouteInput<typeof orders.listTotal>['body']
type Kind = { shape: { parse(search: object): object }; usual: readonly string[] }
type View = { of: keyof WorkCounts['views'] }

// By their addresses, because their types are those of a browser.
const web = (path: string) => import(new URL(`../../web/src/${path}`, import.meta.url).href)
const { ordersManifest } = (await web('orders/manifest.ts')) as { ordersManifest: { home: Entry[] } }
const { manifest: portalManifest } = await web('returns/portal/manifest.ts').then((room: Record<string, unknown>) => ({
  manifest: Object.values(room)[0] as { home: Entry[] },
}))
const { matchingOf, NEW_ORDERS, OPEN_ORDERS } = (await web('orders/commands/work-order-queries.ts')) as {
  matchingOf(search: object): Matching
  NEW_ORDERS: Kind
  OPEN_ORDERS: Kind
}
const { askedBy, viewsOf } = (await web('orders/work-list/work-views.ts')) as {
  askedBy(view: View, kind: Kind): object
  viewsOf(kind: Kind): readonly View[]
}
const { parseSearch } = (await web('kit/browser/search-text.ts')) as { parseSearch(text: string): object }

const today = dayOf(new Date())
const HIDES_ALL = { showCosts: false, showCapacities: false, showOtherMethods: false, showStaffNames: false }
const SAME_AS_VIEW = {
  'orders-without-carrier': 'noCarrier',
  'orders-lacking': 'needsAttention',
  'orders-past-despatch': 'pastDespatch',
} as const
const EXCEPTIONS_ALONE = (leaf: LeafPath) => leaf === 'reportsAndEnquiries.carrierRoutingExceptions'

let portal: TestPortal
const owner = (statement: string, values: unknown[] = []) => portal.testDatabase.asOwner(statement, values)

async function totalAt(as: SignedIn, address: string): Promise<number> {
  const { pathname, search } = new URL(address, 'http://portal')
  if (pathname.includes('returns-portal')) {
    const { body } = await portal.call(announcedReturns.list, { query: parseSearch(search) }, as)
    return body.total
  }
  const kind = pathname.includes('view-new-orders') ? NEW_ORDERS : OPEN_ORDERS
  return totalOf(as, matchingOf(kind.shape.parse(parseSearch(search))))
}
const totalOf = async (as: SignedIn, matching: Matching) =>
  (await portal.call(orders.listTotal, { body: matching }, as)).body.total

/** What Home says, with 0 for what it leaves out. */
async function homeOf(as: SignedIn) {
  const { body } = await portal.call(home.counts, {}, as)
  return (name: string) => body.counts.find((counted) => counted.name === name) ?? { count: 0, urgent: 0 }
}

/** Each number of Home beside what the lists that it opens have. */
async function expectHomeAgrees(as: SignedIn) {
  const said = await homeOf(as)
  for (const { count, otherwise, ...first } of [...ordersManifest.home, ...portalManifest.home])
    for (const { address, urgentAddress } of [first, ...(otherwise ? [otherwise] : [])]) {
      const { count: all, urgent } = said(count)
      expect([count, address, await totalAt(as, address)]).toEqual([count, address, all])
      if (urgentAddress) expect([urgentAddress, await totalAt(as, urgentAddress)]).toEqual([urgentAddress, urgent])
    }
}

/** Late parcels on Home are those that Carrier Delivery Exceptions shows unasked. */
async function expectLateParcelsAgree(as: SignedIn) {
  const days = { Order_Date_From: addDays(today, -29), Order_Date_To: today }
  const body = { Client_Code: as.client ?? ALL_CLIENTS, ...days, Show_Orders: 'undelivered' as const }
  const { body: carriers } = await portal.call(deliveryExceptions.list, { body }, as)
  const services = carriers.flatMap(({ DeliveryExceptionList: { DeliveryExceptions: late } }) => late)
  expect(services.reduce((sum, { Parcels }) => sum + Parcels, 0)).toBe((await homeOf(as))('parcels-late').count)
}

/** Each view of both lists beside its list; and one number for what Home, both lists and the pre-flight name alike. */
async function expectViewsAgree(as: SignedIn) {
  const said = await homeOf(as)
  for (const [of, kind] of [
    ['new', NEW_ORDERS],
    ['open', OPEN_ORDERS],
  ] as const) {
    const { body: counted } = await portal.call(orders.listCounts, { query: { of } }, as)
    for (const view of viewsOf(kind)) {
      // Whose it is, the browser knows.
      if (view.of === 'assignedToMe') continue
      const asked = matchingOf(kind.shape.parse(askedBy(view, kind)))
      expect([of, view.of, await totalOf(as, asked)]).toEqual([of, view.of, counted.views[view.of]])
      const body = { action: 'release' as const, matching: asked, except: [] }
      if (!asked.delay)
        expect((await portal.call(orders.preflight, { body }, as)).body.total).toBe(counted.views[view.of])
    }
    for (const [name, view] of Object.entries(SAME_AS_VIEW))
      expect([of, name, counted.views[view]]).toEqual([of, name, said(name).count])
  }
}

/** The orders without a carrier are those that Carrier Routing Exceptions lists as open, a consignment each or more. */
async function expectExceptionsAgree(as: SignedIn, hasOrders = true) {
  const said = await homeOf(as)
  const listed: { clientCode: string; orderNumber: string; despatchDay: string }[] = []
  for (let page = 1; ; page++) {
    const query = { open: 'true', page: String(page), limit: '1000' } as const
    const { body } = await portal.call(allocation.exceptions, { query }, as)
    listed.push(...body.rows)
    if (listed.length >= body.total) break
  }
  const due = listed.filter(({ despatchDay }) => despatchDay <= today)
  expect(said('routing-exceptions')).toMatchObject({ count: listed.length, urgent: due.length })
  const { body: causes } = await portal.call(allocation.exceptionCauses, { query: {} }, as)
  const byCause = causes.causes.reduce((sum, { orders: some }) => sum + some, causes.others)
  const without = new Set(listed.map(({ clientCode, orderNumber }) => `${clientCode} ${orderNumber}`)).size
  expect(byCause).toBeGreaterThanOrEqual(without)
  expect(byCause).toBeLessThanOrEqual(listed.length)
  if (hasOrders) expect(said('orders-without-carrier').count).toBe(without)
  return without
}

async function usersOf(clients: readonly [string, string, ...string[]]) {
  const on = portal.testDatabase
  const some = clients.slice(0, 2)
  const of = (type: 'Internal Administrator' | 'Internal User' | 'Client User', given: object = {}) =>
    makeSession(on, { type, ...given })
  return {
    administrator: { ...(await of('Internal Administrator')), client: ALL_CLIENTS },
    'staff for some clients': { ...(await of('Internal User', { clients: some })), client: ALL_CLIENTS },
    'client user': await of('Client User', { clients: [clients[0]] }),
    'client user of several': { ...(await of('Client User', { clients: some })), client: ALL_CLIENTS },
    'client user who sees no costs': await of('Client User', { clients: [clients.at(-1)] }),
  }
}

async function expectAllAgree(users: Record<string, SignedIn>) {
  for (const as of Object.values(users)) {
    await expectHomeAgrees(as)
    await expectViewsAgree(as)
    await expectLateParcelsAgree(as)
    await expectExceptionsAgree(as)
  }
}

describe('of the demo', () => {
  beforeAll(async () => {
    portal = await openTestPortal()
    await fillDemo({ ...portal.testDatabase, now: new Date(), orders: 1000, report: () => {} })
    // As a server does when it starts.
    await workOutAllLacks(portal.database)
  })
  afterAll(() => portal.close())

  test('Home, views, lists and the pre-flight say the same numbers to each kind of user', async () => {
    const [one = '', other = '', ...rest] = (await owner('select client_code from clients order by 1')).map((row) =>
      String(row['client_code']),
    )
    await owner(`update client_settings set settings = settings || $1 where client_code = $2`, [HIDES_ALL, rest.at(-1)])
    const users = await usersOf([one, other, ...rest])
    await expectAllAgree(users)
    const said = await homeOf(users.administrator)
    for (const name of Object.keys(SAME_AS_VIEW)) expect(said(name).count, name).toBeGreaterThan(0)
  })
})

describe('of orders in any state', () => {
  const CLIENTS = ['ACME', 'BIRCH', 'CEDAR'] as const
  let users: Awaited<ReturnType<typeof usersOf>>
  beforeAll(async () => {
    portal = await openTestPortal()
    for (const code of CLIENTS)
      await makeClient(portal.testDatabase, { code, ...(code === 'CEDAR' && { settings: HIDES_ALL }) })
    users = await usersOf(CLIENTS)
  })
  afterAll(() => portal.close())

  test.each([1, 2, 3])(
    'Home, views, lists and the pre-flight say the same numbers after changes, round %i',
    async (seed) => {
      await owner('select setseed($1)', [seed / 10])
      await change(seed)
      await expectAllAgree(users)
      // Who sees no list of orders sees the consignments of the same orders.
      const of = { clients: ['ACME'], type: 'Client User' as const, holds: EXCEPTIONS_ALONE }
      const reader = await makeSession(portal.testDatabase, of)
      const counted = (await homeOf(users['client user']))('orders-without-carrier').count
      expect(await expectExceptionsAgree(reader, false)).toBe(counted)
    },
  )

  /** Takes orders in, looks for carriers for most of them, and then changes what some of them are. */
  async function change(round: number) {
    await owner(
      `insert into orders (client_code, order_number, status, dispatch_service, despatch_date, country, source, lacks, ordered_at,
         quantity, item_count, total_value, currency_code, created_at, created_by)
       select (array['ACME', 'BIRCH', 'CEDAR'])[1 + n % 3], 'R' || $1 || '-' || n, (array['N', 'N', 'R', 'R'])[1 + floor(random() * 4)::int],
         (array['STANDARD', 'NEXT DAY', 'NAMED DAY'])[1 + floor(random() * 3)::int], $2::date + floor(random() * 9 - 4)::int, 'GB', 'feed',
         128 + (array[0, 0, 0, 1, 4, 32])[1 + floor(random() * 6)::int], now(), 1, 1, 1, 'GBP', now(), 'x' from generate_series(1, 120) n`,
      [round, today],
    )
    // Of two consignments one, both or none has a carrier; of one order in four no carrier was looked for.
    await owner(
      `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day, rule_book_version,
         parcels, consignment, usage_seen, carrier, client_method_id, cost, why)
       select client_code, order_number, 1, number, now(), 'x', case when has then 'allocated' else 'exception' end, despatch_date, 1, 1,
         '{"service": "STANDARD", "country": "GB", "region": null, "skus": []}', '{}', case when has then 'DPD' end,
         case when has then 'M1' end, case when has then 5 end,
         case when not has then 'Closest match: DPD – Parcel weight ' || 31 + number || ' kg is over the limit of 30 kg' else '' end
       from (
         select o.*, number, hashtext(order_number || number) % 3 <> 0 as has from orders o cross join generate_series(1, 2) number
         where order_number like 'R' || $1 || '-%' and hashtext(order_number) % 4 <> 0 and (number = 1 or hashtext(order_number) % 5 = 0)
       ) o`,
      [round],
    )
    const pick = async (share: number, deed: string) => {
      await owner(`create temp table picked as select client_code, order_number from orders where random() < ${share}`)
      await owner(deed)
      await owner('drop table picked')
    }
    const PICKED = '(client_code, order_number) in (select client_code, order_number from picked)'
    await pick(
      0.1,
      `update orders set status = 'S', suspended_for = 'Fraud check' where ${PICKED} and status in ('N', 'R')`,
    )
    await pick(0.1, `update orders set status = 'C', suspended_for = '' where ${PICKED} and status in ('N', 'R', 'S')`)
    await owner(
      `update consignments c set ended_at = now(), state = 'given-back' from orders o
       where (c.client_code, c.order_number) = (o.client_code, o.order_number) and o.status in ('S', 'C') and ended_at is null`,
    )
    // The warehouse sends orders that have a carrier, and some that have none.
    await pick(
      0.25,
      `update orders set status = (array['P', 'K', 'D', 'V'])[1 + floor(random() * 4)::int] where ${PICKED} and status = 'R'`,
    )
    await pick(
      0.1,
      `update orders set despatch_date = '${addDays(today, -2)}' where ${PICKED} and status in ('N', 'R', 'S')`,
    )
    await pick(0.1, `update orders set status = 'R' where ${PICKED} and status = 'N'`)
    await pick(0.1, `update orders set status = 'R' where ${PICKED} and status in ('P', 'K')`)
  }
})
