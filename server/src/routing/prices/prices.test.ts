import { contract } from '@despatch/contract/contract'
import type { Price } from '@despatch/contract/routing/prices/prices'
import type { RouteInput } from '@despatch/contract/route/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, costing, updateSingle, updateMatrix } = contract.prices
const LEAF = 'carrierRoutingControl.carrierPrices'
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
    carrierItem('EVRI', { name: 'Evri', active: 'N' }),
    methodItem('DPD-ND', 'DPD', 45_000, { carrierService: 'Next Day' }),
    methodItem('EVRI-48', 'EVRI', 31_250, { carrierService: '48 hours' }),
  ])
  await makeRuleBook(on, birch, [carrierItem('OAK'), methodItem('OAK-1', 'OAK')])
})
afterAll(() => portal.close())

const read = async (id = 'DPD-ND'): Promise<Price> =>
  (await portal.call(costing, { params: { clientMethodId: id }, query: { client: acme } }, user)).body
const single = (given: Partial<RouteInput<typeof updateSingle>['body']> = {}) => ({
  params: { id: 'DPD-ND' },
  body: {
    pricingMethod: 'By Weight Matrix' as const,
    primaryCosting: { ...charge('4.50', '0.35'), fromParcel: 1 },
    secondaryCosting: null,
    version: 1,
    ...given,
  },
})
const charge = (baseCost: string, incrementalCost = '0.00') => ({
  baseCost,
  incrementalCost,
  incrementStart: 0.5,
  increment: 0.25,
})
const row = (from: number, to: number | null, given: Record<string, unknown> = {}) => ({
  chargeID: '',
  from,
  to,
  ...charge(`${from + 1}.00`),
  effectiveFrom: null,
  effectiveBetween: null,
  ...given,
})
const matrix = (rows: ReturnType<typeof row>[], given: Record<string, unknown> = {}) => ({
  params: { id: 'DPD-ND' },
  body: {
    pricingMethod: 'By Weight Matrix' as const,
    primaryCosting: { fromParcel: 1, costingMatrix: rows },
    secondaryCosting: null,
    version: 1,
    ...given,
  },
})
const paths = (answer: { body: unknown }) =>
  (answer.body as { fields?: { path: string }[] }).fields?.map(({ path }) => path)

describe('the price list', () => {
  test('has the client’s methods with the cost of 1 kg on the next working day', async () => {
    const { status, body } = await portal.call(list, {}, user)
    expect([status, body.ruleBookVersion]).toEqual([200, 1])
    expect(body.costings).toMatchObject([
      {
        clientMethodID: 'DPD-ND',
        client: acme,
        carrier: 'DPD',
        carrierName: 'DPD UK',
        active: 'Y',
        carrierService: 'Next Day',
        pricingMethod: 'By Parcel',
        costOfOneParcel: '4.50',
        isMatrix: false,
        version: 1,
      },
      { clientMethodID: 'EVRI-48', active: 'N', costOfOneParcel: '3.13' },
    ])
  })

  test('shows methods without a price on that day, and which have a matrix', async () => {
    const rows = [row(0, null, { effectiveBetween: { from: '2020-01-01', to: '2020-12-31' } })]
    await portal.call(updateMatrix, matrix(rows), user)
    const { body } = await portal.call(list, {}, user)
    expect(body.costings[0]).toMatchObject({ costOfOneParcel: null, isMatrix: true, version: 2 })
    expect(body.ruleBookVersion).toBe(2)
  })

  test('of a client without a rule book is empty', async () => {
    const nobody = await makeSession(portal.testDatabase, {})
    expect((await portal.call(list, {}, nobody)).body).toEqual({ costings: [], ruleBookVersion: 0 })
  })
})

describe('the price of one method', () => {
  test('is shown in pounds and kilograms', async () => {
    expect(await read()).toMatchObject({
      clientMethodID: 'DPD-ND',
      serviceDescription: 'Next Day',
      primaryCosting: { fromParcel: 1, baseCost: '4.50', costingMatrix: [] },
      secondaryCosting: null,
    })
  })

  test('of another client is not found', async () => {
    const other = (id: string, client: string) =>
      portal.call(costing, { params: { clientMethodId: id }, query: { client } }, user)
    expect(await other('OAK-1', acme)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await other('DPD-ND', birch)).toMatchObject({ status: 404 })
  })
})

describe('a single price', () => {
  test('is published as a version with its author and changes, and read back', async () => {
    const secondaryCosting = { ...charge('3.125'), fromParcel: 2 }
    const saved = await portal.call(updateSingle, single({ secondaryCosting }), user)
    expect(saved).toMatchObject({
      status: 200,
      body: { message: 'Data updated successfully.', ruleBookVersion: 2, version: 2 },
    })
    expect(await read()).toMatchObject({
      pricingMethod: 'By Weight Matrix',
      version: 2,
      primaryCosting: { ...charge('4.50', '0.35'), costingMatrix: [] },
      secondaryCosting: { ...charge('3.125'), fromParcel: 2, costingMatrix: [] },
    })
    const [audited] = await portal.testDatabase.asOwner(
      `select object, before, after from audit where client_code = $1 and act = 'rule-book.changed'`,
      [acme],
    )
    expect(audited).toMatchObject({
      object: 'Price of DPD UK Next Day (DPD-ND): rule book 2',
      before: { 'method DPD-ND': { pricing: { pricingMethod: 'By Parcel' } } },
      after: { 'method DPD-ND': { pricing: { primaryCosting: { baseCost: 45_000, incrementStart: 500 } } } },
    })
  })

  test('replaces a matrix, and a matrix replaces a single price', async () => {
    await portal.call(updateMatrix, matrix([row(0, null)]), user)
    expect((await read()).primaryCosting).toMatchObject({
      baseCost: '0.00',
      incrementalCost: '0.00',
      costingMatrix: [{ chargeID: 'C1', baseCost: '1.00' }],
    })
    await portal.call(updateSingle, single({ version: 2 }), user)
    expect((await read()).primaryCosting).toMatchObject({ baseCost: '4.50', costingMatrix: [] })
  })

  test('is removed by None; costings with None, or missing costings, are refused', async () => {
    expect(paths(await portal.call(updateSingle, single({ pricingMethod: 'None' }), user))).toEqual(['primaryCosting'])
    expect(paths(await portal.call(updateSingle, single({ primaryCosting: null }), user))).toEqual(['primaryCosting'])
    const none = single({ pricingMethod: 'None', primaryCosting: null })
    expect(await portal.call(updateSingle, none, user)).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ pricingMethod: 'None', primaryCosting: null })
  })

  test('with invalid figures is refused at the field, and nothing is saved', async () => {
    const refused = async (given: Record<string, unknown>, pricingMethod: 'By Parcel' | 'By Weight Matrix') =>
      paths(
        await portal.call(
          updateSingle,
          single({ pricingMethod, primaryCosting: { ...charge('4.50'), fromParcel: 1, ...given } }),
          user,
        ),
      )
    expect(await refused({}, 'By Parcel')).toEqual(['primaryCosting.incrementStart', 'primaryCosting.increment'])
    expect(await refused({ baseCost: '-1' }, 'By Weight Matrix')).toEqual(['primaryCosting.baseCost'])
    expect(await refused({ baseCost: '1000000.01' }, 'By Weight Matrix')).toEqual(['primaryCosting.baseCost'])
    expect(await refused({ increment: -1 }, 'By Weight Matrix')).toEqual(['primaryCosting.increment'])
    expect(await refused({ fromParcel: 2 }, 'By Weight Matrix')).toEqual(['primaryCosting.fromParcel'])
    expect((await portal.call(list, {}, user)).body.ruleBookVersion).toBe(1)
  })

  test('is refused to the later of two editors; another client’s method is not found', async () => {
    expect(await portal.call(updateSingle, single(), user)).toMatchObject({ status: 200 })
    expect(await portal.call(updateSingle, single(), user)).toMatchObject({
      status: 409,
      body: {
        code: 'version_conflict',
        message: expect.stringMatching(
          /^This has changed: Price of DPD UK Next Day \(DPD-ND\), by user\.\S+\. Check it, then try again/,
        ),
      },
    })
    expect(await portal.call(updateSingle, { ...single(), params: { id: 'OAK-1' } }, user)).toMatchObject({
      status: 404,
    })
    expect((await read()).version).toBe(2)
  })
})

describe('unchanged prices', () => {
  const versions = async () => (await portal.call(list, {}, user)).body.ruleBookVersion

  test('publish nothing; the answer has the version to send next', async () => {
    const unchanged = (version: number, ruleBookVersion: number) => ({
      status: 200,
      body: { message: 'No changes to save.', ruleBookVersion, version },
    })
    await portal.call(updateSingle, single(), user)
    expect(await portal.call(updateSingle, single({ version: 2 }), user)).toMatchObject(unchanged(2, 2))
    await portal.call(updateMatrix, matrix([row(0, 5), row(5, null)], { version: 2 }), user)
    await portal.call(updateSingle, { ...single(), params: { id: 'EVRI-48' } }, user)
    // The rows have ids by now. A caller who omits them still sends the same rows.
    const again = await portal.call(updateMatrix, matrix([row(0, 5), row(5, null)], { version: 3 }), user)
    expect(again).toMatchObject(unchanged(3, 4))
    expect(await versions()).toBe(4)
    const audited = await portal.testDatabase.asOwner(
      `select from audit where client_code = $1 and act = 'rule-book.changed'`,
      [acme],
    )
    expect(audited).toHaveLength(3)
  })
})

describe('a matrix', () => {
  test('gives new rows unused ids and keeps existing ids', async () => {
    await portal.call(updateMatrix, matrix([row(0, 5), row(5, null)]), user)
    const ids = async () => (await read()).primaryCosting?.costingMatrix.map(({ chargeID }) => chargeID)
    expect(await ids()).toEqual(['C1', 'C2'])
    const amended = matrix([row(0, 5, { chargeID: 'C1' }), row(5, 9), row(9, null)], { version: 2 })
    await portal.call(updateMatrix, amended, user)
    expect(await ids()).toEqual(['C1', 'C3', 'C4'])
  })

  test('prices exactly 1 kg by the band that begins at 1 kg', async () => {
    const printed = [row(0.001, 0.5, charge('1.00')), row(0.501, 0.999, charge('2.00')), row(1, 2, charge('3.00'))]
    expect(await portal.call(updateMatrix, matrix(printed), user)).toMatchObject({ status: 200 })
    const { body } = await portal.call(list, {}, user)
    expect(body.costings[0]).toMatchObject({ costOfOneParcel: '3.00' })
    expect((await read()).primaryCosting?.costingMatrix.map(({ from, to }) => [from, to])).toEqual(
      printed.map(({ from, to }) => [from, to]),
    )
  })

  test('is refused at the field for overlapping bands, repeated ids and reversed dates', async () => {
    const refused = async (...rows: ReturnType<typeof row>[]) =>
      paths(await portal.call(updateMatrix, matrix(rows), user))
    const at = (place: string) => `primaryCosting.costingMatrix.${place}`
    expect(await refused(row(0, 5), row(4, 8))).toEqual([at('1.from')])
    expect(await refused(row(5, 4))).toEqual([at('0.to')])
    expect(await refused(row(0, 5), row(5, 5))).toEqual([at('1.from')])
    expect(await refused(row(0, 5, { chargeID: 'A' }), row(5, 8, { chargeID: 'A' }))).toEqual([at('1.chargeID')])
    const backwards = { from: '2026-12-24', to: '2026-12-01' }
    expect(await refused(row(0, 5, { effectiveBetween: backwards }))).toEqual([at('0.effectiveBetween.to')])
    const secondaryCosting = { fromParcel: 2, costingMatrix: [row(0, 5), row(0, 5)] }
    expect(paths(await portal.call(updateMatrix, matrix([row(0, null)], { secondaryCosting }), user))).toEqual([
      'secondaryCosting.costingMatrix.1.from',
    ])
    expect((await read()).version).toBe(1)
  })

  test('by parcel accepts only whole parcels', async () => {
    const whole = { incrementStart: 1, increment: 1 }
    const byParcel = (rows: ReturnType<typeof row>[]) => matrix(rows, { pricingMethod: 'By Parcel' })
    expect(paths(await portal.call(updateMatrix, byParcel([row(0, 1.5, whole)]), user))).toEqual([
      'primaryCosting.costingMatrix.0.to',
    ])
    const save = async (rows: ReturnType<typeof row>[], version: number) => {
      const { params, body } = byParcel(rows)
      return portal.call(updateMatrix, { params, body: { ...body, version } }, user)
    }
    expect(await save([row(0, 1, whole), row(1, null, whole)], 1)).toMatchObject({ status: 200 })
    const printed = [row(1, 1, whole), row(2, 2, whole), row(3, 10, whole)]
    expect(await save(printed, 2)).toMatchObject({ status: 200 })
  })

  test('of 500 rows is saved and read completely', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => row(index, index + 1))
    expect(await portal.call(updateMatrix, matrix(rows), user)).toMatchObject({ status: 200 })
    const kept = (await read()).primaryCosting?.costingMatrix
    expect([kept?.length, kept?.at(-1)?.chargeID, kept?.at(-1)?.to]).toEqual([500, 'C500', 500])
  })
})

test('a user who may only read prices cannot change them', async () => {
  const reader = await makeSession(portal.testDatabase, {
    clients: [acme],
    holds: (leaf, right) => leaf === LEAF && right !== 'Edit',
  })
  expect(await portal.call(list, {}, reader)).toMatchObject({ status: 200 })
  expect(await portal.call(updateSingle, single(), reader)).toMatchObject({ status: 403 })
  expect(await portal.call(updateMatrix, matrix([row(0, null)]), reader)).toMatchObject({ status: 403 })
})

describe('prices for each parcel', () => {
  test('stay for each parcel if a save omits the setting', async () => {
    expect(await read()).toMatchObject({ chargedFor: 'consignment' })
    await portal.call(updateMatrix, matrix([row(0, 30)], { chargedFor: 'parcel' }), user)
    expect(await read()).toMatchObject({ chargedFor: 'parcel' })
    await portal.call(updateSingle, single({ version: 2 }), user)
    expect(await read()).toMatchObject({ chargedFor: 'parcel' })
    await portal.call(updateSingle, single({ version: 3, chargedFor: 'consignment' }), user)
    expect(await read()).toMatchObject({ chargedFor: 'consignment' })
  })

  test('warn of the change by comparing the cost of three parcels', async () => {
    const before = matrix([row(0, 1), row(1, 30)])
    await portal.call(updateMatrix, before, user)
    const compared = async () => (await portal.call(list, {}, user)).body.costings[0]?.comparedCosts[2]
    // Increments above the first 0.5 kg are free here.
    expect(await compared()).toBe('2.00')
    const saved = await portal.call(
      updateMatrix,
      matrix([row(0, 1), row(1, 30)], { version: 2, chargedFor: 'parcel' }),
      user,
    )
    expect(saved.body.warnings).toEqual([
      'Each parcel is charged by its own weight: 3 parcels of 1 kg go from £2.00 to £3.00.',
    ])
    expect(await compared()).toBe('3.00')
  })
})
