import { contract } from '@despatch/contract/contract'
import { MOST_DAYS_LATE } from '@despatch/domain/deliveries/parcels/days-late'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { makeDeliveryEvent, makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { ages, list, states, one } = contract.parcels
let portal: TestPortal
let as: SignedIn

/** Times are UTC; the operator's clock is an hour ahead from 29 March on. */
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH', 'CEDAR']) await makeClient(on, { code })
  as = await makeSession(on, { clients: ['ACME', 'BIRCH'] })
  await makeRuleBook(on, 'ACME', [
    carrierItem('DPD', { name: 'DPD UK' }),
    methodItem('DPD-2', 'DPD', 1, { methodDescription: 'DPD Two Day', transitDays: 2 }),
  ])
  const client = 'ACME'
  await makeSku(on, { client, code: 'LAMP', description: 'A lamp' })
  await makeParcel(on, {
    client,
    trackingNumber: 'P1',
    orderNumber: 'ORD-1',
    clientMethodId: 'DPD-2',
    despatchedAt: '2026-03-05T16:00:00Z',
    promisedDate: '2026-03-09',
    weight: '2.500',
    state: 'delivery_failed',
    reason: 'Nobody in',
    stateAt: '2026-03-09T11:00:00Z',
    contents: [
      { sku: 'LAMP', serial: 'S-2' },
      { sku: 'LAMP', serial: 'S-1' },
      { sku: 'GONE', quantity: 4 },
    ],
  })
  await makeDeliveryEvent(on, { client, trackingNumber: 'P1', at: '2026-03-06T08:00:00Z' })
  await makeDeliveryEvent(on, {
    client,
    trackingNumber: 'P1',
    at: '2026-03-09T11:00:00Z',
    code: 'X9',
    state: 'unknown',
    description: 'Zwrot',
    location: 'Łódź',
  })
  await makeDeliveryEvent(on, { client: 'BIRCH', trackingNumber: 'P1', description: 'Not of this client' })
  await makeParcel(on, {
    client,
    trackingNumber: 'P2',
    orderNumber: 'ORD-1',
    despatchedAt: '2026-03-30T22:59:59Z',
    deliveredAt: '2026-03-05T10:00:00Z',
  })
  await makeParcel(on, {
    client,
    trackingNumber: 'P3',
    orderNumber: 'ORD-3',
    carrier: 'EVRI',
    despatchedAt: '2026-03-30T23:00:00Z',
    promisedDate: '2099-01-01',
  })
  await makeParcel(on, {
    client,
    trackingNumber: 'P4',
    orderNumber: 'P-ORDER',
    despatchedAt: '2026-03-31T09:00:00Z',
    deliveredAt: '2026-03-08T10:00:00Z',
  })
  await makeParcel(on, {
    client: 'BIRCH',
    trackingNumber: 'P1',
    orderNumber: 'B-1',
    despatchedAt: '2026-03-05T16:00:00Z',
  })
  await makeParcel(on, { client: 'CEDAR', trackingNumber: 'C1' })
})
afterAll(() => portal.close())

const numbers = async (body: object, who = as) => {
  const answer = await portal.call(list, { body }, who)
  return answer.body.rows.map(({ clientCode, trackingNumber }) => `${clientCode} ${trackingNumber}`)
}

describe('the list', () => {
  test.each([
    [{}, ['P4', 'P3', 'P2', 'P1']],
    [{ sort: 'trackingNumber', desc: false }, ['P1', 'P2', 'P3', 'P4']],
    // Parcels of 30 March in the operator's time zone, and from 31 March on.
    [{ despatchedFrom: '2026-03-30', despatchedTo: '2026-03-30' }, ['P2']],
    [{ despatchedFrom: '2026-03-31' }, ['P4', 'P3']],
    [{ state: ['delivered', 'delivery_failed'] }, ['P4', 'P2', 'P1']],
    [{ carrier: ['EVRI'] }, ['P3']],
    [{ carrier: ['EVRI', 'EVRI', 'DPD'], limit: 2 }, ['P4', 'P3']],
    [{ carrier: ['EVRI', 'DPD'], limit: 2, page: 2 }, ['P2', 'P1']],
    [{ carrier: ['NONE'] }, []],
    [{ carrier: ['EVRI', 'DPD', 'NONE'], reference: 'ORD' }, ['P3', 'P2', 'P1']],
    [{ carrier: [] }, ['P4', 'P3', 'P2', 'P1']],
    [{ isLate: true }, ['P4', 'P1']],
    [{ reference: 'ord-1' }, ['P2', 'P1']],
    [{ reference: 'P' }, ['P4', 'P3', 'P2', 'P1']],
    [{ reference: 'p-' }, ['P4', 'P3', 'P2', 'P1']],
    [{ reference: 'p 4' }, ['P4']],
    [{ reference: '-' }, []],
    [{ reference: 'C1' }, []],
    [{ limit: 2, page: 2 }, ['P2', 'P1']],
    // Unknown values come last in either direction.
    [{ sort: 'deliveredAt' }, ['P4', 'P2', 'P3', 'P1']],
    [{ sort: 'deliveredAt', desc: false }, ['P2', 'P4', 'P1', 'P3']],
  ])('%j', async (body, expected) => {
    expect(await numbers(body)).toEqual(expected.map((number) => `ACME ${number}`))
  })

  test('of all clients is sorted together and says whether there is another page', async () => {
    const everywhere = { ...as, client: 'All_client' }
    expect(await numbers({ sort: 'despatchedAt', desc: false, limit: 2 }, everywhere)).toEqual(['ACME P1', 'BIRCH P1'])
    const more = async (page: number) => (await portal.call(list, { body: { limit: 2, page } }, as)).body.hasMore
    expect([await more(1), await more(2)]).toEqual([true, false])
  })

  test('is counted by days late, and each count opens its parcels', async () => {
    const { rows } = (await portal.call(list, { body: { isLate: true } }, as)).body
    const expected = Map.groupBy(rows, ({ daysLate }) => Math.min(daysLate, MOST_DAYS_LATE))
    const { ages: counted } = (await portal.call(ages, { body: {} }, as)).body
    expect(Object.fromEntries(counted.map(({ daysLate, parcels }) => [daysLate, parcels]))).toEqual(
      Object.fromEntries([...expected].map(([days, its]) => [days, its.length])),
    )
    expect(counted.length).toBe(2)
    for (const { daysLate } of counted)
      expect(await numbers({ daysLate })).toEqual(
        (expected.get(daysLate) ?? []).map(({ trackingNumber }) => `ACME ${trackingNumber}`),
      )
    expect((await portal.call(ages, { body: { state: ['delivered'] } }, as)).body.ages.length).toBe(1)
  })

  test('is counted by state', async () => {
    for (const filter of [{}, { isLate: true }, { reference: 'ORD' }, { carrier: ['NONE'] }, { carrier: ['DPD'] }]) {
      const counted = (await portal.call(states, { body: filter }, as)).body.states
      const { rows } = (await portal.call(list, { body: filter }, as)).body
      const expected = Map.groupBy(rows, ({ state }) => state)
      expect(Object.fromEntries(counted.map(({ state, parcels }) => [state, parcels]))).toEqual(
        Object.fromEntries([...expected].map(([state, its]) => [state, its.length])),
      )
    }
  })
})

test('the carrier filter lists carriers of rule books and events of the caller’s clients', async () => {
  for (const [client, carrier] of [
    ['ACME', 'DPD'],
    ['ACME', 'YODEL'],
    ['BIRCH', 'EVRI'],
    ['CEDAR', 'UPS'],
  ])
    await portal.testDatabase.asOwner(
      `insert into event_code_counts (client_code, carrier, code, events, first_at, last_at)
       select $1, $2, code, 1, now(), now() from unnest(array['A', 'B']) as code`,
      [client, carrier],
    )
  const known = async (client: string) => {
    const { body } = await portal.call(contract.parcels.carriers, {}, { ...as, client })
    return body.carriers.map(({ carrier, carrierName }) => `${carrier} ${carrierName}`)
  }
  expect(await known('ACME')).toEqual(['DPD DPD UK', 'YODEL YODEL'])
  expect(await known('BIRCH')).toEqual(['EVRI EVRI'])
  expect(await known('All_client')).toEqual(['DPD DPD UK', 'EVRI EVRI', 'YODEL YODEL'])
})

describe('one parcel', () => {
  const read = (trackingNumber: string, who: SignedIn = as) => portal.call(one, { query: { trackingNumber } }, who)

  test('shows exception, promise, contents and events', async () => {
    const { body } = await read('P1')
    expect(body.parcel).toMatchObject({
      clientCode: 'ACME',
      carrierName: 'DPD UK',
      weight: '2.5',
      stateTitle: 'Delivery failed',
      reason: 'Nobody in',
      exception: 'undelivered',
    })
    expect(body.promise).toEqual({
      why: 'It was despatched on 5 March 2026, and DPD Two Day takes 2 delivery days (Saturday, Sunday and public holidays skipped), so it was promised for 9 March 2026. A method with fewer transit days would promise an earlier date.',
      clientMethodID: 'DPD-2',
      carriers: { promisedDate: '2026-03-09', why: expect.stringMatching(/the customer’s promise still applies/) },
    })
    expect(body.contents).toEqual([
      { SKU: 'GONE', Item_Description: '', quantity: 4, serialNumber: '' },
      { SKU: 'LAMP', Item_Description: 'A lamp', quantity: 1, serialNumber: 'S-1' },
      { SKU: 'LAMP', Item_Description: 'A lamp', quantity: 1, serialNumber: 'S-2' },
    ])
    expect(body.events).toMatchObject([
      { at: '2026-03-09T11:00:00.000Z', code: 'X9', isUnknown: true, description: 'Zwrot', location: 'Łódź' },
      { at: '2026-03-06T08:00:00.000Z', stateTitle: 'In transit', isUnknown: false },
    ])
    expect(body.eventCount).toBe(2)
  })

  test('is found only for its own client', async () => {
    expect((await read('P1', { ...as, client: 'BIRCH' })).body.parcel.orderNumber).toBe('B-1')
    expect((await read('p-1', { ...as, client: 'BIRCH' })).body.parcel).toMatchObject({
      orderNumber: 'B-1',
      trackingNumber: 'P1',
    })
    for (const number of ['C1', 'NONE', 'P'])
      expect(await read(number)).toMatchObject({
        status: 404,
        body: { message: `This client has no parcel ${number}.` },
      })
  })
})

test('a client flag hides parcel status from its users only', async () => {
  await portal.testDatabase.asOwner("update clients set parcel_delivery_status = false where client_code = 'BIRCH'")
  expect(await portal.call(list, { body: {} }, { ...as, client: 'BIRCH' })).toMatchObject({ status: 403 })
  expect(await portal.call(list, { body: {} }, as)).toMatchObject({ status: 200 })
  const operator = await makeSession(portal.testDatabase, { clients: ['BIRCH'], type: 'Internal User' })
  expect(await portal.call(list, { body: {} }, operator)).toMatchObject({ status: 200 })
})
