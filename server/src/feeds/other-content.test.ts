import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.rows(`insert into skus (client_code, sku_code, unit_value) values ($1, '00123', 4), ($1, 'MUG', 2)`)
  await on.rows(`insert into carrier_event_codes (carrier, code, state, reason, changed_at, changed_by) values
    ('DPD', '060', 'delivered', '', now(), 'test'), ($1, 'x', 'on_hold', '', now(), 'test')`)
  await on.feed(
    csv([
      ['O1', 'MUG', 5, 2],
      ['O2', '00123', 1, 2],
    ]),
  )
})
afterAll(() => on.portal.close())

describe('a record that contradicts a saved one is refused with the saved value', () => {
  const STOCK = 'SKU,kind,quantity,reference,reason'
  test('goods in with one reference, in one file or two', async () => {
    const fed = await on.feedRows(
      'stock',
      csv(
        [
          ['MUG', 'goods-in', 10, 'PO-1', ''],
          ['MUG', 'goods-in', 12, 'PO-1', ''],
        ],
        STOCK,
      ),
    )
    expect(fed.summary).toMatchObject({ created: 1, unchanged: 0, refused: 1 })
    const refusal = {
      column: 'quantity',
      value: '12: PO-1 is there with 10',
      reason: expect.stringMatching(/another quantity/),
    }
    expect(fed.refused).toEqual([{ line: 3, ...refusal }])
    const again = await on.feedRows(
      'stock',
      csv(
        [
          ['MUG', 'goods-in', 12, 'PO-1', ''],
          ['MUG', 'goods-in', 10, 'PO-1', ''],
        ],
        STOCK,
      ),
    )
    expect(again.summary).toMatchObject({ created: 0, unchanged: 1, refused: 1 })
    expect(again.refused).toEqual([{ line: 2, ...refusal }])
  })
  test('an adjustment with a known reference', async () => {
    const row = (pieces: number) => csv([['MUG', 'adjustment', pieces, 'ADJ-1', 'Count']], STOCK)
    await on.feedRows('stock', row(-2))
    expect((await on.feedRows('stock', row(-2))).summary).toMatchObject({ unchanged: 1, refused: 0 })
    expect((await on.feedRows('stock', row(2))).refused).toMatchObject([{ value: '2: ADJ-1 is there with -2' }])
  })
  test('an event of a return with a known reference', async () => {
    const header = 'returnReference,orderNumber,SKU,quantity,event,reference'
    const row = (quantity: number, event = 'Received') => csv([['R1', 'O1', 'MUG', quantity, event, 'EV-1']], header)
    await on.feedRows('returns', row(1))
    expect((await on.feedRows('returns', row(1))).summary).toMatchObject({ unchanged: 1, refused: 0 })
    expect((await on.feedRows('returns', row(2))).refused).toMatchObject([
      { column: 'quantity', value: '2: there is 1' },
    ])
    expect((await on.feedRows('returns', row(1, 'Refunded'))).refused).toMatchObject([
      { column: 'event', value: 'Refunded: there is Received' },
    ])
  })
  test('the first row of a parcel; further rows change nothing', async () => {
    const header = 'orderNumber,trackingNumber,carrier,weight,SKU,quantity'
    const rows = [
      ['O1', 'T1', 'DPD', '1.5', 'MUG', 1],
      ['O1', 'T1', 'DPD', '2', '00123', 1],
    ]
    expect((await on.feedRows('despatches', csv(rows, header))).summary).toMatchObject({ created: 2, refused: 0 })
    expect((await on.feedRows('despatches', csv(rows, header))).summary).toMatchObject({ unchanged: 2, refused: 0 })
    const other = await on.feedRows('despatches', csv([['O1', 'T1', 'EVRI', '1.5', 'MUG', 1]], header))
    expect(other.refused).toMatchObject([{ column: 'carrier', value: 'EVRI: there is DPD' }])
  })
})

describe('codes damaged by a spreadsheet are refused', () => {
  test('in despatches', async () => {
    const fed = await on.feedRows(
      'despatches',
      csv(
        [
          ['O2', '1.5501E+13', 'DPD', '00123', 1],
          ['O2', '15501230000019.0', 'DPD', '00123', 1],
          ['O2', "'15501230000026", 'DPD', "'00123", 1],
          ['O2', '15501230000033', 'DPD', '123', 1],
        ],
        'orderNumber,trackingNumber,carrier,SKU,quantity',
      ),
    )
    expect(fed.refused.map(({ line, column, value }) => [line, column, value])).toEqual([
      [2, 'trackingNumber', '1.5501E+13'],
      [5, 'SKU', '123: there is 00123'],
    ])
    expect(
      await on.rows(
        `select tracking_number as t from parcels where client_code = $1 and order_number = 'O2' order by 1`,
      ),
    ).toEqual([{ t: '15501230000019' }, { t: '15501230000026' }])
  })
  test('in delivery events, including carriers’ codes', async () => {
    const fed = await on.feedRows(
      'delivery-events',
      csv(
        [
          ['1.5501E+13', 'DPD', '060', '2026-03-03 08:00'],
          ["'15501230000019", 'DPD', '060', '2026-03-03 08:00'],
          ['15501230000026.0', 'DPD', '060', '2026-03-03 08:00'],
          ['15501230000026', 'DPD', '60', '2026-03-03 08:00'],
          ['15501230000026', 'DPD', '61', '2026-03-03 08:00'],
        ],
        'trackingNumber,carrier,code,occurredAt',
      ),
    )
    expect(fed.refused.map(({ line, value }) => [line, value])).toEqual([
      [2, '1.5501E+13'],
      [5, '60: there is 060'],
    ])
    expect(fed.summary).toMatchObject({ created: 3 })
  })
  test('in returns and stock', async () => {
    const returned = await on.feedRows(
      'returns',
      csv(
        [
          ['R9', 'O2', '123', 1],
          ['7.1E+11', 'O2', '00123', 1],
        ],
        'returnReference,orderNumber,SKU,quantity',
      ),
    )
    expect(returned.refused.map(({ line, value }) => [line, value])).toEqual([
      [2, '123: there is 00123'],
      [3, '7.1E+11'],
    ])
    expect(
      (
        await on.feedRows(
          'stock',
          csv(
            [
              ['123.0', 4],
              ["'MUG", 4],
            ],
            'SKU,stockOnHand',
          ),
        )
      ).refused,
    ).toMatchObject([{ line: 2, value: '123: there is 00123' }])
  })
})

test('all faults of a row are listed at once, and the row counts once', async () => {
  const fed = await on.feedRows('delivery-events', 'trackingNumber,carrier,code,occurredAt\n,,,soon\n')
  expect(fed.refused.map(({ column }) => column)).toEqual(['trackingNumber', 'carrier', 'code', 'occurredAt'])
  expect(fed.summary).toMatchObject({ read: 1, refused: 1 })
})
