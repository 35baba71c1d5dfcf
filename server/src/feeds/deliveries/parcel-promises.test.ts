import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { findWrongFigures } from '../../testing/wrong-figures.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

/** Released orders to despatch on 2 March 2026. */
async function known(numbers: readonly string[]): Promise<void> {
  await on.rows(`insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service,
      despatch_date, country, quantity, item_count, total_value, currency_code, created_at, created_by)
    select $1, n, 'R', 'feed', '2026-03-01T10:00Z', 'STANDARD', '2026-03-02', 'GB', 1, 1, 1, 'GBP', now(), 'test'
    from unnest('{${numbers.join(',')}}'::text[]) n`)
}
type Row = Partial<Record<'order' | 'tracking' | 'at' | 'SKU' | 'serial' | 'service' | 'promised', string>>
const feed = (...rows: Row[]) =>
  on.feedRows(
    'despatches',
    csv(
      rows.map(({ order = '', tracking = '', at = '2026-03-02 16:00', ...row }) =>
        [order, tracking, 'DPD', at, row.SKU, row.serial, row.service, row.promised].map((cell) => cell ?? ''),
      ),
      'orderNumber,trackingNumber,carrier,despatchedAt,SKU,serialNumber,carrierService,promisedDate',
    ),
  )
const parcels = (number: string) =>
  on.rows(
    `select tracking_number as t, carrier_service as service, client_method_id as method, promised_date::text as promised,
       carrier_promised_date::text as carriers
     from parcels where client_code = $1 and order_number = '${number}' order by 1`,
  )
const allocated = (
  orderNumber: string,
  method: string,
  options: { attempt?: number; number?: number; day?: string; SKUs?: string[]; ended?: boolean } = {},
) => {
  const { attempt = 1, number = 1, day = '2026-03-02', SKUs = [], ended = false } = options
  return on.portal.testDatabase.asOwner(
    `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day,
       rule_book_version, parcels, consignment, usage_seen, carrier, client_method_id, cost, ended_at)
     values ($1, $2, $3, $4, now(), 'test', 'allocated', $5, 1, 1, $6, '[]', 'DPD', $7, 1, $8)`,
    [
      on.me.client,
      orderNumber,
      attempt,
      number,
      day,
      JSON.stringify({ skus: SKUs }),
      method,
      ended ? new Date() : null,
    ],
  )
}
beforeAll(async () => {
  await makeRuleBook(on.portal.testDatabase, on.me.client, [
    carrierItem('DPD'),
    methodItem('P-1', 'DPD', 45_000, { carrierService: 'Next Day', transitDays: 1 }),
    methodItem('P-2', 'DPD', 45_000, { carrierService: 'Two Days', transitDays: 2 }),
    methodItem('P-4', 'DPD', 45_000, { carrierService: 'Economy', transitDays: 4 }),
  ])
})

test('the shopper’s promise follows the first allocation, the carrier’s the service used', async () => {
  await known(['Q1', 'Q2', 'Q3'])
  await allocated('Q1', 'P-2')
  await feed({ order: 'Q1', tracking: 'TQ1', service: 'Next Day' })
  expect(await parcels('Q1')).toMatchObject([
    { method: 'P-2', service: 'Next Day', promised: '2026-03-04', carriers: '2026-03-03' },
  ])
  // Re-allocated for a later day with a slower service, and despatched with an even slower one.
  await allocated('Q2', 'P-1', { day: '2026-02-26', ended: true })
  await allocated('Q2', 'P-2', { attempt: 2 })
  await feed({ order: 'Q2', tracking: 'TQ2', service: 'Economy' })
  expect(await parcels('Q2')).toMatchObject([{ method: 'P-2', promised: '2026-02-27', carriers: '2026-03-06' }])
  await allocated('Q3', 'P-2')
  await feed({ order: 'Q3', tracking: 'TQ3', promised: '2026-03-20' })
  expect(await parcels('Q3')).toMatchObject([{ promised: '2026-03-20', carriers: '2026-03-04' }])
})

test('two methods of one carrier are distinguished by products, else the slowest promises', async () => {
  await known(['Q4', 'Q5', 'Q6'])
  await allocated('Q4', 'P-1', { SKUs: ['RED'] })
  await allocated('Q4', 'P-4', { number: 2, SKUs: ['WATCH'] })
  await feed(
    { order: 'Q4', tracking: 'TQ4', SKU: 'RED' },
    { order: 'Q4', tracking: 'TQ5', SKU: 'WATCH', serial: 'S-9' },
  )
  expect(await parcels('Q4')).toMatchObject([
    { t: 'TQ4', method: 'P-1', service: 'Next Day', promised: '2026-03-03', carriers: '2026-03-03' },
    { t: 'TQ5', method: 'P-4', service: 'Economy', promised: '2026-03-06', carriers: '2026-03-06' },
  ])
  await allocated('Q5', 'P-1')
  await allocated('Q5', 'P-4', { number: 2 })
  await feed({ order: 'Q5', tracking: 'TQ6' })
  expect(await parcels('Q5')).toMatchObject([
    { method: '', service: '', promised: '2026-03-06', carriers: '2026-03-06' },
  ])
  // Never allocated and no service reported, so all three services of the carrier fit.
  await feed({ order: 'Q6', tracking: 'TQ7' })
  expect(await parcels('Q6')).toMatchObject([{ promised: '2026-03-05', carriers: '2026-03-06' }])
})

test('a parcel between both promises is late for its carrier, without an exception', async () => {
  await known(['Q8'])
  await allocated('Q8', 'P-4')
  await feed({ order: 'Q8', tracking: 'TQ9', service: 'Next Day' })
  await on.feedRows(
    'delivery-events',
    csv([['TQ9', 'DPD', 'delivered', '2026-03-05 10:00']], 'trackingNumber,carrier,code,occurredAt'),
  )
  const { body } = await on.portal.call(
    contract.reports.parcels,
    { body: { figure: 'parcelsLate', startDate: '2026-03-03', endDate: '2026-03-03', service: 'Next Day' } },
    on.me,
  )
  expect(body.rows).toMatchObject([{ trackingNumber: 'TQ9', promisedOn: '2026-03-03' }])
  const { body: one } = await on.portal.call(contract.parcels.one, { query: { trackingNumber: 'TQ9' } }, on.me)
  expect(one).toMatchObject({
    parcel: { promisedDate: '2026-03-06', exception: null },
    promise: {
      why: expect.stringMatching(/^It was planned to leave on 2 March 2026, and .* promised for 6 March 2026/),
      carriers: {
        promisedDate: '2026-03-03',
        why: 'It left on 2 March 2026 by Next Day, which promises 3 March 2026.',
      },
    },
  })
  expect(await findWrongFigures(on.portal.database)).toEqual([])
})

test('promises follow the service’s delivery days and the destination’s public holidays', async () => {
  const { testDatabase } = on.portal
  const days = (deliveryWeekdays: number[], deliversOnHolidays = false) => ({
    deliveryWeekdays,
    deliversOnHolidays,
  })
  await makeRuleBook(testDatabase, on.me.client, [
    methodItem('P-S', 'DPD', 45_000, { carrierService: 'Saturday', transitDays: 1, ...days([0, 1, 2, 3, 4, 5]) }),
    methodItem('P-A', 'DPD', 45_000, {
      carrierService: 'Always',
      transitDays: 1,
      ...days([0, 1, 2, 3, 4, 5, 6], true),
    }),
  ])
  await known(['Q9'])
  const left = { order: 'Q9', at: '2026-04-02 16:00' }
  await feed(
    { ...left, tracking: 'TR1', service: 'Next Day' },
    { ...left, tracking: 'TR2', service: 'Saturday' },
    { ...left, tracking: 'TR3', service: 'Always' },
  )
  // Good Friday is the 3rd, Easter Monday the 6th.
  expect((await parcels('Q9')).map(({ carriers }) => carriers)).toEqual(['2026-04-07', '2026-04-04', '2026-04-03'])
})

test('a service in a later row changes only the carrier’s promise', async () => {
  await known(['Q7'])
  await allocated('Q7', 'P-1')
  await allocated('Q7', 'P-4', { number: 2 })
  await feed({ order: 'Q7', tracking: 'TQ8' })
  await feed({ order: 'Q7', tracking: 'TQ8', service: 'Next Day' })
  expect(await parcels('Q7')).toMatchObject([{ service: 'Next Day', promised: '2026-03-06', carriers: '2026-03-03' }])
})

test('a carrier’s promise uses the transit days at despatch, whenever it is fed', async () => {
  await known(['Q21'])
  await on.rows(`update rule_books set published_at = '2026-01-01' where client_code = $1`)
  const slower = methodItem('P-1', 'DPD', 45_000, { carrierService: 'Next Day', transitDays: 3 })
  const version = await makeRuleBook(on.portal.testDatabase, on.me.client, [slower])
  await on.rows(
    `update rule_books set published_at = '2026-03-03T09:00Z' where client_code = $1 and version = ${version}`,
  )
  await feed(
    { order: 'Q21', tracking: 'TQ31', service: 'Next Day' },
    { order: 'Q21', tracking: 'TQ32', service: 'Next Day', at: '2026-03-03 16:00' },
  )
  expect(await parcels('Q21')).toMatchObject([
    { t: 'TQ31', carriers: '2026-03-03' },
    { t: 'TQ32', carriers: '2026-03-06' },
  ])
})
