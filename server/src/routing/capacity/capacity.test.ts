import type { CarrierCapacity } from '@despatch/contract/routing/capacity/capacity'
import { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import { addDays, dayOf, weekday } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { carrierItem, makeRuleBook } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, carrier: ofCarrier, update, clear } = contract.capacity
let portal: TestPortal
let client: string
let user: SignedIn

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  client = await makeClient(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, client, [carrierItem('DPD', { name: 'DPD UK' }), carrierItem('EVRI')])
  user = await makeSession(portal.testDatabase, { clients: [client] })
})
afterAll(() => portal.close())

type Body = RouteInput<typeof update>['body']
type Limit = NonNullable<Body['capacities']>[number]
const SLOTS = [10, 20, 30, 40, 50, 60, 70]
const EMPTY = [null, null, null, null, null, null, null]
const ever = (quantityLimit: Limit['quantityLimit']): Limit => ({
  quantityLimit,
  effectiveDate: null,
  effectiveBetween: null,
})
const onwards = (effectiveDate: string, quantityLimit: Limit['quantityLimit'] = SLOTS): Limit => ({
  ...ever(quantityLimit),
  effectiveDate,
})
const between = (from: string, to: string, quantityLimit: Limit['quantityLimit'] = SLOTS): Limit => ({
  ...ever(quantityLimit),
  effectiveBetween: { from, to },
})
const read = async (carrier = 'DPD'): Promise<CarrierCapacity> =>
  (await portal.call(ofCarrier, { query: { client, carrier } }, user)).body
const save = (capacities: Limit[], given: Partial<Body> = {}, as = user) =>
  portal.call(update, { body: { client, carrier: 'DPD', capacities, version: 0, ...given } }, as)
const use = (carrier: string, day: string, parcels: number, of = client) =>
  portal.testDatabase.asOwner('insert into capacity_usage values ($1, $2, $3, $4)', [of, carrier, day, parcels])
const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: unknown }).fields

describe('the usage of the next seven days', () => {
  test('has the limit of each day beside it, for this client only', async () => {
    const today = dayOf(new Date())
    const [tomorrow, last] = [addDays(today, 1), addDays(today, 6)]
    await save([ever(SLOTS), between(tomorrow, tomorrow, [1, 1, 1, 1, 1, 1, 1]), onwards(last, EMPTY)])
    await use('DPD', today, 7)
    await use('DPD', addDays(today, -1), 99)
    await use('DPD', addDays(today, 7), 99)
    await use('EVRI', tomorrow, 3)
    const other = await makeClient(portal.testDatabase)
    await makeRuleBook(portal.testDatabase, other, [carrierItem('DPD')])
    await use('DPD', tomorrow, 99, other)
    const { body } = await portal.call(list, {}, user)
    const [dpd, evri] = body.carriers
    expect(dpd?.use).toEqual(
      Array.from({ length: 7 }, (_, index) => {
        const day = addDays(today, index)
        const limit = index === 1 ? 1 : index === 6 ? null : SLOTS[weekday(day)]
        return { day, used: index === 0 ? 7 : 0, limit }
      }),
    )
    expect(evri).toMatchObject({ carrierName: 'EVRI', active: 'Y', capacities: [], version: 0 })
    expect(evri?.use.map(({ used, limit }) => [used, limit])).toEqual([
      [0, null],
      [3, null],
      ...Array.from({ length: 5 }, () => [0, null]),
    ])
    expect(await read()).toEqual(dpd)
  })
})

describe('setting the capacities of a carrier', () => {
  test('publishes them by day; a limit of 0 differs from no limit', async () => {
    const slots = [0, null, 30, 40, 50, null, 0]
    const saved = await save([onwards('2026-06-01'), between('2026-03-01', '2026-03-31'), ever(slots)])
    expect(saved).toMatchObject({ status: 200, body: { message: 'Data updated successfully.', version: 2 } })
    expect(await read()).toMatchObject({
      capacities: [ever(slots), between('2026-03-01', '2026-03-31'), onwards('2026-06-01')],
      version: 2,
    })
    const [book] = await portal.testDatabase.asOwner(
      'select summary from rule_books where client_code = $1 and version = 2',
      [client],
    )
    expect(book).toEqual({ summary: 'Capacity of DPD UK' })
  })

  test('clearing removes all limits and answers the version for the next change', async () => {
    const { body: first } = await save([ever(SLOTS)])
    const cleared = await portal.call(clear, { body: { client, carrier: 'DPD', version: first.version } }, user)
    expect(cleared).toMatchObject({ status: 200, body: { message: 'Data updated successfully.' } })
    expect(await read()).toMatchObject({ capacities: [], version: cleared.body.version })
    expect((await read()).use.every(({ limit }) => limit === null)).toBe(true)
    expect((await save([ever(SLOTS)], { version: cleared.body.version })).status).toBe(200)
    expect(await portal.call(clear, { body: { client, carrier: 'DPD', version: first.version } }, user)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    expect(await read()).toMatchObject({ capacities: [ever(SLOTS)] })
  })

  test('two capacities for the same or overlapping days are refused at their field', async () => {
    expect(fieldsOf(await save([onwards('2026-01-01'), onwards('2026-01-01')]))).toEqual([
      {
        path: 'capacities.1.effectiveDate',
        message: 'Another capacity starts on 1 Jan 2026. Choose another date, or remove one',
      },
    ])
    expect(fieldsOf(await save([ever(SLOTS), ever(EMPTY)]))).toMatchObject([{ path: 'capacities.1.effectiveDate' }])
    expect(
      fieldsOf(await save([between('2026-02-01', '2026-03-01'), between('2026-01-01', '2026-02-01')])),
    ).toMatchObject([{ path: 'capacities.0.effectiveBetween.from' }])
    expect(fieldsOf(await save([onwards('3026-01-01')]))).toMatchObject([{ path: 'capacities.0.effectiveDate' }])
    expect(fieldsOf(await save([ever([1, 2, 3])]))).toMatchObject([
      { message: 'A capacity has seven slots, Monday to Sunday' },
    ])
    for (const slot of [-1, 1.5, 1_000_001])
      expect(fieldsOf(await save([ever([1, slot, 1, 1, 1, 1, 1])]))).toMatchObject([
        { path: expect.stringMatching(/capacities\.0\.quantityLimit\.1$/) },
      ])
    expect(await read()).toMatchObject({ capacities: [], version: 0 })
  })

  test('of two users who set the first capacities at once, one is refused', async () => {
    const answers = await Promise.all([save([ever(SLOTS)]), save([ever(EMPTY)])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('needs Edit permission, a carrier of the client, and the client of the call', async () => {
    const reader = await makeSession(portal.testDatabase, {
      clients: [client],
      holds: (_leaf, right) => right !== 'Edit',
    })
    expect((await portal.call(list, {}, reader)).status).toBe(200)
    expect((await save([], {}, reader)).status).toBe(403)
    const clearing = (carrier: string, as: SignedIn) =>
      portal.call(clear, { body: { client, carrier, version: 0 } }, as)
    expect((await clearing('DPD', reader)).status).toBe(403)
    expect((await clearing('NONE', user)).status).toBe(404)
    expect((await save([], { carrier: 'NONE' })).status).toBe(404)
    expect(await portal.call(ofCarrier, { query: { client, carrier: 'NONE' } }, user)).toMatchObject({ status: 404 })
  })
})
