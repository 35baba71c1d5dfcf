import { contract } from '@despatch/contract/contract'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { addDays, dayOf, NO_DAYS_OFF } from '@despatch/domain/calendar/day'
import { workingDay } from '@despatch/domain/routing/rule-book/check-prices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { withProcessorTime } from '../../testing/processor-time.ts'
import { carrierItem, heldItem, limitsItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { ruleBook, versions, version, bringBack, findings } = contract.allocation
const { update } = contract['multi-box']
let portal: TestPortal
let user: SignedIn & { client: string; userId: number }

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  user = await makeSession(portal.testDatabase)
})
afterAll(() => portal.close())

const PACKING: BookItem = { kind: 'packing', key: '', content: { weight: 20_000, volume: 100_000 } }
const publish = (...items: BookItem[]) => makeRuleBook(portal.testDatabase, user.client, items)
const read = async (number: number, page = 1, limit = 50) =>
  portal.call(
    version,
    { params: { version: String(number) }, query: { page: String(page), limit: String(limit) } },
    user,
  )
const back = (to: number, known: number, as: SignedIn = user) =>
  portal.call(bringBack, { params: { version: String(to) }, body: { version: known } }, as)
const wouldChange = async (to: number) =>
  (await portal.call(version, { params: { version: String(to) }, query: { against: 'now' } }, user)).body
const inForce = () =>
  portal.testDatabase.asOwner(
    'select kind, item_key, content from rule_book_items where client_code = $1 and to_version is null order by kind, item_key',
    [user.client],
  )

describe('the versions', () => {
  test('a client without a rule book has no versions and starts at version 0', async () => {
    expect((await portal.call(versions, { query: {} }, user)).body).toEqual({ versions: [], total: 0 })
    const { body } = await portal.call(ruleBook, {}, user)
    expect(body).toEqual({
      version: 0,
      at: null,
      by: '',
      summary: '',
      broughtBack: null,
      changes: 0,
      note: '',
      warnings: [],
      findings: 0,
    })
    expect(await read(1)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
  test('are listed newest first, paged, with author, time, summary and number of changes', async () => {
    await publish(carrierItem('DPD'), methodItem('M1', 'DPD'))
    await publish(carrierItem('DHL'))
    const body = { sameCarrier: true, skuListToAdd: [], skuListToRemove: [], version: 0 }
    await portal.call(update, { body }, user)
    const { body: first } = await portal.call(versions, { query: { limit: '2' } }, user)
    expect(first).toMatchObject({
      total: 3,
      versions: [
        { version: 3, summary: 'Multi Box Products: boxes ship with one carrier by default', changes: 1 },
        { version: 2, by: 'test', changes: 1, broughtBack: null },
      ],
    })
    expect(Date.parse(first.versions[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const { body: second } = await portal.call(versions, { query: { limit: '2', page: '2' } }, user)
    expect(second.versions.map((one) => [one.version, one.changes])).toEqual([[1, 2]])
    expect((await portal.call(ruleBook, {}, user)).body).toMatchObject({ version: 3, changes: 1 })
  })
  test('each shows its items before and after', async () => {
    await publish(carrierItem('DPD'), carrierItem('DHL'))
    await publish(carrierItem('DPD', { active: 'N' }), PACKING)
    const { body } = await read(2)
    expect(body).toEqual({
      version: expect.objectContaining({ version: 2, summary: 'Made by a test' }),
      total: 2,
      items: [
        {
          kind: 'carrier',
          key: 'DPD',
          before: { name: 'DPD', active: 'Y', activeDates: [] },
          after: { name: 'DPD', active: 'N', activeDates: [] },
        },
        { kind: 'packing', key: '', before: null, after: { weight: 20_000, volume: 100_000 } },
      ],
    })
    const { body: paged } = await read(1, 2, 1)
    expect([paged.total, paged.items.map(({ key }) => key)]).toEqual([2, ['DPD']])
    await back(1, 2)
    expect((await read(3)).body.items.map(({ kind, after }) => [kind, after])).toEqual([
      ['carrier', { name: 'DPD', active: 'Y', activeDates: [] }],
      ['packing', null],
    ])
  })
  test('hide items whose own screen the user may not read', async () => {
    await publish(carrierItem('DPD'), methodItem('M1', 'DPD'), PACKING, heldItem('1', 'BED', 'DPD'))
    const holds = (leaf: LeafPath) => leaf === 'carrierRoutingControl.productFixedRoutingBySku'
    const clerk = await makeSession(portal.testDatabase, { clients: [user.client], holds })
    for (const against of ['before', 'now'] as const) {
      const { body } = await portal.call(version, { params: { version: '1' }, query: { against } }, clerk)
      const seen = [body.total, body.items.map(({ kind }) => kind)]
      expect(seen).toEqual(against === 'before' ? [1, ['fixed-route']] : [0, []])
    }
  })
  test('of another client are not visible', async () => {
    await publish(carrierItem('DPD'))
    const other = await makeSession(portal.testDatabase)
    expect((await portal.call(versions, { query: {} }, other)).body.total).toBe(0)
    const asked = await portal.call(version, { params: { version: '1' }, query: {} }, other)
    expect(asked).toMatchObject({ status: 404 })
    expect(await back(1, 1, other)).toMatchObject({ status: 404 })
  })
})

describe('bringing a version back', () => {
  test('publishes a version with the old content: added items go, removed items return', async () => {
    await publish(carrierItem('DPD'), methodItem('M1', 'DPD'), heldItem('1', 'BED', 'DPD'))
    const before = await inForce()
    expect((await wouldChange(1)).total).toBe(0)
    await publish(carrierItem('DPD', { name: 'DPD UK' }), PACKING, heldItem('2', 'SOFA', 'DPD'))
    // The preview shows exactly what bringing it back changes.
    const told = await wouldChange(1)
    expect(told.items.map(({ kind, key, after }) => [kind, key, after === null])).toEqual([
      ['carrier', 'DPD', false],
      ['fixed-route', '2', true],
      ['packing', '', true],
    ])
    const answer = await back(1, 2)
    expect((await read(3)).body.items).toEqual(told.items)
    expect(answer.body).toEqual({ message: 'Data updated successfully.', ruleBookVersion: 3, version: 3, warnings: [] })
    expect(await inForce()).toEqual(before)
    const { body } = await portal.call(ruleBook, {}, user)
    expect(body).toMatchObject({ version: 3, summary: 'Version 1 restored', broughtBack: 1, changes: 3 })
    // Going back again works too: no published version is lost.
    await back(2, 3)
    expect((await inForce()).map(({ item_key }) => item_key)).toEqual(['DPD', '1', '2', 'M1', ''])
    const acts = await portal.testDatabase.asOwner('select act from audit where record = $1', [
      `rule-book:${user.client}`,
    ])
    expect(acts).toEqual([{ act: 'rule-book.changed' }, { act: 'rule-book.changed' }])
  })
  test('is refused for the current, an identical, an unknown or an outdated version', async () => {
    await publish(carrierItem('DPD'))
    await publish(carrierItem('DPD', { active: 'N' }))
    expect(await back(2, 2)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('is already the current version') },
    })
    expect(await back(3, 2)).toMatchObject({ status: 404 })
    expect(await back(1, 1)).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    await back(1, 2)
    expect(await back(1, 3)).toMatchObject({
      status: 400,
      body: { message: 'The carrier rules already match version 1. Choose another version.' },
    })
    expect((await portal.call(ruleBook, {}, user)).body.version).toBe(3)
  })
  test('of several at once, all but one are refused', async () => {
    await publish(carrierItem('DPD'))
    await publish(carrierItem('DPD', { active: 'N' }))
    await publish(carrierItem('DPD', { name: 'DPD UK' }))
    const answers = await Promise.all([1, 2, 1, 2, 1, 2].map((to) => back(to, 3)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  })
  test('needs Edit permission for every item that it changes', async () => {
    const holds = (leaf: LeafPath, right: string) => right !== 'Edit' || leaf === 'carrierRoutingControl.carrierPrices'
    const clerk = await makeSession(portal.testDatabase, { clients: [user.client], holds })
    await publish(carrierItem('DPD'), methodItem('M1', 'DPD'))
    await publish(methodItem('M1', 'DPD', 1))
    await publish(PACKING, heldItem('1', 'BED', 'DPD'))
    const refused = await back(1, 3, clerk)
    expect(refused).toMatchObject({ status: 403, body: { code: 'unauthorized_access' } })
    expect((refused.body as { message?: string }).message).toContain(
      "you need 'Edit' on Product Fixed Routing: by SKU or Product Fixed Routing: by Region; Carrier: Parcel Limits.",
    )
    await back(2, 3)
    expect((await back(1, 4, clerk)).status).toBe(200)
  })
})

describe('the check of the book', () => {
  const overlapping = (): BookItem => {
    const item = methodItem('M1', 'DPD')
    if (item.kind !== 'method') throw new Error('a method')
    const primary = item.content.pricing.primaryCosting
    const band = {
      baseCost: 100,
      incrementalCost: 0,
      incrementStart: 0,
      increment: 0,
      effectiveFrom: null,
      effectiveBetween: null,
    }
    const costingMatrix = [
      { ...band, chargeID: '1', from: 0, to: 5 },
      { ...band, chargeID: '2', from: 4, to: null },
    ]
    const pricing = { ...item.content.pricing, primaryCosting: primary && { ...primary, costingMatrix } }
    return { ...item, content: { ...item.content, pricing } }
  }
  test('describes each problem, the screen to fix it on, and an example consignment', async () => {
    await publish(carrierItem('DPD'), overlapping(), heldItem('1', 'BED', 'UPS'))
    const { body } = await portal.call(findings, {}, user)
    expect(body).toMatchObject({
      version: 1,
      hasMore: false,
      findings: [
        {
          kind: 'bands-overlap',
          sentence: 'Method M1, primary costing: rows 1 and 2 are in force at the same time and both price 5 parcels',
          place: { kind: 'method', key: 'M1' },
          example: { sentence: expect.stringMatching(/^5 parcels of 5 kg, STANDARD to United Kingdom/) },
        },
        {
          kind: 'route-to-nothing',
          place: { kind: 'fixed-route', key: '1' },
          example: {
            sentence: expect.stringContaining('held to UPS by the fixed route of SKU BED'),
            consignment: {
              despatchDay: workingDay(dayOf(new Date()), NO_DAYS_OFF),
              heldTo: { carrier: 'UPS', customPreferenceIDs: ['1'], routes: ['SKU BED'] },
            },
          },
        },
      ],
    })
    expect((await portal.call(ruleBook, {}, user)).body).toMatchObject({ version: 1, findings: 2 })
    await publish(carrierItem('UPS'), methodItem('U1', 'UPS'))
    expect((await portal.call(findings, {}, user)).body.findings.map(({ kind }) => kind)).toEqual(['bands-overlap'])
  })
  test('uses the SKUs’ measures and notices a change at once', async () => {
    await publish(carrierItem('DPD'), methodItem('M1', 'DPD'), limitsItem('M1', { ParcelWeight: 500 }))
    const asked = async () => (await portal.call(findings, {}, user)).body.findings.map(({ sentence }) => sentence)
    await makeSku(portal.testDatabase, { client: user.client, code: 'BED' })
    expect(await asked()).toEqual(['The SKU BED has no weight: it is routed and priced as though it weighed nothing'])
    await portal.testDatabase.asOwner('update skus set weight = 900 where client_code = $1', [user.client])
    expect(await asked()).toEqual([
      'Method M1: parcel weight is limited to 0.5 kg, and the lightest SKU is 0.9 kg: nothing can travel with it',
    ])
    await makeSku(portal.testDatabase, { client: user.client, code: 'LEG' })
    await portal.testDatabase.asOwner(`update skus set weight = 400 where client_code = $1 and sku_code = 'LEG'`, [
      user.client,
    ])
    expect(await asked()).toEqual([])
  })
  test('gives at most 500 findings, says if there are more, and checks 5,000 routes quickly', async () => {
    await publish(carrierItem('DPD'), methodItem('M1', 'DPD'))
    await portal.testDatabase.asOwner(
      `insert into rule_book_items (client_code, kind, item_key, from_version, content)
       select $1, 'fixed-route', 'R' || n, 1, jsonb_build_object('by', jsonb_build_object('sku', 'S' || n / 2), 'regions', '[]'::jsonb,
         'carrier', 'DPD', 'clientMethodID', null, 'startDate', null, 'endDate', $2::text) from generate_series(1, 5000) n`,
      [user.client, addDays(dayOf(new Date()), 30)],
    )
    const { result, ms } = await withProcessorTime(() => portal.call(findings, {}, user))
    const { body } = result
    expect(ms).toBeLessThan(5000)
    expect([body.findings.length, body.hasMore]).toEqual([500, true])
    expect((await portal.call(ruleBook, {}, user)).body.findings).toBe(2499)
  })
})
