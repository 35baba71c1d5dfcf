import { contract } from '@despatch/contract/contract'
import type { ParcelLimit } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { LIMIT_TYPES } from '@despatch/domain/routing/rule-book/rule-book'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { carrierItem, limitsItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { all, services, servicesOfCarrier, methods, method, update, clear, packing, setPacking } =
  contract['parcel-limits']
let portal: TestPortal
let acme: string
let birch: string
let user: SignedIn

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  const on = portal.testDatabase
  acme = await makeClient(on)
  birch = await makeClient(on)
  user = await makeSession(on, { clients: [acme], type: 'Client Administrator' })
  await makeRuleBook(on, acme, [
    carrierItem('DPD', { name: 'DPD UK' }),
    carrierItem('ADHOC', { name: 'Ad hoc' }),
    methodItem('DPD-ND', 'DPD', 1, { carrierService: 'Next Day' }),
    limitsItem('DPD-ND', { Length: 1205, Volume: 35_001, NumberOfParcels: 6, ParcelWeight: 31_502 }),
    methodItem('DPD-ND-12', 'DPD', 1, { carrierService: 'Next Day' }),
    methodItem('DPD-2D', 'DPD', 1, { carrierService: 'Two Day' }),
  ])
  await makeRuleBook(on, birch, [carrierItem('OAK'), methodItem('OAK-1', 'OAK')])
})
afterAll(() => portal.close())

const limits = (...values: (number | null)[]) =>
  ({
    quantityLimit: LIMIT_TYPES.map((type, index) => ({ type, MaxValue: values[index] ?? null })),
  }) as unknown as ParcelLimit
const read = async (id = 'DPD-ND') => (await portal.call(method, { params: { id } }, user)).body
const set = (parcelLimit: unknown, version = 1, methodId = 'DPD-ND', as = user) =>
  portal.call(update, { params: { methodId }, body: { parcelLimit: parcelLimit as ParcelLimit, version } }, as)
const fields = ({ body }: { body: unknown }) =>
  (body as { fields?: { path: string }[] }).fields?.map(({ path }) => path)

describe('the lists to choose from', () => {
  test('the carriers with their services and numbers of methods', async () => {
    expect((await portal.call(services, {}, user)).body).toEqual({
      carriers: [
        { carrier: 'ADHOC', carrierName: 'Ad hoc', services: [] },
        {
          carrier: 'DPD',
          carrierName: 'DPD UK',
          services: [
            { serviceId: 'Next Day', carrierService: 'Next Day', methods: 2 },
            { serviceId: 'Two Day', carrierService: 'Two Day', methods: 1 },
          ],
        },
      ],
    })
  })

  test('the services of one carrier; an unknown carrier is refused', async () => {
    const of = (client: string, carrier: string) =>
      portal.call(servicesOfCarrier, { params: { client, carrier } }, user)
    expect((await of(acme, 'DPD')).body.services).toHaveLength(2)
    expect((await of(acme, 'ADHOC')).body.services).toEqual([])
    expect(await of(acme, 'OAK')).toMatchObject({ status: 404 })
    expect(await of(birch, 'OAK')).toMatchObject({ status: 404 })
  })

  test('the methods of a service with limits in kg, cm and m³', async () => {
    const of = (serviceId: string, carrier = 'DPD', client = acme) =>
      portal.call(methods, { params: { serviceId, client }, query: { carrier } }, user)
    expect((await of('Next Day')).body.methods).toMatchObject([
      { methodId: 'DPD-ND', carrierName: 'DPD UK', version: 1, parcelLimit: limits(120.5, 0.035001, 6, 31.502) },
      { methodId: 'DPD-ND-12', parcelLimit: limits() },
    ])
    expect(await of('Never')).toMatchObject({ status: 404 })
    expect(await of('Next Day', 'ADHOC')).toMatchObject({ status: 404 })
    expect(await of('Parcel', 'OAK', birch)).toMatchObject({ status: 404 })
  })
})

test('all methods of this client only, by carrier and service', async () => {
  const of = async (as: SignedIn) =>
    (await portal.call(all, {}, as)).body.methods.map(({ methodId, version }) => [methodId, version])
  expect(await of(user)).toEqual([
    ['DPD-ND', 1],
    ['DPD-ND-12', 0],
    ['DPD-2D', 0],
  ])
  expect(await of(await makeSession(portal.testDatabase, { clients: [birch] }))).toEqual([['OAK-1', 0]])
})

describe('the limits of a method', () => {
  test('are published as a version of the rule book and read back', async () => {
    expect(await set(limits(60, 0.1, null, 2.5, 30))).toMatchObject({
      status: 200,
      body: { message: 'Data updated successfully.', ruleBookVersion: 2, version: 2 },
    })
    expect(await read()).toMatchObject({ version: 2, parcelLimit: limits(60, 0.1, null, 2.5, 30) })
    expect((await read('DPD-2D')).version).toBe(0)
    const [audited] = await portal.testDatabase.asOwner(
      `select object, before, after from audit where client_code = $1 and act = 'rule-book.changed'`,
      [acme],
    )
    expect(audited).toMatchObject({
      object: 'Parcel limits of DPD UK Next Day (DPD-ND): rule book 2',
      before: { 'parcel-limits DPD-ND': { Length: 1205 } },
      after: { 'parcel-limits DPD-ND': { Length: 600, NumberOfParcels: null } },
    })
  })

  test('are all cleared at once', async () => {
    const cleared = await portal.call(
      clear,
      { params: { methodId: 'DPD-ND' }, body: { Clear: true, version: 1 } },
      user,
    )
    expect(cleared).toMatchObject({ status: 200, body: { ruleBookVersion: 2 } })
    expect((await read()).parcelLimit).toEqual(limits())
    const again = { params: { methodId: 'DPD-ND' }, body: { Clear: true as const, version: 1 } }
    expect(await portal.call(clear, again, user)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
  })

  test.each([
    ['less than nothing', limits(-1), 'parcelLimit.quantityLimit.0.MaxValue'],
    ['absurdly long', limits(10_001), 'parcelLimit.quantityLimit.0.MaxValue'],
    ['finer than it is measured', limits(null, 0.000_000_5), 'parcelLimit.quantityLimit.1.MaxValue'],
    ['half a parcel', limits(null, null, 1.5), 'parcelLimit.quantityLimit.2.MaxValue'],
    ['a text', limits(null, null, null, '5' as unknown as number), 'parcelLimit.quantityLimit.3.MaxValue'],
    ['four slots', { quantityLimit: limits().quantityLimit.slice(1) }, 'parcelLimit.quantityLimit'],
  ])('%s is refused at its slot, and nothing is saved', async (_what, given, path) => {
    const refused = await set(given)
    expect([refused.status, fields(refused)?.[0]]).toEqual([400, path])
    expect((await read()).version).toBe(1)
  })

  test('the later of two editors is refused; another client’s method is not found', async () => {
    await set(limits(1))
    expect(await set(limits(2))).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(await set(limits(2), 1, 'OAK-1')).toMatchObject({ status: 404 })
    expect(await portal.call(method, { params: { id: 'OAK-1' } }, user)).toMatchObject({ status: 404 })
    expect((await read()).parcelLimit).toEqual(limits(1))
  })

  test('a user who may only read cannot set them', async () => {
    const reader = await makeSession(portal.testDatabase, {
      clients: [acme],
      holds: (_leaf, right) => right !== 'Edit',
    })
    expect(await portal.call(method, { params: { id: 'DPD-ND' } }, reader)).toMatchObject({ status: 200 })
    expect((await set(limits(), 1, 'DPD-ND', reader)).status).toBe(403)
    const cleared = { params: { methodId: 'DPD-ND' }, body: { Clear: true as const, version: 1 } }
    expect((await portal.call(clear, cleared, reader)).status).toBe(403)
    const held = { body: { packing: { weight: 1, volume: 1 }, version: 0 } }
    expect((await portal.call(setPacking, held, reader)).status).toBe(403)
  })
})

describe('the limits of a packed parcel', () => {
  const hold = (weight: number, volume: number, version: number) =>
    portal.call(setPacking, { body: { packing: { weight, volume }, version } }, user)

  test('are the defaults until this client sets them', async () => {
    const held = async () => (await portal.call(packing, {}, user)).body
    expect(await held()).toEqual({ packing: { weight: 20, volume: 0.1 }, version: 0 })
    expect(await hold(12.5, 0.05, 0)).toMatchObject({ status: 200, body: { ruleBookVersion: 2, version: 2 } })
    expect(await held()).toEqual({ packing: { weight: 12.5, volume: 0.05 }, version: 2 })
    expect(await hold(1, 1, 0)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    const other = await makeSession(portal.testDatabase, { clients: [birch] })
    expect((await portal.call(packing, {}, other)).body.version).toBe(0)
  })

  test('of zero are refused', async () => {
    expect(fields(await hold(0, 0.1, 0))).toEqual(['packing.weight'])
    expect(fields(await hold(1, 0, 0))).toEqual(['packing.volume'])
  })
})
