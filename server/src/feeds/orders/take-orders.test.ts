import { ORDER_REFUSED } from '@despatch/domain/feeds/existing-orders/existing-order'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const order = async (number: string) =>
  (
    await on.rows(
      `select status, version, source, quantity, item_count, total_value::float as value, customer_account,
              (select json_agg(json_build_array(line_number, sku_code, quantity, unit_value::float) order by line_number)
               from order_lines l where l.client_code = o.client_code and l.order_number = o.order_number) as lines,
              (select json_agg(act order by version) from order_history h
               where h.client_code = o.client_code and h.order_number = o.order_number) as history
       from orders o where client_code = $1 and order_number = '${number}'`,
    )
  )[0]

describe('a file of orders', () => {
  test('creates orders with lines, totals, history, marked SKUs and one audit row', async () => {
    const file = csv([
      ['A1', 'RED', 2, '1.50'],
      ['A1', 'BLUE', 1, '0.3333'],
      ['A2', 'RED', 3, '2'],
    ])
    const fed = await on.feed(file)
    expect(fed).toMatchObject({ status: 200, refused: [] })
    expect(fed.summary).toMatchObject({ read: 3, created: 3, unchanged: 0, ordersCreated: 2, skusCreated: 2 })
    expect(await order('A1')).toEqual({
      status: 'N',
      version: 1,
      source: 'feed',
      quantity: 3,
      item_count: 2,
      value: 3.33,
      customer_account: '',
      lines: [
        [1, 'RED', 2, 1.5],
        [2, 'BLUE', 1, 0.3333],
      ],
      history: ['Created'],
    })
    expect(await on.rows(`select sku_code, is_unknown from skus where client_code = $1 order by 1`)).toEqual([
      { sku_code: 'BLUE', is_unknown: true },
      { sku_code: 'RED', is_unknown: true },
    ])
    expect(
      await on.rows(`select after->>'created' as created from audit where client_code = $1 and act = 'feed.orders'`),
    ).toEqual([{ created: '3' }])
    expect(await on.rows('select count(*)::int from feed_run_orders where client_code = $1')).toEqual([{ count: 0 }])
  })

  test('sent again changes nothing', async () => {
    const file = csv([
      ['B1', 'RED', 2, '1.50'],
      ['B1', 'RED', 2, '1.50'],
    ])
    await on.feed(file)
    const before = await order('B1')
    const again = await on.feed(file)
    expect(again.summary).toMatchObject({
      read: 2,
      created: 0,
      unchanged: 2,
      refused: 0,
      ordersCreated: 0,
      skusCreated: 0,
    })
    expect(await order('B1')).toEqual(before)
  })

  test('notes unread columns unless a mapping leaves them out', async () => {
    const file = csv([['SPELT', 'SPELT', 1, 'Ada']], 'orderNumber,SKU,quantity,first name')
    const noted = { 'Ignored column: first name': 1 }
    expect((await on.feed(file)).summary).toMatchObject({ created: 1, noted })
    expect((await on.feed(file)).summary).toMatchObject({ unchanged: 1, noted })
    await on.saveMapping('spelt', { columns: { orderNumber: 'orderNumber', SKU: 'SKU', quantity: 'quantity' } })
    expect((await on.feed(file, { mapping: 'spelt' })).summary).toMatchObject({ read: 1, noted: {} })
    const audited = await on.rows(
      "select after -> 'noted' as noted from audit where client_code = $1 and act = 'feed.orders' order by audit_id desc limit 2",
    )
    expect(audited.map((row) => row['noted'])).toEqual([{}, noted])
  })

  test('saves each order whole or not at all', async () => {
    const fed = await on.feed(
      csv([
        ['C1', 'RED', 1, 1],
        ['C1', 'RED', -98, 1],
        ['C1', 'RED', 3, 1],
        ['C2', 'RED', 1, 1],
      ]),
    )
    expect(fed.refused).toEqual([
      { line: 2, column: 'orderNumber', reason: ORDER_REFUSED, value: 'C1 (line 3)' },
      { line: 3, column: 'quantity', reason: 'Quantity is a whole number from 1 to 999,999', value: '-98' },
      { line: 4, column: 'orderNumber', reason: ORDER_REFUSED, value: 'C1 (line 3)' },
    ])
    expect(fed.summary).toMatchObject({ read: 4, created: 1, refused: 3, refusedByReason: { [ORDER_REFUSED]: 2 } })
    expect(await order('C1')).toBeUndefined()
    expect(await order('C2')).toMatchObject({ item_count: 1 })
  })

  test('may have an order’s rows in several places; line numbers continue', async () => {
    const fed = await on.feed(
      csv([
        ['D1', 'RED', 1, 1],
        ['D2', 'RED', 1, 1],
        ['D1', 'BLUE', 2, 1],
      ]),
    )
    expect(fed.summary).toMatchObject({ created: 3, ordersCreated: 2 })
    expect(await order('D1')).toMatchObject({
      lines: [
        [1, 'RED', 1, 1],
        [2, 'BLUE', 2, 1],
      ],
    })
  })

  test('without prices uses the prices of SKUs', async () => {
    await on.feed(csv([['E1', 'PRICED', 1, '7.5']]))
    const unpriced = csv(
      [
        ['E2', 'PRICED', 2],
        ['E2', 'NEW', 1],
      ],
      'orderNumber,SKU,quantity',
    )
    expect((await on.feed(unpriced)).summary).toMatchObject({ created: 2 })
    expect(await order('E2')).toMatchObject({
      value: 15,
      lines: [
        [1, 'PRICED', 2, 7.5],
        [2, 'NEW', 1, 0],
      ],
    })
    expect((await on.feed(unpriced)).summary).toMatchObject({ unchanged: 2, refused: 0 })
  })

  test('with line numbers keeps them; a repeated line counts once', async () => {
    const header = 'orderNumber,lineNumber,SKU,quantity'
    const fed = await on.feed(
      csv(
        [
          ['F1', 7, 'RED', 1],
          ['F1', 7, 'RED', 1],
          ['F1', 9, 'RED', 2],
        ],
        header,
      ),
    )
    expect(fed.summary).toMatchObject({ created: 2, unchanged: 1 })
    const clash = await on.feed(
      csv(
        [
          ['F2', 1, 'RED', 1],
          ['F2', 1, 'RED', 5],
        ],
        header,
      ),
    )
    expect(clash.refused.map(({ line, column, value }) => [line, column, value])).toEqual([
      [2, 'orderNumber', 'F2 (line 3)'],
      [3, 'lineNumber', '1'],
    ])
  })

  test('as NDJSON gives the same result', async () => {
    const lines = [
      { orderNumber: 'G1', SKU: 'RED', quantity: 2, unitvalue: 1.5, customerAccount: null },
      { orderNumber: 'G1', SKU: 'BLUE', quantity: '1', unitValue: '2' },
    ].map((row) => JSON.stringify(row))
    const fed = await on.feed(`${lines.join('\n')}\n{"orderNumber":\n\n[1]\n${lines[0]?.replace('G1', 'G2')}`, {
      type: 'application/x-ndjson',
    })
    expect(fed.refused.map(({ line }) => line)).toEqual([1, 2, 3, 5, 6])
    const good = await on.feed(lines.join('\n'), { type: 'application/octet-stream' })
    expect(good.summary).toMatchObject({ created: 2 })
    expect(await order('G1')).toMatchObject({ value: 5 })
  })
})

describe('a stored order', () => {
  test('refuses another quantity and new lines; equal lines are unchanged', async () => {
    await on.feed(
      csv([
        ['H1', 'RED', 1, 1],
        ['H1', 'RED', 2, 1],
      ]),
    )
    const fed = await on.feed(
      csv([
        ['H1', 'RED', 1, 1],
        ['H1', 'RED', 9, 1],
        ['H1', 'RED', 3, 1],
      ]),
    )
    expect(fed.summary).toMatchObject({ created: 0, unchanged: 1, refused: 2 })
    expect(fed.refused).toEqual([
      {
        line: 3,
        column: 'quantity',
        reason: 'This order exists with another Quantity. Amend the order instead',
        value: '9',
      },
      { line: 4, column: 'orderNumber', reason: ORDER_REFUSED, value: 'H1' },
    ])
  })

  test('gets the lines that a broken file lacked, with totals and history', async () => {
    await on.feed(csv([['I1', 'RED', 1, 1]]))
    const fed = await on.feed(
      csv([
        ['I1', 'RED', 1, 1],
        ['I1', 'BLUE', 2, 3],
      ]),
    )
    expect(fed.summary).toMatchObject({ created: 1, unchanged: 1, ordersCreated: 0 })
    expect(await order('I1')).toMatchObject({
      version: 2,
      quantity: 3,
      item_count: 2,
      value: 7,
      history: ['Created', 'Amended'],
    })
  })

  test('shows missing goods data, also of further lines and of boxes', async () => {
    await on.rows(`insert into skus (client_code, sku_code, unit_value, weight, length, volume) values
      ($1, 'KNOWN', 4, 1, 1, 1), ($1, 'SET', 9, null, null, null), ($1, 'NO-SIZE', 1, 1, null, 1)`)
    await on.rows(
      `insert into sku_components (client_code, sku_code, component_code, quantity) values ($1, 'SET', 'KNOWN', 2)`,
    )
    const lines: [string, string, number, number][] = [
      ['GOODS1', 'KNOWN', 1, 1],
      ['GOODS2', 'SET', 1, 1],
      ['GOODS3', 'NO-SIZE', 1, 1],
      ['GOODS4', 'set', 1, 1],
      ['GOODS4', 'NOBODY-KNOWS', 1, 1],
    ]
    const lacks = () =>
      on.rows(
        `select order_number as of, lacks & 96 as goods from orders where client_code = $1 and order_number like 'GOODS_' order by 1`,
      )
    await on.feed(csv(lines))
    const first = [
      { of: 'GOODS1', goods: 0 },
      { of: 'GOODS2', goods: 0 },
      { of: 'GOODS3', goods: 64 },
      { of: 'GOODS4', goods: 96 },
    ]
    expect(await lacks()).toEqual(first)
    expect((await on.feed(csv(lines))).summary).toMatchObject({ created: 0, unchanged: 5 })
    expect(await lacks()).toEqual(first)
    const longer = lines.flatMap((line) =>
      line[0] === 'GOODS1'
        ? [line, ['GOODS1', 'SET', 1, 1]]
        : line[0] === 'GOODS2'
          ? [line, ['GOODS2', 'no-size', 1, 1]]
          : [],
    )
    expect((await on.feed(csv(longer as typeof lines))).summary).toMatchObject({ created: 2, unchanged: 2 })
    expect(await lacks()).toEqual([first[0], { of: 'GOODS2', goods: 64 }, first[2], first[3]])
  })

  test.each(['P', 'K', 'D', 'V', 'C'])('in status %s gets no further lines', async (status) => {
    await on.feed(csv([[`J${status}`, 'RED', 1, 1]]))
    await on.rows(`update orders set status = '${status}' where client_code = $1 and order_number = 'J${status}'`)
    const fed = await on.feed(
      csv([
        [`J${status}`, 'RED', 1, 1],
        [`J${status}`, 'BLUE', 2, 3],
      ]),
    )
    expect(fed.summary).toMatchObject({ created: 0, unchanged: 1, refused: 1 })
    expect(fed.refused[0]?.reason).toMatch(/no longer new, released or suspended/)
  })

  test('refuses another customer', async () => {
    const header = 'orderNumber,SKU,quantity,customerAccount'
    await on.feed(csv([['K1', 'RED', 1, '14741.0']], header))
    expect((await on.feed(csv([['K1', 'RED', 1, '14741']], header))).summary).toMatchObject({ unchanged: 1 })
    const fed = await on.feed(csv([['K1', 'RED', 1, '2']], header))
    expect(fed.refused).toEqual([
      {
        line: 2,
        column: 'customerAccount',
        reason: 'This order exists with another Customer account. Amend the order instead',
        value: '2',
      },
    ])
  })
})

describe('permission to feed', () => {
  test('is checked before any byte of the file is read', async () => {
    const reader = await makeSession(on.portal.testDatabase, { holds: (_leaf, right) => right !== 'Edit' })
    expect((await on.feed(csv([['X1', 'RED', 1, 1]]), { as: reader })).status).toBe(403)
    expect((await on.feed(csv([['X1', 'RED', 1, 1]]), { as: { ...on.me, client: 'OTHER' } })).status).toBe(403)
    expect((await on.feed(csv([['X1', 'RED', 1, 1]]), { as: { token: 'x'.repeat(43) } })).status).toBe(401)
    expect(await order('X1')).toBeUndefined()
  })

  test('keeps clients separate', async () => {
    const other = await makeSession(on.portal.testDatabase)
    await on.feed(csv([['Y1', 'RED', 1, 1]]))
    const fed = await on.feed(csv([['Y1', 'BLUE', 5, 1]]), { as: other })
    expect(fed.summary).toMatchObject({ created: 1, ordersCreated: 1, skusCreated: 1 })
  })
})
