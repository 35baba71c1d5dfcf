import { contract } from '@despatch/contract/contract'
import { daysBetween, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { days, list, parcels } = contract['delivery-exceptions']
const MARCH = { Order_Date_From: '2026-03-01', Order_Date_To: '2026-03-31' }
let portal: TestPortal
/** A user of ACME and BIRCH. */
let as: SignedIn
const everywhere = () => ({ ...as, client: 'All_client' })

/** Times are UTC; the operator's clock is an hour ahead from 29 March on. */
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH', 'CEDAR']) await makeClient(on, { code })
  as = await makeSession(on, { clients: ['ACME', 'BIRCH'] })
  await makeRuleBook(on, 'ACME', [carrierItem('DPD', { name: 'DPD UK' })])
  const client = 'ACME'
  const late = { client, promisedDate: '2026-03-05' }
  // Undelivered: two parcels of one order, one of another service, one of another carrier.
  await makeParcel(on, { ...late, trackingNumber: 'U1', orderNumber: 'O-U', state: 'delivery_failed' })
  await makeParcel(on, { ...late, trackingNumber: 'U2', orderNumber: 'O-U' })
  await makeParcel(on, { ...late, trackingNumber: 'U3', orderNumber: 'O-U3', carrierService: 'Two Day' })
  await makeParcel(on, { ...late, trackingNumber: 'U4', carrier: 'EVRI', carrierService: '' })
  // No exception: promised for a future day, or delivered on the day.
  await makeParcel(on, { client, trackingNumber: 'OK1', promisedDate: '2099-01-01' })
  await makeParcel(on, { ...late, trackingNumber: 'OK2', deliveredAt: '2026-03-05T23:59:00Z' })
  // Late: by one minute past midnight in summer time, and by three days.
  await makeParcel(on, {
    ...late,
    trackingNumber: 'L1',
    orderedAt: '2026-03-31T22:30:00Z',
    promisedDate: '2026-04-02',
    deliveredAt: '2026-04-02T23:01:00Z',
  })
  await makeParcel(on, { ...late, trackingNumber: 'L2', deliveredAt: '2026-03-08T10:00:00Z' })
  // Ordered in April in the operator's time zone.
  await makeParcel(on, { ...late, trackingNumber: 'APRIL', orderedAt: '2026-03-31T23:00:00Z' })
  await makeParcel(on, { ...late, client: 'BIRCH', trackingNumber: 'B1' })
  await makeParcel(on, { ...late, client: 'CEDAR', trackingNumber: 'C1' })
})
afterAll(() => portal.close())

const ask = async (changes: Partial<Parameters<typeof portal.call<typeof list>>[1]['body']>, who = as) =>
  (await portal.call(list, { body: { Client_Code: 'ACME', ...MARCH, ...changes } }, who)).body

describe('the counts', () => {
  test('default to undelivered parcels, by carrier name and service', async () => {
    const late = daysBetween('2026-03-05', dayOf(new Date()))
    const counted = {
      Most_Days_Late: late,
      Average_Days_Late: late,
      First_Promised_Date: '2026-03-05',
    }
    expect(await ask({})).toEqual([
      {
        Client_Code: 'ACME',
        Carrier: 'DPD',
        Carrier_Name: 'DPD UK',
        DeliveryExceptionList: {
          DeliveryExceptions: [
            { Carrier_Service: 'Next Day', Parcels: 2, Orders: 1, ...counted },
            { Carrier_Service: 'Two Day', Parcels: 1, Orders: 1, ...counted },
          ],
        },
      },
      {
        Client_Code: 'ACME',
        Carrier: 'EVRI',
        Carrier_Name: 'EVRI',
        DeliveryExceptionList: {
          DeliveryExceptions: [{ Carrier_Service: '', Parcels: 1, Orders: 1, ...counted }],
        },
      },
    ])
  })

  test('of late deliveries use days in the operator’s time zone', async () => {
    const [dpd, ...others] = await ask({ Show_Orders: 'late delivered' })
    expect(others).toEqual([])
    expect(dpd?.DeliveryExceptionList.DeliveryExceptions).toEqual([
      {
        Carrier_Service: 'Next Day',
        Parcels: 2,
        Orders: 2,
        Most_Days_Late: 3,
        Average_Days_Late: 2,
        First_Promised_Date: '2026-03-05',
      },
    ])
  })

  test('list each of the caller’s clients and no others', async () => {
    const all = await ask({ Client_Code: 'All_client' }, everywhere())
    expect(all.map(({ Client_Code, Carrier }) => [Client_Code, Carrier])).toEqual([
      ['BIRCH', 'DPD'],
      ['ACME', 'DPD'],
      ['ACME', 'EVRI'],
    ])
    const one = await ask({ Client_Code: 'BIRCH' }, everywhere())
    expect(one.map(({ Client_Code }) => Client_Code)).toEqual(['BIRCH'])
  })

  test('are an empty list without exceptions', async () => {
    expect(await ask({ Order_Date_From: '2026-01-01', Order_Date_To: '2026-01-31' })).toEqual([])
  })

  test.each([
    ['BIRCH', 'ACME'],
    ['CEDAR', 'All_client'],
    ['NONE', 'ACME'],
  ])('of %s are refused in a call for %s', async (Client_Code, client) => {
    const body = { Client_Code, ...MARCH }
    for (const route of [list, parcels])
      expect(await portal.call(route, { body }, { ...as, client })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
  })

  test.each([
    ['2026-03-02', '2026-03-01', 'The end date is before the start date'],
    ['2025-03-01', '2026-03-02', 'Choose a year at most'],
    ['2026-02-30', '2026-03-01', 'A date looks like 2026-01-05'],
  ])('from %s to %s: %s', async (Order_Date_From, Order_Date_To, message) => {
    const body = { Client_Code: 'ACME', Order_Date_From, Order_Date_To }
    const answer = await portal.call(list, { body }, as)
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ message }] } })
  })

  test('may cover a year', async () => {
    expect(await ask({ Order_Date_From: '2026-01-01', Order_Date_To: '2026-12-31' })).toHaveLength(2)
  })
})

describe('the parcels behind a count', () => {
  const find = async (filter: object, who = as) =>
    (await portal.call(parcels, { body: { Client_Code: 'ACME', ...MARCH, ...filter } }, who)).body
  const numbers = async (filter: object, who?: SignedIn) =>
    (await find(filter, who)).rows.map(({ trackingNumber }) => trackingNumber)

  test('match the counts', async () => {
    for (const exception of ['undelivered', 'late delivered'] as const)
      for (const { Carrier, DeliveryExceptionList } of await ask({ Show_Orders: exception }))
        for (const { Carrier_Service, Parcels, Orders } of DeliveryExceptionList.DeliveryExceptions) {
          const { rows, total } = await find({ Show_Orders: exception, Carrier: [Carrier], Carrier_Service })
          expect([total, new Set(rows.map(({ orderNumber }) => orderNumber)).size]).toEqual([Parcels, Orders])
          expect(new Set(rows.map((row) => row.exception))).toEqual(new Set([exception]))
        }
  })

  test('are paged, latest first or in the requested order', async () => {
    expect(await numbers({ Show_Orders: 'late delivered' })).toEqual(['L2', 'L1'])
    expect(await numbers({ sort: 'trackingNumber', desc: false })).toEqual(['U1', 'U2', 'U3', 'U4'])
    expect(await find({ sort: 'trackingNumber', desc: false, limit: 2, page: 2 })).toMatchObject({
      rows: [{ trackingNumber: 'U3' }, { trackingNumber: 'U4' }],
      total: 4,
    })
    expect(await numbers({ Client_Code: 'All_client', sort: 'trackingNumber' }, everywhere())).toEqual([
      'U4',
      'U3',
      'U2',
      'U1',
      'B1',
    ])
  })

  test('are found by the beginning of tracking or order numbers', async () => {
    expect(await numbers({ reference: 'u1' })).toEqual(['U1'])
    expect((await numbers({ reference: 'O-U' })).toSorted()).toEqual(['U1', 'U2', 'U3'])
    expect(await numbers({ reference: 'C1' })).toEqual([])
  })
})

describe('counts by promised day', () => {
  const byDay = async (Show_Orders: 'undelivered' | 'late delivered', Client_Code = 'ACME', who = as) =>
    (await portal.call(days, { body: { Client_Code, ...MARCH, Show_Orders } }, who)).body.days

  test('match the list filtered to a day', async () => {
    expect(await byDay('undelivered')).toEqual([{ day: '2026-03-05', parcels: 4 }])
    expect(await byDay('late delivered')).toEqual([
      { day: '2026-03-05', parcels: 1 },
      { day: '2026-04-02', parcels: 1 },
    ])
    const body = { Client_Code: 'ACME', ...MARCH, Show_Orders: 'late delivered' as const, Promised_Date: '2026-04-02' }
    const { rows, total } = (await portal.call(parcels, { body }, as)).body
    expect([rows.map(({ trackingNumber }) => trackingNumber), total]).toEqual([['L1'], 1])
  })

  test('cover the clients of the call and no others', async () => {
    expect(await byDay('undelivered', 'All_client', everywhere())).toEqual([{ day: '2026-03-05', parcels: 5 }])
    const body = { Client_Code: 'CEDAR', ...MARCH, Show_Orders: 'undelivered' as const }
    expect(await portal.call(days, { body }, as)).toMatchObject({ status: 404 })
  })
})
