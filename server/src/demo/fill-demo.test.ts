import { columnMapping } from '@despatch/contract/feeds/mapping'
import { createOrder } from '@despatch/contract/orders/create/create-order'
import { order as orderShape } from '@despatch/contract/orders/order'
import { ORDER_STATUS_CODES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { holdsRight, type PermissionTree, type Right } from '@despatch/domain/administration/roles/permissions'
import { EMAIL_FORMAT } from '@despatch/domain/text/email'
import { normalPostcode } from '@despatch/domain/text/postcode'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { type OrderColumns, presentHistory, presentItem, presentOrder } from '../orders/present.ts'
import { isPassword } from '../sign-in/password/password.ts'
import { knownUserTicket } from '../sign-in/password/password-lanes.ts'
import { inNumber } from '../testing/in-number.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { compareTrialWithRequests } from './returns/compare-trial-with-requests.ts'
import { fillDemo } from './fill-demo.ts'
import { demoPassword } from './roles-and-users.ts'

// A Saturday, when the warehouse is closed.
const now = new Date('2026-11-21T10:00:00Z')
/** A small demo; npm run test:in-number tests the whole one, in which rare things occur too. */
const ORDERS = inNumber(1500, 20_000)
const rare = <One>(things: readonly One[]): readonly One[] => inNumber([], things)
const tables =
  'clients, user_clients, addresses, skus, sku_components, rule_book_items, consignments, capacity_usage, orders, order_lines, order_history, order_counters, column_mappings'
let on: TestDatabase
let client: pg.Client

beforeAll(async () => {
  on = await createTestDatabase()
  await fillDemo({ ...on, now, orders: ORDERS, report: () => {} })
  client = await ownerOf(on.ownerUrl)
})

afterAll(async () => {
  await client?.end()
  await on?.drop()
})

async function ownerOf(url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(
    "select set_config('app.clients', (select array_agg(client_code)::text from clients), false), set_config('timezone', 'UTC', false)",
  )
  return owner
}

async function rowsOf<Row extends object>(sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql)).rows
}

async function hashesOf(owner: pg.Client): Promise<Record<string, unknown>> {
  const hashes: Record<string, unknown> = {}
  for (const table of tables.split(', ')) {
    const { rows } = await owner.query(`select md5(string_agg(t::text, '|' order by t::text)) as hash from ${table} t`)
    hashes[table] = rows[0]
  }
  return hashes
}

test('the same time gives the same rows, and a database in use is unchanged', async () => {
  expect(await fillDemo({ ...on, now, report: () => {} })).toBe(false)
  const other = await createTestDatabase()
  const lines: string[] = []
  expect(await fillDemo({ ...other, now, orders: ORDERS, report: (line) => lines.push(line) })).toBe(true)
  expect(lines).toHaveLength(7)
  const again = await ownerOf(other.ownerUrl)
  try {
    expect(await hashesOf(again)).toEqual(await hashesOf(client))
  } finally {
    await again.end()
    await other.drop()
  }
})

test('every order, with its lines and history, is one that the calls could return', async () => {
  const lines = Map.groupBy(
    await rowsOf<Parameters<typeof presentItem>[0] & { order: string }>(
      "select *, client_code || '/' || order_number as order from order_lines join skus using (client_code, sku_code) order by line_number",
    ),
    (line) => line.order,
  )
  const history = Map.groupBy(
    await rowsOf<Parameters<typeof presentHistory>[0] & { order: string }>(
      "select *, client_code || '/' || order_number as order from order_history order by version",
    ),
    (entry) => entry.order,
  )
  const orders = await rowsOf<OrderColumns>(
    `select o.*, despatch_date::text, coalesce(username, '') as assigned_to,
       array(select tag from order_tags t where (t.client_code, t.order_number) = (o.client_code, o.order_number)) as tags
     from orders o left join order_assignees a using (client_code, order_number) left join users u on u.user_id = a.user_id`,
  )
  expect(orders.length).toBeGreaterThan(ORDERS * 0.95)
  expect(orders.length).toBeLessThan(ORDERS * 1.05)
  // One assertion at the end: thousands of assertions cost more than the checks.
  const wrong: string[] = []
  for (const row of orders) {
    const key = `${row.client_code}/${row.order_number}`
    const entries = (history.get(key) ?? []).map(presentHistory)
    const order = orderShape.parse(presentOrder(row, (lines.get(key) ?? []).map(presentItem), entries))
    const last = entries.at(-1)
    const input = {
      orderNo: order.orderNumber,
      items: order.items.map(({ SKU, quantity, totalValue }) => ({ SKU, quantity, totalValue })),
      date: order.despatchDate,
      ...pick(
        order,
        'customerFirstName',
        'customerLastName',
        'customerAccount',
        'email',
        'phone',
        'country',
        'postCode',
      ),
      ...pick(order, 'addressLine1', 'addressLine2', 'addressLine3', 'addressLine4', 'dispatchService'),
    }
    const holds = {
      'versions count': entries.every(({ version }, index) => version === index + 1),
      'the last entry is the order': last?.version === order.version && last.Status === order.Status,
      'history is in order': entries.every(({ at }, index) => index === 0 || (entries[index - 1]?.at ?? '') <= at),
      'nothing is to come': (last?.at ?? '') <= now.toISOString(),
      'lines count': order.items.every(({ lineNumber }, index) => lineNumber === index + 1),
      'as many lines': order.items.length === order.itemCount,
      'as many pieces': order.items.reduce((sum, { quantity }) => sum + quantity, 0) === order.quantity,
      'could be asked for, but for an address that a shop left out':
        order.postCode === '' || isDeepStrictEqual(createOrder.parse(input), input),
      'a postcode as it is kept':
        order.postCode === '' || normalPostcode(order.country, order.postCode) === order.postCode,
      'an email of nobody': EMAIL_FORMAT.test(order.email) && /@example\.(com|org)$/.test(order.email),
    }
    for (const [what, isSo] of Object.entries(holds)) if (!isSo) wrong.push(`${key}: not so: ${what}`)
  }
  expect(wrong).toEqual([])
})

function pick<Row, Key extends keyof Row>(row: Row, ...keys: Key[]): Pick<Row, Key> {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Key>
}

test('the totals of orders are those of their lines', async () => {
  expect(
    await rowsOf(
      `select order_number from orders join order_lines using (client_code, order_number)
       group by client_code, order_number having sum(order_lines.total_value) <> orders.total_value`,
    ),
  ).toEqual([])
})

test('old orders are closed, and recent ones are at every step', async () => {
  const statuses = await rowsOf<{ status: OrderStatus }>('select distinct status from orders')
  const isRare = (code: OrderStatus) => ['K', 'P'].includes(code)
  const expected = [...ORDER_STATUS_CODES.filter((code) => !isRare(code)), ...rare(ORDER_STATUS_CODES.filter(isRare))]
  expect(statuses.map(({ status }) => status).toSorted()).toEqual(expected.toSorted())
  // One in a hundred was lost in transit.
  expect(
    await rowsOf(
      `select distinct status from orders where ordered_at < '2026-06-01' and status not in ('V', 'C', 'D')`,
    ),
  ).toEqual([])
  const [lost] = await rowsOf<{ share: number }>(
    `select avg((status = 'D')::int)::float as share from orders where ordered_at < '2026-06-01'`,
  )
  expect(lost?.share).toBeGreaterThan(0.005)
  expect(lost?.share).toBeLessThan(0.02)
})

test('despatched orders have parcels, whose states match their carriers’ events', async () => {
  const none = async (query: string) => expect(await rowsOf(`${query} limit 5`), query).toEqual([])
  await none(`select order_number from orders o where status in ('D', 'V') <> exists (
    select from parcels p where p.client_code = o.client_code and p.order_number = o.order_number)`)
  await none(`select order_number from orders join parcels using (client_code, order_number)
    where (status = 'V') <> (parcels.delivered_on is not null)`)
  await none(`select order_number from orders o where status in ('D', 'V') and quantity <> (
    select sum(c.quantity) from parcels p join parcel_contents c using (client_code, tracking_number)
    where p.client_code = o.client_code and p.order_number = o.order_number)`)
  await none(`select tracking_number, p.state from parcels p left join lateral (
      select state from delivery_events e where e.client_code = p.client_code and e.tracking_number = p.tracking_number
        and e.state <> 'unknown' order by occurred_at desc limit 1
    ) e on true where p.state <> coalesce(e.state, 'pending')`)
  await none(`select * from event_code_counts c where events <> (select count(*) from delivery_events e
    where e.client_code = c.client_code and e.carrier = c.carrier and e.code = c.code)`)
  await none(`select * from carrier_event_codes join delivery_events e using (carrier, code) where e.state = 'unknown'`)
  await none(`select * from delivery_events where occurred_at > '${now.toISOString()}'`)
  await none(`select wrong from wrong_stock() as wrong where wrong <> 0`)
  const [stock] = await rowsOf<
    Record<string, number>
  >(`select count(*) filter (where on_hand < reserved + promised)::int as short,
    (select count(distinct purpose)::int from stock_reservations) as purposes from stock_known where client_code = 'ACME'`)
  expect([stock?.['short'] ?? 0, stock?.['purposes']]).toEqual([expect.any(Number), 5])
  expect(stock?.['short']).toBeGreaterThan(0)
  const [found] = await rowsOf<
    Record<string, number>
  >(`select count(*) filter (where delivered_on > promised_date)::int as late,
    count(*) filter (where delivered_on is null and promised_date < '${now.toISOString()}'::date)::int as missing,
    count(*)::int as parcels, (select count(*)::int from return_events) as returns from parcels`)
  for (const kind of ['late', 'missing', 'returns']) expect(found?.[kind], kind).toBeGreaterThan(ORDERS / 200)
  expect((found?.['late'] ?? 0) / (found?.['parcels'] ?? 1)).toBeLessThan(0.2)
})

test('Black Friday is busy, weekends are quiet, and each of 52 weeks has orders', async () => {
  const days = await rowsOf<{ day: string; orders: number }>(
    `select (ordered_at at time zone 'Europe/London')::date::text as day, count(*)::int as orders from orders group by 1`,
  )
  const on = new Map(days.map(({ day, orders }) => [day, orders]))
  expect(on.get('2025-11-28')).toBeGreaterThan(2 * (on.get('2025-11-21') ?? 0))
  expect(on.get('2026-06-20')).toBeLessThan(on.get('2026-06-22') ?? 0)
  const weeks = await rowsOf<{ clients: number }>(
    `select count(distinct client_code)::int as clients from orders where ordered_at > timestamptz '2026-11-21' - interval '52 weeks'
     group by date_trunc('week', ordered_at)`,
  )
  expect(weeks.length).toBeGreaterThanOrEqual(52)
  expect(Math.min(...weeks.map(({ clients }) => clients))).toBeGreaterThanOrEqual(inNumber(3, 5))
})

test('each client has its SKUs, all with prices and unique', async () => {
  const counts = await rowsOf<{ client_code: string; skus: number; names: number; least: string }>(
    'select client_code, count(*)::int as skus, count(distinct description)::int as names, min(unit_value) as least from skus group by 1',
  )
  expect(counts).toHaveLength(6)
  for (const { skus, names, least } of counts) {
    expect(skus).toBeGreaterThanOrEqual(120)
    expect(skus).toBeLessThanOrEqual(400)
    expect(names).toBe(skus)
    expect(Number(least)).toBeGreaterThan(1)
  }
})

test('postcodes have several addresses each, including those that people try', async () => {
  const postcodes = await rowsOf<{ postcode: string; count: number }>(
    'select postcode, count(*)::int as count from addresses group by 1',
  )
  expect(postcodes.length).toBeGreaterThan(120)
  for (const { postcode, count } of postcodes) {
    expect(normalPostcode('GB', postcode)).toBe(postcode)
    expect(count).toBeGreaterThan(9)
  }
  expect(postcodes.map(({ postcode }) => postcode)).toEqual(expect.arrayContaining(['SW1A 1AA', 'M1 1AE', 'EC1A 1BB']))
})

test('the next reference of a client is a new one', async () => {
  expect(
    await rowsOf(
      `select order_number from orders join order_counters using (client_code)
       where source = 'portal' and split_part(order_number, '-', 2)::bigint > last_number`,
    ),
  ).toEqual([])
  expect(await rowsOf('select from order_counters')).toHaveLength(6)
})

test('each order was allocated by its rule book, and a few wait without a carrier', async () => {
  const [orders] = await rowsOf<{ without: number }>(
    'select count(*)::int as without from orders where not exists (select from consignments c where (c.client_code, c.order_number) = (orders.client_code, orders.order_number))',
  )
  expect(orders).toEqual({ without: 0 })
  const states = await rowsOf<{ state: string; statuses: string[]; count: number }>(
    'select state, array_agg(distinct status order by status) as statuses, count(*)::int from consignments join orders using (client_code, order_number) group by 1 order by 1',
  )
  expect(states.map(({ state, statuses }) => [state, statuses])).toEqual([
    ['allocated', ['D', 'N', 'R', 'V', ...rare(['K', 'P'])].toSorted()],
    ['exception', expect.arrayContaining(['R'])],
    ['given-back', ['C', 'S']],
  ])
  const open = states.find(({ state }) => state === 'exception')?.count ?? 0
  expect(open).toBeGreaterThan(inNumber(0, 2))
  expect(open).toBeLessThan(60)
  const taken = await rowsOf<{ carrier: string; methods: number }>(
    `select carrier, count(distinct client_method_id)::int as methods from consignments where carrier is not null group by 1 order by 1`,
  )
  expect(taken.map(({ carrier }) => carrier)).toEqual(['AXL', 'DHL', 'DPD', 'EVRI', 'RMG'])
  const off = await rowsOf(
    `select client_code, carrier, despatch_day, parcels from capacity_usage
     except select client_code, carrier, despatch_day, sum(parcels)::int from consignments where state = 'allocated' group by 1, 2, 3`,
  )
  expect(off).toEqual([])
})

test('every client has the column mapping uk-retail', async () => {
  const mappings = await rowsOf<{ client_code: string; name: string; mapping: unknown }>(
    'select * from column_mappings',
  )
  for (const { mapping } of mappings) expect(columnMapping.parse(mapping)).toEqual(mapping)
  expect(mappings.filter(({ name }) => name === 'uk-retail')).toHaveLength(6)
})

test.each([
  // feeds, users, orders, prices: what each account may edit; invoices: whether it reads them
  ['ops.admin', [], [true, true, true, true, true]],
  ['ops.user', [], [true, false, true, true, true]],
  ['acme.admin', ['ACME'], [true, true, true, false, false]],
  ['acme.user', ['ACME'], [false, false, true, false, false]],
  ['birch.user', ['BIRCH'], [false, false, true, false, true]],
])('%s can sign in and has the rights of the role', async (username, clients, rights) => {
  const [user] = await rowsOf<{ password_hash: string; permissions: PermissionTree; clients: string[] }>(
    `select password_hash, permissions, array(select client_code from user_clients c where c.user_id = users.user_id) as clients
     from users join roles using (role_id) where username = '${username}'`,
  )
  expect(await isPassword(demoPassword, user?.password_hash, knownUserTicket(0))).toBe(true)
  expect(user?.clients).toEqual(clients)
  const holds = (leaf: string, right: Right) => holdsRight(user?.permissions ?? {}, leaf, right)
  expect([
    holds('feeds.ordersFeed', 'Edit'),
    holds('setUpAndControl.userAdministration.manageUsers', 'Edit'),
    holds('orderManagement.createNewOrder', 'Edit'),
    holds('carrierRoutingControl.carrierPrices', 'Edit'),
    holds('invoiceReconciliation', 'Read Only'),
  ]).toEqual(rights)
})

test('besides the accounts there are staff and client users, some not activated', async () => {
  const people = await rowsOf<{ clients: number; is_internal: boolean; active: boolean; password_hash: string }>(
    `select is_internal, users.active, password_hash, (select count(*)::int from user_clients c where c.user_id = users.user_id) as clients
     from users join roles using (role_id) where password_hash = ''`,
  )
  expect(people.filter(({ is_internal }) => is_internal)).toHaveLength(12)
  expect(people.filter(({ is_internal }) => !is_internal)).toHaveLength(30)
  for (const { is_internal, clients } of people) expect(clients).toBe(is_internal ? 0 : 1)
  expect(people.some(({ active }) => !active)).toBe(true)
  const [acme] = await rowsOf<{ children: unknown }>("select children from clients where client_code = 'ACME'")
  expect(acme?.children).toEqual([
    { childCode: 'ACME-WEB', childActive: true },
    { childCode: 'ACME-CATALOGUE', childActive: true },
  ])
})

test('three clients have returns announced under their books, some refunded', async () => {
  const found = await rowsOf<{ client_code: string; state: string }>(
    'select distinct client_code, state from announced_returns',
  )
  expect(new Set(found.map((row) => row.client_code))).toEqual(new Set(['ACME', 'BIRCH', 'CEDAR']))
  expect(found.map(({ state }) => state)).toEqual(
    expect.arrayContaining(['quarantined', 'restocked', 'refunded', 'lost', 'refused', 'expired']),
  )
  const [todo] = await rowsOf<{ overdue: number }>(
    `select count(*)::int as overdue from announced_returns where refund_due_on < '2026-11-21'`,
  )
  expect(todo?.overdue).toBeGreaterThan(0)
})

test('a trial of a returns book reads the same facts as a request', async () => {
  const database = openDatabase({ appUrl: on.appUrl })
  const counts = { returns: 0, orders: 0 }
  for (const code of ['ACME', 'BIRCH', 'CEDAR'])
    for (const over of code === 'CEDAR' ? (['returns', 'orders'] as const) : (['returns'] as const)) {
      const lines = await compareTrialWithRequests(database, { client: code, over, now })
      counts[over] += lines.length
      expect(lines.filter(({ tried, asked }) => !isDeepStrictEqual(tried, asked)).slice(0, 3)).toEqual([])
    }
  await database.close()
  expect(counts.returns).toBeGreaterThan(ORDERS / 100)
  expect(counts.orders).toBeGreaterThan(ORDERS / 10)
})
