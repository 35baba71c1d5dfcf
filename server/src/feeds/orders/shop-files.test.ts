import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'

smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.rows(`insert into skus (client_code, sku_code, unit_value) values ($1, '00123', 4), ($1, 'MUG', 2)`)
})
afterAll(() => on.portal.close())

const HEADER =
  'orderNumber,SKU,quantity,customerFirstName,customerLastName,email,phone,addressLine1,postCode,country,orderDate'
const feed = (rows: (string | number)[][], header = HEADER) => on.feed(csv(rows, header))
const order = async (number: string) =>
  (
    await on.rows(
      `select customer_first_name as name, email, phone, address_line_1 as address, post_code as code, country,
         (select json_agg(json_build_array(sku_code, quantity, unit_value::float, total_value::float) order by line_number)
          from order_lines l where l.client_code = o.client_code and l.order_number = o.order_number) as lines,
         (select json_agg(note order by note_id) from order_notes n
          where n.client_code = o.client_code and n.order_number = o.order_number) as notes
       from orders o where client_code = $1 and order_number = '${number}'`,
    )
  )[0]
const WHOLE = ['Jo', 'Ex', 'jo@example.com', '07700 900123', '1 High St', 'LS1 4AP', 'GB', '2026-03-02']
const BLANK = ['', '', '', '', '', '', '', '']

describe('the rows of an order', () => {
  test('may leave fields empty that the first row fills', async () => {
    const fed = await feed([
      ['E1', 'MUG', 1, ...WHOLE],
      ['E1', 'CUP', 1, ...BLANK],
    ])
    expect(fed).toMatchObject({ refused: [], summary: { created: 2, ordersCreated: 1 } })
    expect(await order('E1')).toMatchObject({
      name: 'Jo',
      code: 'LS1 4AP',
      lines: [
        ['MUG', 1, 2, 2],
        ['CUP', 1, 0, 0],
      ],
    })
  })

  test('may fill fields only in a later row', async () => {
    const fed = await feed([
      ['E2', 'MUG', 1, 'Jo', '', '', '', '', '75001', 'FR', ''],
      ['E2', 'CUP', 1, ...BLANK],
      ['E2', 'PAN', 1, '', 'Ex', 'jo@example.com', '', '1 Rue', '75001', '', ''],
    ])
    expect(fed).toMatchObject({ refused: [], summary: { ordersCreated: 1 } })
    expect(await order('E2')).toMatchObject({ name: 'Jo', email: 'jo@example.com', address: '1 Rue', country: 'FR' })
  })

  test('may be scattered, and in the next chunk', async () => {
    const between = Array.from({ length: 1200 }, (_, at) => [`F${at}`, 'MUG', 1, ...WHOLE])
    const abroad = ['Jo', 'Ex', 'jo@example.com', '', '1 Rue', '75001', 'FR', '2026-03-02']
    const rows = [
      ['E3', 'MUG', 1, ...abroad],
      ['E4', 'MUG', 1, ...WHOLE],
      ['E3', 'CUP', 1, ...BLANK],
      ...between,
      ['E3', 'PAN', 1, ...BLANK],
    ]
    expect(await feed(rows)).toMatchObject({ refused: [], summary: { ordersCreated: 1202 } })
    expect((await order('E3'))?.['lines']).toHaveLength(3)
    expect((await feed(rows)).summary).toMatchObject({ unchanged: rows.length, refused: 0 })
  })

  test('match in any case, spacing and phone format; the first spelling is kept', async () => {
    const rows = [
      ['E5', 'MUG', 1, ...WHOLE],
      ['E5', 'CUP', 1, 'JO', 'EX', 'Jo@Example.com', '+44 7700 900123', '1  High St', 'ls14ap', 'United Kingdom', ''],
    ]
    expect(await feed(rows)).toMatchObject({ refused: [], summary: { created: 2 } })
    expect(await order('E5')).toMatchObject({
      name: 'Jo',
      email: 'jo@example.com',
      phone: '07700 900123',
      address: '1 High St',
    })
    expect((await feed(rows.toReversed())).summary).toMatchObject({ unchanged: 2, refused: 0 })
  })

  test('that contradict each other are refused', async () => {
    const { refused } = await feed([
      ['E6', 'MUG', 1, ...WHOLE],
      ['E6', 'CUP', 1, 'Al', ...BLANK.slice(1)],
    ])
    expect(refused).toMatchObject([{ line: 2 }, { line: 3, column: 'customerFirstName', value: 'Al' }])
  })

  test('list all their faults at once and count once', async () => {
    const { summary, refused } = await feed([['E7', '', 'two', 'Jo', 'Ex', 'jo', '', '1 St', 'nowhere', 'GB', 'soon']])
    expect(refused.map(({ line, column }) => [line, column])).toEqual(
      ['SKU', 'quantity', 'orderDate', 'postCode', 'email'].map((column) => [2, column]),
    )
    expect(summary).toMatchObject({ read: 1, refused: 1 })
    expect(Object.values(summary.refusedByReason)).toEqual([1, 1, 1, 1, 1])
  })
})

test('phone text that is no number becomes a note, with a count', async () => {
  const phones = ["'+447700900123", '020 7946 0000 ext. 30841', '07700900123 / 07700900124', 'n/a']
  const fed = await on.feed(
    csv(
      phones.map((phone, at) => [`P${at}`, 'MUG', 1, phone]),
      'orderNumber,SKU,quantity,phone',
    ),
  )
  expect(fed).toMatchObject({ refused: [], summary: { ordersCreated: 4 } })
  expect(fed.summary.noted).toEqual({ 'Phones shortened, with the rest in an order note': 3 })
  expect(await Promise.all([0, 1, 2, 3].map(async (at) => (await order(`P${at}`))?.['phone']))).toEqual([
    '+447700900123',
    '020 7946 0000',
    '07700900123',
    '',
  ])
  expect((await order('P0'))?.['notes']).toBeNull()
  expect((await order('P1'))?.['notes']).toEqual(['Phone: extension 30841'])
})

test('a quote within a cell is text, and a broken row refuses no other order', async () => {
  const fed = await on.feed(
    [
      'orderNumber\tSKU\tquantity\taddressLine1',
      'Q1\tMUG\t1\t5" Lane',
      'Q2\tMUG\t1\t"9 Rd',
      'Q3\tMUG\t1\t"The ""Mews""\n2 St"',
      'Q4\tMUG\t1\tx',
    ].join('\n'),
  )
  expect(fed.summary).toMatchObject({ read: 4, ordersCreated: 3, refused: 1 })
  expect(fed.refused).toMatchObject([{ line: 3, reason: expect.stringMatching(/is not closed in this line/) }])
  expect(await order('Q1')).toMatchObject({ address: '5" Lane' })
  expect(await order('Q3')).toMatchObject({ address: 'The "Mews" 2 St' })
})

describe('codes damaged by a spreadsheet', () => {
  test('are refused with the known code, or restored', async () => {
    const fed = await on.feed(
      csv(
        [
          ['5.51122E+12', 'MUG', 1],
          ['5.51122E+12', 'CUP', 1],
          ['D1', "'MUG", 1],
          ['D2', '123', 1],
          ['D3', '123.0', 1],
          ['D4.0', '4.00E+07', 1],
          ['2001.0', '\u00A0MUG', 1],
          ["'2002", '00123', 1],
        ],
        'orderNumber,SKU,quantity',
      ),
    )
    expect(fed.refused.map(({ line, value }) => [line, value])).toEqual([
      [2, '5.51122E+12'],
      [3, '5.51122E+12'],
      [5, '123: there is 00123'],
      [6, '123: there is 00123'],
      [7, '4.00E+07'],
    ])
    expect(fed.summary).toMatchObject({ ordersCreated: 3, skusCreated: 0 })
    expect(await order('2001')).toMatchObject({ lines: [['MUG', 1, 2, 2]] })
    expect(await order('2002')).toMatchObject({ lines: [['00123', 1, 4, 4]] })
  })
})

describe('amounts', () => {
  test('are read if unambiguous and in the client’s currency', async () => {
    const fed = await on.feed(
      csv(
        [
          ['M1', 'MUG', 1, '"£1,234.50"'],
          ['M2', 'MUG', 1, '"4,95"'],
          ['M3', 'MUG', 1, '"1,250"'],
          ['M4', 'MUG', 1, '€4.95'],
        ],
        'orderNumber,SKU,quantity,unitValue',
      ),
    )
    expect(fed.refused).toMatchObject([
      { line: 4, reason: expect.stringMatching(/may be thousands or decimals. Write/) },
      { line: 5, reason: 'Unit value is not in the client’s currency. Use GBP' },
    ])
    expect(await order('M1')).toMatchObject({ lines: [['MUG', 1, 1234.5, 1234.5]] })
  })

  test('may be line totals, to the penny; the file again is unchanged', async () => {
    await on.saveMapping('totals', { columns: { orderNumber: 'No', SKU: 'Item', quantity: 'Qty', totalValue: 'Paid' } })
    const file = (paid: string) => csv([['M5', 'MUG', 3, paid]], 'No,Item,Qty,Paid')
    expect((await on.feed(file('10.00'), { mapping: 'totals' })).summary).toMatchObject({ created: 1 })
    expect(await order('M5')).toMatchObject({ lines: [['MUG', 3, 3.3333, 10]] })
    expect((await on.feed(file('10'), { mapping: 'totals' })).summary).toMatchObject({ unchanged: 1 })
    expect((await on.feed(file('11.00'), { mapping: 'totals' })).refused).toMatchObject([
      { column: 'Paid', reason: expect.stringMatching(/with another Line total/) },
    ])
  })
})

test('rows of totals are left out, and extra empty cells ignored', async () => {
  const fed = await on.feed('orderNumber,SKU,quantity\nT1,MUG,2,,\nTotal,,2,,\n')
  expect(fed.summary).toMatchObject({ ordersCreated: 1, leftOut: 1, leftOutByReason: { 'A row of totals': 1 } })
})

describe('a file that differs from a stored order', () => {
  const LINES = 'orderNumber,SKU,quantity,unitValue'
  const lines = (number: string, ...rows: (string | number)[][]) =>
    csv(
      rows.map((row) => [number, ...row]),
      LINES,
    )
  const [MUG, CUP, PAN] = [
    ['MUG', 1, 2],
    ['CUP', 2, 3],
    ['PAN', 1, 4],
  ]

  test.each([
    ['N', 'The order has a line that is not in this file. Amend or cancel the order instead'],
    ['D', expect.stringContaining('Import what is sent back as a return')],
  ])('by a missing line names it, while the order is %s', async (status, reason) => {
    const number = `G-${status}`
    await on.feed(lines(number, MUG, CUP, PAN))
    await on.rows(`update orders set status = '${status}' where client_code = $1 and order_number = '${number}'`)
    const fed = await on.feed(lines(number, MUG, PAN))
    expect(fed.summary).toMatchObject({ read: 2, unchanged: 1, refused: 1 })
    expect(fed.refused).toEqual([
      {
        line: 2,
        column: 'SKU',
        reason,
        value: `${number}: CUP × 2`,
      },
    ])
    expect((await on.check(lines(number, MUG, PAN))).summary).toMatchObject({ unchanged: 1, refused: 1 })
  })

  test('only in the order of lines is unchanged', async () => {
    await on.feed(lines('G1', MUG, CUP, PAN))
    expect((await on.feed(lines('G1', PAN, MUG, CUP))).summary).toMatchObject({ unchanged: 3, refused: 0 })
  })

  test('by a replaced line adds none', async () => {
    await on.feed(lines('G2', MUG, CUP))
    const fed = await on.feed(lines('G2', MUG, PAN))
    expect(fed.summary).toMatchObject({ created: 0, unchanged: 1, refused: 1 })
    expect(fed.refused).toMatchObject([{ line: 3, column: 'SKU', value: 'PAN: the order has CUP × 2' }])
    expect((await order('G2'))?.['lines']).toHaveLength(2)
  })

  test('by lines in another chunk of the file has no differences', async () => {
    const between = Array.from({ length: 1200 }, (_, at) => [`G3-${at}`, ...MUG])
    const file = csv([['G3', ...MUG], ...between, ['G3', ...CUP]], LINES)
    await on.feed(file)
    expect((await on.feed(file)).summary).toMatchObject({ unchanged: 1202, refused: 0 })
  })

  test('by a quantity or price is refused there, even with missing lines', async () => {
    await on.feed(lines('G4', MUG, CUP, PAN))
    const fed = await on.feed(lines('G4', ['MUG', 5, 2], ['PAN', 1, '4.50']))
    expect(fed.refused.map(({ line, column }) => [line, column])).toEqual([
      [2, 'quantity'],
      [3, 'unitValue'],
      [2, 'SKU'],
    ])
    expect(fed.summary).toMatchObject({ unchanged: 0, refused: 2 })
  })

  test('restores an order taken back only if it is complete', async () => {
    await on.feed(lines('G5', MUG, CUP))
    await on.rows(`update orders set status = 'C', feed_run = 1 where client_code = $1 and order_number = 'G5'`)
    expect((await on.feed(lines('G5', MUG))).summary).toMatchObject({ unchanged: 1, refused: 0 })
  })
})
