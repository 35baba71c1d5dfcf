import { contract } from '@despatch/contract/contract'
import type { TimelineEntry } from '@despatch/contract/enquiries/timeline/timeline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeDeliveryEvent, makeParcel } from '../../testing/parcels.ts'
import { makeReturnEvent } from '../../testing/returns.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { timeline } = contract.enquiries
type Caller = SignedIn & { client: string }
const ORDER = 'LIFE/1 a'

let portal: TestPortal
let ours: Caller
let theirs: Caller
beforeAll(async () => {
  portal = await openTestPortal()
  ours = await shop('Ours')
  theirs = await shop('Theirs')
})
afterAll(() => portal.close())

/** A client with an order that both clients number alike: allocated, released, despatched, under way and returned. */
async function shop(mark: string): Promise<Caller> {
  const on = portal.testDatabase
  const as = await makeSession(on)
  const { client } = as
  await makeSku(on, { client, code: 'TV' })
  await portal.call(contract.orders.create, { body: orderBody({ SKU: 'TV', orderNo: ORDER }) }, as)
  await on.asOwner(`update order_history set at = '2026-03-01T10:00Z' where client_code = $1`, [client])
  await on.asOwner(`delete from consignments where client_code = $1`, [client])
  await on.asOwner(
    `insert into order_history (client_code, order_number, version, at, by_name, act, status, note, changes)
     values ($1, $2, 2, '2026-03-01T11:00Z', 'someone', 'Suspended', 'S', 'Customer asked: ' || $3, '{}'),
       ($1, $2, 3, '2026-03-01T12:00Z', 'someone', 'Amended', 'N', '', '{"phone":{"before":"1","after":"2"}}')`,
    [client, ORDER, mark],
  )
  await on.asOwner(
    `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, ended_at, despatch_day,
       rule_book_version, parcels, consignment, usage_seen, carrier, client_method_id, cost, why)
     values ($1, $2, 1, 1, '2026-03-01T10:00Z', 'someone', 'given-back', '2026-03-01T11:00Z', '2026-03-02', 1, 2, '{}', '{}', 'DPD', 'M1', 7.5, ''),
       ($1, $2, 2, 1, '2026-03-01T12:00Z', 'someone', 'superseded', '2026-03-01T13:00Z', '2026-03-02', 1, 1, '{}', '{}', null, null, null, 'Too heavy for ' || $3)`,
    [client, ORDER, mark],
  )
  await makeParcel(on, { client, orderNumber: ORDER, trackingNumber: 'T1', promisedDate: '2026-03-05' })
  await makeDeliveryEvent(on, { client, trackingNumber: 'T1', location: mark })
  await makeDeliveryEvent(on, {
    client,
    trackingNumber: 'T1',
    state: 'unknown',
    code: 'ZZ',
    at: '2026-03-04T09:00:00Z',
  })
  await makeReturnEvent(on, { client, orderNumber: ORDER, sku: 'TV', reference: 'R1', note: mark })
  return as
}

const ask = (query: { orderNumber?: string; kinds?: string; older?: string } = {}, as = ours) =>
  portal.call(timeline, { query: { orderNumber: ORDER, ...query } }, as)
const titles = (entries: readonly TimelineEntry[]) => entries.map(({ title }) => title)

test('lists all events of an order, newest first, in a fixed sequence within an instant', async () => {
  const { body } = await ask()
  expect(body.hasMore).toBe(false)
  expect(titles(body.entries)).toEqual([
    'Return: announced',
    'Unknown event ZZ',
    'In transit',
    'Parcel despatched with DPD',
    'Routing exception',
    'Amended',
    'Removed from DPD',
    'Suspended',
    'Allocated to DPD',
    'Created',
  ])
  expect(body.counts).toEqual({
    order: 3,
    note: 0,
    allocation: 3,
    parcel: 1,
    carrier: 2,
    return: 1,
    exchange: 0,
    invoice: 0,
    claim: 0,
  })
})

test('shows details, author and record of each entry', async () => {
  const { entries } = (await ask()).body
  const entryTitled = (title: string) => entries.find((entry) => entry.title === title)
  expect(entryTitled('Suspended')).toMatchObject({
    detail: 'Customer asked: Ours',
    by: 'someone',
    record: '2',
    kind: 'order',
  })
  expect(entryTitled('Amended')?.changes).toEqual([{ field: 'Phone', before: '1', after: '2' }])
  expect(entryTitled('Allocated to DPD')).toMatchObject({
    detail: 'M1, £7.50, 2 parcels, despatch 2 Mar 2026',
    record: '1.1',
    by: 'someone',
  })
  expect(entryTitled('Removed from DPD')).toMatchObject({ at: '2026-03-01T11:00:00.000Z', record: '1.1', by: '' })
  expect(entryTitled('Routing exception')).toMatchObject({ detail: 'Too heavy for Ours', record: '2.1' })
  expect(entryTitled('Parcel despatched with DPD')).toMatchObject({
    detail: 'T1, 1.5 kg, promised for 5 Mar 2026',
    record: 'T1',
  })
  expect(entryTitled('In transit')).toMatchObject({ detail: 'T1, At the hub, Ours', by: 'DPD', record: 'T1' })
  expect(entryTitled('Return: announced')).toMatchObject({ detail: 'R1, 1 × TV, reason: DAMAGED, Ours', record: 'R1' })
})

test('uses the rule book’s names of carriers and methods', async () => {
  await portal.testDatabase.asOwner(
    `insert into rule_books (client_code, version, published_at, by_name, summary, changes) values ($1, 1, now(), 'test', '', 0)`,
    [theirs.client],
  )
  await portal.testDatabase.asOwner(
    `insert into rule_book_items (client_code, kind, item_key, from_version, content)
     values ($1, 'carrier', 'DPD', 1, '{"name":"DPD UK"}'), ($1, 'method', 'M1', 1, '{"methodDescription":"Next day by noon"}')`,
    [theirs.client],
  )
  const { entries } = (await ask({ kinds: 'allocation' }, theirs)).body
  expect(entries.at(-1)).toMatchObject({
    title: 'Allocated to DPD UK',
    detail: 'Next day by noon, £7.50, 2 parcels, despatch 2 Mar 2026',
  })
})

test.each([
  ['return', ['Return: announced']],
  ['carrier', ['Unknown event ZZ', 'In transit']],
  ['order,parcel,order', ['Parcel despatched with DPD', 'Amended', 'Suspended', 'Created']],
])('filtered by %s; counts stay complete', async (kinds, found) => {
  const { body } = await ask({ kinds })
  expect(titles(body.entries)).toEqual(found)
  expect(body.counts).toEqual({
    order: 3,
    note: 0,
    allocation: 3,
    parcel: 1,
    carrier: 2,
    return: 1,
    exchange: 0,
    invoice: 0,
    claim: 0,
  })
})

test('pages continue after the last entry, each entry once', async () => {
  const all = (await ask()).body.entries
  const seen: string[] = []
  for (let rest = all; rest.length > 0;) {
    const [first] = rest
    if (!first) break
    seen.push(first.id)
    rest = (await ask({ older: `${first.at} ${first.id}` })).body.entries
  }
  expect(seen).toEqual(all.map(({ id }) => id))
})

test('returns the newest 500 entries', async () => {
  const on = portal.testDatabase
  const { trackingNumber, orderNumber } = await makeParcel(on, { client: ours.client })
  await on.asOwner(
    `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, occurred_at, received_at)
     select $1, $2, gen_random_uuid(), 'DPD', 'T' || n, 'in_transit', timestamptz '2026-03-03' + n * interval '1 microsecond', now()
     from generate_series(1, 1200) as n`,
    [ours.client, trackingNumber],
  )
  const ids = new Set<string>()
  const pages: number[] = []
  let older: string | undefined
  do {
    const { body } = await ask({ orderNumber, ...(older && { older }) })
    pages.push(body.entries.length)
    for (const { id } of body.entries) ids.add(id)
    const last = body.entries.at(-1)
    older = body.hasMore && last ? `${last.at} ${last.id}` : undefined
  } while (older)
  expect(pages).toEqual([500, 500, 201])
  expect(ids.size).toBe(1201)
})

test('another client sees only its own order with that number', async () => {
  const { body } = await ask({}, theirs)
  expect(body.entries).toHaveLength(10)
  expect(JSON.stringify(body)).toContain('Theirs')
  expect(JSON.stringify(body)).not.toContain('Ours')
  expect(await ask({ orderNumber: 'NONE' })).toMatchObject({
    status: 404,
    body: { message: 'No data available for NONE' },
  })
})

test.each([
  [{ kinds: 'claims' }, 'kinds.0'],
  [{ kinds: '' }, 'kinds'],
  [{ older: 'yesterday' }, 'older'],
  [{ older: '2026-02-31T10:00:00.000Z 1:1' }, 'older'],
])('%j is refused', async (query, path) => {
  expect(await ask(query)).toMatchObject({ status: 400, body: { fields: [{ path }] } })
})

test('scans within one instant follow the parcel, within a second their time', async () => {
  const { client } = ours
  const { testDatabase: on } = portal
  await makeParcel(on, { client, orderNumber: 'SCANS', trackingNumber: 'SCANS' })
  const scan = (state: 'delivered' | 'delivery_failed' | 'in_transit' | 'out_for_delivery', at: string) =>
    makeDeliveryEvent(on, { client, trackingNumber: 'SCANS', state, at })
  await scan('delivered', '2026-03-04T09:00:00.500Z')
  await scan('out_for_delivery', '2026-03-04T09:00:00.500Z')
  await scan('in_transit', '2026-03-04T09:00:00.500Z')
  await scan('delivery_failed', '2026-03-04T09:00:00.500Z')
  await scan('in_transit', '2026-03-04T09:00:00.400Z')
  await scan('out_for_delivery', '2026-03-04T09:00:00.300Z')
  const expected = ['Delivered', 'Delivery failed', 'Out for delivery', 'In transit', 'In transit', 'Out for delivery']
  const { body } = await ask({ orderNumber: 'SCANS', kinds: 'carrier' })
  expect(titles(body.entries)).toEqual(expected)
  const { body: parcel } = await portal.call(contract.parcels.one, { query: { trackingNumber: 'SCANS' } }, ours)
  expect(parcel.events.map(({ stateTitle }) => stateTitle)).toEqual(expected)
})
