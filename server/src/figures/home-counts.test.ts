import { claims } from '@despatch/contract/claims/claims'
import { announcedReturns } from '@despatch/contract/returns/portal/announced-returns'
import { stock } from '@despatch/contract/stock/stock'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { home } from '@despatch/contract/route/home'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import type { SignedIn } from '../testing/test-portal.ts'

let on: FeedPortal
const today = dayOf(new Date())
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(
    csv(
      [
        ['A', 'RED', 1, 4, today],
        ['B', 'RED', 1, 4, today],
        ['C', 'RED', 1, 4, today],
      ],
      'orderNumber,SKU,quantity,unitValue,orderDate',
    ),
  )
  // One goes today, one is sent and late, the other goes later.
  await on.rows(`update orders set despatch_date = '${today}' where client_code = $1 and order_number = 'A'`)
  await on.rows(
    `update orders set despatch_date = '${addDays(today, 9)}' where client_code = $1 and order_number = 'B'`,
  )
  await on.rows(`update orders set status = 'D' where client_code = $1 and order_number = 'C'`)
  await on.rows(
    `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
     select client_code, 'T1', 'DPD', order_number, now(), ordered_at, '${addDays(today, -1)}' from orders
     where client_code = $1 and order_number = 'C'`,
  )
})
afterAll(() => on.portal.close())

const of = async (as: SignedIn) => {
  const { body } = await on.portal.call(home.counts, {}, as)
  return Object.fromEntries(body.counts.map(({ name, count, urgent }) => [name, [count, urgent]]))
}

test('Home counts what waits, with what is urgent of it', async () => {
  const counts = await of(on.me)
  const { body } = await on.portal.call(allocation.exceptions, { query: { open: 'true' } }, on.me)
  expect(counts).toMatchObject({
    'orders-to-release': [2, 1],
    'parcels-late': [1, 1],
    'routing-exceptions': [body.total, 0],
  })
  // Nothing of invoices waits: it is left out.
  expect(counts).not.toHaveProperty('invoices-to-decide')
})

test('Home counts returns, claims and stock as their lists do', async () => {
  const day = (days: number) => addDays(today, days)
  await on.rows(
    `insert into announced_returns (client_code, return_reference, order_number, announced_key, announced_at, channel, by_name,
       state, review, book_version, saw, parcels, fee, postage, refund_due_on)
     select $1, reference, 'C', reference, now(), 'portal', '', 'announced', review, 0, '{}', '[]', 0, 0, due::date
     from (values ('R1', 'waiting', null), ('R2', 'none', '${day(-1)}'), ('R3', 'allowed', '${today}')) r (reference, review, due)`,
  )
  await on.rows(
    `insert into announced_lines (client_code, return_reference, order_number, line_number, sku_code, quantity, reason_code,
       comment, resolution, answer, text, destination, announced)
     select client_code, return_reference, 'C', 1, 'RED', 1, 'MIND', '', 'refund', 'allowed', '', 'returns-centre', 1
     from announced_returns where client_code = $1`,
  )
  await on.rows(
    `insert into claim_candidates (client_code, tracking_number, carrier, carrier_service, order_number, cause, despatched_on,
       deadline, currency, goods, carriage, amount, why, judged_at)
     select $1, tracking_number, 'DPD', '', 'C', 'lost', '${day(-20)}', deadline::date, 'GBP', 1, 1, 2, '', now()
     from (values ('P1', '${day(-1)}'), ('P2', '${today}'), ('P3', '${day(6)}'), ('P4', '${day(7)}')) p (tracking_number, deadline)`,
  )
  await on.rows(
    `insert into stock_balances (client_code, sku_code, code, promised, counted_at, counted) values ($1, 'SHORT', 'QUARANTINE', 3, now(), 0),
       ($1, 'UNCOUNTED', 'QUARANTINE', 3, null, null)
     on conflict (client_code, sku_code, code) do nothing`,
  )
  // One failed, one was cancelled, one failed and was asked for again.
  await on.rows(
    `insert into export_jobs (export_id, user_id, client_codes, report, file_name, format, input, status, error, asked_at)
     select gen_random_uuid(), user_id, array[$1::text], 'returns-trend', 'Trend.xlsx', 'xlsx', to_jsonb(input), status, error, now() + later::interval
     from (select user_id from user_clients where client_code = $1 limit 1) u, (values ('a', 'Failed', '', '0'), ('b', 'Failed', 'You cancelled this file.', '0'),
       ('c', 'Failed', '', '0'), ('c', 'Succeeded', '', '1 s')) e (input, status, error, later)`,
  )
  const counts = await of(on.me)
  const returns = await on.portal.call(announcedReturns.list, { query: { show: 'overdue' } }, on.me)
  const toClaim = await on.portal.call(claims.claimable, { body: { until: day(6) } }, on.me)
  const short = await on.portal.call(stock.listStock, { body: { only: 'short' } }, on.me)
  expect(counts).toMatchObject({
    'returns-to-review': [1, 0],
    'refunds-overdue': [1, 0],
    'claims-due': [2, 1],
    'stock-short': [short.body.total, 0],
    'exports-failed': [1, 0],
  })
  expect([returns.body.total, toClaim.body.total]).toEqual([1, 2])
  expect(short.body.rows.map(({ sku }) => sku)).toContain('SHORT')
  expect(short.body.rows.map(({ sku }) => sku)).not.toContain('UNCOUNTED')
})

test('another client’s work is not counted, nor what a user may not act on', async () => {
  const other = await makeSession(on.portal.testDatabase)
  expect(await of(other)).toEqual({})
  const holds = (leaf: string) => leaf === 'reportsAndEnquiries.carrierDeliveryExceptions'
  const reader = await makeSession(on.portal.testDatabase, { clients: [on.me.client], holds })
  expect(await of(reader)).toEqual({ 'parcels-late': [1, 1] })
})
