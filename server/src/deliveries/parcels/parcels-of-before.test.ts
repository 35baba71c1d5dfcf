import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { checkFacts } from '../../figures/facts.ts'
import { makeClient } from '../../testing/factories.ts'
import { migrationWaits } from '../../testing/somebody-waits.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { parcelFacts } from './parcel-facts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  await migrate({ ownerUrl: database.ownerUrl, upTo: '0829-webhooks-of-carriers.sql' })
})
afterAll(() => database.drop())

test('how many days parcels took is counted again, of every client, also of changes under way', async () => {
  const [client, other] = [await makeClient(database), await makeClient(database)]
  for (const one of [client, other]) {
    await database.asOwner(
      `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
         quantity, item_count, total_value, currency_code, created_at, created_by)
       values ($1, 'A', 'D', 'feed', '2026-01-05', 'STANDARD', '2026-01-05', 'GB', 1, 1, 1, 'GBP', now(), 'test')`,
      [one],
    )
    await database.asOwner(
      `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date, delivered_on)
       select $1, number, 'DPD', 'A', left_on + time '10:00' at time zone 'UTC', '2026-01-05T09:00Z', date '2026-01-12', delivered_on
       from (values ('T2', date '2026-01-07', date '2026-01-09'), ('T4', '2026-01-05', '2026-01-09'),
         ('T3', '2026-01-06', '2026-01-10'), ('T5', '2026-01-06', '2026-01-10')) as p (number, left_on, delivered_on)`,
      [one],
    )
  }
  // Two that leave a day and two that enter it, with the same days together: the change was lost.
  const swap = `update parcels set delivered_on = case when delivered_on = '2026-01-09' then date '2026-01-10' else '2026-01-09' end
    where client_code = $1`
  await database.asOwner(swap, [other])
  const atWork = new pg.Client(database.ownerUrl)
  await atWork.connect()
  await atWork.query('begin')
  await atWork.query(`select set_config('app.clients', $1, true)`, [`{${client}}`])
  await atWork.query(swap, [client])
  const figures = openDatabase({ appUrl: database.appUrl, connections: 1 })
  expect(await checkFacts(figures, [parcelFacts])).not.toEqual({ parcels: 0 })
  const migrating = migrate({ ownerUrl: database.ownerUrl })
  await Promise.race([migrating, migrationWaits(database)])
  await atWork.query('commit')
  await atWork.end()
  await migrating
  expect(await checkFacts(figures, [parcelFacts])).toEqual({ parcels: 0 })
  await figures.close()
})
