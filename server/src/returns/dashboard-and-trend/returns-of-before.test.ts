import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { checkFacts, foldFacts } from '../../figures/facts.ts'
import { makeClient, makeSku } from '../../testing/factories.ts'
import { openDatabase } from '../../database/database.ts'
import { migrationWaits } from '../../testing/somebody-waits.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { returnFacts } from './return-facts.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  await migrate({ ownerUrl: database.ownerUrl, upTo: '0819-kits-whose-boxes-change.sql' })
})
afterEach(() => database.drop())

/** A client with a despatched order of two pieces. */
async function orderedTwo() {
  const client = await makeClient(database)
  await makeSku(database, { client, code: 'RED' })
  const rows = (sql: string) => database.asOwner(sql, [client])
  await rows(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
       quantity, item_count, total_value, currency_code, created_at, created_by)
     values ($1, 'ONE', 'D', 'feed', '2026-03-01', 'STANDARD', '2026-03-02', 'GB', 2, 1, 1, 'GBP', now(), 'test')`,
  )
  await rows(
    `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
     values ($1, 'ONE', 1, 'RED', 2, 1, 2)`,
  )
  return { client, rows, received: () => rows('select received from return_lines where client_code = $1') }
}

test('a piece that was put into stock and whose refund was rejected counts once in databases of before', async () => {
  const { rows, received } = await orderedTwo()
  await rows(
    `insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code,
       note, source, occurred_at, received_at)
     select $1, 'ONE', gen_random_uuid(), 'R-1', 'RED', 1, state, '', '', 'feed', at::timestamptz, now()
     from (values ('received', '2026-03-20 07:00'), ('quarantined', '2026-03-20 08:00'), ('rejected', '2026-03-20 09:00'))
       as e (state, at)`,
  )
  expect(await received()).toEqual([{ received: 2 }])
  await migrate({ ownerUrl: database.ownerUrl })
  expect(await received()).toEqual([{ received: 1 }])
  const figures = openDatabase({ appUrl: database.appUrl, connections: 1 })
  await foldFacts(figures, [returnFacts])
  expect(await checkFacts(figures, [returnFacts])).toEqual({ returns: 0 })
  await figures.close()
})

test('what is said of a return while its rows are brought over is not lost', async () => {
  await migrate({ ownerUrl: database.ownerUrl, upTo: '0825-returns-as-the-portal-has-them.sql' })
  const { client, rows, received } = await orderedTwo()
  const said = `insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code,
      note, source, occurred_at, received_at)
    values ($1, 'ONE', gen_random_uuid(), 'R-1', 'RED', 1, 'received', '', '', 'feed', '2026-03-20 07:00', now())`
  await rows(said)
  const atWork = new pg.Client(database.ownerUrl)
  await atWork.connect()
  await atWork.query('begin')
  await atWork.query(`select set_config('app.clients', $1, true)`, [`{${client}}`])
  await atWork.query(said, [client])
  const migrating = migrate({ ownerUrl: database.ownerUrl })
  await Promise.race([migrating, migrationWaits(database)])
  await atWork.query('commit')
  await atWork.end()
  await migrating
  expect(await received()).toEqual([{ received: 2 }])
})
