import { contract } from '@despatch/contract/contract'
import type { PriceRow } from '@despatch/contract/routing/prices/prices'
import type { RouteInput } from '@despatch/contract/route/types'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, createMethod, updateMethod, removeMethod } = contract.prices
let portal: TestPortal
let acme: string
let user: SignedIn

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  const on = portal.testDatabase
  acme = await makeClient(on)
  user = await makeSession(on, { clients: [acme], type: 'Client Administrator' })
  await makeRuleBook(on, acme, [carrierItem('DPD', { name: 'DPD UK' }), methodItem('DPD-ND', 'DPD')])
})
afterAll(() => portal.close())

type NewMethod = RouteInput<typeof createMethod>['body']
const facts = {
  carrierService: 'Two Day',
  methodDescription: 'Parcels of up to 30 kg',
  contracts: ['C-2026'],
  serviceTypes: ['STANDARD' as const],
  countries: ['GB'],
  regions: ['AB', 'SW'],
  transitDays: 2,
}
const create = (given: Partial<NewMethod> = {}, headers?: Record<string, string>) =>
  portal.call(
    createMethod,
    { body: { clientMethodID: 'DPD-2D', carrier: 'DPD', carrierName: '', ...facts, ...given } },
    user,
    headers,
  )
const amend = (given: Partial<RouteInput<typeof updateMethod>['body']> = {}, id = 'DPD-ND') =>
  portal.call(updateMethod, { params: { id }, body: { ...facts, version: 1, ...given } }, user)
const rows = async (): Promise<PriceRow[]> => (await portal.call(list, {}, user)).body.costings
const find = async (id: string) => (await rows()).find(({ clientMethodID }) => clientMethodID === id)
const fields = ({ body }: { body: unknown }) => (body as { fields?: { path: string; message: string }[] }).fields

describe('a new method', () => {
  test('is checked against the current rule book, after another user’s change', async () => {
    let created: ReturnType<typeof create> | undefined
    await inClient(portal.database, acme, async (other) => {
      const ask = (text: string) => other.write(CompiledQuery.raw(text, []))
      await ask('update rule_book_heads set version = 2')
      created = create()
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect(await portal.testDatabase.asOwner(waits)).toHaveLength(1), 120_000)
      await ask(`insert into rule_books (client_code, version, published_at, by_name, summary, changes)
        select client_code, 2, now(), 'another', 'Version 0 brought back', 2 from rule_book_heads`)
      await ask('update rule_book_items set to_version = 2')
    })
    expect((await created)?.status).toBe(400)
    expect(await rows()).toEqual([])
  })
  test('is created without a price under the client’s existing carrier', async () => {
    expect(await create({ carrier: 'dpd', contracts: ['A', 'A'] })).toMatchObject({
      status: 200,
      body: { message: 'Data added successfully.', ruleBookVersion: 2, version: 2 },
    })
    expect(await find('DPD-2D')).toMatchObject({
      ...facts,
      contracts: ['A'],
      carrier: 'DPD',
      carrierName: 'DPD UK',
      pricingMethod: 'None',
      costOfOneParcel: null,
    })
  })

  test('of a new carrier adds the carrier as active and needs its name', async () => {
    const nameless = await create({ clientMethodID: 'EVRI-1', carrier: 'EVRI' })
    expect([nameless.status, fields(nameless)?.[0]?.path]).toEqual([400, 'carrierName'])
    expect(await create({ clientMethodID: 'EVRI-1', carrier: 'EVRI', carrierName: 'Evri' })).toMatchObject({
      status: 200,
    })
    expect(await find('EVRI-1')).toMatchObject({ carrier: 'EVRI', carrierName: 'Evri', active: 'Y' })
  })

  test('with an id in use is refused at the field, ignoring case', async () => {
    const taken = await create({ clientMethodID: 'dpd-nd' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    expect(fields(taken)).toEqual([
      { path: 'clientMethodID', message: 'Method DPD-ND already exists. Choose another ID' },
    ])
  })

  test('may have the id of another client’s method', async () => {
    const birch = await makeClient(portal.testDatabase)
    await makeRuleBook(portal.testDatabase, birch, [carrierItem('OAK', { name: 'Oak' }), methodItem('DPD-2D', 'OAK')])
    expect(await create()).toMatchObject({ status: 200 })
    expect((await create({ clientMethodID: 'OAK-1', carrier: 'OAK' })).status).toBe(400)
  })

  test('is created once if a call is repeated or sent twice at once', async () => {
    const key = { 'Idempotency-Key': 'a-key-of-this-test' }
    expect([(await create({}, key)).status, (await create({}, key)).status]).toEqual([200, 200])
    const both = await Promise.all([create({ clientMethodID: 'X' }), create({ clientMethodID: 'X' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await rows()).toHaveLength(3)
  })
})

describe('the details of a method', () => {
  test('change without changing its price', async () => {
    expect(await amend()).toMatchObject({ status: 200, body: { message: 'Data updated successfully.', version: 2 } })
    expect(await find('DPD-ND')).toMatchObject({ ...facts, costOfOneParcel: '4.50', version: 2 })
    expect(await amend()).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(await amend({}, 'NONE')).toMatchObject({ status: 404 })
  })

  test('include delivery days; omitting them leaves them as they are', async () => {
    expect(await find('DPD-ND')).toMatchObject({ deliveryWeekdays: [0, 1, 2, 3, 4], deliversOnHolidays: false })
    const saturdays = { deliveryWeekdays: [5, 0, 1, 2, 3, 4, 5], deliversOnHolidays: true }
    expect((await amend(saturdays)).status).toBe(200)
    const kept = { deliveryWeekdays: [0, 1, 2, 3, 4, 5], deliversOnHolidays: true }
    expect(await find('DPD-ND')).toMatchObject(kept)
    await amend({ version: 2, transitDays: 3 })
    expect(await find('DPD-ND')).toMatchObject({ ...kept, transitDays: 3 })
    await amend({ version: 3, deliveryWeekdays: [0, 1, 2, 3, 4], deliversOnHolidays: false })
    expect(await find('DPD-ND')).toMatchObject({ deliveryWeekdays: [0, 1, 2, 3, 4], deliversOnHolidays: false })
    expect(fields(await amend({ version: 4, deliveryWeekdays: [] }))).toEqual([
      { path: 'deliveryWeekdays', message: 'Choose at least one weekday' },
    ])
  })
  test('refuse unknown countries and regions at their field', async () => {
    expect(fields(await amend({ countries: ['GB', 'XX'] }))).toEqual([
      { path: 'countries', message: 'There is no country XX' },
    ])
    expect(fields(await amend({ regions: ['ZX', 'QQ'] }))).toEqual([
      { path: 'regions', message: 'There are no regions ZX, QQ' },
    ])
    expect(fields(await amend({ countries: ['IE'] }))?.[0]?.path).toBe('regions')
    expect(fields(await create({ countries: ['XX'], regions: [] }))?.[0]?.path).toBe('countries')
    expect((await find('DPD-ND'))?.version).toBe(1)
  })
})

describe('ending a method', () => {
  const end = (id = 'DPD-ND') => portal.call(removeMethod, { params: { id }, query: {} }, user)
  const hold = (key: string, by: { sku: string } | { category: string }, clientMethodID: string | null): BookItem => ({
    kind: 'fixed-route',
    key,
    content: { by, regions: [], carrier: 'DPD', clientMethodID, startDate: null, endDate: null },
  })

  test('removes it from the price list and keeps the carrier', async () => {
    await makeRuleBook(portal.testDatabase, acme, [hold('1', { sku: 'BED' }, null)])
    expect(await end()).toMatchObject({ status: 200, body: { message: 'Data deleted successfully.' } })
    expect(await rows()).toEqual([])
    expect(await end()).toMatchObject({ status: 404 })
    const carriers = await portal.testDatabase.asOwner(
      `select item_key from rule_book_items where client_code = $1 and kind = 'carrier' and to_version is null`,
      [acme],
    )
    expect(carriers).toEqual([{ item_key: 'DPD' }])
    expect(await create({ clientMethodID: 'DPD-ND' })).toMatchObject({ status: 200 })
  })

  test('is refused while fixed routes use it, and names the products', async () => {
    await makeRuleBook(portal.testDatabase, acme, [
      hold('1', { sku: 'BED' }, 'DPD-ND'),
      hold('2', { category: 'Lamps' }, 'DPD-ND'),
      hold('3', { sku: 'SOFA' }, 'OTHER'),
    ])
    expect(await end()).toMatchObject({
      status: 409,
      body: {
        code: 'in_use',
        message:
          'Fixed routing holds products to DPD UK Parcel (DPD-ND): the SKU BED, the category Lamps. Change these fixed routes first.',
      },
    })
    const many = Array.from({ length: 9 }, (_, index) => hold(`m${index}`, { sku: `S${index}` }, 'DPD-ND'))
    await makeRuleBook(portal.testDatabase, acme, many)
    expect((await end()).body).toMatchObject({ message: expect.stringMatching(/, the SKU S2 and 6 more\. Change/) })
    expect(await rows()).toHaveLength(1)
  })
})

test('a user who may only read prices cannot create, change or end methods', async () => {
  const reader = await makeSession(portal.testDatabase, { clients: [acme], holds: (_leaf, right) => right !== 'Edit' })
  const body = { clientMethodID: 'N', carrier: 'DPD', carrierName: '', ...facts }
  for (const answer of [
    await portal.call(createMethod, { body }, reader),
    await portal.call(updateMethod, { params: { id: 'DPD-ND' }, body: { ...facts, version: 1 } }, reader),
    await portal.call(removeMethod, { params: { id: 'DPD-ND' }, query: {} }, reader),
  ])
    expect(answer.status).toBe(403)
})
