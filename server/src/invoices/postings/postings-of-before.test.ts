import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { createTestDatabase } from '../../testing/test-database.ts'

const database = await createTestDatabase({ empty: true })
afterAll(() => database.drop())

test('postings that are there have the London day on which they were made as their posting date', async () => {
  await migrate({ ownerUrl: database.ownerUrl, upTo: '0746-parcels-later-than-carriers-promise.sql' })
  const made = ['2026-01-31T23:30:00Z', '2026-06-30T23:30:00Z']
  for (const [index, at] of made.entries())
    await database.asOwner(
      `insert into invoice_postings (number, posted_at, posted_by, invoices, lines) values ($1, $2, 'ann', 1, 0)`,
      [index + 1, at],
    )
  await migrate({ ownerUrl: database.ownerUrl })
  const found = await database.asOwner('select posted_on::text as day, reverses from invoice_postings order by number')
  expect(found).toEqual([
    { day: '2026-01-31', reverses: null },
    { day: '2026-07-01', reverses: null },
  ])
})
