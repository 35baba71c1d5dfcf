import { reports } from '@despatch/contract/reports/reports'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { ORDER_FIGURES, PARCEL_FIGURES } from '@despatch/domain/reports/figures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const YEAR = { startDate: '2026-01-01', endDate: '2026-12-31' }
let portal: TestPortal
let staff: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  for (const code of ['ACME', 'BIRCH']) await makeClient(portal.testDatabase, { code })
  staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal User' })), client: ALL_CLIENTS }
  // Several orders and parcels of each client on each day, stored in another order than listed.
  await portal.testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, released_on,
       despatched_on, delivered_on, promised_day, country, quantity, item_count, total_value, currency_code, created_at, created_by)
     select client, 'O' || n, 'V', 'feed', timestamptz '2026-03-01 10:00Z' + (n * 37 % 20) * interval '5 hours', 'STANDARD',
       date '2026-03-02' + n * 7 % 5, date '2026-03-02' + n * 3 % 5, date '2026-03-03' + n % 5, date '2026-03-04' + n % 3,
       date '2026-03-04' + n % 3, 'GB', 1, 1, 1,
       'GBP', now(), 'test'
     from generate_series(1, 40) n, unnest(array['ACME', 'BIRCH']) client`,
  )
  await portal.testDatabase.asOwner(
    `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date, delivered_on)
     select client_code, 'T' || order_number, 'DPD', order_number, ordered_at + interval '1 day', ordered_at, date '2026-03-05',
       case when substring(order_number from 2)::int % 4 > 0 then date '2026-03-04' + substring(order_number from 2)::int % 4 end
     from orders`,
  )
})
afterAll(() => portal.close())

/** Whether days never go back. */
const isSorted = (days: readonly string[]) => days.every((day, at) => at === 0 || (days[at - 1] ?? '') <= day)

describe('pages of a drill-down list follow one another, oldest first, over all clients', () => {
  test.each(ORDER_FIGURES.filter((figure) => figure !== 'routingExceptions'))('%s', async (figure) => {
    const read = async (page: number, limit: number) =>
      (await portal.call(reports.orders, { body: { ...YEAR, figure, page, limit } }, staff)).body
    const whole = await read(1, 100)
    expect(whole.total).toBe(whole.rows.length)
    expect(whole.rows.length).toBeGreaterThan(20)
    expect(isSorted(whole.rows.map(({ countedOn }) => countedOn))).toBe(true)
    const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((page) => read(page, 11)))
    expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows)
  })

  test.each(PARCEL_FIGURES)('%s', async (figure) => {
    const read = async (page: number, limit: number) =>
      (await portal.call(reports.parcels, { body: { ...YEAR, figure, page, limit } }, staff)).body
    const whole = await read(1, 100)
    expect(whole.total).toBe(whole.rows.length)
    expect(whole.rows.length).toBeGreaterThan(10)
    expect(isSorted(whole.rows.map(({ countedOn }) => countedOn))).toBe(true)
    const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((page) => read(page, 11)))
    expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows)
  })
})
