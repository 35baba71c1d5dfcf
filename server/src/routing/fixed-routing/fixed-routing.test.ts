import { contract } from '@despatch/contract/contract'
import type { CategoryFilter } from '@despatch/contract/routing/fixed-routing/fixed-route'
import type { BookContents, BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const calls = contract['fixed-routing']
let portal: TestPortal
let as: SignedIn & { client: string }
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

const SKUS: [string, string, string[]][] = [
  ['MUG-1', '  blue mug ', ['Kitchen', 'Gifts']],
  ['MUG-2', 'Amber mug', ['Kitchen']],
  ['LAMP', 'Table lamp', ['Light']],
  ['LOOSE', 'Zip bag', []],
]
type Route = BookContents['fixed-route']
const route = (key: string, given: Partial<Route> = {}): BookItem => ({
  kind: 'fixed-route',
  key,
  content: {
    by: { sku: 'MUG-1' },
    regions: [],
    carrier: 'DPD',
    clientMethodID: null,
    startDate: null,
    endDate: null,
    ...given,
  },
})
const CARRIERS = [
  carrierItem('DPD', { name: 'DPD UK' }),
  carrierItem('DHL', { active: 'N' }),
  methodItem('DPD-ND', 'DPD', 45_000, { carrierService: 'Next Day', methodDescription: 'DPD by noon' }),
  methodItem('DPD-2D', 'DPD', 35_000, { carrierService: 'Two Day' }),
  methodItem('DHL-ND', 'DHL'),
]

beforeEach(async () => {
  as = await makeSession(portal.testDatabase)
  for (const [code, description, categories] of SKUS) {
    await makeSku(portal.testDatabase, { client: as.client, code, description })
    await portal.testDatabase.asOwner('update skus set categories = $3 where client_code = $1 and sku_code = $2', [
      as.client,
      code,
      categories,
    ])
  }
  await makeRuleBook(portal.testDatabase, as.client, CARRIERS)
})
const publishRoutes = (...routes: BookItem[]) => makeRuleBook(portal.testDatabase, as.client, routes)

const listed = async (body: Partial<CategoryFilter> & { page?: number; limit?: number } = {}, sortedBy?: 'code') =>
  (await portal.call(calls.categoryDetail, { query: { ...(sortedBy && { sortedBy }) }, body }, as)).body
const shown = async (body: Partial<CategoryFilter> = {}, sortedBy?: 'code') =>
  (await listed(body, sortedBy)).rows.map((row) =>
    [row.Code || row.category, row.customPreferenceID].filter(Boolean).join(' '),
  )
const NEW = {
  category: '',
  skus: ['MUG-1', 'LAMP'],
  regionList: ['AL', 'AB'],
  carrier: 'DPD',
  method: 'DPD-ND',
  startDate: '2026-03-01',
  endDate: null,
}
const add = (given: Partial<typeof NEW> | object = {}) => portal.call(calls.add, { body: { ...NEW, ...given } }, as)

test('the category detail lists products with their routes by description or code', async () => {
  await publishRoutes(
    route('A1', { regions: ['AL', 'AB'], clientMethodID: 'DPD-ND', startDate: '2026-03-01' }),
    route('A2', { carrier: 'DHL' }),
    route('K1', { by: { category: 'Kitchen' } }),
    route('L1', { by: { category: 'Light' } }),
  )
  expect(await shown()).toEqual(['Kitchen K1', 'Light L1', 'MUG-2', 'MUG-1 A2', 'MUG-1 A1', 'LAMP', 'LOOSE'])
  expect(await shown({ category: 'Kitchen' }, 'code')).toEqual(['Kitchen K1', 'MUG-1 A2', 'MUG-1 A1', 'MUG-2'])
  expect(await shown({ category: 'kitchen' })).toEqual([])
  const { rows, total } = await listed({ category: 'Gifts', limit: 1, page: 2 })
  expect(total).toBe(2)
  expect(rows).toEqual([
    {
      customPreferenceID: 'A1',
      Code: 'MUG-1',
      Item_Description: 'blue mug',
      category: 'Kitchen, Gifts',
      RegionList: ['AB', 'AL'],
      RegionListName: 'AB Aberdeen, AL St Albans',
      RegionListShort: 'AB Aberdeen, AL St Albans',
      CarrierCode: 'DPD',
      carrierName: 'DPD UK',
      service: 'Next Day',
      method: 'DPD-ND',
      methodName: 'DPD by noon',
      startDate: '2026-03-01',
      endDate: null,
      version: 2,
      heldByCategory: '',
    },
  ])
  const unheld = (await listed({}, 'code')).rows.filter(({ customPreferenceID }) => customPreferenceID === '')
  expect(unheld.map(({ Code, heldByCategory }) => [Code, heldByCategory])).toEqual([
    ['LAMP', 'DPD UK'],
    ['LOOSE', ''],
    ['MUG-2', 'DPD UK'],
  ])
  const exported = await portal.call(calls.exportCategoryDetail, { query: {}, body: {} }, as)
  expect(exported.body.rows.map(({ Code }) => Code)).toEqual(['', '', 'LAMP', 'LOOSE', 'MUG-1', 'MUG-1', 'MUG-2'])
})

test.each<[Partial<CategoryFilter>, string[]]>([
  [{ show_products_fixed: true }, ['Kitchen K1', 'MUG-1 A2', 'MUG-1 A1', 'LAMP A3']],
  [{ include_skus_fixed: false }, ['Kitchen K1', 'MUG-2', 'LOOSE']],
  [{ show_products_fixed: true, include_skus_fixed: false }, ['Kitchen K1']],
  [{ carrier: 'DHL' }, ['MUG-1 A2']],
  [{ service: 'Next Day' }, ['MUG-1 A1']],
  [{ method: 'DPD-2D' }, ['LAMP A3']],
  [{ includes: 'MUG' }, ['MUG-2', 'MUG-1 A2', 'MUG-1 A1']],
  [{ includes: 'kitch' }, ['Kitchen K1']],
  [{ includes: '%' }, []],
  [{ regionList: ['AB'] }, ['MUG-1 A1']],
  [{ startDate: '2026-05-01' }, ['Kitchen K1', 'MUG-1 A2', 'LAMP A3']],
  [{ endDate: '2026-03-31', carrier: 'DPD' }, ['Kitchen K1', 'MUG-1 A1']],
  [{ customPreferenceIDs: ['K1', 'A3', 'GONE'] }, ['Kitchen K1', 'LAMP A3']],
])('filter %j keeps %j', async (filter, rows) => {
  await publishRoutes(
    route('A1', { regions: ['AB'], clientMethodID: 'DPD-ND', startDate: '2026-03-01', endDate: '2026-04-30' }),
    route('A2', { carrier: 'DHL' }),
    route('A3', { by: { sku: 'LAMP' }, clientMethodID: 'DPD-2D', startDate: '2026-04-01' }),
    route('K1', { by: { category: 'Kitchen' } }),
  )
  expect(await shown(filter)).toEqual(rows)
})

test('adding routes publishes one version with a route for each SKU or category', async () => {
  const { status, body } = await add()
  expect([status, body.message, body.ruleBookVersion]).toEqual([200, 'Data added successfully.', 2])
  expect(new Set(body.customPreferenceIDs).size).toBe(2)
  const { rows } = await listed({ customPreferenceIDs: body.customPreferenceIDs })
  expect(rows.map(({ Code, RegionListName, method, version }) => [Code, RegionListName, method, version])).toEqual([
    ['MUG-1', 'AB Aberdeen, AL St Albans', 'DPD-ND', 2],
    ['LAMP', 'AB Aberdeen, AL St Albans', 'DPD-ND', 2],
  ])
  expect((await add({ skus: [], category: 'Kitchen', method: null })).status).toBe(200)
  expect(await shown({ include_skus_fixed: false, show_products_fixed: true })).toEqual([
    expect.stringMatching(/^Kitchen /),
  ])
})

test.each<[object, string, RegExp]>([
  [{ skus: ['MUG-1', 'NONE'] }, 'skus', /NONE doesn’t exist/],
  [{ skus: [], category: 'None' }, 'category', /category None/],
  [{ skus: [] }, 'skus', /Choose a category or at least one SKU/],
  [{ regionList: ['QQ'] }, 'regionList', /no region QQ/],
  [{ carrier: 'UPS', method: null }, 'carrier', /no carrier UPS/],
  [{ method: 'DHL-ND' }, 'method', /belongs to DHL, not DPD/],
  [{ method: 'THEIRS' }, 'method', /no method THEIRS/],
  [{ endDate: '2026-02-28' }, 'endDate', /end date is before the start date/],
])('%j is refused at %s, and nothing is saved', async (given, path, message) => {
  const other = await makeSession(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, other.client, [carrierItem('UPS'), methodItem('THEIRS', 'UPS')])
  const { status, body } = await add(given)
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ fields: [{ path, message: expect.stringMatching(message) as string }] }),
  ])
  expect(await shown({ show_products_fixed: true })).toEqual([])
})

test('an equal route is refused: existing, within a request, concurrent or after a change', async () => {
  await publishRoutes(route('A1', { regions: ['AB', 'AL'], startDate: '2026-03-01' }))
  const equal = await add()
  expect(equal.status).toBe(409)
  expect(equal.body).toMatchObject({
    code: 'already_exists',
    fields: [{ path: 'skus', message: expect.stringContaining(', to DPD. Change it') as string }],
  })
  expect((await add({ skus: ['LAMP', 'LAMP'] })).status).toBe(409)
  const others = await Promise.all(
    Array.from({ length: 6 }, () => makeSession(portal.testDatabase, { clients: [as.client] })),
  )
  // Open all connections first, so that the calls overlap.
  await Promise.all(others.map((who) => portal.call(calls.categoryDetail, { query: {}, body: {} }, who)))
  const atOnce = await Promise.all(
    others.map((who) => portal.call(calls.add, { body: { ...NEW, skus: ['LAMP'] } }, who)),
  )
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  await publishRoutes(route('A2', { regions: ['ZE'], startDate: '2026-03-01' }))
  const [row] = (await listed({ customPreferenceIDs: ['A2'] })).rows
  const amended = await portal.call(
    calls.update,
    {
      body: {
        customPreferenceList: [{ customPreferenceID: 'A2', version: row?.version ?? 0 }],
        regionList: ['AL', 'AB'],
      },
    },
    as,
  )
  expect([amended.status, amended.body]).toEqual([409, expect.objectContaining({ code: 'already_exists' })])
})

test('changing many routes publishes one version; omitted fields stay as they are', async () => {
  const version = await publishRoutes(
    route('A1', { regions: ['AB', 'AL'], clientMethodID: 'DPD-ND', startDate: '2026-03-01' }),
    route('A2', { by: { sku: 'LAMP' }, carrier: 'DHL', endDate: '2026-06-30' }),
  )
  const customPreferenceList = ['A1', 'A2'].map((customPreferenceID) => ({ customPreferenceID, version }))
  const update = (body: object) => portal.call(calls.update, { body: { customPreferenceList, ...body } }, as)
  // One would have another carrier's method, the other would end before it starts.
  expect((await update({ carrier: 'DHL' })).body).toMatchObject({ fields: [{ path: 'method' }] })
  expect((await update({ startDate: '2026-07-01' })).body).toMatchObject({ fields: [{ path: 'endDate' }] })
  const { status, body } = await update({ regionList: ['ZE'] })
  expect([status, body.message, body.version]).toEqual([200, 'Data updated successfully.', version + 1])
  const { rows } = await listed({ show_products_fixed: true })
  expect(
    rows.map(({ RegionList, CarrierCode, method, startDate, endDate }) => [
      RegionList.join(),
      CarrierCode,
      method,
      startDate,
      endDate,
    ]),
  ).toEqual([
    ['ZE', 'DPD', 'DPD-ND', '2026-03-01', null],
    ['ZE', 'DHL', '', null, '2026-06-30'],
  ])
  // An unchanged route does not equal itself.
  const toOther = await portal.call(
    calls.update,
    { body: { customPreferenceList: [{ customPreferenceID: 'A2', version: body.version }], carrier: 'DPD' } },
    as,
  )
  expect([toOther.status, toOther.body.version]).toEqual([200, version + 2])
  // The second of two editors is refused.
  expect((await update({ regionList: [] })).body).toMatchObject({ code: 'version_conflict' })
})

test('deleting routes removes all or none; another client’s routes are not found', async () => {
  const version = await publishRoutes(route('A1'), route('A2', { by: { sku: 'LAMP' } }))
  const remove = (who: SignedIn, ...ids: [string, number][]) =>
    portal.call(
      calls.remove,
      {
        body: {
          customPreferenceList: ids.map(([customPreferenceID, known]) => ({ customPreferenceID, version: known })),
        },
      },
      who,
    )
  const other = await makeSession(portal.testDatabase)
  expect((await remove(other, ['A1', version])).status).toBe(404)
  expect((await remove(as, ['A1', version], ['GONE', version])).body).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('One of these fixed routes has been deleted') as string,
  })
  expect((await remove(as, ['A1', version], ['A2', 1])).status).toBe(409)
  const { body } = await remove(as, ['A1', version])
  expect(body.message).toBe('Data deleted successfully.')
  expect(await shown({ show_products_fixed: true })).toEqual(['LAMP A2'])
})

test('SKUs are found by code or description; ForRegions omits SKUs with regions', async () => {
  const found = async (query: { code?: string; ForRegions?: 'true' | 'false' }) =>
    (await portal.call(calls.skus, { query }, as)).body.rows.map(({ Code }) => Code)
  expect(await found({})).toEqual(['MUG-2', 'MUG-1', 'LAMP', 'LOOSE'])
  expect(await found({ code: 'UG' })).toEqual(['MUG-2', 'MUG-1'])
  expect(await found({ code: '%' })).toEqual([])
  await publishRoutes(route('A1', { regions: ['AB'] }), route('A2', { by: { sku: 'LAMP' } }))
  expect(await found({ ForRegions: 'true' })).toEqual(['MUG-2', 'LAMP', 'LOOSE'])
  const byRegion = await portal.call(calls.skusByRegion, { query: { sku: 'blue' } }, as)
  expect(byRegion.body.rows).toEqual([{ Code: 'MUG-1', Item_Description: 'blue mug' }])
})

test('a long SKU list shows its total, best matches first, paged or whole', async () => {
  await portal.testDatabase.asOwner(
    `insert into skus (client_code, sku_code, description, unit_value)
     select $1, 'CUP-' || n, case when n % 2 = 0 then 'cup ' else ' Cup ' end || lpad((3000 - n)::text, 4, '0'), 1
     from generate_series(1, 2190) n`,
    [as.client],
  )
  const byCode = async (query: object) => (await portal.call(calls.skus, { query }, as)).body
  const byRegion = async (query: object) => (await portal.call(calls.skusByRegion, { query }, as)).body
  for (const [find, name] of [
    [byCode, 'code'],
    [byRegion, 'sku'],
  ] as const) {
    const first = await find({})
    expect([first.rows.length, first.total]).toEqual([100, 2194])
    const pages = await Promise.all(['2', '22', '23'].map((page) => find({ page })))
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [100, 2194],
      [94, 2194],
      [0, 2194],
    ])
    const whole = await find({ limit: '999999' })
    expect([whole.rows.length, whole.total]).toEqual([2194, 2194])
    expect([...first.rows, ...(pages[0]?.rows ?? [])]).toEqual(whole.rows.slice(0, 200))

    // The last by description of over a thousand matches.
    const near = await find({ [name]: 'cup-1', limit: '10' })
    expect(near.total).toBe(1111)
    expect(near.rows.map(({ Code }) => Code)).toContain('CUP-1')
    const matching = await find({ [name]: 'CUP-1', limit: '999999' })
    expect(matching.rows).toHaveLength(1111)
    const sorted = matching.rows.map((row) => row.Item_Description.toLowerCase())
    expect(sorted).toEqual(sorted.toSorted())
    expect(matching.rows.at(-1)?.Code).toBe('CUP-1')
  }
  await publishRoutes(route('A1', { regions: ['AB'] }))
  expect((await byCode({ ForRegions: 'true' })).total).toBe(2193)
})

test('SKUs with regions are listed by code and regions, with details', async () => {
  await publishRoutes(
    route('A1', { regions: ['ZE'] }),
    route('A2', { regions: ['AL', 'AB'], clientMethodID: 'DPD-ND' }),
    route('A3', { by: { sku: 'LAMP' }, regions: ['BT'] }),
    route('A4', { by: { sku: 'MUG-2' } }),
    route('K1', { by: { category: 'Kitchen' }, regions: ['AB'] }),
  )
  const { rows } = (await portal.call(calls.skusWithRegions, {}, as)).body
  expect(rows.map((row) => [row.Code, row.Item_Description, row.RegionListName, row.customPreferenceID])).toEqual([
    ['LAMP', 'Table lamp', 'BT Belfast', 'A3'],
    ['MUG-1', 'blue mug', 'AB Aberdeen, AL St Albans', 'A2'],
    ['MUG-1', 'blue mug', 'ZE Lerwick', 'A1'],
  ])
  const details = await portal.call(calls.skuDetails, { body: { skus: ['MUG-1', 'MUG-2'] } }, as)
  expect(details.body.rows.map((row) => [row.customPreferenceID, row.methodName])).toEqual([
    ['A2', 'DPD by noon'],
    ['A1', ''],
  ])
})

test('regions, categories with counts, and carriers with services and methods are listed', async () => {
  const regions = (await portal.call(calls.regions, {}, as)).body.Regions
  expect(regions).toHaveLength(124)
  expect(regions[0]).toEqual({
    RegionID: 1,
    RegionName: 'Aberdeen',
    id: 1,
    code: 'AB',
    name: 'Aberdeen',
    part: 'Scotland',
  })
  await publishRoutes(
    route('A1'),
    route('K1', { by: { category: 'Kitchen' } }),
    route('G1', { by: { category: 'Gone' } }),
  )
  expect((await portal.call(calls.categories, {}, as)).body.categories).toEqual([
    { category: 'Gifts', skus: 1, fixedRoutes: 1 },
    { category: 'Gone', skus: 0, fixedRoutes: 1 },
    { category: 'Kitchen', skus: 2, fixedRoutes: 2 },
    { category: 'Light', skus: 1, fixedRoutes: 0 },
  ])
  const { carriers } = (await portal.call(calls.carrierServices, {}, as)).body
  expect(carriers.map((one) => [one.carrier, one.active, one.services.map(({ service }) => service)])).toEqual([
    ['DHL', 'N', ['Parcel']],
    ['DPD', 'Y', ['Next Day', 'Two Day']],
  ])
  const services = await portal.call(calls.services, { body: { carrier: 'DPD' } }, as)
  expect(services.body.services[0]).toEqual({
    service: 'Next Day',
    serviceName: 'Next Day',
    methods: [{ method: 'DPD-ND', methodName: 'DPD by noon' }],
  })
  expect((await portal.call(calls.services, { body: { carrier: 'UPS' } }, as)).status).toBe(404)
})
