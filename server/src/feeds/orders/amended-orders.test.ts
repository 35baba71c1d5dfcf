import { orders } from '@despatch/contract/orders/orders'
import { addDays, dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { LINE_MISSING, LINES_AMENDED, changedFieldReason } from '@despatch/domain/feeds/existing-orders/existing-order'
import type { RouteInput } from '@despatch/contract/route/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const HEADER = 'orderNumber,SKU,quantity,unitValue,customerFirstName,addressLine1,postCode,dispatchService'
const readOrder = async (orderNumber: string) => {
  const { body } = await on.portal.call(orders.searchByOrderNumber, { body: { orderNumber } }, on.me)
  const [order] = body.Orders
  if (!order) throw new Error('The order is not there')
  return order
}

/** Amends some fields of an order in the portal. */
async function amend(orderNumber: string, changes: Partial<RouteInput<typeof orders.amend>['body']>): Promise<void> {
  const { version, ...is } = await readOrder(orderNumber)
  const body = {
    orderNumber,
    version,
    customerFirstName: is.customerFirstName,
    customerLastName: is.customerLastName,
    email: is.email,
    phone: is.phone,
    country: is.country,
    addressLine1: is.addressLine1,
    addressLine2: is.addressLine2,
    addressLine3: is.addressLine3,
    addressLine4: is.addressLine4,
    postCode: is.postCode,
    dispatchService: is.dispatchService,
    ...changes,
  }
  const answer = await on.portal.call(orders.amend, { body }, on.me)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

test('a file sent again leaves amended orders as they are', async () => {
  const file = csv(
    [
      ['A1', 'RED', 2, '1.50', 'Ada', '1 High Street', 'SW1Y 4JH', 'STANDARD'],
      ['A1', 'BLUE', 1, '2', 'Ada', '1 High Street', 'SW1Y 4JH', 'STANDARD'],
      ['A2', 'RED', 1, '1.50', 'Bob', '2 High Street', 'SW1Y 4JH', 'STANDARD'],
    ],
    HEADER,
  )
  expect((await on.feed(file)).summary).toMatchObject({ created: 3, ordersCreated: 2 })
  await amend('A1', {
    addressLine1: '9 Low Street',
    postCode: 'AB10 1AA',
    dispatchService: 'NEXT DAY',
    items: [{ SKU: 'RED', quantity: 5 }],
  })
  const stands = await readOrder('A1')
  expect(stands).toMatchObject({ version: 2, quantity: 5, postCode: 'AB10 1AA' })

  for (let time = 0; time < 2; time++) {
    const again = await on.feed(file)
    expect(again.refused).toEqual([])
    expect(again.summary).toMatchObject({ read: 3, created: 0, unchanged: 3, ordersCreated: 0 })
    expect(await readOrder('A1')).toEqual(stands)
  }
})

test('an order whose fed address the portal would refuse can be amended', async () => {
  const header = 'orderNumber,SKU,quantity,email'
  expect((await on.feed(csv([['E1', 'RED', 1, 'ada+tag@example.museum']], header))).refused).toEqual([])
  await amend('E1', { phone: '0123' })
  expect(await readOrder('E1')).toMatchObject({ email: 'ada+tag@example.museum', phone: '0123', version: 2 })
  await expect(amend('E1', { email: 'bob+tag@example.museum' })).rejects.toThrow('An email looks like')
  await amend('E1', { email: 'bob@example.com' })
})

test('a day in the file applies to any service; moved later, it stays moved', async () => {
  const dated = `${HEADER},date`
  const day = nextWorkingDay(addDays(dayOf(new Date()), 20))
  const row = (date: string) => ['D1', 'RED', 2, '1.50', 'Ada', '1 High Street', 'SW1Y 4JH', 'STANDARD', date]
  expect((await on.feed(csv([row(day)], dated))).summary).toMatchObject({ ordersCreated: 1 })
  expect(await readOrder('D1')).toMatchObject({ dispatchService: 'STANDARD', despatchDate: day })
  const other = await on.feed(csv([row(nextWorkingDay(day))], dated))
  expect(other.refused.map(({ column }) => column)).toEqual(['date'])
  expect((await on.feed(csv([row('')], dated))).summary).toMatchObject({ unchanged: 1, refused: 0 })
  await amend('D1', { date: nextWorkingDay(day) })
  expect((await on.feed(csv([row(day)], dated))).summary).toMatchObject({ unchanged: 1, refused: 0 })
  expect(await readOrder('D1')).toMatchObject({ despatchDate: nextWorkingDay(day) })
})

test('fields that were not amended are still compared, and further lines added', async () => {
  const row = (...cells: (string | number)[]) => [...cells, '1 High Street', 'SW1Y 4JH', 'STANDARD']
  await on.feed(csv([row('B1', 'RED', 2, '1.50', 'Ada')], HEADER))
  await amend('B1', { addressLine1: '9 Low Street' })
  const other = await on.feed(csv([row('B1', 'RED', 2, '1.50', 'Eve')], HEADER))
  expect(other.refused.map(({ column }) => column)).toEqual(['customerFirstName'])
  const rest = csv([row('B1', 'RED', 2, '1.50', 'Ada'), row('B1', 'BLUE', 1, '2', 'Ada')], HEADER)
  expect((await on.feed(rest)).summary).toMatchObject({ created: 1, unchanged: 1, refused: 0 })
  expect(await readOrder('B1')).toMatchObject({ version: 3, itemCount: 2, addressLine1: '9 Low Street' })
})

test('refusals name lines that the shop removed, added or changed after an amendment', async () => {
  const row = (...cells: (string | number)[]) => [...cells, 'Ada', '1 High Street', 'SW1Y 4JH', 'STANDARD']
  const rows = [row('C1', 'RED', 2, '1.50'), row('C1', 'BLUE', 1, '2'), row('C1', 'PINK', 1, '3')]
  await on.feed(csv(rows, HEADER))
  await amend('C1', {
    items: [
      { SKU: 'RED', quantity: 5 },
      { SKU: 'BLUE', quantity: 1 },
    ],
  })
  const stands = await readOrder('C1')
  const again = async (...lines: (string | number)[][]) => {
    const { refused } = await on.feed(csv(lines, HEADER))
    expect(await readOrder('C1')).toEqual(stands)
    return refused.map(({ line, column, reason, value }) => [line, column, reason, value])
  }
  const [red = [], blue = [], pink = []] = rows
  expect(await again(red, pink)).toEqual([[2, 'SKU', LINE_MISSING, 'C1: BLUE × 1']])
  expect(await again(blue, pink)).toEqual([[2, 'SKU', LINE_MISSING, 'C1: RED × 5']])
  expect(await again(red, blue)).toEqual([])
  expect(await again(red, blue, row('C1', 'GREEN', 4, '2'), pink)).toEqual([[4, 'SKU', LINES_AMENDED, 'C1: GREEN × 4']])
  expect(await again(row('C1', 'RED', 3, '1.50'), blue, pink)).toEqual([
    [2, 'quantity', changedFieldReason('quantity'), '3'],
  ])
})
