import { contract } from '@despatch/contract/contract'
import type { ORDER_SORTS } from '@despatch/contract/orders/order-criteria'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { consolidated, total } = contract.orders
type Body = Parameters<typeof find>[0]
let portal: TestPortal
/** A user of ACME and BIRCH, signed in for ACME. */
let as: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const clients = [
    await makeClient(portal.testDatabase, { code: 'ACME' }),
    await makeClient(portal.testDatabase, { code: 'BIRCH' }),
  ]
  as = await makeSession(portal.testDatabase, { clients })
  await portal.testDatabase.asOwner("insert into clients (client_code, name) values ('CEDAR', 'Cedar')")
  for (const order of ORDERS) await insert(order)
})
afterAll(() => portal.close())

type OrderInput = {
  client?: string
  number: string
  at: string
  status?: string
  email?: string
  value?: string
  quantity?: number
  day?: string
}

/** Times are UTC; London is an hour ahead in July. */
const ORDERS: OrderInput[] = [
  {
    number: 'A-1',
    at: '2026-01-04T23:59:59.999Z',
    status: 'N',
    email: 'ada@example.com',
    value: '9.00',
    quantity: 3,
    day: '2026-01-05',
  },
  {
    number: 'A-2',
    at: '2026-01-05T00:00:00Z',
    status: 'R',
    email: 'Ada@Example.com',
    value: '10.00',
    quantity: 1,
    day: '2026-01-06',
  },
  {
    number: 'A-3',
    at: '2026-01-05T23:59:59.999Z',
    status: 'S',
    email: '',
    value: '0.00',
    quantity: 1,
    day: '2026-01-06',
  },
  {
    number: 'A-4',
    at: '2026-01-06T00:00:00Z',
    status: 'N',
    email: 'bob@example.com',
    value: '100.00',
    quantity: 7,
    day: '2026-01-07',
  },
  {
    number: 'B-1',
    at: '2026-07-04T22:59:59.999Z',
    status: 'D',
    email: 'bob@example.com',
    value: '2.50',
    quantity: 2,
    day: '2026-07-06',
  },
  {
    number: 'B-2',
    at: '2026-07-04T23:00:00Z',
    status: 'D',
    email: 'eve_l@example.com',
    value: '2.5001',
    quantity: 2,
    day: '2026-07-06',
  },
  {
    number: 'B-3',
    at: '2026-07-05T22:59:59.999Z',
    status: 'C',
    email: 'evexl@example.com',
    value: '7.00',
    quantity: 9,
    day: '2026-07-06',
  },
  { number: 'B-4', at: '2026-07-05T23:00:00Z', status: 'V', email: '', value: '7.00', quantity: 4, day: '2026-07-07' },
  { number: 'B%_1', at: '2026-03-29T00:30:00Z', status: 'K', value: '1.00', quantity: 1, day: '2026-03-30' },
  { number: 'b-5', at: '2026-10-25T00:30:00Z', status: 'P', value: '1.00', quantity: 1, day: '2026-10-26' },
  {
    client: 'BIRCH',
    number: 'A-1',
    at: '2026-01-05T12:00:00Z',
    status: 'N',
    email: 'ada@example.com',
    value: '9.50',
    quantity: 2,
    day: '2026-01-06',
  },
  {
    client: 'BIRCH',
    number: 'Z-1',
    at: '2026-07-05T12:00:00Z',
    status: 'N',
    value: '3.00',
    quantity: 5,
    day: '2026-07-06',
  },
  {
    client: 'CEDAR',
    number: 'A-1',
    at: '2026-01-05T12:00:00Z',
    status: 'N',
    email: 'ada@example.com',
    value: '5.00',
    quantity: 1,
    day: '2026-01-06',
  },
]

async function insert({
  client = 'ACME',
  number,
  at,
  status = 'N',
  email = '',
  value = '1.00',
  quantity = 1,
  day = '2026-01-06',
}: OrderInput) {
  await portal.testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, email, country, quantity, item_count, total_value, currency_code, created_at, created_by)
     values ($1, $2, $3, 'feed', $4, 'STANDARD', $5, $6, 'GB', $7, 1, $8, 'GBP', $4, 'test')`,
    [client, number, status, at, day, email, quantity, value],
  )
}

const find = async (body: Parameters<typeof portal.call<typeof consolidated>>[1]['body'], client = 'ACME') => {
  const answer = await portal.call(consolidated, { body }, { ...as, client })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const count = async (body: Parameters<typeof portal.call<typeof total>>[1]['body'], client = 'ACME') =>
  (await portal.call(total, { body }, { ...as, client })).body.total
/** The sorted numbers of the orders found; the total must agree. */
async function numbers(filter: Omit<Body, 'sort' | 'desc' | 'page' | 'limit'>, client?: string) {
  const { Orders } = await find(filter, client)
  expect(await count(filter, client)).toBe(Orders.length)
  return Orders.map(({ orderNumber }) => orderNumber).toSorted()
}

describe('single filters', () => {
  test.each([
    [{}, ['A-1', 'A-2', 'A-3', 'A-4', 'B%_1', 'B-1', 'B-2', 'B-3', 'B-4', 'b-5']],
    [{ orderRef: 'A' }, ['A-1', 'A-2', 'A-3', 'A-4']],
    [{ orderRef: 'A-1' }, ['A-1']],
    [{ orderRef: '-1' }, []],
    [{ orderRef: 'B%' }, ['B%_1']],
    [{ orderRef: '%' }, []],
    [{ orderRef: '_' }, []],
    [{ orderRef: 'b' }, ['B%_1', 'B-1', 'B-2', 'B-3', 'B-4', 'b-5']],
    [{ orderRef: ' A-2 ' }, ['A-2']],
    [{ orderRef: '' }, ['A-1', 'A-2', 'A-3', 'A-4', 'B%_1', 'B-1', 'B-2', 'B-3', 'B-4', 'b-5']],
    [{ email: 'ADA@example.COM' }, ['A-1', 'A-2']],
    [{ email: 'ada@example' }, []],
    [{ email: 'eve_l@example.com' }, ['B-2']],
    [{ status: ['N'] }, ['A-1', 'A-4']],
    [{ status: ['D', 'V'] }, ['B-1', 'B-2', 'B-4']],
    [{ status: [] }, ['A-1', 'A-2', 'A-3', 'A-4', 'B%_1', 'B-1', 'B-2', 'B-3', 'B-4', 'b-5']],
  ] as [Body, string[]][])('%j finds %j', async (filter, found) => {
    expect(await numbers(filter)).toEqual(found)
  })
})

describe('filters beyond the specification', () => {
  beforeAll(async () => {
    for (const [client, number, postCode] of [
      ['ACME', 'A-1', 'SW1Y 4JH'],
      ['ACME', 'B-1', 'SW1Y 4JH'],
      ['ACME', 'B-2', 'SW1Y4JH'],
      ['BIRCH', 'A-1', 'SW1Y 4JH'],
      ['CEDAR', 'A-1', 'SW1Y 4JH'],
    ])
      await portal.testDatabase.asOwner(
        'update orders set post_code = $3 where client_code = $1 and order_number = $2',
        [client, number, postCode],
      )
    for (const client of ['ACME', 'BIRCH', 'CEDAR'])
      for (const code of ['LAMP', 'SHADE']) await makeSku(portal.testDatabase, { client, code })
    for (const [client, number, ...skus] of [
      ['ACME', 'A-1', 'LAMP', 'LAMP', 'SHADE'],
      ['ACME', 'A-2', 'LAMP'],
      ['ACME', 'B-1', 'SHADE'],
      ['ACME', 'B-3', 'SHADE'],
      ['BIRCH', 'A-1', 'LAMP'],
      ['CEDAR', 'A-1', 'LAMP'],
    ])
      await portal.testDatabase.asOwner(
        `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
         select $1, $2, nth, sku, 1, 1, 1 from unnest($3::text[]) with ordinality as skus (sku, nth)`,
        [client, number, skus],
      )
  })
  test.each([
    [{ postCode: 'SW1Y 4JH' }, ['A-1', 'B-1', 'B-2']],
    [{ postCode: ' sw1y4jh ' }, ['A-1', 'B-1', 'B-2']],
    [{ postCode: 'SW1Y' }, []],
    [{ postCode: '%' }, []],
    [{ postCode: '' }, ['A-1', 'A-2', 'A-3', 'A-4', 'B%_1', 'B-1', 'B-2', 'B-3', 'B-4', 'b-5']],
    [{ skuCode: 'LAMP' }, ['A-1', 'A-2']],
    [{ skuCode: 'lamp' }, ['A-1', 'A-2']],
    [{ skuCode: 'Lamp' }, ['A-1', 'A-2']],
    [{ skuCode: 'SHADE' }, ['A-1', 'B-1', 'B-3']],
    [{ skuCode: 'SHAD' }, []],
    [{ skuCode: 'SHADE', status: ['D'], postCode: 'sw1y 4jh' }, ['B-1']],
    [{ skuCode: 'SHADE', orderRef: 'A', dateTo: '2026-01-04' }, ['A-1']],
  ] as [Body, string[]][])('%j finds %j', async (filter, found) => {
    expect(await numbers(filter)).toEqual(found)
  })
  test('all clients: only the caller’s orders, each once, sorted', async () => {
    expect(await numbers({ postCode: 'SW1Y 4JH' }, 'All_client')).toEqual(['A-1', 'A-1', 'B-1', 'B-2'])
    const { Orders, hasMore } = await find({ skuCode: 'LAMP', limit: 2, sort: 'totalValue' }, 'All_client')
    expect([Orders.map(({ clientCode }) => clientCode), hasMore]).toEqual([['ACME', 'BIRCH'], true])
  })
  test('texts that are too long are refused at their fields', async () => {
    const refused = await portal.call(consolidated, { body: { postCode: 'x'.repeat(13), skuCode: 'x'.repeat(41) } }, as)
    expect(refused).toMatchObject({
      status: 400,
      body: {
        fields: [
          { path: 'postCode', message: 'Postcode is at most 12 characters' },
          { path: 'skuCode', message: 'SKU is at most 40 characters' },
        ],
      },
    })
  })
})

describe('days are in London time, both included', () => {
  test.each([
    ['2026-01-05', '2026-01-05', ['A-2', 'A-3']],
    ['2026-01-04', '2026-01-04', ['A-1']],
    ['2026-01-06', '2026-01-06', ['A-4']],
    ['2026-07-04', '2026-07-04', ['B-1']],
    ['2026-07-05', '2026-07-05', ['B-2', 'B-3']],
    ['2026-07-06', '2026-07-06', ['B-4']],
    ['2026-03-29', '2026-03-29', ['B%_1']],
    ['2026-10-25', '2026-10-25', ['b-5']],
    ['2026-10-24', '2026-10-24', []],
    ['2026-01-05', undefined, ['A-2', 'A-3', 'A-4', 'B%_1', 'B-1', 'B-2', 'B-3', 'B-4', 'b-5']],
    [undefined, '2026-01-04', ['A-1']],
  ])('from %s to %s: %j', async (dateFrom, dateTo, found) => {
    expect(await numbers({ ...(dateFrom && { dateFrom }), ...(dateTo && { dateTo }) })).toEqual(found)
  })
  test('a last day before the first is refused at its field', async () => {
    const refused = await portal.call(consolidated, { body: { dateFrom: '2026-01-05', dateTo: '2026-01-04' } }, as)
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'dateTo', message: 'The end date is before the start date' }] },
    })
  })
})

test('combined filters find the intersection', async () => {
  expect(await numbers({ orderRef: 'A', status: ['N', 'R'], dateFrom: '2026-01-05' })).toEqual(['A-2', 'A-4'])
  expect(await numbers({ orderRef: 'A', email: 'ada@example.com', dateTo: '2026-01-04', status: ['N'] })).toEqual([
    'A-1',
  ])
  expect(await numbers({ orderRef: 'A-1', status: ['C'] })).toEqual([])
})

describe('sorting', () => {
  const SORTS: Record<(typeof ORDER_SORTS)[number], string> = {
    orderDate: 'A-1 A-2 A-3 A-4 B%_1 B-1 B-2 B-3 B-4 b-5',
    orderNumber: 'A-1 A-2 A-3 A-4 B%_1 B-1 B-2 B-3 B-4 b-5',
    Status: 'B-3 B-1 B-2 B%_1 A-1 A-4 b-5 A-2 A-3 B-4',
    totalValue: 'A-3 B%_1 b-5 B-1 B-2 B-3 B-4 A-1 A-2 A-4',
    quantity: 'A-2 A-3 B%_1 b-5 B-1 B-2 A-1 B-4 A-4 B-3',
    despatchDate: 'A-1 A-2 A-3 A-4 B%_1 B-1 B-2 B-3 B-4 b-5',
  }
  test.each(Object.entries(SORTS) as [keyof typeof SORTS, string][])(
    'by %s, ties by number, in both directions',
    async (sort, expected) => {
      const up = (await find({ sort, desc: false })).Orders.map(({ orderNumber }) => orderNumber)
      const down = (await find({ sort, desc: true })).Orders.map(({ orderNumber }) => orderNumber)
      expect(up.join(' ')).toBe(expected)
      expect(down).toEqual(up.toReversed())
    },
  )
  test('newest first by default', async () => {
    expect((await find({})).Orders[0]).toMatchObject({ orderNumber: 'b-5' })
  })
})

describe('pages', () => {
  test.each([1, 3, 4, 5, 9, 10, 11])('pages of %s make up the whole list and its total', async (limit) => {
    const all = (await find({ sort: 'totalValue', desc: false })).Orders.map(({ orderNumber }) => orderNumber)
    const found: string[] = []
    for (let page = 1; ; page++) {
      const { Orders, hasMore } = await find({ sort: 'totalValue', desc: false, limit, page })
      found.push(...Orders.map(({ orderNumber }) => orderNumber))
      expect(Orders.length).toBe(hasMore ? limit : all.length - (page - 1) * limit)
      if (!hasMore) break
    }
    expect(found).toEqual(all)
    expect(await count({})).toBe(all.length)
  })
  test.each([false, true])('of a few statuses have one order by page and place (desc: %s)', async (desc) => {
    const query = { status: ['V', 'D', 'N', 'N'], desc, limit: 2, dateFrom: '2026-01-01' } satisfies Body
    const numbersOf = ({ Orders }: Awaited<ReturnType<typeof find>>) => Orders.map(({ orderNumber }) => orderNumber)
    const pages = [await find(query), await find({ ...query, page: 2 }), await find({ ...query, page: 3 })]
    const all = ['A-1', 'A-4', 'B-1', 'B-2', 'B-4']
    expect(pages.flatMap(numbersOf)).toEqual(desc ? all.toReversed() : all)
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false])
    expect(numbersOf(await find({ ...query, from: pages[0]?.next }))).toEqual(pages.slice(1, 2).flatMap(numbersOf))
  })
  test('pages beyond the end are empty', async () => {
    expect(await find({ page: 1_000_000, limit: 1000 })).toEqual({ Orders: [], hasMore: false })
  })
})

describe('for all clients', () => {
  test('the user’s clients are merged in one order, page by page', async () => {
    const whole = (await find({ sort: 'orderDate', desc: false }, 'All_client')).Orders
    expect(whole.map(({ clientCode, orderNumber }) => `${clientCode} ${orderNumber}`)).toEqual([
      'ACME A-1',
      'ACME A-2',
      'BIRCH A-1',
      'ACME A-3',
      'ACME A-4',
      'ACME B%_1',
      'ACME B-1',
      'ACME B-2',
      'BIRCH Z-1',
      'ACME B-3',
      'ACME B-4',
      'ACME b-5',
    ])
    const pages = await Promise.all(
      [1, 2, 3].map((page) => find({ sort: 'orderDate', desc: false, limit: 5, page }, 'All_client')),
    )
    expect(pages.flatMap(({ Orders }) => Orders)).toEqual(whole)
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false])
    expect(await count({}, 'All_client')).toBe(12)
  })
  test('the same number at two clients is two orders in a stable sequence', async () => {
    expect(await numbers({ orderRef: 'A-1' }, 'All_client')).toEqual(['A-1', 'A-1'])
    for (const desc of [true, false]) {
      const whole = (await find({ sort: 'orderNumber', desc }, 'All_client')).Orders
      const ones = await Promise.all(
        whole.map((_order, index) => find({ sort: 'orderNumber', desc, limit: 1, page: index + 1 }, 'All_client')),
      )
      expect(ones.flatMap(({ Orders }) => Orders)).toEqual(whole)
    }
  })
  test('sorted by value and filtered', async () => {
    const { Orders } = await find({ sort: 'totalValue', desc: true, email: 'ada@example.com' }, 'All_client')
    expect(Orders.map(({ totalValue }) => totalValue)).toEqual(['10.00', '9.50', '9.00'])
  })
})

test('a row has the fields and words of the specification', async () => {
  expect((await find({ orderRef: 'A-3' })).Orders).toEqual([
    {
      clientCode: 'ACME',
      orderNumber: 'A-3',
      Status: 'S',
      Status_Description: 'SUSPENDED',
      Is_On_PickNote: 'false',
      orderDate: '2026-01-05T23:59:59.999Z',
      customerFirstName: '',
      customerLastName: '',
      email: '',
      postCode: '',
      town: '',
      carrier: '',
      country: 'GB',
      quantity: 1,
      totalValue: '0.00',
      currencyCode: 'GBP',
      dispatchService: 'STANDARD',
      despatchDate: '2026-01-06',
      needsAttention: [],
      tags: [],
      assignedTo: '',
    },
  ])
  expect((await find({ orderRef: 'B-2' })).Orders[0]).toMatchObject({
    totalValue: '2.5001',
    Status_Description: 'Despatched',
    Is_On_PickNote: 'true',
  })
})
