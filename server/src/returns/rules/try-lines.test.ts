import { expect, test } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import { csv } from '../../testing/feed-portal.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { returnsDesk } from '../../testing/returns/returns-desk.ts'
import { linesToTry, lookupsOf, ALL_LINES } from './try-lines.ts'

const { announced, feed, freeAndPaid, on } = returnsDesk()

/** The lines of an order in a trial, for any number of lines. */
async function tried(orderNumber: string, over: 'returns' | 'orders') {
  const { client } = on().me
  const of = { client, over, since: '2020-01-01', today: '2100-01-01', reason: 'MIND' }
  const [few = [], many = []] = await inClient(on().portal.database, client, (transaction) =>
    Promise.all(
      [false, true].map((isOfAllOrders) =>
        transaction.rows(linesToTry(of, { ...lookupsOf([]), isOfAllOrders }, ALL_LINES).compile(db)),
      ),
    ),
  )
  const summarise = (rows: typeof few) =>
    rows
      .filter((row) => row.order_number === orderNumber)
      .map((row) => ({
        line: row.line_number,
        pieces: row.quantity,
        bought: row.bought,
        value: Number(row.line_value),
      }))
      .toSorted((one, other) => one.line - other.line)
  expect(summarise(many)).toEqual(summarise(few))
  return summarise(few)
}

test('with a free and a paid line, each piece uses its own line', async () => {
  const of = await freeAndPaid('TRY-1')
  const free = { line: 1, pieces: 1, bought: 1, value: 0 }
  const paid = { line: 2, pieces: 2, bought: 2, value: 200_000 }
  expect(await tried('TRY-1', 'orders')).toEqual([free, paid])
  const reference = await announced('TRY-1', 1, { lineNumber: 2 })
  expect(await tried('TRY-1', 'orders')).toEqual([free, { ...paid, pieces: 1 }])
  expect(await tried('TRY-1', 'returns')).toEqual([{ ...paid, pieces: 1 }])
  await feed(reference, of, [['received', '08:00']])
  await feed('WH-TRY', of, [['received', '09:00']])
  expect(await tried('TRY-1', 'orders')).toEqual([{ ...paid, pieces: 1 }])
})

test('returns of several lines are tried with the lines combined', async () => {
  const of = await freeAndPaid('TRY-2')
  await feed('WH-TRY-2', of, [['received', '09:00', 2]])
  expect(await tried('TRY-2', 'returns')).toEqual([{ line: 1, pieces: 2, bought: 3, value: 200_000 }])
})

test('if a box of a kit came back, only complete kits are tried', async () => {
  const { me, portal } = on()
  await on().feedRows('skus', csv([['TABLE', 'TOP; LEG x 4']], 'SKU,boxes'), { as: me })
  await on().feed(csv([['TRY-KIT', 'TABLE', 2, 100]]))
  const contents = [
    { sku: 'TOP', quantity: 2 },
    { sku: 'LEG', quantity: 8 },
  ]
  await makeParcel(portal.testDatabase, { client: me.client, orderNumber: 'TRY-KIT', contents })
  await on().rows(`update orders set status = 'D' where client_code = $1 and order_number = 'TRY-KIT'`)
  expect(await tried('TRY-KIT', 'orders')).toMatchObject([{ line: 1, pieces: 2, bought: 2 }])
  await feed('WH-KIT', { orderNumber: 'TRY-KIT', sku: 'LEG' }, [['received', '08:00']])
  expect(await tried('TRY-KIT', 'orders')).toMatchObject([{ line: 1, pieces: 1, bought: 2 }])
})
