import { compileReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { distinctionsOf } from '@despatch/domain/returns/rules/return-classes'
import { ReturnsTrial } from '@despatch/domain/returns/rules/try-returns'
import { reasonCode, returnOption, returnRule, returnsBook } from '@despatch/domain/testing/returns-books'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import { makeClient, makeSku } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { lookupsOf, ALL_LINES } from './try-lines.ts'
import { TrialLines } from './try-part.ts'
import type { FrequentShoppers } from './try-shoppers.ts'
import { toSingleLineReturn } from './try-run.ts'

let on: TestDatabase
beforeAll(async () => {
  on = await createTestDatabase()
})
afterAll(() => on.drop())

const TODAY = '2026-03-20'
/** Orders with two lines that differ in everything that rules use, each returned on its own day. */
const ORDERS = `
insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, post_code,
  quantity, item_count, total_value, currency_code, created_at, created_by, email, is_trade)
select $1, 'T' || lpad(o::text, 4, '0'), 'V', 'feed', timestamptz '2026-03-19 12:00Z' - n % 61 * interval '1 day', 'STANDARD', date '2026-03-19',
  (array['GB', 'GB', 'GB', 'IE', 'FR'])[n % 5 + 1], (array['LS1 1UR', 'ls2 8JT', 'M1 1AE', 'L1 8JQ', 'LSX', 'n n1 1 4aa'])[n % 6 + 1], 6, 2,
  n % 17 * 10.5, 'GBP', now(), 'test', (array['', 'one@example.com', 'ONE@example.com', 'b@example.com'])[n % 4 + 1], n % 7 = 0
from generate_series(1, 300) o, lateral (select o % 150 as n) m`
const LINES = `
insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
select $1, 'T' || lpad(o::text, 4, '0'), l, (array['MUG', 'Cup', 'PLATE'])[(n + l) % 3 + 1], 3, n % 5, n % 5 * 3
from generate_series(1, 300) o, lateral (select o % 150 as n) m, generate_series(1, 2) l`
const PARCELS = `
insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date, delivered_on, state)
select $1, 'TP' || o, 'DPD', 'T' || lpad(o::text, 4, '0'), timestamptz '2026-03-19 18:00Z' - n % 61 * interval '1 day', now(), '2026-03-19',
  case when n % 9 > 0 then date '2026-03-20' - n % 31 end, 'delivered'
from generate_series(1, 300) o, lateral (select o % 150 as n) m where n % 11 > 0`
const EVENTS = `
insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code, source,
  occurred_at, received_at)
select $1, 'T' || lpad(o::text, 4, '0'), gen_random_uuid(), 'R' || o, (array['MUG', 'Cup', 'PLATE'])[(n + 1) % 3 + 1], n % 3 + 1, 'announced',
  (array['MIND', 'faulty', 'BROKEN', 'GONE'])[n % 4 + 1], 'feed', timestamptz '2026-03-19 10:00Z' - n % 23 * interval '1 day', now()
from generate_series(1, 300) o, lateral (select o % 150 as n) m`

const REASONS = [reasonCode('FAULTY'), reasonCode('BROKEN', { parent: 'FAULTY' }), reasonCode('MIND')]
const bookOf = (first: Parameters<typeof returnRule>[1]) =>
  compileReturnsBook(
    returnsBook(
      [
        returnRule('first', first, { fee: '1.50', resolutions: ['exchange'] }),
        returnRule('mug', { skus: ['mug'], reasons: ['FAULTY'] }, { fee: '0' }),
        returnRule('pot', { categories: ['Pots'], quantity: { from: 2, to: 2 } }, { options: ['small', 'supplier'] }),
        returnRule('region', { regions: ['LS'], orderValue: { from: '20', to: '100' } }, 'review'),
        returnRule('often', { earlierReturns: { days: 10, from: 9, to: null } }, 'refused'),
        returnRule('trade', { customer: 'trade', ordered: { from: '2026-02-01', to: '2026-02-14' } }, 'refused'),
        returnRule('value', { lineValue: { from: '9', to: '9' }, deliveryException: true }, { keep: true }),
        returnRule('late', { days: { since: 'delivery', from: 15, to: null }, countries: ['IE'] }, 'refused'),
        returnRule('rest', {}, { until: { since: 'order', days: 40, day: '2026-03-12' } }),
        returnRule('all', {}, 'allowed'),
      ],
      {
        reasons: REASONS,
        options: [
          returnOption('small', { maxWeight: 0.5, price: '1.00' }),
          returnOption('large', { countries: ['GB', 'IE'], payer: 'retailer' }),
          returnOption('supplier', { regions: ['L', 'M'], maxLength: 12, destination: 'supplier' }),
        ],
      },
    ),
  )

test('two connections counting by class agree with deciding each line', async () => {
  const client = await makeClient(on)
  for (const code of ['MUG', 'Cup', 'PLATE']) await makeSku(on, { client, code })
  await on.asOwner(
    `update skus set weight = case sku_code when 'MUG' then 250 when 'Cup' then 251 end, length = case sku_code when 'Cup' then 121 end,
       categories = case sku_code when 'Cup' then array['Pots', 'Blue'] else '{}' end where client_code = $1`,
    [client],
  )
  for (const statement of [ORDERS, LINES, PARCELS, EVENTS]) await on.asOwner(statement, [client])
  const books = [bookOf({ countries: ['FR'] }), bookOf({ days: { since: 'despatch', from: 20, to: 50 } })] as const
  const of = { client, over: 'returns', since: '2020-01-01', today: TODAY, reason: '' } as const
  const distinctions = distinctionsOf(books)
  const lines = { lookups: lookupsOf(books), distinctions, of }
  const many = { ...lines, lookups: { ...lines.lookups, earlier: 'of all' as const, isOfAllOrders: true } }
  const regions = new Map([
    ['LS1 1UR', 'LS'],
    ['ls2 8JT', 'LS'],
    ['M1 1AE', 'M'],
    ['L1 8JQ', 'L'],
    ['n n1 1 4aa', 'NN'],
  ])
  const database = openDatabase({ appUrl: on.appUrl })
  const [together, apart] = [new ReturnsTrial(...books), new ReturnsTrial(...books)]
  const ends = ['', 'T0051', null]
  let classes = 0
  let shoppers: FrequentShoppers | null = null
  const newest: string[] = []
  for (const [place, upTo] of ends.slice(1).entries())
    await database.copying([client], async (connection) => {
      const part = new TrialLines(connection, many)
      await part.begin()
      await part.prepare()
      // The second connection reads its lines first, then stores what the first collected.
      if (place === 0) shoppers = await part.collectShoppers()
      await part.add({ after: ends[place] ?? '', upTo: upTo ?? null })
      await part.storeShoppers(shoppers)
      expect(shoppers?.length).toBeGreaterThan(0)
      for await (const some of part.classes()) {
        classes += some.length
        const rows = new Map((await part.at(some.map((one) => one.place))).map((row) => [row.place, row]))
        const changed = some.filter((one) => {
          const row = rows.get(one.place)
          return row && together.add(toSingleLineReturn(row, regions), one.lines)
        })
        const places = await part.newestOf(
          changed.map((one) => one.place),
          500,
        )
        newest.push(...(await part.at(places)).map((row) => row.order_number))
      }
    })
  const changed: string[] = []
  await database.copying([client], async (connection) => {
    const part = new TrialLines(connection, lines)
    await part.begin()
    await part.prepare()
    await part.add(ALL_LINES)
    for await (const some of part.classes())
      for (const row of await part.at(
        await part.newestOf(
          some.map((one) => one.place),
          500,
        ),
      ))
        if (apart.add(toSingleLineReturn(row, regions))) changed.push(row.order_number)
  })
  await database.close()
  const { before, after, lines: count } = apart
  expect({ before: together.before, after: together.after, lines: together.lines }).toEqual({
    before,
    after,
    lines: count,
  })
  expect(newest.toSorted()).toEqual(changed.toSorted())
  expect(count).toBe(300)
  expect(classes).toBeLessThan(300)
  for (const side of [before, after])
    expect(Math.min(side.allowed, side.refused, side.review, side.fees)).toBeGreaterThan(0)
  expect(changed.length).toBeGreaterThan(10)
})

test.each(['returns', 'orders'] as const)(
  'parts of %s are estimated by a sample, in order of order numbers',
  async (over) => {
    const client = await makeClient(on)
    for (const code of ['MUG', 'Cup', 'PLATE']) await makeSku(on, { client, code })
    for (const statement of [ORDERS, LINES, EVENTS]) await on.asOwner(statement, [client])
    const books = [bookOf({ countries: ['FR'] }), bookOf({})] as const
    const of = { client, over, since: '2020-01-01', today: TODAY, reason: '' } as const
    const database = openDatabase({ appUrl: on.appUrl })
    // The sampled pages are random: of a hundred samples some have lines.
    const sampled = await database.copying([client], async (connection) => {
      const part = new TrialLines(connection, { of, lookups: lookupsOf(books), distinctions: distinctionsOf(books) })
      await part.begin()
      const samples: Awaited<ReturnType<TrialLines['parts']>>[] = []
      while (samples.length < 100) samples.push(await part.parts(25))
      return samples
    })
    await database.close()
    expect(sampled.some(({ total }) => total > 0)).toBe(true)
    for (const { total, ends } of sampled) {
      expect(ends).toHaveLength(total / 25)
      expect(ends).toEqual(ends.toSorted())
      expect(ends.every((end) => /^T\d{4}$/.test(end))).toBe(true)
    }
  },
)
