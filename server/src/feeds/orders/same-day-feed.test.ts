import { addDays, atMinute, dayOf, nextWorkingDay, weekday } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeSku } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'

let on: FeedPortal
let SKU: string
/** A working day after today, so that tests do not depend on the day on which they run. */
const DAY = ((from) => {
  let day = addDays(from, 1)
  while (weekday(day) > 2) day = addDays(day, 1)
  return day
})(dayOf(new Date()))
const NEXT = nextWorkingDay(DAY)

beforeAll(async () => {
  on = await openFeedPortal()
  await makeRuleBook(on.portal.testDatabase, on.me.client, [
    carrierItem('DPD'),
    methodItem('M1', 'DPD'),
    capacityItem('DPD', 3),
  ])
  SKU = await makeSku(on.portal.testDatabase, { client: on.me.client })
  await on.portal.testDatabase.asOwner(
    `insert into carrier_cut_offs (carrier, service, weekdays, changed_at, changed_by)
     values ('DPD', '', array_fill(960, array[7]), now(), 'test')`,
  )
})
afterAll(async () => {
  vi.useRealTimers()
  await on.portal.close()
})

const sql = (text: string, ...values: unknown[]) => on.portal.testDatabase.asOwner(text, values)

async function clock(minute: number): Promise<void> {
  const now = atMinute(DAY, minute)
  vi.useFakeTimers({ toFake: ['Date'], now })
  await sql('update sessions set last_used_at = $1, created_at = $1, token_issued_at = $1', now)
}

type Row = { readonly number: string; readonly ordered?: string; readonly date?: string }
const file = (...rows: Row[]) =>
  csv(
    rows.map(({ number, ordered = DAY, date = '' }) => [
      number,
      SKU,
      1,
      ordered,
      date,
      'Ada',
      'Lovelace',
      'ada@example.com',
      '1 High St',
      'LS1 4AP',
      'GB',
    ]),
    'orderNumber,SKU,quantity,orderDate,date,customerFirstName,customerLastName,email,addressLine1,postCode,country',
  )

const days = async () =>
  Object.fromEntries(
    (
      await sql(
        `select o.order_number as o, o.despatch_date::text as day, c.client_method_id is not null as taken,
          o.promised_day::text as promised
        from orders o left join consignments c on c.client_code = o.client_code and c.order_number = o.order_number
          and c.ended_at is null
        where o.client_code = $1`,
        on.me.client,
      )
    ).map(({ o, day, taken, promised }) => [
      String(o),
      [day === DAY ? 'today' : day === NEXT ? 'next' : day, taken ? 'taken' : 'exception', promised === DAY].join(' '),
    ]),
  )

const times = (isSameDay: boolean) =>
  sql(
    `insert into client_despatch_times (client_code, is_same_day, promised_by) values ($1, $2, 840)
     on conflict (client_code) do update set is_same_day = $2`,
    on.me.client,
    isSameDay,
  )

test('orders of a file without a date leave today while a carrier takes them, and the file changes nothing twice', async () => {
  await clock(10 * 60)
  const before = file({ number: 'NORMAL' })
  await on.feed(before)
  await times(true)
  const fed = file(
    { number: 'A' },
    { number: 'B' },
    // The carrier is full by now.
    { number: 'FULL' },
    { number: 'Z-ASKED', date: DAY },
    { number: 'EARLIER', ordered: addDays(DAY, -1) },
  )
  await on.feed(fed)
  const expected = {
    NORMAL: 'next taken false',
    A: 'today taken true',
    B: 'today taken true',
    FULL: 'next taken true',
    'Z-ASKED': 'today exception true',
    EARLIER: 'today taken true',
  }
  expect(await days()).toEqual(expected)
  const again = await on.feed(fed)
  expect(again.summary).toMatchObject({ refused: 0, ordersCreated: 0 })
  expect(await days()).toEqual(expected)
})

test('after the cut-off they leave on the next day, and are not promised', async () => {
  await sql('update capacity_usage set parcels = 0 where client_code = $1', on.me.client)
  await clock(16 * 60 + 1)
  await on.feed(file({ number: 'LATE' }))
  expect(await days()).toMatchObject({ LATE: 'next taken false' })
  // Orders of yesterday are due today: nobody asked for that day either.
  await times(false)
  await on.feed(file({ number: 'YESTERDAY', ordered: addDays(DAY, -1) }))
  expect((await days())['YESTERDAY']).toBe('next taken false')
})
