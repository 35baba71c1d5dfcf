import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(csv([['00123', 'RED', 2, '1.50']], ORDERS))
})
afterAll(() => on.portal.close())

const ORDERS = 'orderNumber,SKU,quantity,unitValue'
const DESPATCHES = 'orderNumber,status,carrier,trackingNumber,despatchedAt'
const RETURNS = 'orderNumber,returnReference,SKU,quantity,event,reasonCode'
const LOST_ZEROS = {
  column: 'orderNumber',
  reason: 'A spreadsheet has changed this code. Leading zeros or letters are lost',
  value: '123: there is 00123',
}

test('an order number without its leading zeros is refused and creates no duplicate', async () => {
  const file = csv(
    [
      ['123', 'RED', 2, '1.50'],
      ['123', 'BLUE', 1, '2'],
      ['124', 'RED', 1, '1.50'],
    ],
    ORDERS,
  )
  expect((await on.check(file)).refused).toMatchObject([{ line: 2, ...LOST_ZEROS }, { line: 3 }])
  const { refused, summary } = await on.feed(file)
  expect(refused).toMatchObject([{ line: 2, ...LOST_ZEROS }, { line: 3 }])
  expect(summary).toMatchObject({ ordersCreated: 1, refused: 2 })
})

test('an order stored without its zeros is accepted with a note naming both', async () => {
  await on.feed(csv([['77', 'RED', 1, '1']], ORDERS))
  const { summary } = await on.feed(csv([['0077', 'RED', 1, '1']], ORDERS))
  expect(summary).toMatchObject({ ordersCreated: 1 })
  expect(Object.keys(summary.noted)).toContain(
    'Order 0077, which is there as 77 too: cancel one of them if they are the same',
  )
  const again = await on.feed(
    csv(
      [
        ['0077', 'RED', 1, '1'],
        ['77', 'RED', 1, '1'],
      ],
      ORDERS,
    ),
  )
  expect(again.summary).toMatchObject({ unchanged: 2, refused: 0, noted: {} })
})

test('despatches and returns with such a number name the right order', async () => {
  const sent = await on.feedRows('despatches', csv([['123', 'DESPATCHED', 'DPD', 'T1', '2026-01-05']], DESPATCHES))
  expect(sent.refused).toMatchObject([{ line: 2, ...LOST_ZEROS }])
  const back = await on.feedRows('returns', csv([['123', 'RR1', 'RED', 1, 'received', '']], RETURNS))
  expect(back.refused).toMatchObject([{ line: 2, ...LOST_ZEROS }])
  const unknown = await on.feedRows('returns', csv([['555', 'RR1', 'RED', 1, 'received', '']], RETURNS))
  expect(unknown.refused).toMatchObject([{ value: '555' }])
})

test('a number in scientific notation is refused in every feed', async () => {
  const { refused } = await on.feed(csv([['1.23457E+11', 'RED', 2, '1.50']], ORDERS))
  const sent = await on.feedRows(
    'despatches',
    csv([['1.23457E+11', 'DESPATCHED', 'DPD', 'T1', '2026-01-05']], DESPATCHES),
  )
  const back = await on.feedRows('returns', csv([['1.23457E+11', 'RR1', 'RED', 1, 'received', '']], RETURNS))
  for (const [refusal] of [refused, sent.refused, back.refused])
    expect(refusal).toMatchObject({ column: 'orderNumber', reason: expect.stringContaining('cut this code short') })
})
