import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { makeReturnEvent } from '../../testing/returns.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { reference } = contract.enquiries
type Caller = SignedIn & { client: string }

let portal: TestPortal
let ours: Caller
let theirs: Caller
beforeAll(async () => {
  portal = await openTestPortal()
  ours = await shop()
  theirs = await shop()
})
afterAll(() => portal.close())

/** Two orders, one of them despatched and returned; both clients use the same references. */
async function shop(): Promise<Caller> {
  const on = portal.testDatabase
  const as = await makeSession(on)
  const { client } = as
  await makeSku(on, { client, code: 'TV-55' })
  for (const orderNo of ['AB-1', 'AB-12'])
    await portal.call(
      contract.orders.create,
      { body: orderBody({ SKU: 'TV-55', orderNo, email: 'Ada@Example.com', postCode: 'SW1Y 4JH' }) },
      as,
    )
  const contents = [{ sku: 'TV-55', serial: 'SN-9' }]
  await makeParcel(on, { client, orderNumber: 'AB-1', trackingNumber: 'JD0012', contents })
  await makeReturnEvent(on, { client, orderNumber: 'AB-1', sku: 'TV-55', reference: 'RMA-7' })
  await makeReturnEvent(on, { client, orderNumber: 'AB-1', sku: 'TV-55', reference: 'RMA-7', state: 'received' })
  return as
}

const find = (text: string, as: Caller = ours) =>
  portal.call(reference, { query: { text } }, as).then(({ body }) => ({
    took: body.tookItFor.map(({ kind, title }) => `${kind}: ${title}`),
    orders: body.matches.map(({ orderNumber }) => orderNumber),
    more: body.more,
    matches: body.matches,
  }))

test.each([
  ['AB-12', ['order: an order; 1 order'], ['AB-12']],
  ['ab-1', ['order: an order; 2 orders'], ['AB-1', 'AB-12']],
  ['ada@example.com', ['email: an email; 2 orders'], ['AB-12', 'AB-1']],
  ['sw1y4jh', ['postcode: a postcode; 2 orders'], ['AB-12', 'AB-1']],
  ['jd 0012', ['parcel: a tracking number; 1 parcel'], ['AB-1']],
  ['sn-9', ['serial: a serial number; 1 parcel'], ['AB-1']],
  ['RMA-7', ['return: a return reference; 1 return'], ['AB-1']],
  ['tv-55', ['sku: a SKU; 2 orders'], ['AB-12', 'AB-1']],
  ['ada@exa', ['emailBegin: the beginning of an email; 2 orders'], ['AB-12', 'AB-1']],
  ['ada@exb', [], []],
  ['nothing', [], []],
  ['%', [], []],
  ["' or 1=1 --", [], []],
])('%j is interpreted as %j', async (text, took, orders) => {
  expect(await find(text)).toMatchObject({ took, orders, more: false })
})

test('the exact order precedes any prefix matches of other clients', async () => {
  const on = portal.testDatabase
  const [first, last] = [await makeSession(on), await makeSession(on)].toSorted((one, other) =>
    one.client < other.client ? -1 : 1,
  )
  for (const [as, orderNo] of [
    ...Array.from({ length: 11 }, (_, n) => [first, `LONG-1${n}`] as const),
    [last, 'LONG-1'] as const,
  ]) {
    if (!as) throw new Error('There are two')
    await makeParcel(on, { client: as.client, orderNumber: orderNo, trackingNumber: `T-${orderNo}` })
  }
  const ops = await makeSession(on, { type: 'Internal User' })
  const { took, orders, more } = await find('long-1', { ...ops, client: 'All_client' })
  expect([took, orders[0], orders.length, more]).toEqual([['order: an order; 12 orders'], 'LONG-1', 10, true])
})

test('an ambiguous text shows all interpretations', async () => {
  const on = portal.testDatabase
  await makeParcel(on, { client: ours.client, orderNumber: 'BOTH-1', trackingNumber: 'BOTH-1' })
  const { took, matches } = await find('both-1')
  expect(took).toEqual(['order: an order; 1 order', 'parcel: a tracking number; 1 parcel'])
  expect(matches.map(({ kind, trackingNumber }) => [kind, trackingNumber])).toEqual([
    ['order', ''],
    ['parcel', 'BOTH-1'],
  ])
})

test('a match names its order’s customer', async () => {
  const { matches } = await find('JD0012')
  expect(matches).toEqual([
    {
      kind: 'parcel',
      reference: 'JD0012',
      clientCode: ours.client,
      orderNumber: 'AB-1',
      Status: 'N',
      orderDate: expect.any(String),
      customer: 'Ada Lovelace',
      town: '',
      postCode: 'SW1Y 4JH',
      carrier: '',
      trackingNumber: 'JD0012',
      matched: [],
    },
  ])
})

test('ten of many matches, with the total', async () => {
  const on = portal.testDatabase
  const as = await makeSession(on)
  await on.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, post_code,
       quantity, item_count, total_value, currency_code, created_at, created_by)
     select $1, 'MANY-' || n, 'N', 'feed', now() + n * interval '1 s', 'STANDARD', now(), 'GB', 'AB1 2CD', 1, 1, 1, 'GBP', now(), 'test'
     from generate_series(1, 1500) as n`,
    [as.client],
  )
  const { took, orders, more } = await find('ab12cd', as)
  expect({ took, more }).toEqual({ took: ['postcode: a postcode; more than 1,000 orders'], more: true })
  expect(orders).toEqual(Array.from({ length: 10 }, (_, place) => `MANY-${1500 - place}`))
})

test.each(['AB-1', 'ada@example.com', 'SW1Y 4JH', 'JD0012', 'SN-9', 'RMA-7', 'TV-55'])(
  '%s finds the client’s own orders only; an internal user both',
  async (text) => {
    const one = await find(text, theirs)
    expect(new Set(one.matches.map(({ clientCode }) => clientCode))).toEqual(new Set([theirs.client]))
    const clients = [ours.client, theirs.client]
    const operator = await makeSession(portal.testDatabase, { clients, type: 'Internal User', client: 'All_client' })
    const both = await find(text, operator)
    expect(new Set(both.matches.map(({ clientCode }) => clientCode))).toEqual(new Set(clients))
  },
)
