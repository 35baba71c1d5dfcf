import { ORDER_REFUSED } from '@despatch/domain/feeds/existing-orders/existing-order'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

let prefix = 0
beforeEach(() => void prefix++)

/**
 * Feeds rows of number, SKU and customer. Returns the created orders and the lines refused for their own fault. `A` in
 * a number is replaced by a prefix that no other test uses.
 */
async function feed(
  rows: readonly string[],
  { header = 'orderNumber,SKU,customerAccount,quantity', mapping = '' } = {},
) {
  const own = (text: string) => text.replaceAll(/\b([A-Z])\b/g, `$1${prefix}`)
  const file = [header, ...rows.map((row) => own(row))].join('\n')
  const { status, refused, summary, message } = await on.feed(file, mapping === '' ? {} : { mapping })
  expect(status, message).toBe(200)
  expect(summary.created + summary.unchanged + summary.leftOut + summary.refused).toBe(summary.read)
  const orders = await on.rows(
    `select order_number as number from orders where client_code = $1 and order_number like '_${prefix}' order by 1`,
  )
  return {
    taken: orders.map(({ number }) => String(number).charAt(0)).join(''),
    refused: [...new Set(refused.filter(({ reason }) => reason !== ORDER_REFUSED).map(({ line }) => line))],
    dragged: refused.filter(({ reason }) => reason === ORDER_REFUSED).map(({ line, value }) => [line, value.slice(-8)]),
  }
}

describe('a refused row takes only orders with it whose line it may be', () => {
  const [A, B, C] = ['A,RED,17,1', 'B,RED,18,1', 'C,RED,19,1']
  test.each([
    ['without a number, and a customer of its own', ',RED,99,1', 'ABC'],
    ['without a number, with the customer before it', ',RED,17,1', 'BC'],
    ['without a number, with the customer behind it', ',RED,18,1', 'AC'],
    ['without a number or customer', ',RED,,1', 'C'],
    ['without a number and wrong otherwise', ',RED,17,none', 'BC'],
    ['without a number or SKU: a total', ',,17,3', 'ABC'],
    ['with a number that is too long', `${'X'.repeat(51)},RED,17,1`, 'ABC'],
    ['with a number that has an unseen sign in it', 'A\u200B,RED,17,1', 'BC'],
    ['with a number that is no UTF-8', 'A\uFFFD,RED,17,1', 'ABC'],
    ['with the number of the order two further, and wrong', 'C,RED,19,none', 'AB'],
    ['with a cell too few, behind its number', 'B,RED', 'AC'],
    ['with broken quotes behind its number', 'B,"RED"x,18,1', 'AC'],
    ['with a quote behind its number that is never closed', 'B,"RED,18,1', 'AC'],
    ['with broken quotes about its number', '"B"x,RED,18,1', 'C'],
  ])('%s', async (_what, row, taken) => {
    const fed = await feed([A, row, B, C])
    expect(fed).toMatchObject({ taken, refused: [3] })
    expect(fed.dragged.every(([, value]) => value === '(line 3)')).toBe(true)
  })

  test('a row with an extra cell refuses both neighbouring orders', async () => {
    const header = 'SKU,orderNumber,customerAccount,quantity'
    const fed = await feed(['RED,A,17,1', 'RED, large,B,18,1', 'RED,B,18,1', 'RED,C,19,1'], { header })
    expect(fed).toMatchObject({ taken: 'C', refused: [3] })
  })

  test('rows without a number refuse each order they may belong to', async () => {
    expect((await feed([A, ',RED,17,1', ',BLUE,18,1', B, C])).taken).toBe('C')
    prefix++
    expect((await feed([A, ',RED,98,1', ',BLUE,98,1', B, C])).taken).toBe('ABC')
  })

  test('empty and left-out rows refuse no order', async () => {
    const columns = { orderNumber: 'No', SKU: 'Item', customerAccount: 'Customer', quantity: 'Qty' }
    const leaveOut = [{ field: 'SKU' as const, equals: 'POST', reason: 'Postage' }]
    await on.saveMapping('shop', { columns, leaveOut })
    // A zero byte marks no other file type once the file has begun as text.
    const odd = [`${'X'.repeat(2000)},POST,17,1`, '"A\0",POST,17,1', '"A\tB\n",POST,17,1', ',POST,,1', ',,,']
    const fed = await feed([A, ...odd, B], { header: 'No,Item,Customer,Qty', mapping: 'shop' })
    expect(fed).toEqual({ taken: 'AB', refused: [], dragged: [] })
    prefix++
    // A row of an order that began with a left-out row and continues after another order.
    const scattered = await feed([',RED,18,1', 'B,POST,18,1', A, B], {
      header: 'No,Item,Customer,Qty',
      mapping: 'shop',
    })
    expect(scattered).toMatchObject({ taken: 'A', refused: [2] })
  })
})
