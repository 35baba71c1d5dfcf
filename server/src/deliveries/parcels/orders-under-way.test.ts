import { isOrderDelivered, notSent } from '@despatch/domain/orders/delivered-order'
import { SHORT_ACTS } from '@despatch/domain/orders/commands/sent-short'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shortfallOf } from '../../orders/commands/shortfall.ts'
import { makeClient, makeSku } from '../../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { inClient } from '../../database/in-client.ts'
import { ORDERS_UNDER_WAY } from './orders-under-way.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

/** Every way to have up to two parcels, each under way or delivered, with one of these contents. */
const CONTENTS = [[], ['A1'], ['A2', 'B1'], ['B2', 'C1'], ['C1', 'D2'], ['X3'], ['K1', 'A1']] as const
const goods = (of: readonly string[]) => of.map((one) => ({ SKU: one.slice(0, 1), quantity: Number(one.slice(1)) }))
const PARCELS = CONTENTS.flatMap((contents) => [true, false].map((isDelivered) => ({ isDelivered, contents })))
const SENT = [[], ...PARCELS.map((one) => [one]), ...PARCELS.flatMap((one) => PARCELS.map((other) => [one, other]))]
/** What was said of each afterwards: nothing; that the rest does not come; and that it may come after all. */
const ACTS: readonly (readonly string[])[] = [[], [SHORT_ACTS.close], [SHORT_ACTS.close, SHORT_ACTS.reopen]]
const ORDERS = ACTS.flatMap((acts) => SENT.map((parcels) => ({ parcels, isClosedShort: acts.length === 1, acts })))
// A on two lines. K comes in a box C and two boxes D.
const LINES = goods(['A1', 'B1', 'A1', 'K1'])
const BOXES = goods(['C1', 'D2'])
const boxesOf = new Map([['K', BOXES]])

test('finds those orders under way, and what of them was not sent, as the domain’s rules say', async () => {
  const on = portal.testDatabase
  const client = await makeClient(on)
  for (const code of ['A', 'B', 'C', 'D', 'K']) await makeSku(on, { client, code })
  const rows = (sql: string, ...values: unknown[]) => on.asOwner(sql, [client, ...values])
  await rows(
    `insert into sku_components select $1, 'K', * from unnest($2::text[], $3::int[])`,
    BOXES.map(({ SKU }) => SKU),
    BOXES.map(({ quantity }) => quantity),
  )
  const numbers = ORDERS.map((_, index) => `O-${index}`)
  await rows(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
       quantity, item_count, total_value, currency_code, created_at, created_by)
     select $1, n, 'D', 'feed', now(), 'STANDARD', '2026-03-02', 'GB', 3, 3, 1, 'GBP', now(), 'test' from unnest($2::text[]) n`,
    numbers,
  )
  await rows(
    `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
     select $1, n, l, s, q, 1, 1 from unnest($2::text[]) n, unnest($3::text[], $4::int[]) with ordinality as t (s, q, l)`,
    numbers,
    LINES.map(({ SKU }) => SKU),
    LINES.map(({ quantity }) => quantity),
  )
  const said = ORDERS.flatMap(({ acts }, order) => acts.map((act, index) => ({ order, version: index + 2, act })))
  await rows(
    `insert into order_history (client_code, order_number, version, at, by_name, act, status)
     select $1, n, v, now(), 'test', a, 'D' from unnest($2::text[], $3::int[], $4::text[]) as h (n, v, a)`,
    said.map(({ order }) => `O-${order}`),
    said.map(({ version }) => version),
    said.map(({ act }) => act),
  )
  const parcels = ORDERS.flatMap((of, order) =>
    of.parcels.map(({ isDelivered, contents }, index) => ({
      order,
      tracking: `T-${order}-${index}`,
      isDelivered,
      contents,
    })),
  )
  await rows(
    `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date, delivered_at)
     select $1, t, 'DPD', o, now(), now(), '2026-03-05', case when d then now() end
     from unnest($2::text[], $3::text[], $4::boolean[]) as p (t, o, d)`,
    parcels.map(({ tracking }) => tracking),
    parcels.map(({ order }) => `O-${order}`),
    parcels.map(({ isDelivered }) => isDelivered),
  )
  const inside = parcels.flatMap(({ tracking, contents }) => goods(contents).map((one) => ({ tracking, ...one })))
  await rows(
    `insert into parcel_contents (client_code, tracking_number, sku_code, quantity)
     select $1, * from unnest($2::text[], $3::text[], $4::int[])`,
    inside.map(({ tracking }) => tracking),
    inside.map(({ SKU }) => SKU),
    inside.map(({ quantity }) => quantity),
  )
  const found = (await rows(ORDERS_UNDER_WAY, numbers)).map((row) => row['orderNumber'] as string)
  const sentOf = (order: (typeof ORDERS)[number]) =>
    order.parcels.map(({ isDelivered, contents }) => ({ isDelivered, contents: goods(contents) }))
  const expected = ORDERS.flatMap((order, index) =>
    isOrderDelivered(sentOf(order), LINES, { ...order, boxesOf }) ? [] : `O-${index}`,
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
  expect(expected.length).toBeLessThan(ORDERS.length)

  const shortfalls = await inClient(portal.database, client, (transaction) =>
    Promise.all(numbers.map((orderNumber) => shortfallOf(transaction, { client, orderNumber }))),
  )
  expect(shortfalls).toEqual(
    ORDERS.map((order) => {
      const items = notSent(sentOf(order), LINES, boxesOf)
      return items.length > 0 ? { items, SKUs: items.length, isClosed: order.isClosedShort } : undefined
    }),
  )
})
