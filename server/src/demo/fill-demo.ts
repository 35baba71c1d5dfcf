import pg from 'pg'
import { KEEP_ALIVE } from '../database/faults/held-transactions.ts'
import { hashPassword } from '../sign-in/password/password.ts'
import { catalogueOf } from './catalogue.ts'
import { ukRetail, webShop } from './column-mappings.ts'
import { makeCustomers } from './customers.ts'
import { makeConsignments } from './demo-consignments.ts'
import { SERIAL_NUMBERED_RANGES } from './demo-deliveries.ts'
import { type DemoOrders, makeOrders } from './demo-orders.ts'
import { fillDeliveries } from './fill-deliveries.ts'
import { fillInvoices } from './fill-invoices.ts'
import { type DemoGoods, goodsOf, multiBoxProducts } from './goods.ts'
import { insertRows } from './insert-rows.ts'
import { fillOperatorSettings } from './carriers/operator-settings.ts'
import { type DemoPerson, makePeople } from './people.ts'
import { makeAddresses } from './places.ts'
import { type Retailer, retailers } from './retailers.ts'
import { demoPassword, demoRoles, demoUsers } from './roles-and-users.ts'
import { type DemoVersion, itemRowsOf, ruleBooksOf } from './rule-books.ts'
import { seededRandom } from './seeded-random.ts'

const [SEED, PEOPLE_SEED] = [20_117, 20_118]
const CUSTOMERS = 6000
/** Advisory lock: two servers that start at once on one database must not both fill it. */
const LOCK = 4_186_022_302

/**
 * Fills an empty database with the demo, as its owner, in one transaction. Returns false without changes if there is any client
 * or user. The same `now` (by default the present) and number of `orders` (by default about 20,000) give the same rows. Times
 * are in UTC, days in Europe/London.
 */
export async function fillDemo({
  ownerUrl,
  report,
  now = new Date(),
  orders,
}: {
  ownerUrl: string
  report: (line: string) => void
  now?: Date
  orders?: number
}): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`begin; ${KEEP_ALIVE}`)
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const { rows } = await client.query<{ used: boolean }>(
      'select exists (select from clients) or exists (select from users) as used',
    )
    if (rows[0]?.used) {
      await client.query('rollback')
      return false
    }
    // Row-level security is forced and binds the owner too.
    await client.query("select set_config('app.clients', $1::text[]::text, true)", [retailers.map(({ code }) => code)])
    await fillTables(client, { now, report, orders })
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

/** Whether the demo filled the database, so that its accounts can be shown. */
export async function isDemo(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: number }>(
      'select count(*)::int as there from users where username = any ($1)',
      [demoUsers.map(({ username }) => username)],
    )
    return rows[0]?.there === demoUsers.length
  } finally {
    await client.end()
  }
}

type FillOptions = { now: Date; report: (line: string) => void; orders: number | undefined }

async function fillTables(client: pg.Client, { now, report, orders: total }: FillOptions): Promise<void> {
  const random = seededRandom(SEED)
  await insertRows(
    client,
    'clients',
    retailers.map(({ code, name, description, children = [] }) => ({
      client_code: code,
      name,
      description,
      currency_code: 'GBP',
      active: true,
      created_on: now,
      children: children.map((name) => ({ childCode: `${code}-${name}`, childActive: true })),
    })),
  )
  const people = makePeople(
    seededRandom(PEOPLE_SEED),
    retailers.map(({ code }) => code),
  )
  await insertUsers(client, people, now)
  await insertSkus(client)
  const addresses = makeAddresses(random)
  await insertRows(
    client,
    'addresses',
    addresses.map((address) => ({ country: 'GB', ...address })),
  )
  await insertSetUp(client, now)
  report(
    `Demo: ${retailers.length} clients, ${demoUsers.length + people.length} users, ${formatNumber(addresses.length)} addresses`,
  )

  const made = makeOrders(random, makeCustomers(random, addresses, CUSTOMERS), now, total)
  const books = await insertRuleBooks(client, made.orders, now)
  const { consignments, usage } = makeConsignments(made, books, now)
  const { orders, lines, history, counters } = made
  await insertRows(client, 'orders', orders)
  report(`Demo: ${formatNumber(orders.length)} orders of the last eighteen months`)
  await insertRows(client, 'order_lines', lines)
  await insertRows(client, 'order_history', history)
  await insertRows(client, 'order_counters', counters)
  report(`Demo: ${formatNumber(lines.length)} order lines, ${formatNumber(history.length)} steps of their history`)
  await insertRows(client, 'consignments', consignments)
  await insertRows(client, 'capacity_usage', usage)
  report(`Demo: ${formatNumber(consignments.length)} consignments, each allocated by its rule book`)
  const parcels = await fillDeliveries(client, { made, books, consignments, now, report })
  // Rows were inserted in their final state: read the days of their changes from the history.
  await client.query('select fill_order_days($1)', [retailers.map(({ code }) => code)])
  await fillInvoices(client, { parcels, orders: made.orders, books, now, report })
  await client.query('analyze')
}

async function insertSkus(client: pg.Client): Promise<void> {
  const sku = (
    retailer: Retailer,
    { code, description, price }: { code: string; description: string; price: string },
    goods: DemoGoods | undefined,
  ) => ({
    client_code: retailer.code,
    sku_code: code,
    description,
    unit_value: price,
    is_unknown: false,
    weight: goods?.weight ?? null,
    length: goods?.length ?? null,
    volume: goods?.volume ?? null,
    width: null,
    height: null,
    is_serial_numbered: SERIAL_NUMBERED_RANGES.has(code.split('-')[1] ?? ''),
    categories: goods?.categories ?? [],
  })
  await insertRows(
    client,
    'skus',
    retailers.flatMap((retailer) => {
      const goods = goodsOf(retailer)
      const inBoxes = (multiBoxProducts[retailer.code] ?? []).flatMap((product) => [product, ...product.boxes])
      return [
        ...catalogueOf(retailer).map((one) => sku(retailer, one, goods.get(one.code))),
        ...inBoxes.map((one) => sku(retailer, one, one)),
      ]
    }),
  )
  await insertRows(
    client,
    'sku_components',
    Object.entries(multiBoxProducts).flatMap(([client_code, products]) =>
      products.flatMap(({ code, boxes }) =>
        boxes.map((box) => ({
          client_code,
          sku_code: code,
          component_code: box.code,
          quantity: box.quantity,
        })),
      ),
    ),
  )
}

/** Inserts the rule books of all retailers and returns their versions by client. */
async function insertRuleBooks(
  client: pg.Client,
  orders: DemoOrders['orders'],
  now: Date,
): Promise<Map<string, DemoVersion[]>> {
  const { rows } = await client.query<{ code: string }>('select code from regions order by code')
  const regions = rows.map(({ code }) => code)
  const ordersOf = Map.groupBy(orders, ({ client_code }) => client_code)
  const books = new Map(
    retailers.map((retailer) => [
      retailer.code,
      ruleBooksOf(retailer, regions, now, ordersOf.get(retailer.code) ?? []),
    ]),
  )
  const versions = [...books].flatMap(([client_code, own]) => own.map((version) => ({ client_code, ...version })))
  await insertRows(
    client,
    'rule_book_heads',
    [...books].map(([client_code, own]) => ({ client_code, version: own.length })),
  )
  await insertRows(
    client,
    'rule_books',
    versions.map(({ client_code, version, at, by, summary, items }) => ({
      client_code,
      version,
      published_at: at,
      user_id: null,
      by_name: by,
      summary,
      brought_back: null,
      changes: items.length,
    })),
  )
  await insertRows(
    client,
    'rule_book_items',
    [...books].flatMap(([client_code, own]) => itemRowsOf(own).map((row) => ({ client_code, ...row }))),
  )
  return books
}

async function insertUsers(client: pg.Client, people: readonly DemoPerson[], now: Date): Promise<void> {
  for (const role of demoRoles) {
    await client.query(
      'insert into roles (code, name, role_type, is_internal, permissions, created_on) values ($1, $2, $3, $4, $5, $6)',
      [role.code, role.name, role.role_type, role.is_internal, role.permissions, now],
    )
  }
  const hashes = await Promise.all(demoUsers.map(() => hashPassword(demoPassword)))
  for (const [index, user] of demoUsers.entries()) {
    const { rows } = await client.query<{ user_id: string }>(
      `insert into users (username, first_name, last_name, email, role_id, password_hash, created_on)
       select $1, $2, $3, $4, role_id, $5, $7 from roles where code = $6 returning user_id`,
      [user.username, user.first_name, user.last_name, `${user.username}@example.com`, hashes[index], user.role, now],
    )
    for (const [position, code] of user.clients.entries()) {
      await client.query('insert into user_clients (user_id, client_code, position) values ($1, $2, $3)', [
        rows[0]?.user_id,
        code,
        position,
      ])
    }
  }
  await insertPeople(client, people, now)
}

async function insertPeople(client: pg.Client, people: readonly DemoPerson[], now: Date): Promise<void> {
  const columns = (name: keyof DemoPerson) => people.map((person) => person[name])
  await client.query(
    `insert into users (username, first_name, last_name, email, phone_number, role_id, password_hash, active, locked, created_on)
     select p.username, p.first_name, p.last_name, p.email, p.phone, r.role_id, '', p.active, p.locked, $8
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::boolean[], $9::text[])
       with ordinality as p (username, first_name, last_name, email, phone, active, locked, role, position)
     join roles r on r.code = p.role order by p.position`,
    [
      columns('username'),
      columns('first_name'),
      columns('last_name'),
      columns('email'),
      columns('phone_number'),
      columns('active'),
      columns('locked'),
      now,
      columns('role'),
    ],
  )
  const ofClients = people.filter((person) => person.client !== '')
  await client.query(
    `insert into user_clients (user_id, client_code)
     select user_id, client from unnest($1::text[], $2::text[]) as p (username, client) join users using (username)`,
    [ofClients.map(({ username }) => username), ofClients.map((person) => person.client)],
  )
}

function formatNumber(count: number): string {
  return count.toLocaleString('en-GB')
}

async function insertSetUp(client: pg.Client, now: Date): Promise<void> {
  const ofOrders = (client_code: string) => ({ client_code, feed: 'orders' as const })
  await insertRows(client, 'column_mappings', [
    ...retailers.map(({ code }) => ({ ...ofOrders(code), name: 'uk-retail', mapping: ukRetail })),
    { ...ofOrders('ACME'), name: 'web-shop', mapping: webShop },
  ])
  await fillOperatorSettings(client, now)
}
