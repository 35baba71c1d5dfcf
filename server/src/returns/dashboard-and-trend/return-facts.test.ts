import { RETURN_STATE_CODES } from '@despatch/domain/returns/life/return-state'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountAll } from '../../figures/recount.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { findWrongFigures } from '../../testing/wrong-figures.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(csv(['A', 'B', 'C'].flatMap((order) => ['RED', 'BLUE'].map((sku) => [order, sku, 5, 4]))))
})
afterAll(() => on.portal.close())

test('daily figures match the records after late events, corrected orders and recounts', async () => {
  const { database } = on.portal
  const day = fc
    .integer({ min: 1, max: 28 })
    .map((date) => `2026-0${1 + (date % 3)}-${String(date).padStart(2, '0')} 23:30`)
  const event = fc.tuple(
    fc.constantFrom('R1', 'R2', 'R3'),
    fc.constantFrom('A', 'B', 'C'),
    fc.constantFrom('RED', 'BLUE'),
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom(...RETURN_STATE_CODES),
    day,
    fc.constantFrom('', 'DAMAGED', 'TOO-BIG'),
  )
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ events: fc.array(event, { minLength: 1, maxLength: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ moved: fc.constantFrom('A', 'B', 'C'), to: day }) },
    { weight: 1, arbitrary: fc.record({ cancelled: fc.constantFrom('A', 'B', 'C') }) },
    {
      weight: 1,
      arbitrary: fc.record({ parcel: fc.constantFrom('A', 'B', 'C'), to: day, by: fc.constantFrom('DPD', 'EVRI') }),
    },
    { weight: 2, arbitrary: fc.constant('recount' as const) },
  )
  const [{ value: steps } = { value: [] }] = [
    fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 13 })[0],
  ].map((value) => ({ value: value ?? [] }))
  let parcels = 0
  for (const one of steps) {
    if (one === 'recount') await recountAll(database)
    else if ('events' in one)
      await on.feedRows(
        'returns',
        csv(one.events, 'returnReference,orderNumber,SKU,quantity,event,occurredAt,reasonCode'),
      )
    else if ('moved' in one)
      await on.rows(
        `update orders set ordered_at = '${one.to}Z', post_code = 'AB1 2CD' where client_code = $1 and order_number = '${one.moved}'`,
      )
    else if ('cancelled' in one)
      await on.rows(
        `update orders set status = case status when 'C' then 'N' else 'C' end where client_code = $1 and order_number = '${one.cancelled}'`,
      )
    else
      await on.rows(
        `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
         values ($1, 'P${parcels++}', '${one.by}', '${one.parcel}', '${one.to}Z', '${one.to}Z', '2026-04-01')`,
      )
    expect(await findWrongFigures(database)).toEqual([])
  }
  expect((await on.rows('select from return_facts where client_code = $1')).length).toBeGreaterThan(20)
})
