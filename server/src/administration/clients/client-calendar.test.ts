import type { Client } from '@despatch/contract/administration/clients/client'
import { contract } from '@despatch/contract/contract'
import { addDays, dayOf, formatDay, nextWorkingDay } from '@despatch/domain/calendar/day'
import { NO_CALENDAR } from '@despatch/domain/administration/clients/client-calendar'
import { HOLIDAY_SETS } from '@despatch/domain/administration/clients/holiday-sets'
import Holidays from 'date-holidays'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { holidayName } from './published-holidays.ts'

const { list, update, calendarPreview, daysOff } = contract.clients
const TODAY = dayOf(new Date())
const NEXT = nextWorkingDay(TODAY)
const AFTER = nextWorkingDay(NEXT)

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
beforeEach(async () => {
  operator = await makeSession(portal.testDatabase, { clients: [], type: 'Internal Administrator' })
})
afterAll(() => portal.close())

const clientOf = async (code: string): Promise<Client> =>
  (await portal.call(list, { query: { id: code } }, operator)).body.clients[0] ?? expect.fail(`no ${code}`)

/** Sets parts of a client's calendar. */
async function setCalendar(code: string, calendar: Partial<Client['calendar']>, as = operator) {
  const { _id, version, name, description, active, children, currencyCode, mfaRequired } = await clientOf(code)
  const body = { _id, version, name, description, active, children, currencyCode, mfaRequired }
  return portal.call(
    update,
    { body: { ...body, calendar: { ...NO_CALENDAR, closed: [], worked: [], ...calendar } } },
    as,
  )
}
const closed = (from: string, to = from) => ({ closed: [{ from, to, name: 'Stocktaking' }] })

describe('published holidays', () => {
  // Weekday holidays of 2026 and 2027 as GOV.UK publishes them.
  test.each([
    ['GB-ENG', '2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28'],
    ['GB-ENG', '2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28'],
    [
      'GB-NIR',
      '2026-01-01 2026-03-17 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-07-13 2026-08-31 2026-12-25 2026-12-28',
    ],
    ['GB-SCT', '2027-01-01 2027-01-04 2027-03-26 2027-05-03 2027-05-31 2027-08-02 2027-11-30 2027-12-27 2027-12-28'],
  ])('%s: %s', async (code, days) => {
    const name = await holidayName(code)
    const year = days.slice(0, 4)
    const found = []
    for (let day = nextWorkingDay(`${Number(year) - 1}-12-31`); day.startsWith(year); day = nextWorkingDay(day))
      if (name(day)) found.push(day)
    expect(found.join(' ')).toBe(days)
  })

  test('the package knows every set; unknown sets and years have no holidays', async () => {
    const nations = ['ENG', 'SCT', 'NIR'].map((nation) => `GB-${nation}`)
    const countries = Object.keys(new Holidays().getCountries()).filter((code) => code !== 'GB')
    expect([...HOLIDAY_SETS].toSorted()).toEqual([...nations, ...countries].toSorted())
    expect((await holidayName('GB'))('2027-01-01')).toBeUndefined()
    expect((await holidayName('GB-ENG'))('9999-01-01')).toBeUndefined()
  })

  test('a holiday of several days covers them all: Feast of Sacrifice, Turkey, four days', async () => {
    const name = await holidayName('TR')
    const days = ['2026-05-26', '2026-05-27', '2026-05-28', '2026-05-29', '2026-05-30', '2026-05-31']
    expect(days.map((day) => name(day) !== undefined)).toEqual([false, true, true, true, true, false])
  })
})

describe('the calendar of a client', () => {
  test('is empty at first, is saved with the client, and leaves a history', async () => {
    const code = await makeClient(portal.testDatabase)
    expect((await clientOf(code)).calendar).toEqual(NO_CALENDAR)
    const calendar = { holidays: 'GB-ENG', ...closed('2026-12-29', '2026-12-31'), worked: ['2026-12-28'] }
    expect(await setCalendar(code, calendar)).toMatchObject({ status: 200, body: { client: { calendar, version: 2 } } })
    expect((await clientOf(code)).calendar).toEqual(calendar)
    const [audited] = await on.rows('select before, after from audit where client_code = $1', code)
    expect(audited).toEqual({
      before: { calendar: ['Weekends only'] },
      after: {
        calendar: [
          'Public holidays of England and Wales',
          'Stocktaking (29 December 2026 - 31 December 2026)',
          'works on 28 December 2026',
        ],
      },
    })
  })

  test('stays if an amendment leaves it out', async () => {
    const code = await makeClient(portal.testDatabase)
    await setCalendar(code, { holidays: 'IE' })
    const { calendar, code: _code, users: _users, ...body } = await clientOf(code)
    expect(await portal.call(update, { body: { ...body, name: 'Other' } }, operator)).toMatchObject({ status: 200 })
    expect(await clientOf(code)).toMatchObject({ name: 'Other', calendar })
  })

  test.each([
    [{ holidays: 'GB' }, 'calendar.holidays', 'There is no such set of holidays'],
    [closed('2026-12-31', '2026-12-29'), 'calendar.closed.0.to', 'Choose a day that is no earlier than the first'],
    [closed('2026-01-01', '2026-02-01'), 'calendar.closed.0.to', 'At most 31 days in a row'],
    [closed('2026-02-30'), 'calendar.closed.0.from', 'A date looks like 2026-01-05'],
    [{ worked: ['9999-12-31'] }, 'calendar.worked.0', 'A day lies in 2000 to 2099'],
  ])('%o is refused: %s', async (calendar, path, message) => {
    const answer = await setCalendar(await makeClient(portal.testDatabase), calendar)
    expect(answer).toMatchObject({ status: 400, body: { fields: expect.arrayContaining([{ path, message }]) } })
  })

  test('only the operator changes it', async () => {
    const as = await makeSession(portal.testDatabase)
    expect(await setCalendar(as.client, { holidays: 'GB-ENG' }, as)).toMatchObject({ status: 403 })
  })

  test('is previewed for a year from today before it is saved', async () => {
    const answer = await portal.call(
      calendarPreview,
      { body: { calendar: { holidays: 'GB-ENG', ...closed(NEXT), worked: [] } } },
      operator,
    )
    const { days } = answer.body
    expect(days).toContainEqual({ day: NEXT, name: 'Stocktaking', isOwn: true, isWorked: false })
    // Three a year. One may be the next working day or more than a year away, and so may Easter.
    const published = days.filter(({ name }) => name.endsWith(' bank holiday'))
    expect(published.length).toBeGreaterThanOrEqual(2)
    for (const day of published) expect(day).toMatchObject({ isOwn: false, isWorked: false })
    expect(days.every(({ day }) => day >= TODAY && day <= addDays(TODAY, 365))).toBe(true)
  })

  test('every user of the client reads its days off, without the days worked', async () => {
    const as = await makeSession(portal.testDatabase)
    await setCalendar(as.client, { ...closed(NEXT) })
    expect((await portal.call(daysOff, {}, as)).body).toEqual({ days: [{ day: NEXT, name: 'Stocktaking' }] })
  })
})

describe('with the next working day off', () => {
  test('a new order leaves on the day after, and a named day is refused', async () => {
    const as = await on.shop()
    await setCalendar(as.client, closed(NEXT))
    await on.create(as, 'A')
    expect(await on.rows('select despatch_date::text as day from orders where client_code = $1', as.client)).toEqual([
      { day: AFTER },
    ])
    const named = orderBody({ SKU: as.SKU, dispatchService: 'NAMED DAY', date: NEXT })
    expect(await portal.call(contract.orders.create, { body: named }, as)).toMatchObject({
      status: 400,
      body: {
        fields: [
          {
            path: 'date',
            message: `${formatDay(NEXT)} is a non-working day in the client’s calendar. The next available day is ${formatDay(AFTER)}`,
          },
        ],
      },
    })
  })

  test('promises made stay; an order released past its day leaves on the day after', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    await setCalendar(as.client, closed(NEXT))
    const days = () => on.rows('select despatch_date::text as day from orders where client_code = $1', as.client)
    expect(await days()).toEqual([{ day: NEXT }])
    await on.act(as, 'suspend', ['A'])
    await on.rows('update orders set despatch_date = $2 where client_code = $1', as.client, addDays(TODAY, -3))
    await on.act(as, 'release', ['A'])
    expect(await days()).toEqual([{ day: AFTER }])
  })

  test('a decision stores the days off that its reasons leave out', async () => {
    const as = await on.shop()
    await setCalendar(as.client, closed(NEXT, AFTER))
    await on.create(as, 'A')
    await setCalendar(as.client, closed(addDays(AFTER, 10), addDays(AFTER, 16)))
    await on.create(as, 'B')
    const kept = await on.rows(
      `select consignment -> 'daysOff' as days from consignments where client_code = $1 order by order_number`,
      as.client,
    )
    expect(kept.map(({ days }) => (days as string[] | null)?.length ?? 0)).toEqual([0, 5])
    const told = await portal.call(contract.allocation.decision, { body: { orderNumber: 'B' } }, as)
    expect(told.status, JSON.stringify(told.body)).toBe(200)
  })

  test('a decision sees capacity used on its own day and later, however late that is', async () => {
    const as = await on.shop()
    const [first, second] = [addDays(NEXT, 30), addDays(NEXT, 61)]
    await setCalendar(as.client, {
      closed: [
        { from: NEXT, to: first, name: 'Move' },
        { from: addDays(first, 1), to: second, name: 'Move' },
      ],
    })
    const day = nextWorkingDay(second)
    for (const one of [addDays(day, -1), day, addDays(day, 20)])
      await on.rows("insert into capacity_usage values ($1, 'EVRI', $2, 5)", as.client, one)
    await on.create(as, 'A')
    const [kept] = await on.rows('select usage_seen from consignments where client_code = $1', as.client)
    expect(kept).toEqual({ usage_seen: { [`EVRI ${day}`]: 5, [`EVRI ${addDays(day, 20)}`]: 5 } })
  })

  test('feeds count it for the despatch day only: carriers deliver on their own days', async () => {
    const as = await on.shop()
    await setCalendar(as.client, closed(NEXT))
    const feed = async (name: string, file: string) => {
      const answer = await fetch(`${portal.url}/api/feeds/${name}`, {
        method: 'POST',
        headers: { access_token: as.token, client: as.client, 'content-type': 'text/csv' },
        body: file,
      })
      expect(await answer.json()).toMatchObject({ summary: { refused: 0 } })
    }
    await feed('orders', 'orderNumber,SKU,quantity,dispatchService\nA,X,1,NEXT DAY\n')
    await feed('despatches', `orderNumber,trackingNumber,carrier,despatchedAt\nA,T1,EVRI,${TODAY} 00:00\n`)
    const [row] = await on.rows(
      `select despatch_date::text, promised_date::text from orders join parcels using (client_code, order_number)
        where client_code = $1`,
      as.client,
    )
    // The order left before its planned day, so its promised day stays.
    expect(row).toEqual({ despatch_date: AFTER, promised_date: nextWorkingDay(AFTER) })
    const told = await portal.call(contract.parcels.one, { query: { trackingNumber: 'T1' } }, as)
    expect(told.body.promise.why).toContain('(Saturday, Sunday and public holidays skipped)')
  })
})
