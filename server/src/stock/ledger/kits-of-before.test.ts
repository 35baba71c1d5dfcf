import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { makeClient, makeSku } from '../../testing/factories.ts'
import { migrationWaits } from '../../testing/somebody-waits.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  await migrate({ ownerUrl: database.ownerUrl, upTo: '0815-parcels-that-come-late-or-change.sql' })
})
afterEach(() => database.drop())

test.each([
  '0816-kits-promise-their-boxes.sql',
  '0817-kits-move-their-boxes.sql',
  '0818-kits-reserve-their-boxes.sql',
  '0819-kits-whose-boxes-change.sql',
])(
  'what kits moved, promised and reserved before their boxes did goes over to these, and what does meanwhile: %s',
  async (pause) => {
    const client = await makeClient(database)
    for (const code of ['KIT', 'TOP', 'LEG']) await makeSku(database, { client, code })
    const rows = (sql: string) => database.asOwner(sql, [client])
    await rows(`insert into sku_components values ($1, 'KIT', 'TOP', 1), ($1, 'KIT', 'LEG', 4)`)
    await rows(
      `insert into stock_counts select $1, sku, 'SELLABLE', '2026-03-01', pieces, pieces, now()
     from (values ('KIT', 10), ('TOP', 5), ('LEG', 40)) as c (sku, pieces)`,
    )
    await rows(
      `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
       quantity, item_count, total_value, currency_code, created_at, created_by)
     select $1, n, 'N', 'feed', now(), 'STANDARD', '2026-03-02', 'GB', 1, 1, 1, 'GBP', now(), 'test'
     from unnest('{OPEN,SENT,GONE,NEW}'::text[]) n`,
    )
    await rows(
      `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
     values ($1, 'OPEN', 1, 'KIT', 2, 1, 1), ($1, 'SENT', 1, 'KIT', 1, 1, 1), ($1, 'GONE', 1, 'KIT', 3, 1, 1)`,
    )
    await rows(
      `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
     values ($1, 'T', 'DPD', 'SENT', '2026-03-02 12:00', now(), '2026-03-05')`,
    )
    await rows(
      `insert into parcel_contents (client_code, tracking_number, sku_code, quantity) values ($1, 'T', 'KIT', 1)`,
    )
    await rows(`update orders set status = 'D' where client_code = $1 and order_number = 'SENT'`)
    await rows(
      `select add_stock_movements($1, '[{"sku_code": "KIT", "movement_key": "return R", "kind": "return", "pieces": 1,
       "at": "2026-03-03"}]', now(), '')`,
    )
    await rows(
      `insert into stock_reservations (client_code, reservation_id, sku_code, code, pieces, purpose, until_day, held_by, created_at,
       amended_at, amended_by) values ($1, gen_random_uuid(), 'KIT', 'SELLABLE', 1, 'quality', '2099-12-31', 'test', now(), now(), 'test')`,
    )
    const asAll = (sql: string) => rows(`with seen as (select $1::text) ${sql}`)
    await asAll('select rebuild_stock() from seen')
    // A server of before works on while these steps are made.
    await migrate({ ownerUrl: database.ownerUrl, upTo: pause })
    const add = (order: string) =>
      rows(
        `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
       values ($1, '${order}', 1, 'KIT', 1, 1, 1)`,
      )
    await rows(`update orders set status = 'C' where client_code = $1 and order_number = 'GONE'`)
    await add('NEW')
    await rows(
      `select add_stock_movements($1, '[{"sku_code": "KIT", "movement_key": "GRN", "kind": "goods-in", "pieces": 1,
       "at": "2026-03-04"}]', now(), '')`,
    )
    await migrate({ ownerUrl: database.ownerUrl })
    expect(await asAll('select wrong_stock()::int as wrong from seen')).toEqual([{ wrong: 0 }])
    expect(
      await rows(
        `select sku_code, on_hand::int, reserved::int, promised::int from stock_of($1, '{KIT,TOP,LEG}') order by sku_code`,
      ),
    ).toEqual([
      { sku_code: 'KIT', on_hand: 6, reserved: 1, promised: 3 },
      { sku_code: 'LEG', on_hand: 44, reserved: 4, promised: 12 },
      { sku_code: 'TOP', on_hand: 6, reserved: 1, promised: 3 },
    ])
    expect(
      await asAll('select fold_stock_deltas(1000) is not null as folded, wrong_stock()::int as wrong from seen'),
    ).toEqual([{ folded: true, wrong: 0 }])
  },
)

test('stock of kits moves to their boxes after the transactions under way, and other clients go on meanwhile', async () => {
  const [client, other] = [await makeClient(database), await makeClient(database)]
  for (const code of ['KIT', 'TOP']) await makeSku(database, { client, code })
  await makeSku(database, { client: other, code: 'LAMP' })
  await database.asOwner(`insert into sku_components values ($1, 'KIT', 'TOP', 2)`, [client])
  await database.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
       quantity, item_count, total_value, currency_code, created_at, created_by)
     select c, 'ONE', 'N', 'feed', now(), 'STANDARD', '2026-03-02', 'GB', 1, 1, 1, 'GBP', now(), 'test' from unnest($1::text[]) c`,
    [[client, other]],
  )
  const addLine = `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
    values ($1, 'ONE', 1, $2, 1, 1, 1)`
  const before = new pg.Client(database.ownerUrl)
  await before.connect()
  await before.query('begin')
  await before.query(`select set_config('app.clients', $1, true)`, [`{${client}}`])
  await before.query(addLine, [client, 'KIT'])

  const migrating = migrate({ ownerUrl: database.ownerUrl, upTo: '0820-stock-of-kits-of-before.sql' })
  const reached = `select from schema_migrations where name like '0818%'`
  while ((await database.asOwner(reached)).length === 0) await sleep(20)
  await migrationWaits(database)
  const waited = Date.now()
  await database.asOwner(addLine, [other, 'LAMP'])
  expect(Date.now() - waited).toBeLessThan(2000)
  await before.query('commit')
  await before.end()
  await migrating
  expect(
    await database.asOwner(`select sku_code, promised::int from stock_known where client_code = $1 and promised <> 0`, [
      client,
    ]),
  ).toEqual([{ sku_code: 'TOP', promised: 2 }])
})

test('what has moved to its boxes stays there where the move is made again after the kit got another box', async () => {
  const client = await makeClient(database)
  for (const code of ['KIT', 'TOP', 'NEWTOP']) await makeSku(database, { client, code })
  const rows = (sql: string) => database.asOwner(sql, [client])
  await rows(`insert into sku_components values ($1, 'KIT', 'TOP', 1)`)
  await rows(
    `select add_stock_movements($1, '[{"sku_code": "KIT", "movement_key": "GRN", "kind": "goods-in", "pieces": 1,
     "at": "2026-03-04"}]', now(), '')`,
  )
  await migrate({ ownerUrl: database.ownerUrl, upTo: '0820-stock-of-kits-of-before.sql' })
  await rows(`update sku_components set component_code = 'NEWTOP' where client_code = $1`)
  const moved = () =>
    rows(
      `select sku_code, sum(pieces)::int as pieces from stock_movements where client_code = $1 and sku_code <> 'KIT' group by 1`,
    )
  expect(await moved()).toEqual([{ sku_code: 'TOP', pieces: 1 }])
  const again = new pg.Client(database.ownerUrl)
  await again.connect()
  await again.query('call move_kits_of_before()')
  await again.end()
  expect(await moved()).toEqual([{ sku_code: 'TOP', pieces: 1 }])
})

test('a start that waits for transactions under way says so, and gives up after a while', async () => {
  const client = await makeClient(database)
  const before = new pg.Client(database.ownerUrl)
  await before.connect()
  await before.query('begin')
  await before.query(`select set_config('app.clients', $1, true)`, [`{${client}}`])
  await before.query(`delete from stock_deltas where client_code = $1`, [client])
  const said: string[] = []
  const lockPatience = { timeoutMs: 5000, pauseMs: 1, tries: 2 }
  const migrating = migrate({ ownerUrl: database.ownerUrl, lockPatience, report: (line) => said.push(line) })
  await expect(migrating).rejects.toThrow(
    'Migration 0820-stock-of-kits-of-before.sql was tried 2 times, and others held its tables each time (lock timeout).',
  )
  expect(said.at(-1)).toBe('migration 0820-stock-of-kits-of-before.sql waits: others hold its tables')
  await before.query('commit')
  await before.end()
  expect(await migrate({ ownerUrl: database.ownerUrl })).toBeGreaterThan(0)
})
