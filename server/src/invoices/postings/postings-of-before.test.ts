import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { makeClient } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

const opened: TestDatabase[] = []
afterAll(async () => {
  for (const database of opened) await database.drop()
})

async function databaseAt(upTo: string): Promise<TestDatabase> {
  const database = await createTestDatabase({ empty: true })
  opened.push(database)
  await migrate({ ownerUrl: database.ownerUrl, upTo })
  return database
}
const addPosting = (database: TestDatabase, number: number, at: string) =>
  database.asOwner(
    `insert into invoice_postings (number, posted_at, posted_by, invoices, lines) values ($1, $2, 'ann', 1, 0)`,
    [number, at],
  )

test('postings that are there have the London day on which they were made as their posting date', async () => {
  const database = await databaseAt('0746-parcels-later-than-carriers-promise.sql')
  const made = ['2026-01-31T23:30:00Z', '2026-06-30T23:30:00Z']
  for (const [index, at] of made.entries()) await addPosting(database, index + 1, at)
  await migrate({ ownerUrl: database.ownerUrl })
  const found = await database.asOwner('select posted_on::text as day, reverses from invoice_postings order by number')
  expect(found).toEqual([
    { day: '2026-01-31', reverses: null },
    { day: '2026-07-01', reverses: null },
  ])
})

test('what postings that are there reversed of accruals stays reversed, and their days are reckoned again', async () => {
  const database = await databaseAt('0778-accounts-of-the-ledger.sql')
  await makeClient(database, { code: 'ACME', name: 'Acme' })
  await makeParcel(database, { client: 'ACME', trackingNumber: 'OLD1', orderNumber: 'O-OLD1' })
  const { id } = await makeInvoice(database, { rows: [{ client: 'ACME', despatchedAs: 'OLD1' }] })
  await addPosting(database, 1, '2026-03-10T12:00:00Z')
  await database.asOwner('insert into invoice_posted select $1, posting_id from invoice_postings', [id])
  await database.asOwner(
    `insert into billing_days (client_code, carrier, day, billed_on, parcels, cost, unpriced)
     values ('ACME', 'DPD', current_date, 'infinity', 1, 0, 0)`,
  )
  await database.asOwner('delete from billing_days_changed')
  await migrate({ ownerUrl: database.ownerUrl })
  const reversed = await database.asOwner(
    'select client_code, tracking_number, invoice_id, amount from invoice_accruals',
  )
  expect(reversed).toEqual([{ client_code: 'ACME', tracking_number: 'OLD1', invoice_id: id, amount: '0' }])
  const days = await database.asOwner(
    'select distinct client_code, carrier, day = current_date as "isToday" from billing_days_changed',
  )
  expect(days).toEqual([{ client_code: 'ACME', carrier: 'DPD', isToday: true }])
})
