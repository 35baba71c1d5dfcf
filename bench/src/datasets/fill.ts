import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { moneyText, parseMoney, times } from '@despatch/domain/money/money'
import { hashPassword } from '@despatch/server/sign-in/password/password'
import { administratorRole } from '@despatch/server/administration/users/administrator-role'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BENCH_SKUS, type BenchOrder, benchLines, benchOrders, CLIENT_CODES } from './dataset.ts'
import { withoutIndexes } from '../indexes.ts'
import { progressBar } from '../progress.ts'
import { insertRuleBooks } from './rule-books.ts'

/** Each client has one user of this name and password, with every permission. */
export const PASSWORD = 'a bench is no shop'
export const usernameOf = (client: string) => `bench.${client.toLowerCase()}`

/** Whose name among the users of clients is {@link insertStaff}'s. */
export const STAFF = 'STAFF'

const TABLES = ['clients', 'skus', 'orders', 'order_lines', 'order_history', 'order_counters', 'audit']
const ROWS_A_CHUNK = 500

/** How many orders the database was filled with; 0 when it was not. */
export async function filledWith(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ orders: number }>(
    "select coalesce(sum(last_number - 100000), 0)::int as orders from order_counters where client_code like 'B__'",
  )
  return rows[0]?.orders ?? 0
}

/**
 * Fills an empty database by COPY, in one transaction. Row-level security stays on for the application's role; it no
 * longer binds the owner, so that COPY works and the floor, which signs in as the owner, goes without.
 */
export async function fill(owner: pg.Client, orders: number): Promise<void> {
  const now = Date.now()
  await owner.query('begin')
  for (const table of TABLES.slice(1)) await owner.query(`alter table ${table} no force row level security`)
  await insertClientsWithSkus(owner)
  await withoutIndexes(owner, ['orders', 'order_lines', 'order_history'], async () => {
    await copy(owner, `orders (${ORDER_COLUMNS})`, orders, rowsOf(orders, now, orderRow))
    // Its triggers look orders up, which have no index just now; what they would keep is rebuilt below.
    await owner.query('alter table order_lines disable trigger user')
    await copy(owner, `order_lines (${LINE_COLUMNS})`, orders, rowsOf(orders, now, lineRows))
    await owner.query('alter table order_lines enable trigger user')
    await copy(owner, `order_history (${HISTORY_COLUMNS})`, orders, rowsOf(orders, now, historyRows))
  })
  await owner.query(
    "insert into order_counters select client_code, max(split_part(order_number, '-', 2)::int) from orders group by 1",
  )
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, true) from clients")
  await owner.query('select rebuild_stock()')
  await owner.query('commit')
  await owner.query('vacuum (analyze)')
}

/** The bench's clients, each with its user, its SKUs and its rule book. */
export async function insertClientsWithSkus(owner: pg.Client): Promise<void> {
  await insertUsers(owner)
  await copy(
    owner,
    'skus (client_code, sku_code, description, unit_value)',
    CLIENT_CODES.length * BENCH_SKUS.length,
    skuRows(),
  )
  await insertRuleBooks(owner)
}

/** The bench's clients, each with its user. */
export async function insertUsers(owner: pg.Client): Promise<void> {
  const { code, name, permissions } = administratorRole
  await owner.query(
    "insert into roles (code, name, role_type, is_internal, permissions) values ($1, $2, 'Client Administrator', false, $3)",
    [code, name, permissions],
  )
  await insertClients(owner, CLIENT_CODES)
}

/** Clients with a user each; the one role that there is from the start is theirs. */
export async function insertClients(owner: pg.Client, clients: readonly string[]): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  for (const client of clients) {
    await owner.query('insert into clients (client_code, name) values ($1, $2)', [client, `Client ${client}`])
    await owner.query(
      `with made as (
         insert into users (username, role_id, password_hash) select $1, role_id, $2 from roles where code = $3 returning user_id
       )
       insert into user_clients (user_id, client_code) select user_id, $4 from made`,
      [usernameOf(client), hash, administratorRole.code, client],
    )
  }
}

/** Inserts a staff user named {@link STAFF} with access to every client's orders, unless it exists. */
export async function insertStaff(owner: pg.Client): Promise<void> {
  const { name, role_type, permissions } = administratorRole
  const { rowCount } = await owner.query('select from users where username = $1', [usernameOf(STAFF)])
  if (rowCount) return
  await owner.query(
    `with role as (
       insert into roles (code, name, role_type, is_internal, permissions) values ('bench-staff', $1, $2, true, $3) returning role_id
     )
     insert into users (username, role_id, password_hash) select $4, role_id, $5 from role`,
    [`${name} (bench)`, role_type, permissions, usernameOf(STAFF), await hashPassword(PASSWORD)],
  )
}

/** Copies chunks of rows into a table; each chunk says for how many orders it is, for the bar. */
async function copy(
  owner: pg.Client,
  into: string,
  total: number,
  chunks: Iterable<{ text: string; count: number }>,
): Promise<void> {
  const bar = progressBar(into.split(' ', 1)[0] ?? into, total)
  const texts = function* () {
    for (const { text, count } of chunks) {
      yield Buffer.from(text)
      bar.add(count)
    }
  }
  await pipeline(
    Readable.from(texts(), { objectMode: true, highWaterMark: 4 }),
    owner.query(copyFrom(`copy ${into} from stdin`)),
  )
  bar.end()
}

function* skuRows() {
  for (const client of CLIENT_CODES) {
    const text = BENCH_SKUS.map(({ code, description, price }) => row(client, code, description, price)).join('')
    yield { text, count: BENCH_SKUS.length }
  }
}

function* rowsOf(orders: number, now: number, rows: (order: BenchOrder) => string) {
  let text = ''
  let count = 0
  for (const order of benchOrders(orders, now)) {
    text += rows(order)
    if (++count < ROWS_A_CHUNK) continue
    yield { text, count }
    text = ''
    count = 0
  }
  yield { text, count }
}

const ORDER_COLUMNS =
  'client_code, order_number, status, version, source, ordered_at, dispatch_service, despatch_date, customer_first_name, ' +
  'customer_last_name, email, phone, country, address_line_1, address_line_3, post_code, quantity, item_count, ' +
  'total_value, currency_code, created_at, created_by'
const LINE_COLUMNS = 'client_code, order_number, line_number, sku_code, quantity, unit_value, total_value'
const HISTORY_COLUMNS = 'client_code, order_number, version, at, by_name, act, status'

function orderRow({ client, number, at, status, random }: BenchOrder): string {
  const lines = benchLines(random)
  const total = lines.reduce((sum, { sku, quantity }) => sum + times(parseMoney(sku.price), quantity), 0n)
  const customer = random.whole(1, 200_000)
  const instant = at.toISOString()
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  return [
    row(
      client,
      number,
      status,
      versionOf(status),
      'feed',
      instant,
      'STANDARD',
      instant.slice(0, 10),
      'Chris',
    ).trimEnd(),
    row(`Name${customer}`, `name.${customer}@example.com`, '07700 900123', 'GB').trimEnd(),
    row(`${customer % 300} Station Road`, 'Leeds', 'LS1 1UR', quantity, lines.length, moneyText(total)).trimEnd(),
    row('GBP', instant, 'feed'),
  ].join('\t')
}

function lineRows({ client, number, random }: BenchOrder): string {
  return benchLines(random)
    .map(({ sku, quantity }, index) => {
      const price = parseMoney(sku.price)
      return row(client, number, index + 1, sku.code, quantity, sku.price, moneyText(times(price, quantity)))
    })
    .join('')
}

const STEPS = [
  ['Created', 'N'],
  ['Released', 'R'],
  ['Despatched', 'D'],
  ['Delivered', 'V'],
] as const

function versionOf(status: BenchOrder['status']): number {
  return status === 'V' ? 4 : status === 'N' ? 1 : 2
}

function historyRows({ client, number, at, status }: BenchOrder): string {
  const steps = versionOf(status)
  return STEPS.slice(0, steps)
    .map(([act, reached], index) => {
      const instant = new Date(at.getTime() + index * 3_600_000).toISOString()
      return row(client, number, index + 1, instant, 'warehouse', act, index + 1 === steps ? status : reached)
    })
    .join('')
}

/** A row in COPY's text format; nothing of ours needs escaping. */
function row(...values: (string | number)[]): string {
  return `${values.join('\t')}\n`
}
