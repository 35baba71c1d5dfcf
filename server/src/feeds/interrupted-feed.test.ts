import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../testing/feed-portal.ts'
import { waitUntilBlocked } from '../testing/wait-until-blocked.ts'

smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

/** Orders of one to five lines, some with rows in two places of the file. */
function manyOrders(prefix: string, orders: number): string {
  const rows: (string | number)[][] = []
  for (let number = 0; number < orders; number++) {
    for (let line = 0; line <= number % 5; line++)
      rows.push([`${prefix}${number}`, `S${(number * 7 + line) % 97}`, 1 + (number % 9), `${line}.25`])
    if (number % 50 === 49) rows.push([`${prefix}${number - 20}`, 'LATE', 1, 1])
  }
  return csv(rows)
}

type SavedOrders = { orders: number; lines: number; pieces: number; wrong: number }
/** Saved orders of a prefix; `wrong` counts orders whose totals do not match their lines. */
async function savedOrders(prefix: string): Promise<SavedOrders> {
  // Without statistics PostgreSQL would read all lines once for each order.
  await on.portal.testDatabase.asOwner('analyze orders, order_lines')
  const rows = await on.rows(`
    select count(*)::int as orders, coalesce(sum(lines), 0)::int as lines, coalesce(sum(pieces), 0)::int as pieces,
      count(*) filter (where o.quantity <> s.pieces or o.item_count <> s.lines or o.total_value <> s.value)::int as wrong
    from orders o cross join lateral (
      select count(*) as lines, sum(l.quantity) as pieces, sum(l.total_value) as value from order_lines l
      where l.client_code = o.client_code and l.order_number = o.order_number
    ) s
    where o.client_code = $1 and o.order_number like '${prefix}%'`)
  return rows[0] as SavedOrders
}

/** The counts expected from the text of a file. */
function expected(file: string): SavedOrders {
  const rows = file
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
  return {
    orders: new Set(rows.map(([order]) => order)).size,
    lines: rows.length,
    pieces: rows.reduce((sum, row) => sum + Number(row[2]), 0),
    wrong: 0,
  }
}

describe('a broken connection', () => {
  test.each([
    [0, 400],
    [1, 400],
    [30, 400],
    [4_321, 400],
    [4_000, 340],
    [14_001, 340],
  ])('after %d bytes loses nothing once the file of %d orders is sent again', async (bytes, orders) => {
    const prefix = `P${bytes}-`
    const file = manyOrders(prefix, orders)
    expect(file.length).toBeGreaterThan(bytes)
    await on.breakOff(Buffer.from(file), bytes)
    const part = await savedOrders(prefix)
    expect(part.wrong).toBe(0)
    expect(part.lines).toBeLessThan(expected(file).lines)
    const again = await on.feed(file)
    expect(again.summary).toMatchObject({ unchanged: part.lines, refused: 0 })
    expect(again.summary.created + again.summary.unchanged).toBe(expected(file).lines)
    expect(await savedOrders(prefix)).toEqual(expected(file))
  })

  test('keeps complete orders and drops the order in progress', async () => {
    const file = csv([
      ['Q1', 'A', 1, 1],
      ['Q2', 'A', 1, 1],
      ['Q2', 'A', 2, 1],
      ['Q2', 'A', 3, 1],
    ])
    await on.breakOff(Buffer.from(file), file.indexOf('Q2,A,3'))
    expect(await savedOrders('Q')).toMatchObject({ orders: 1, lines: 1 })
    const [run] = await on.rows(
      `select after from audit where client_code = $1 and act = 'feed.orders' order by audit_id desc limit 1`,
    )
    expect(run?.['after']).toMatchObject({ read: 1, created: 1, refused: 0, brokenOff: true })
  })
})

describe('the same file over several connections at once', () => {
  test('is saved once', async () => {
    const file = manyOrders('R', 340)
    const backwards = csv(
      file
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')),
    )
    const fed = await Promise.all([on.feed(file), on.feed(backwards), on.feed(file)])
    expect(fed.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(fed.reduce((sum, { summary }) => sum + summary.created, 0)).toBe(expected(file).lines)
    expect(fed.reduce((sum, { summary }) => sum + summary.ordersCreated, 0)).toBe(expected(file).orders)
    expect(fed.flatMap(({ refused }) => refused)).toEqual([])
    expect(await savedOrders('R')).toEqual(expected(file))
  })

  test('with its rows in another order does not deadlock', async () => {
    const rows = Array.from({ length: 1_200 }, (_, number) => [`T${number}`, `U${number % 150}`, 1, 1])
    const fed = await Promise.all([on.feed(csv(rows)), on.feed(csv(rows.toReversed()))])
    expect(fed.map(({ status }) => status)).toEqual([200, 200])
    expect(fed.reduce((sum, { summary }) => sum + summary.created, 0)).toBe(1_200)
  })
})

describe('an order whose rows are far apart in the file', () => {
  const filler = (from: number) => Array.from({ length: 1_020 }, (_, number) => [`V${from + number}`, 'A', 1, 1])

  test('numbers its lines across chunks, and is suspended or refused with its bad rows', async () => {
    const begin = [
      ['W1', 'A', 1, 1],
      ['W1', 'A', 2, 1],
      ['X1', 'A', 1, 1],
      ['Y1', 'A', -1, 1],
    ]
    const end = [
      ['W1', 'B', 3, 1],
      ['X1', 'B', -3, 1],
      ['Y1', 'B', 3, 1],
      ['END', 'A', 1, 1],
    ]
    const file = csv([...begin, ...filler(0), ...end])
    const fed = await on.feed(file)
    expect(fed.summary).toMatchObject({ read: 1_028, created: 1_025, refused: 3 })
    expect(fed.refused.map(({ line, value }) => [line, value])).toEqual([
      [5, '-1'],
      [1_027, '-3'],
      [1_028, 'Y1 (line 5)'],
    ])
    expect(
      await on.rows(
        `select line_number, sku_code from order_lines where client_code = $1 and order_number = 'W1' order by 1`,
      ),
    ).toEqual([
      { line_number: 1, sku_code: 'A' },
      { line_number: 2, sku_code: 'A' },
      { line_number: 3, sku_code: 'B' },
    ])
    expect(
      await on.rows(`select status, suspended_for, version from orders where client_code = $1 and order_number = 'X1'`),
    ).toEqual([{ status: 'S', suspended_for: 'Other', version: 2 }])
    expect((await savedOrders('Y1')).orders).toBe(0)
    expect((await on.feed(file)).summary).toMatchObject({ created: 0, unchanged: 1_025, refused: 3 })
    expect((await savedOrders('W1')).wrong).toBe(0)
  })

  test('is locked in order of order numbers, as commands lock orders', async () => {
    const { asOwner } = on.portal.testDatabase
    await on.feed(csv([['A0', 'A', 1, 1]]))
    await asOwner('begin')
    await asOwner("select from orders where order_number = 'A0' for update")
    const more = [
      ['A0', 'A', 1, 1],
      ['A0', 'B', 1, 1],
      ['X2', 'B', -3, 1],
      ['END2', 'A', 1, 1],
    ]
    const fed = on.feed(csv([['X2', 'A', 1, 1], ...filler(6_000), ...more]))
    await waitUntilBlocked(on.portal.testDatabase)
    expect(await asOwner("select from orders where order_number = 'X2' for update nowait")).toHaveLength(1)
    await asOwner('commit')
    expect((await fed).summary).toMatchObject({ refused: 1, created: 1_023 })
    expect(
      await on.rows(
        "select order_number, status, item_count from orders where client_code = $1 and order_number in ('A0', 'X2') order by 1",
      ),
    ).toEqual([
      { order_number: 'A0', status: 'N', item_count: 2 },
      { order_number: 'X2', status: 'S', item_count: 1 },
    ])
  })
})

describe('a file in which every row is wrong', () => {
  test('reports every row', async () => {
    const rows = Array.from({ length: 3_000 }, (_, number) => [`Z${number}`, 'A', 'many', 1])
    const fed = await on.feed(csv(rows))
    expect(fed.summary).toMatchObject({ read: 3_000, refused: 3_000 })
    expect(fed.refused).toHaveLength(3_000)
    expect(fed.refused.at(-1)).toMatchObject({ line: 3_001, value: 'many' })
  })

  test('refuses unreadable rows and the orders around them', async () => {
    const fed = await on.feed(
      'orderNumber,SKU,quantity\nAA1,A,1\nAA2,A,1\nAA2,"A"x,1\nAA3,A,1\nAA4,A,1,extra\nAA5,A,1\n,A,1\n',
    )
    expect(fed.refused.map(({ line }) => line)).toEqual([3, 4, 6, 7, 8])
    expect((await savedOrders('AA')).orders).toBe(2)
  })

  test('refuses an order with more lines than the maximum', async () => {
    const rows = Array.from({ length: 25_000 }, () => ['BB1', 'A', 1, 1])
    const fed = await on.feed(csv([...rows, ['BB2', 'A', 1, 1]]))
    expect(fed.summary).toMatchObject({ read: 25_001, refused: 25_000, created: 1 })
    expect(await savedOrders('BB')).toMatchObject({ orders: 1, lines: 1 })
  })
})
