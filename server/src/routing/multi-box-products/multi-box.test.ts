import { contract } from '@despatch/contract/contract'
import type { Goods } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteInput } from '@despatch/contract/route/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, update, componentExceptions, goods, setGoods } = contract['multi-box']
let portal: TestPortal
let user: SignedIn & { client: string; userId: number }

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  user = await makeSession(portal.testDatabase)
  for (const code of ['BED', 'FRAME', 'MATTRESS', 'SOFA', 'SEAT', 'LAMP'])
    await makeSku(portal.testDatabase, { client: user.client, code, description: ` ${code} of oak ` })
})
afterAll(() => portal.close())

const EMPTY: Goods = { weight: null, length: null, volume: null, categories: [], components: [] }
const set = (SKU: string, given: Partial<Goods>, known: Goods = EMPTY) =>
  portal.call(setGoods, { body: { SKU, goods: { ...EMPTY, ...given }, known } }, user)
const boxes = (...codes: string[]) => codes.map((Code, index) => ({ Code, quantity: index + 1 }))
const read = async () => (await portal.call(list, {}, user)).body
const save = async (given: Partial<RouteInput<typeof update>['body']>, version?: number) =>
  portal.call(
    update,
    {
      body: {
        sameCarrier: false,
        skuListToAdd: [],
        skuListToRemove: [],
        version: version ?? (await read()).version,
        ...given,
      },
    },
    user,
  )

describe('which products ship with one carrier', () => {
  beforeEach(async () => {
    await set('BED', { components: boxes('FRAME', 'MATTRESS') })
    await set('SOFA', { components: boxes('SEAT') })
  })
  test('lists multi-box products by code with the flag that applies to each', async () => {
    const answer = await read()
    expect(answer).toMatchObject({ Same_Component_Carrier_Default: 'N', version: 0 })
    expect(answer.rows).toEqual([
      {
        Code: 'BED',
        Item_Description: 'BED of oak',
        Same_Component_Carrier: 'N',
        isException: false,
        components: [
          { Code: 'FRAME', Item_Description: 'FRAME of oak', quantity: 1 },
          { Code: 'MATTRESS', Item_Description: 'MATTRESS of oak', quantity: 2 },
        ],
      },
      expect.objectContaining({ Code: 'SOFA', Same_Component_Carrier: 'N', isException: false }),
    ])
  })
  test('an exception departs from the default, lists its boxes and can be removed', async () => {
    const added = await save({ skuListToAdd: ['BED', 'LAMP'] })
    expect(added.body).toEqual({ message: 'Data updated successfully.', ruleBookVersion: 1, version: 1 })
    const after = await read()
    expect(after.version).toBe(1)
    expect(after.rows.map((row) => [row.Code, row.Same_Component_Carrier, row.isException])).toEqual([
      ['BED', 'Y', true],
      ['LAMP', 'Y', true],
      ['SOFA', 'N', false],
    ])
    const { body } = await portal.call(componentExceptions, {}, user)
    expect(body.rows).toEqual([
      { Code: 'FRAME', Item_Description: 'FRAME of oak', quantity: 1, product: 'BED', Same_Component_Carrier: 'Y' },
      {
        Code: 'MATTRESS',
        Item_Description: 'MATTRESS of oak',
        quantity: 2,
        product: 'BED',
        Same_Component_Carrier: 'Y',
      },
    ])
    await save({ skuListToRemove: ['BED'] })
    const last = await read()
    expect([last.version, last.rows.find(({ Code }) => Code === 'BED')?.isException]).toEqual([2, false])
  })
  test('when the default changes, exceptions keep their flag, and equal ones disappear', async () => {
    await save({ skuListToAdd: ['BED'] })
    await save({ sameCarrier: true, skuListToAdd: ['SOFA'] })
    const after = await read()
    expect(after.Same_Component_Carrier_Default).toBe('Y')
    expect(after.rows.map((row) => [row.Code, row.Same_Component_Carrier, row.isException])).toEqual([
      ['BED', 'Y', false],
      ['SOFA', 'N', true],
    ])
    const [version] = await portal.testDatabase.asOwner(
      'select summary, changes from rule_books where client_code = $1 and version = 2',
      [user.client],
    )
    expect(version).toEqual({
      summary: 'Multi Box Products: boxes ship with one carrier by default, 1 exception set, 1 exception removed',
      changes: 3,
    })
  })
  test.each([
    [{ skuListToAdd: ['BED', 'NONE'] }, 'skuListToAdd.1', 'SKU NONE doesn’t exist'],
    [{ skuListToAdd: ['BED'], skuListToRemove: ['BED'] }, 'skuListToAdd.0', 'in both lists'],
    [{ skuListToRemove: ['SOFA'] }, 'skuListToRemove.0', 'does not differ'],
  ])('refuses %j at %s, and saves nothing', async (given, path, message) => {
    const answer = await save(given)
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: [{ path, message: expect.stringContaining(message) }] },
    })
    expect((await read()).version).toBe(0)
  })
  test('saving without changes publishes nothing and says so', async () => {
    expect(await save({})).toMatchObject({ status: 200, body: { message: 'No changes to save.' } })
    expect((await read()).version).toBe(0)
  })
  test('the later of two editors is refused, even if the first only removed something', async () => {
    await save({ skuListToAdd: ['BED'] })
    const { version } = await read()
    await save({ skuListToRemove: ['BED'] })
    const late = await save({ sameCarrier: true }, version)
    expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect((await read()).Same_Component_Carrier_Default).toBe('N')
  })
  test('of two concurrent saves one is refused', async () => {
    const answers = await Promise.all([
      save({ sameCarrier: true }, 0),
      save({ sameCarrier: true, skuListToAdd: ['BED'] }, 0),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
  test('another client’s products are not visible', async () => {
    await save({ skuListToAdd: ['BED'] })
    const other = await makeSession(portal.testDatabase)
    expect((await portal.call(list, {}, other)).body.rows).toEqual([])
    expect((await portal.call(componentExceptions, {}, other)).body.rows).toEqual([])
    expect(await portal.call(list, {}, { ...other, client: user.client })).toMatchObject({ status: 403 })
  })
})

describe('what a SKU weighs and measures', () => {
  test('is set in kg, cm and m³, stored in whole units and audited', async () => {
    const given = {
      weight: 12.345,
      length: 120.5,
      volume: 0.25,
      categories: ['Sofas', 'Beds', 'Beds'],
      components: boxes('MATTRESS', 'FRAME'),
    }
    expect((await set('BED', given)).body).toEqual({ message: 'Data updated successfully.' })
    const { body } = await portal.call(goods, { query: { SKU: 'BED' } }, user)
    expect(body).toMatchObject({
      Item_Description: 'BED of oak',
      goods: {
        ...given,
        categories: ['Beds', 'Sofas'],
        components: [
          { Code: 'FRAME', quantity: 2 },
          { Code: 'MATTRESS', quantity: 1 },
        ],
      },
      components: [{ Code: 'FRAME', Item_Description: 'FRAME of oak', quantity: 2 }, { Code: 'MATTRESS' }],
    })
    const [row] = await portal.testDatabase.asOwner(
      'select weight, length, volume from skus where client_code = $1 and sku_code = $2',
      [user.client, 'BED'],
    )
    expect(row).toEqual({ weight: 12_345, length: 1205, volume: 250_000 })
    const [act] = await portal.testDatabase.asOwner('select act, before, after from audit where record = $1', [
      `sku:${user.client}:BED`,
    ])
    expect(act).toMatchObject({ act: 'sku.goods-set', before: { weight: null }, after: { weight: 12.345 } })
    // Remove everything again.
    await set('BED', {}, { ...given })
    expect((await portal.call(goods, { query: { SKU: 'BED' } }, user)).body.goods).toEqual(EMPTY)
  })
  test.each([
    [['BED'], 'goods.components.0.Code', 'a box of itself'],
    [['FRAME', 'NONE'], 'goods.components.1.Code', 'SKU NONE doesn’t exist'],
    [['FRAME', 'FRAME'], 'goods.components.1.Code', 'listed twice'],
    [['SOFA'], 'goods.components.0.Code', 'comes in several boxes'],
  ])('refuses the boxes %j, and saves nothing', async (codes, path, message) => {
    await set('SOFA', { components: boxes('SEAT') })
    const answer = await set('BED', { weight: 3, components: boxes(...codes) })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: [{ path, message: expect.stringContaining(message) }] },
    })
    expect((await portal.call(goods, { query: { SKU: 'BED' } }, user)).body.goods).toEqual(EMPTY)
  })
  test('a box of another product cannot have boxes, even if both are saved at once', async () => {
    const answers = await Promise.all([
      set('BED', { components: boxes('FRAME') }),
      set('FRAME', { components: boxes('LAMP') }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
  test('is refused if it changed meanwhile, or for an unknown SKU', async () => {
    await set('BED', { weight: 1 })
    expect(await set('BED', { weight: 2 })).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(await set('NONE', {})).toMatchObject({ status: 404 })
    const other = await makeSession(portal.testDatabase)
    expect(await portal.call(goods, { query: { SKU: 'BED' } }, other)).toMatchObject({ status: 404 })
  })
  test.each([{ weight: -1 }, { weight: 1.2345 }, { length: 20_000 }])('refuses %j', async (given) => {
    const [field] = Object.keys(given)
    expect(await set('BED', given)).toMatchObject({ status: 400, body: { fields: [{ path: `goods.${field}` }] } })
  })
})
