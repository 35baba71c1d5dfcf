import { reports } from '@despatch/contract/reports/reports'
import { addDays } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountAll } from '../../figures/recount.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

const DAY = '2026-01-09'
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(csv([['A', 'RED', 1, 4, '2026-01-05']], 'orderNumber,SKU,quantity,unitValue,orderDate'))
})
afterAll(() => on.portal.close())

const dayOfReport = async () => {
  await recountAll(on.portal.database)
  const { body } = await on.portal.call(
    reports.carriers,
    { body: { startDate: DAY, endDate: DAY, carrier: '', service: '', region: '' } },
    on.me,
  )
  const { delivered, daysTaken, within1, within2, within3, within5 } = body.now
  return { delivered, daysTaken, within1, within2, within3, within5 }
}

test('one statement that moves parcels between days updates the days-taken counts', async () => {
  // Parcels delivered on the day took two and four days. The others, three each, are first delivered a day later.
  await on.rows(
    `insert into parcels (client_code, tracking_number, carrier, carrier_service, order_number, despatched_at, ordered_at, promised_date, delivered_on)
     select $1, number, 'DPD', 'Next Day', 'A', left_on + time '10:00' at time zone 'UTC', '2026-01-05T09:00Z', date '2026-01-12', delivered_on
     from (values ('T2', date '2026-01-07', date '${DAY}'), ('T4', '2026-01-05', '${DAY}'),
       ('T3', '2026-01-06', '${addDays(DAY, 1)}'), ('T5', '2026-01-06', '${addDays(DAY, 1)}')
     ) as p (number, left_on, delivered_on)`,
  )
  expect(await dayOfReport()).toEqual({ delivered: 2, daysTaken: 6, within1: 0, within2: 1, within3: 1, within5: 2 })
  await on.rows(
    `update parcels set delivered_on = case when delivered_on = '${DAY}' then date '${addDays(DAY, 1)}' else '${DAY}' end
     where client_code = $1 and tracking_number in ('T2', 'T3', 'T4', 'T5')`,
  )
  expect(await dayOfReport()).toEqual({ delivered: 2, daysTaken: 6, within1: 0, within2: 0, within3: 2, within5: 2 })
})
