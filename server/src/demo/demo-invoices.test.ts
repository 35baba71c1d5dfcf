import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { CAUSES } from '@despatch/domain/invoices/invoice'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { asOperator } from '../invoices/import/as-operator.ts'
import { importDemoInvoices } from '../invoices/import/import-demo-invoices.ts'
import { bringBillingDaysUpToDate } from '../invoices/still-to-be-billed/billing-days.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { fillDemo } from './fill-demo.ts'

const now = new Date('2026-11-21T10:00:00Z')
let on: TestDatabase
let database: Database

beforeAll(async () => {
  on = await createTestDatabase()
  await fillDemo({ ...on, now, orders: 6000, report: () => {} })
  database = openDatabase({ ...on, connections: 4 })
  await importDemoInvoices(database, now)
})
afterAll(async () => {
  await database?.close()
  await on?.drop()
})

const rowsOf = <Row>(query: string): Promise<Row[]> =>
  asOperator(database, (transaction) => transaction.rows(sql<Row>`${sql.raw(query)}`.compile(db)))

test('the carriers’ files are imported, and one waits for the mapping studio', async () => {
  const files = await rowsOf<{ state: string; filename: string }>('select state, filename from invoice_files')
  const states = Map.groupBy(files, ({ state }) => state)
  expect([...states.keys()].toSorted()).toEqual(['Imported', 'Unknown layout'])
  expect(states.get('Unknown layout')).toMatchObject([{ filename: expect.stringMatching(/^evri-/) }])
})

test('there are invoices of every kind: decided, open, wrong total, foreign currency, disputed', async () => {
  const invoices = await rowsOf<{ status: string; proof: string; currency: string }>('select * from invoices')
  expect(new Set(invoices.map(({ status }) => status))).toEqual(new Set(['Imported', 'Accepted']))
  expect(invoices.filter(({ proof }) => proof === 'does not add up')).toHaveLength(1)
  expect(invoices.filter(({ currency }) => currency === 'EUR').length).toBeGreaterThan(0)
  const rows = await rowsOf<{ status: string; verdict: string; causes: object }>(
    'select distinct status, verdict, causes from invoice_parcels',
  )
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['Imported', 'Accepted', 'Rejected']))
  const verdicts = new Set(rows.map(({ verdict }) => verdict))
  // The whole demo has all causes except Not despatched.
  for (const verdict of ['Matched', 'Overcharged', 'Not found', 'Not judged']) expect(verdicts).toContain(verdict)
  const causes = new Set(rows.flatMap((row) => Object.keys(row.causes)))
  expect(CAUSES.filter((cause) => causes.has(cause)).length).toBeGreaterThan(2)
  const disputes = await rowsOf<{ state: string }>('select distinct state from invoice_disputes')
  expect(disputes.length).toBeGreaterThan(0)
})

test('most billed amounts are right, and every client has some', async () => {
  const [share] = await rowsOf<{ share: number; clients: number }>(
    `select avg((verdict in ('Matched', 'Within tolerance'))::int)::float8 as share, count(distinct client_code)::int as clients
     from invoice_parcels p join invoices using (invoice_id) where currency = 'GBP' and client_code <> ''`,
  )
  expect(share?.share).toBeGreaterThan(0.85)
  expect(share?.clients).toBeGreaterThanOrEqual(5)
})

test('no stored amount has more decimals than its currency', async () => {
  await asOperator(database, (transaction) =>
    bringBillingDaysUpToDate(transaction, { from: addDays(dayOf(now), -130), to: dayOf(now) }),
  )
  const finer = await rowsOf(
    `select * from (
       select 'row' as what, b.amount from invoice_parcels p
       cross join lateral (values (p.billed), (p.tax), (p.expected), (p.variance), (p.our_change)) b (amount)
       union all
       select 'charge', (c ->> 'net')::bigint from invoice_parcels cross join lateral jsonb_array_elements(charges) c
       union all
       select 'judged charge', (c ->> 'expected')::bigint from invoice_parcels
       cross join lateral jsonb_array_elements(judged_charges) c
       union all
       select 'cause', value::bigint from invoice_parcels cross join lateral jsonb_each_text(causes)
       union all
       select 'claim', claimed from invoice_dispute_parts
       union all
       select 'accrual', amount from parcel_accruals
     ) all_amounts where amount % 100 <> 0`,
  )
  expect(finer).toEqual([])
  expect(await rowsOf('select from parcel_accruals where amount > 0 limit 1')).toHaveLength(1)
})

test('a second import does nothing', async () => {
  const count = () => rowsOf('select count(*) from audit')
  const before = await count()
  await importDemoInvoices(database, now)
  expect(await count()).toEqual(before)
})
