import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../contract-walk/world.ts'
import { type Database, openDatabase } from './database.ts'
import { db } from './sql.ts'
import { recountAll } from '../figures/recount.ts'

let world: World
/** As with the embedded PostgreSQL: signed in as the application's role. One connection, so that leaks would show. */
let own: Database
/** As with DATABASE_URL: the owner, who switches to the role in each transaction. */
let borrowed: Database
beforeAll(async () => {
  world = await openWorld()
  own = openDatabase({ appUrl: world.portal.testDatabase.appUrl, connections: 1 })
  borrowed = openDatabase({ appUrl: world.portal.testDatabase.ownerUrl, role: 'despatch_app', connections: 1 })
  const { client } = world.ours
  await world.portal.testDatabase.asOwner(
    `insert into idempotency_keys (client_code, user_id, key, call, request_hash, created_at) values ($1, 1, 'k', '/', '', now()), ($2, 1, 'k', '/', '', now())`,
    [client, world.theirs.client],
  )
  for (const { client: code } of [world.ours, world.theirs])
    for (const statement of [
      'insert into order_counters values ($1, 1)',
      `insert into shoppers_pages values ($1, true, '', '#000000', '', '', 1, 1)`,
      `insert into shopper_drafts values ($1, '\\x01', 'A-1', null, null, null, now(), null)`,
      `insert into billing_days values ($1, 'DPD', '2026-01-05', 'infinity', 1, 4.5, 0)`,
      `insert into invoice_covers values ($1, 'T', 1, 1)`,
      `insert into invoice_orders_changed (client_code, order_number) values ($1, 'O')`,
      `insert into parcel_accruals values ($1, 'T', 45000)`,
      `insert into invoice_accruals values ($1, 'T', '2026-01-05', 1, 45000, 'GBP', null)`,
    ])
      await world.portal.testDatabase.asOwner(statement, [code])
  // Leaves both counted figures and marked days, and both folded and waiting deltas.
  await world.portal.testDatabase.asOwner('select rebuild_work_counts()')
  await world.portal.testDatabase.asOwner(
    `insert into order_tags select client_code, order_number, 'late', now(), 'x' from orders`,
  )
  const failed = `update delivery_events set state = 'delivery_failed'`
  await world.portal.testDatabase.asOwner(failed)
  await recountAll(world.portal.database)
  await world.portal.testDatabase.asOwner(`${failed}, reason = 'Nobody in'`)
  await world.portal.testDatabase.asOwner('update parcels set promised_date = promised_date + 1')
  // Activity covers the last four weeks, whatever the dates of the world's orders.
  await world.portal.testDatabase.asOwner(
    `with counted as (insert into sku_activity_counted select client_code, now() from clients)
     insert into sku_activity select client_code, min(sku_code), 1, 1, now() from skus group by client_code`,
  )
  await world.portal.testDatabase.asOwner('update return_lines set received = received + 1')
  await world.portal.testDatabase.asOwner(
    'update orders set quantity = quantity + 1, despatch_date = despatch_date + 1',
  )
})
afterAll(async () => {
  await own.close()
  await borrowed.close()
  await world.portal.close()
})

/** Runs SQL in a transaction that sees these clients, or without a context if there are none. */
async function run(
  database: Database,
  clients: string[] | undefined,
  text: string,
): Promise<Record<string, unknown>[]> {
  return database.transaction(async (transaction) => {
    if (clients)
      await transaction.rows(sql`select set_config('app.clients', ${clients}::text[]::text, true)`.compile(db))
    return transaction.rows(sql<Record<string, unknown>>`${sql.raw(text)}`.compile(db))
  })
}

/** The session reads these tables before it knows which clients the caller may see. */
const BEFORE_ANY_CLIENT = ['clients', 'roles', 'user_clients']
const tenantTables = async () => {
  const rows = await world.portal.testDatabase.asOwner(
    `select relname from pg_class join pg_attribute on attrelid = pg_class.oid
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'client_code' and not attisdropped order by relname`,
  )
  return rows.map(({ relname }) => String(relname)).filter((name) => !BEFORE_ANY_CLIENT.includes(name))
}
/** The rows of this table are deleted when their run of a feed ends. */
const MAY_BE_EMPTY = ['feed_run_orders']

/** The role may not change rows of append-only tables. */
function deniedAltogether(error: Error): unknown[] {
  expect(error.message).toMatch(/^permission denied for table/)
  return []
}

describe.each([
  ['signed in as the application', () => own],
  ['taking the application’s role on, as with DATABASE_URL', () => borrowed],
])('%s', (_how, database) => {
  test('each tenant table shows a client all its own rows and no others', async () => {
    for (const table of await tenantTables()) {
      const rows = await run(database(), [world.ours.client], `select distinct client_code from ${table}`)
      if (!MAY_BE_EMPTY.includes(table)) expect({ [table]: rows }).toEqual({ [table]: [{ client_code: 'OURS' }] })
    }
  })

  test('without a context nothing is visible or writable, even after a transaction with one', async () => {
    for (const table of await tenantTables()) {
      await run(database(), ['OURS', 'THEIRS'], `select 1 from ${table}`)
      expect({ [table]: await run(database(), undefined, `select * from ${table}`) }).toEqual({ [table]: [] })
      for (const change of [`delete from ${table}`, `update ${table} set client_code = client_code`])
        expect(await run(database(), undefined, `${change} returning 1`).catch(deniedAltogether)).toEqual([])
    }
  })

  test('with a context of no clients nothing is visible', async () => {
    for (const table of await tenantTables()) expect(await run(database(), [], `select * from ${table}`)).toEqual([])
  })

  test('another client’s row can neither be written nor moved to one’s own client', async () => {
    const refused = /row-level security/
    for (const clients of [undefined, ['OURS']]) {
      await expect(
        run(database(), clients, "insert into skus (client_code, sku_code) values ('THEIRS', 'x')"),
      ).rejects.toThrow(refused)
      await expect(
        run(
          database(),
          clients,
          "insert into audit (client_code, at, by_name, act, object, request_id) values ('THEIRS', now(), '', '', '', '')",
        ),
      ).rejects.toThrow(refused)
    }
    await expect(run(database(), ['OURS'], "update skus set client_code = 'THEIRS'")).rejects.toThrow(refused)
    expect(
      await run(database(), ['OURS'], "update skus set description = '' where client_code = 'THEIRS' returning 1"),
    ).toEqual([])
    expect(
      await run(database(), ['OURS'], "delete from order_counters where client_code = 'THEIRS' returning 1"),
    ).toEqual([])
  })

  test('an act without a client needs no context, and no client reads it', async () => {
    const note =
      "insert into audit (at, by_name, act, object, request_id) values (now(), '', 'session.signed-in', '', '')"
    await run(database(), undefined, note)
    await run(database(), ['OURS'], 'select 1')
    await run(database(), undefined, note)
    expect(await run(database(), ['OURS'], "select * from audit where client_code = ''")).toEqual([])
  })

  test.each([
    ['audit', 'act'],
    ['order_history', 'act'],
    ['rule_books', 'summary'],
    ['rule_book_items', 'kind'],
    ['consignments', 'by_name'],
  ])('%s accepts inserts only', async (table, column) => {
    const denied = /permission denied/
    await expect(run(database(), ['OURS'], `update ${table} set ${column} = ''`)).rejects.toThrow(denied)
    await expect(run(database(), ['OURS'], `delete from ${table}`)).rejects.toThrow(denied)
    await expect(run(database(), ['OURS'], `truncate ${table}`)).rejects.toThrow(denied)
  })

  test('the role cannot switch it off', async () => {
    for (const attempt of [
      'alter table orders disable row level security',
      'alter table orders no force row level security',
      'drop policy own_clients on orders',
      'create table mine (a int)',
      'delete from schema_migrations',
      "insert into schema_migrations (name, hash) values ('9', '9')",
    ])
      await expect(run(database(), ['OURS'], attempt), attempt).rejects.toThrow(/permission denied|must be owner/)
  })
})

test('every table with a client_code has row-level security, forced, with a policy', async () => {
  const rows = await world.portal.testDatabase.asOwner(
    `select relname, relrowsecurity and relforcerowsecurity as forced, (select count(*)::int from pg_policy where polrelid = pg_class.oid) as policies
     from pg_class where relname = any ($1)`,
    [await tenantTables()],
  )
  for (const row of rows) expect(row).toEqual({ relname: row['relname'], forced: true, policies: 1 })
})

test('client_code leads every primary, unique and foreign key of a tenant table', async () => {
  const rows = await world.portal.testDatabase.asOwner(
    `select conrelid::regclass::text as of, conname as name, (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as first
     from pg_constraint where contype in ('p', 'u', 'f') and conrelid::regclass::text = any ($1)
     union all
     select indrelid::regclass::text, indexrelid::regclass::text, (select attname from pg_attribute where attrelid = indrelid and attnum = indkey[0])
     from pg_index where indisunique and indrelid::regclass::text = any ($1)`,
    [await tenantTables()],
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) expect(row).toMatchObject({ first: 'client_code' })
})

test('the application’s role is no superuser, is bound by row-level security, and owns nothing', async () => {
  const [role] = await world.portal.testDatabase.asOwner(
    "select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, (select count(*)::int from pg_class where relowner = pg_roles.oid) as owns from pg_roles where rolname = 'despatch_app'",
  )
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owns: 0 })
})

test('a transaction that fails in the middle leaves nothing, and its connection serves the next', async () => {
  const before = await world.rowCounts()
  for (let round = 0; round < 3; round++) {
    const failing = own.transaction(async (transaction) => {
      await transaction.rows(sql`select set_config('app.clients', '{OURS}', true)`.compile(db))
      await transaction.write(sql`insert into skus (client_code, sku_code) values ('OURS', 'half')`.compile(db))
      throw new Error('in the middle')
    })
    await expect(failing).rejects.toThrow('in the middle')
    await expect(run(own, ['OURS'], 'select 1 / 0')).rejects.toThrow('division by zero')
    expect(await run(own, ['OURS'], 'select 1 as one')).toEqual([{ one: 1 }])
  }
  expect(await world.rowCounts()).toEqual(before)
})
