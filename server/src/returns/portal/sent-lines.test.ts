import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { returnsDesk } from '../../testing/returns/returns-desk.ts'
import { lockReturns } from './load-returns.ts'

const { announced, on, order } = returnsDesk()

/** Another parcel of an order with some pieces of a SKU; null: unknown contents. */
const alsoSent = (orderNumber: string, sku: string, quantity: number | null) =>
  makeParcel(on().portal.testDatabase, {
    client: on().me.client,
    orderNumber,
    contents: quantity === null ? [] : [{ sku, quantity }],
  })

test('locking returns reads only the parcels of their orders', async () => {
  const { client } = on().me
  const of = await order('MANY-0', 1)
  const reference = await announced('MANY-0', 1)
  await on()
    .rows(`insert into orders select (jsonb_populate_record(o, jsonb_build_object('order_number', 'MANY-' || n))).*
    from orders o, generate_series(1, 3000) n where o.client_code = $1 and o.order_number = 'MANY-0'`)
  await on()
    .rows(`insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
    select $1, 'MANY' || n, 'DPD', 'MANY-' || n, now(), now(), now() from generate_series(1, 3000) n`)
  await on().rows(`insert into parcel_contents (client_code, tracking_number, sku_code, quantity)
    select $1, 'MANY' || n, '${of.sku}', 1 from generate_series(1, 3000) n`)
  await on().portal.testDatabase.asOwner('analyze parcels, parcel_contents')
  const readRows = await inClient(on().portal.database, client, async (transaction) => {
    expect(await lockReturns(transaction, client, [reference])).toHaveLength(1)
    const counted = sql<{ pieces: number }>`
      select sum(seq_tup_read + idx_tup_fetch)::int as pieces from pg_stat_xact_user_tables
      where relname in ('parcels', 'parcel_contents')`
    return transaction.row(counted.compile(db))
  })
  expect(readRows?.pieces).toBeLessThan(100)
})

test('overshipped pieces can be returned only if all parcels’ contents are known', async () => {
  const { client } = on().me
  for (const [orderNumber, unknown] of [
    ['BEYOND-1', false],
    ['BEYOND-2', true],
  ] as const) {
    const of = await order(orderNumber, 2)
    await alsoSent(orderNumber, of.sku, 1)
    if (unknown) await alsoSent(orderNumber, of.sku, null)
    const reference = await announced(orderNumber, 2)
    const [locked] = await inClient(on().portal.database, client, (transaction) =>
      lockReturns(transaction, client, [reference]),
    )
    expect(locked?.lines).toMatchObject([{ overshipped: unknown ? 0 : 1 }])
  }
})
