import { readFile } from 'node:fs/promises'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../database/sql.ts'
import { checkFacts, foldFacts, rebuildFacts } from '../figures/deltas.ts'
import { proveFigures } from '../figures/prove.ts'
import { OpenWorkCache, type WorkPart } from '../figures/open-work-cache.ts'
import { workCountFacts } from '../figures/known-work.ts'
import { causePart } from '../routing/exceptions-and-history/open-causes.ts'
import { dearerPart } from '../routing/exceptions-and-history/passed-over.ts'
import { makeClient } from '../testing/factories.ts'
import { waitUntilBlocked } from '../testing/wait-until-blocked.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { countPart } from './client-counts.ts'

const TODAY = dayOf(new Date())
const CLIENTS = ['ACME', 'BIRCH']
const SETS = [workCountFacts]
let portal: TestPortal
const owner = (statement: string, values: unknown[] = []) => portal.testDatabase.asOwner(statement, values)
/** Counts of a server with a warm cache. */
const warmCache = new OpenWorkCache()
const selectRunOrders = (work: OpenWorkCache) =>
  portal.database.transaction(async (transaction) => {
    await transaction.rows(sql`select set_config('app.clients', ${CLIENTS}::text[]::text, true)`.compile(db))
    const rowsOf = <Row extends { client_code: string }>(part: WorkPart<Row>) =>
      work.answer(transaction, {
        part,
        clients: CLIENTS,
        today: TODAY,
        of: '',
        make: (parts) => parts.flatMap((rows) => rows.map((row) => JSON.stringify(row)).toSorted()),
      })
    return [await rowsOf(countPart), await rowsOf(causePart), await rowsOf(dearerPart)]
  })
const agree = async () => {
  expect(await checkFacts(portal.database, SETS)).toEqual({ work: 0 })
  expect(await selectRunOrders(warmCache)).toEqual(await selectRunOrders(new OpenWorkCache()))
}

beforeAll(async () => {
  portal = await openTestPortal()
  for (const code of CLIENTS) await makeClient(portal.testDatabase, { code })
})
afterAll(() => portal.close())

const REASONS = [
  'No carrier service is set up for it',
  'Closest match: DPD – Parcel weight 31 kg is over the limit of 30 kg',
  'Closest match: DPD – Parcel weight 32.5 kg is over the limit of 30 kg',
]
const day = fc.integer({ min: -40, max: 3 }).map((days) => addDays(TODAY, days))
const status = fc.constantFrom('N', 'R', 'S', 'P', 'D', 'V', 'C')
const lacks = fc.constantFrom(null, 0, 1, 128, 129)
const postcode = fc.constantFrom('LS1 1UR', 'sw1a 1aa', '')
const tag = fc.constantFrom('vip', 'VIP', 'عاجل')
const carrier = fc.constantFrom('DPD', 'EVRI', null)
const client = fc.constantFrom(...CLIENTS)
const orders = fc
  .uniqueArray(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 6 })
  .map((found) => found.map((number) => `O${number}`))

const NAMED = 'client_code = $1 and order_number = any ($2::text[])'
const THERE = `from orders where ${NAMED}`
/** A statement that changes several orders at once, with the values after client and orders. */
const deed = (statement: string, ...values: fc.Arbitrary<unknown>[]) =>
  fc
    .tuple(fc.constant(statement), client, orders, ...values)
    .map(([text, ...parameters]) => ({ text, given: parameters }))
const step = fc.oneof(
  deed(
    `insert into orders (client_code, order_number, status, dispatch_service, despatch_date, country, post_code, source, lacks,
       ordered_at, quantity, item_count, total_value, currency_code, created_at, created_by)
     select $1, n, $3, 'STANDARD', $4, $5, $6, 'feed', $7, now(), 1, 1, 1, 'GBP', now(), 'x' from unnest($2::text[]) n
     on conflict (client_code, order_number) do update set status = excluded.status, lacks = excluded.lacks`,
    status,
    day,
    fc.constantFrom('GB', 'FR'),
    postcode,
    lacks,
  ),
  deed(
    `update orders set status = $3, suspended_for = case $3 when 'S' then 'Fraud check' else '' end where ${NAMED}`,
    status,
  ),
  deed(`update orders set despatch_date = $3, post_code = $4, lacks = $5 where ${NAMED}`, day, postcode, lacks),
  // A first attempt, or another beside the active one, with one or two consignments.
  deed(
    `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day, rule_book_version,
       parcels, consignment, usage_seen, carrier, client_method_id, cost, why, passed_over)
     select client_code, order_number, 1 + (select coalesce(max(attempt), 0) from consignments t where t.client_code = o.client_code
         and t.order_number = o.order_number), c.number, now(), 'x', case when c.carrier is null then 'exception' else 'allocated' end,
       c.day, 1, 1, '{}', '{}', c.carrier, c.carrier || '-1', case when c.carrier is not null then 5 end,
       case when c.carrier is null then $7 else '' end,
       case when c.carrier is not null and $8 then '{"clientMethodID": "EVRI-2", "cost": "4.15"}'::jsonb end
     from orders o cross join (values (1, $3::text, $5::date), (2, $4, $6::date)) c (number, carrier, day)
     where ${NAMED} and (c.number = 1 or $9)`,
    carrier,
    carrier,
    day,
    day,
    fc.constantFrom(...REASONS),
    fc.boolean(),
    fc.boolean(),
  ),
  deed(
    `update consignments set ended_at = now() where ${NAMED} and ended_at is null and number <= $3`,
    fc.integer({ min: 1, max: 2 }),
  ),
  deed(`delete from consignments where ${NAMED} and number = 2`),
  deed(`insert into order_tags select client_code, order_number, $3, now(), 'x' ${THERE} on conflict do nothing`, tag),
  deed(`delete from order_tags where ${NAMED} and tag = $3`, tag),
  deed(
    `insert into order_assignees select client_code, order_number, $3, now(), 'x' ${THERE}
     on conflict (client_code, order_number) do update set user_id = excluded.user_id`,
    fc.constantFrom(1, 2),
  ),
  deed(`delete from order_assignees where ${NAMED}`),
  fc.constant('fold' as const),
)

test('counts equal the records after any changes, folded or not, and after rebuilding', async () => {
  const [steps = []] = fc.sample(fc.array(step, { minLength: 250, maxLength: 250 }), { numRuns: 1, seed: 73 })
  for (const [at, one] of steps.entries()) {
    if (one === 'fold') await foldFacts(portal.database, SETS)
    else await owner(one.text, one.given)
    if (at % 5 === 0) await agree()
  }
  await agree()
  await foldFacts(portal.database, SETS)
  await agree()
  const counts = await owner('select * from work_counts where orders <> 0 order by client_code, facet, value, day')
  await rebuildFacts(portal.database, workCountFacts)
  expect(await owner('select * from work_counts order by client_code, facet, value, day')).toEqual(counts)
})

test('the update removes counts of exceptions whose orders were sent', async () => {
  const text = await readFile(
    new URL('../database/migrations/0841-exceptions-of-sent-orders.sql', import.meta.url),
    'utf8',
  )
  // As triggers counted earlier.
  await owner(text.replaceAll('-count(*)', 'count(*)'))
  expect((await checkFacts(portal.database, SETS))['work']).toBeGreaterThan(0)
  await owner(text)
  await agree()
})

test('the oldest exception is read again although no count changed', async () => {
  await owner(`update consignments set at = at - interval '3 days' where client_method_id is null and ended_at is null`)
  await agree()
})

test('a wrong count is found and repaired by a rebuild', async () => {
  await owner(`update work_counts set orders = orders + 1 where (client_code, facet, value, day) = (
    select client_code, facet, value, day from work_counts limit 1)`)
  expect((await checkFacts(portal.database, SETS))['work']).toBe(1)
  await rebuildFacts(portal.database, workCountFacts)
  await agree()
})

test('a count that is wrong is named by the nightly check, and corrected', async () => {
  await owner(`update work_counts set orders = orders + 1 where (client_code, facet, value, day) = (
    select client_code, facet, value, day from work_counts limit 1)`)
  const check = () => proveFigures(portal.database, { today: dayOf(new Date()), balances: SETS })
  await expect(check()).rejects.toThrow(/: some counts of open work \(1\) differed from the records, and were rebuilt$/)
  await agree()
  await check()
})

const TAG = `insert into order_tags values ('BIRCH', 'HELD', 'held', now(), 'x')`
const LEAVE = `update orders set status = 'D' where client_code = 'BIRCH' and order_number = 'HELD'`
test.each([
  ['tagged while it is despatched', LEAVE, TAG],
  ['despatched while it is tagged', TAG, LEAVE],
])('an order that is %s does not count for its tag', async (_what, first, second) => {
  await owner(`delete from order_tags where order_number = 'HELD'`)
  await owner(
    `insert into orders (client_code, order_number, status, dispatch_service, despatch_date, country, source, ordered_at, quantity,
       item_count, total_value, currency_code, created_at, created_by)
     values ('BIRCH', 'HELD', 'R', 'STANDARD', $1, 'GB', 'feed', now(), 1, 1, 1, 'GBP', now(), 'x')
     on conflict (client_code, order_number) do update set status = 'R'`,
    [TODAY],
  )
  await owner('begin')
  await owner(first)
  const then = portal.database.copying(['BIRCH'], (connection) => connection.query(second))
  await waitUntilBlocked(portal.testDatabase)
  await owner('commit')
  await then
  await agree()
})

test('counts of long past days are merged, and zeros removed', async () => {
  await owner(
    `insert into work_counts values ('ACME', 'despatch', '', $1, 3, 1, 0), ('ACME', 'country', 'XX', '-infinity', 0, 0, 0)`,
    [addDays(TODAY, -400)],
  )
  const past = () =>
    owner(
      `select sum(orders)::int as orders from work_counts where client_code = 'ACME' and facet = 'despatch' and day < $1`,
      [TODAY],
    )
  const before = await past()
  await portal.database.copying(CLIENTS, (connection) => connection.query('select tidy_work_counts()'))
  expect(await past()).toEqual(before)
  expect(
    await owner(`select from work_counts where day between '2000-01-01' and $1 or value = 'XX'`, [addDays(TODAY, -32)]),
  ).toEqual([])
  await rebuildFacts(portal.database, workCountFacts)
})
