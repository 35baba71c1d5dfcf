import { request } from 'node:http'
import { feeds } from '@despatch/contract/feeds/feeds'
import { orders } from '@despatch/contract/orders/orders'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { refusalOf } from '../../testing/test-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const LATER = addDays(dayOf(new Date()), 7)
const HEADER = 'orderNumber,SKU,quantity,unitValue,orderDate'
const fileOf = (...numbers: string[]) =>
  csv(
    numbers.map((number) => [number, 'RED', 2, 3, LATER]),
    HEADER,
  )
const runs = async (as: { token: string; client?: string } = on.me) =>
  (await on.portal.call(feeds.runs, { query: { feed: 'orders' } }, as)).body.runs
const newest = async () => {
  const [run] = await runs()
  if (!run) throw new Error('Nothing was fed')
  return run
}
const takeBack = (run: number, reason = 'Fed by mistake', as: { token: string; client?: string } = on.me) =>
  on.portal.call(feeds.takeBack, { params: { run }, body: { reason } }, as)
const statusOf = async (number: string) =>
  (
    await on.rows(
      `select status, version, (select json_agg(act || ': ' || note order by version) from order_history h
         where h.client_code = o.client_code and h.order_number = o.order_number) as history
       from orders o where client_code = $1 and order_number = '${number}'`,
    )
  )[0]
const ofRun = async (feedRun: number) => {
  const { body } = await on.portal.call(orders.consolidated, { body: { feedRun } }, on.me)
  return body.Orders.map(({ orderNumber }) => orderNumber).toSorted()
}

test('each file is listed with sender, time, counts and problem; previews are not', async () => {
  await on.check(fileOf('A1'))
  await on.feed(
    csv([
      ['A1', 'RED', 2, 3],
      ['A2', 'RED', 0, 3],
    ]),
    { fileName: 'monday.csv' },
  )
  await on.feed('orderNumber\nA3\n', { fileName: 'wrong.csv' })
  const [wrong, monday, ...others] = await runs()
  expect(others).toEqual([])
  expect(monday).toMatchObject({
    feed: 'orders',
    fileName: 'monday.csv',
    counts: { read: 2, created: 1, refused: 1, ordersCreated: 1 },
    refusedByReason: { 'Quantity is a whole number from 1 to 999,999': 1 },
    problem: '',
    isBroken: false,
    takenBack: null,
    hasOrders: true,
    whyNotTakenBack: '',
  })
  expect(monday?.endedAt).not.toBeNull()
  expect(wrong).toMatchObject({ fileName: 'wrong.csv', counts: null, hasOrders: false })
  expect(wrong?.problem).toContain('The file lacks the columns SKU, quantity')
  expect(await ofRun(monday?.run ?? 0)).toEqual(['A1'])
})

test('a file taken back cancels its orders; feeding it again restores them', async () => {
  await on.feed(fileOf('B1', 'B2'))
  const { run } = await newest()
  expect((await takeBack(run)).body).toEqual({
    message: 'Import undone: 2 orders are cancelled. Import the file again to restore them.',
    cancelled: 2,
  })
  expect(await statusOf('B1')).toMatchObject({
    status: 'C',
    history: expect.arrayContaining(['Cancelled: Import of its file undone: Fed by mistake']),
  })
  expect(
    await on.rows(
      `select order_number from consignments where client_code = $1 and ended_at is null and order_number like 'B%'`,
    ),
  ).toEqual([])
  expect(await newest()).toMatchObject({ run, whyNotTakenBack: 'This import has already been undone.' })
  expect(refusalOf(await takeBack(run))).toMatchObject({ message: 'This import has already been undone.' })

  const checked = await on.check(fileOf('B1', 'B2'))
  const again = await on.feed(fileOf('B1', 'B2'))
  expect(again.summary).toMatchObject({
    created: 0,
    unchanged: 2,
    noted: { 'Orders of an undone import, which are New again': 2 },
  })
  expect(checked.summary).toEqual(again.summary)
  expect(await statusOf('B1')).toMatchObject({ status: 'N' })
  const standing = await on.rows(
    `select distinct order_number from consignments where client_code = $1 and ended_at is null and order_number like 'B%' order by 1`,
  )
  expect(standing).toEqual([{ order_number: 'B1' }, { order_number: 'B2' }])
  const back = await newest()
  expect(await ofRun(back.run)).toEqual(['B1', 'B2'])
  expect((await takeBack(back.run)).status).toBe(200)
})

test('webhooks report orders that are fed again', async () => {
  await on.feed(fileOf('W1'))
  const { run } = await newest()
  await on.rows(`insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
    values ($1, 'Shop', 'https://hooks.invalid', '', '{order.cancelled,order.fed_again}', now(), 'test')`)
  expect((await takeBack(run)).status).toBe(200)
  await on.feed(fileOf('W1'))
  const deliveries = await on.rows(
    `select event, payload from webhook_deliveries where client_code = $1 order by delivery_id`,
  )
  expect(deliveries).toEqual([
    { event: 'order.cancelled', payload: { orderNumber: 'W1', version: 2, Status: 'C' } },
    { event: 'order.fed_again', payload: { orderNumber: 'W1', version: 3, Status: 'N' } },
  ])
  await on.rows('delete from webhooks where client_code = $1')
})

test('an order cancelled by a user stays cancelled when its file is fed again', async () => {
  await on.feed(fileOf('C1'))
  await on.portal.call(orders.cancel, { body: { orderNumber: 'C1' } }, on.me)
  await on.feed(fileOf('C1'))
  expect(await statusOf('C1')).toMatchObject({ status: 'C' })
})

test('taking back is refused with the number of an order that is not New', async () => {
  await on.feed(fileOf('D1', 'D2', 'D3'))
  const { run } = await newest()
  await on.portal.call(orders.suspend, { body: { orderNumber: 'D2' } }, on.me)
  expect(await newest()).toMatchObject({
    whyNotTakenBack: 'Some of its orders are no longer New. Cancel the others by hand.',
  })
  const refused = await takeBack(run)
  expect(refused.status).toBe(422)
  expect(refusalOf(refused).message).toBe(
    '1 of its 3 orders is no longer New: D2 (SUSPENDED). Nothing was undone. Cancel the others by hand.',
  )
  expect(await statusOf('D1')).toMatchObject({ status: 'N', version: 1 })
})

test('a file that takes long to arrive stays in progress', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const sending = request(`${on.portal.url}/api/feeds/orders`, {
    method: 'POST',
    headers: { access_token: on.me.token, client: on.me.client, 'content-type': 'text/csv' },
  })
  sending.on('error', () => undefined)
  sending.write(fileOf('L1'))
  await expect.poll(newest).toMatchObject({ endedAt: null })
  const { run } = await newest()
  await on.portal.testDatabase.asOwner(
    `update feed_runs set seen_at = now() - interval '2 minutes' where run_id = $1`,
    [run],
  )
  expect(await newest()).toMatchObject({ isBroken: true })
  vi.advanceTimersByTime(30_000)
  await expect.poll(newest).toMatchObject({ endedAt: null, isBroken: false })
  sending.end()
  await expect.poll(newest).toMatchObject({ endedAt: expect.any(String), isBroken: false, problem: '' })
})

test('a file that is arriving when the server stops is shown as cut off', async () => {
  const own = await openFeedPortal()
  onTestFinished(() => own.portal.close())
  const sending = request(`${own.portal.url}/api/feeds/orders`, {
    method: 'POST',
    headers: { access_token: own.me.token, client: own.me.client, 'content-type': 'text/csv' },
  })
  sending.on('error', () => undefined)
  sending.write(fileOf('M1', 'M2'))
  const ends = () =>
    own.rows('select ended_at is not null as has_ended, is_broken from feed_runs where client_code = $1')
  await expect.poll(ends).toEqual([{ has_ended: false, is_broken: false }])
  const closed = own.portal.app.close()
  own.portal.app.server.closeAllConnections()
  await closed
  expect(await ends()).toEqual([{ has_ended: true, is_broken: true }])
})

test('a file whose server was killed says so minutes later; it can be taken back', async () => {
  await on.feed(fileOf('K1'))
  const { run } = await newest()
  const seen = (seconds: number) =>
    on.portal.testDatabase.asOwner(
      `update feed_runs set ended_at = null, started_at = now() - interval '1 hour', seen_at = now() - make_interval(secs => $2)
       where run_id = $1`,
      [run, seconds],
    )
  await seen(60)
  expect(await newest()).toMatchObject({
    endedAt: null,
    problem: '',
    whyNotTakenBack: 'This file is still being imported.',
  })
  await seen(120)
  expect(await newest()).toMatchObject({
    endedAt: expect.any(String),
    problem: expect.stringContaining('The server stopped during this import. Import the file again'),
    isBroken: true,
    whyNotTakenBack: '',
  })
  expect((await takeBack(run)).status).toBe(200)
})

test('taking back waits for an order that is being released, and is then refused', async () => {
  await on.feed(fileOf('E1', 'E2'))
  const { run } = await newest()
  const taking = await on.portal.database.copying([on.me.client], async (connection) => {
    await connection.query(
      `update orders set status = 'R', version = version + 1 where client_code = $1 and order_number = 'E2'`,
      [on.me.client],
    )
    const pending = takeBack(run)
    await expect
      .poll(() => on.portal.testDatabase.asOwner(`select from pg_stat_activity where wait_event_type = 'Lock'`))
      .not.toEqual([])
    return { pending }
  })
  const refused = await taking.pending
  expect(refusalOf(refused).message).toContain('E2 (Released)')
  expect(await statusOf('E1')).toMatchObject({ status: 'N', version: 1 })
})

test('another client can neither see nor take back the runs', async () => {
  await on.feed(fileOf('F1'))
  const { run } = await newest()
  const other = await makeSession(on.portal.testDatabase)
  expect(await runs(other)).toEqual([])
  expect((await takeBack(run, 'Mine', other)).status).toBe(404)
  expect(await statusOf('F1')).toMatchObject({ status: 'N' })
})

test('a file of another feed is listed there and cannot be taken back', async () => {
  await on.feedRows('stock', 'SKU,stockOnHand\nRED,5\n')
  const { body } = await on.portal.call(feeds.runs, { query: { feed: 'stock' } }, on.me)
  expect(body.runs).toMatchObject([{ feed: 'stock', whyNotTakenBack: 'Only imports of orders can be undone.' }])
})
