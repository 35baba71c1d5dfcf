import { dayOf } from '@despatch/domain/calendar/day'
import { feedSummary } from '@despatch/contract/feeds/feeds'
import { TOOK_TOO_LONG } from '@despatch/domain/routing/allocation/exception-reasons'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { carrierItem, makeRuleBook, methodItem } from '../testing/rule-books.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await makeRuleBook(on.portal.testDatabase, on.me.client, [carrierItem('DPD'), methodItem('M1', 'DPD', 10_000)])
})
afterAll(() => on.portal.close())

const TODAY = dayOf(new Date())
const HEADER = 'orderNumber,SKU,quantity,unitValue,orderDate'

/** Simulates a statement timeout for rows of a table that meet a condition. */
async function stopAt(table: string, condition: string): Promise<() => Promise<unknown>> {
  const run = (statement: string) => on.portal.testDatabase.asOwner(statement)
  await run(`create function stop_at_${table}() returns trigger language plpgsql as $$
    begin
      raise exception 'canceling statement due to statement timeout' using errcode = '57014';
    end $$`)
  await run(
    `create trigger stop_at before insert on ${table} for each row when (${condition}) execute function stop_at_${table}()`,
  )
  return () => run(`drop trigger stop_at on ${table}; drop function stop_at_${table}`)
}

/** Counts orders by their consignment: a carrier, the reason for none, or nothing. */
async function countConsignments(prefix: string): Promise<Record<string, number>> {
  const rows = await on.rows(`
    select coalesce(c.carrier, c.why, 'nothing') as what, count(*)::int as count
    from orders o left join consignments c
      on c.client_code = o.client_code and c.order_number = o.order_number and c.ended_at is null
    where o.client_code = $1 and o.order_number like '${prefix}%' group by 1`)
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}

test('a statement timeout answers which rows are saved; their orders are allocated', async () => {
  const file = csv(
    Array.from({ length: 12_000 }, (_, i) => [`A${Math.floor(i / 100)}`, i === 11_990 ? 'SLOW' : 'RED', 1, 2, TODAY]),
    HEADER,
  )
  const goOn = await stopAt('order_lines', `new.sku_code = 'SLOW'`)
  const answer = await fetch(`${on.portal.url}/api/feeds/orders`, {
    method: 'POST',
    headers: { access_token: on.me.token, client: on.me.client, 'content-type': 'text/csv' },
    body: file,
  })
  const problem = (await answer.json()) as { code: string; message: string; present: unknown }
  expect([answer.status, problem.code]).toEqual([503, 'unavailable'])
  expect(problem.message).toBe(
    'The import took too long and stopped. Its first 10,000 rows are done and kept: 10,000 created. Import the same file again to finish. If it stops again, use smaller files or try later.',
  )
  expect(feedSummary.parse(problem.present)).toMatchObject({ read: 10_000, created: 10_000, ordersCreated: 100 })
  expect(await countConsignments('A')).toEqual({ DPD: 100 })
  const [run] = await on.rows(
    `select after from audit where client_code = $1 and act = 'feed.orders' order by audit_id desc limit 1`,
  )
  expect(run?.['after']).toMatchObject({ read: 10_000, created: 10_000, brokenOff: true })
  await goOn()
  const { summary } = await on.feed(file)
  expect(summary).toMatchObject({ read: 12_000, created: 2000, unchanged: 10_000 })
  expect(await countConsignments('A')).toEqual({ DPD: 120 })
})

test('only the order that takes too long to allocate becomes a routing exception', async () => {
  const goOn = await stopAt('consignments', `new.order_number = 'B7' and new.carrier is not null`)
  const rows = Array.from({ length: 20 }, (_, i) => [`B${i}`, 'RED', 1, 2, TODAY])
  const { status, summary } = await on.feed(csv(rows, HEADER))
  expect(status).toBe(200)
  expect(summary).toMatchObject({
    created: 20,
    noted: { 'Orders that couldn’t be allocated. Re-allocate them in Carrier Routing Exceptions': 1 },
  })
  expect(await countConsignments('B')).toEqual({ DPD: 19, [TOOK_TOO_LONG]: 1 })
  await goOn()
})

test('when all orders take too long, all become exceptions without a timeout each', async () => {
  const goOn = await stopAt('consignments', `new.order_number like 'C%' and new.carrier is not null`)
  const rows = Array.from({ length: 250 }, (_, i) => [`C${i}`, 'RED', 1, 2, TODAY])
  const { summary } = await on.feed(csv(rows, HEADER))
  expect(summary).toMatchObject({ created: 250 })
  expect(await countConsignments('C')).toEqual({ [TOOK_TOO_LONG]: 250 })
  await goOn()
})

test('a statement timeout in another feed answers which rows are saved', async () => {
  const goOn = await stopAt('stock_counts', `new.sku_code = 'SLOW'`)
  const { status, message } = await on.feedRows(
    'stock',
    'SKU,stockOnHand,availableStock,asOf\nSLOW,1,1,2026-11-20T10:00:00Z\n',
  )
  expect(status).toBe(503)
  expect(message).toMatch(/^The import took too long .* Nothing was imported\. Import the same file again/)
  await goOn()
})
