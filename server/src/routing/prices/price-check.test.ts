import { contract } from '@despatch/contract/contract'
import type { ChangedClients } from '@despatch/contract/routing/all-clients/all-clients'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { prices } from '@despatch/contract/routing/prices/prices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, refusalOf, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let me: SignedIn & { client: string }
beforeAll(async () => {
  portal = await openTestPortal()
  me = await makeSession(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, me.client, [
    carrierItem('RM', { name: 'Royal Mail' }),
    methodItem('RM-48', 'RM', 40_000, {}),
  ])
})
afterAll(() => portal.close())

const costing = (baseCost: string) => ({
  fromParcel: 1,
  baseCost,
  incrementalCost: '0.00',
  incrementStart: 0,
  increment: 0,
})
const save = (baseCost: string, said: { note?: string; acknowledged?: boolean; version?: number } = {}) =>
  portal.call(
    prices.updateSingle,
    { params: { id: 'RM-48' }, body: { pricingMethod: 'By Parcel', primaryCosting: costing(baseCost), ...said } },
    me,
  )
const newest = async () => (await portal.call(allocation.versions, { query: {} }, me)).body.versions[0]
const HALVED = 'More than a quarter cheaper: up to 10 parcels goes from £4.00 to £1.80 (−55%).'

test('prices that look wrong are refused until acknowledged with a note', async () => {
  const before = await newest()
  const refused = await save('1.80', { acknowledged: false })
  expect(refused.status).toBe(422)
  expect(refusalOf(refused)).toMatchObject({ fields: [{ path: 'acknowledged', message: HALVED }] })
  const noNote = await save('1.80', { acknowledged: true })
  expect(noNote.status).toBe(400)
  expect(refusalOf(noNote).fields).toEqual([{ path: 'note', message: 'Add a note to explain these prices' }])
  expect(await newest()).toEqual(before)

  const saved = await save('1.80', { acknowledged: true, note: 'New contract RM-2027' })
  expect(saved.body).toMatchObject({ warnings: [HALVED] })
  expect(await newest()).toMatchObject({ note: 'New contract RM-2027', warnings: [HALVED] })
})

test('a caller who omits the acknowledgement gets the warnings, and the version records them', async () => {
  const saved = await save('5.00')
  expect(saved.status).toBe(200)
  expect(saved.body.warnings).toEqual([
    'More than a quarter dearer: up to 10 parcels goes from £1.80 to £5.00 (+178%).',
  ])
  expect(await newest()).toMatchObject({ note: '', warnings: saved.body.warnings })
})

test('a small change is published without warnings, with its optional note', async () => {
  expect((await save('5.10', { acknowledged: false, note: 'Rounding' })).body.warnings).toEqual([])
  expect(await newest()).toMatchObject({ note: 'Rounding', warnings: [] })
})

test('the second of two users who save the same prices is refused', async () => {
  const { body } = await portal.call(
    prices.costing,
    { params: { clientMethodId: 'RM-48' }, query: { client: me.client } },
    me,
  )
  expect((await save('5.20', { version: body.version })).status).toBe(200)
  const second = await save('5.30', { version: body.version, acknowledged: true, note: 'Mine' })
  expect(second.status).toBe(409)
  expect(refusalOf(second).code).toBe('version_conflict')
  expect(await newest()).toMatchObject({ note: '' })
})

test('removing a price is refused until acknowledged', async () => {
  const body = { pricingMethod: 'None', primaryCosting: null, acknowledged: false } as const
  const refused = await portal.call(prices.updateSingle, { params: { id: 'RM-48' }, body }, me)
  expect(refused.status).toBe(422)
  expect(refusalOf(refused).message).toContain('No price any more: up to 10 parcels costs £5.20 now')
})

test('a client in euros sees euros in warnings and choices by hand', async () => {
  const euros = await makeSession(portal.testDatabase)
  await portal.testDatabase.asOwner(`update clients set currency_code = 'EUR' where client_code = $1`, [euros.client])
  const SKU = await makeSku(portal.testDatabase, { client: euros.client })
  await makeRuleBook(portal.testDatabase, euros.client, [
    carrierItem('RM', { name: 'Royal Mail' }),
    methodItem('RM-48', 'RM', 30_000),
    methodItem('RM-24', 'RM', 60_000),
  ])
  const body = orderBody({ SKU })
  expect((await portal.call(contract.orders.create, { body }, euros)).status).toBe(200)
  const { orderNo: orderNumber } = body
  const choice = { orderNumber, number: 1, version: 1, attempt: 1, clientMethodID: 'RM-24', reason: 'Customer asked' }
  const chosen = await portal.call(allocation.chooseCarrier, { body: choice }, euros)
  expect(chosen.body.message).toBe(`Order ${orderNumber} now ships with Method RM-24 (Royal Mail), +€3.00.`)
  const timeline = await portal.call(contract.enquiries.timeline, { query: { orderNumber } }, euros)
  const told = timeline.body.entries.filter(({ kind }) => kind === 'allocation').map(({ detail }) => detail)
  expect(told[0]).toContain('€6.00')
  expect(told.join()).not.toContain('£')
  const dearer = { pricingMethod: 'By Parcel', primaryCosting: costing('30.00') } as const
  const saved = await portal.call(prices.updateSingle, { params: { id: 'RM-48' }, body: dearer }, euros)
  expect(saved.body.warnings).toEqual([
    'More than a quarter dearer: up to 10 parcels goes from €3.00 to €30.00 (+900%).',
  ])
})

test('after a change of currency, prices and charges use the new currency', async () => {
  const yen = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: yen.client })
  await makeRuleBook(portal.testDatabase, yen.client, [
    carrierItem('RM', { name: 'Royal Mail' }),
    methodItem('RM-48', 'RM', 30_000),
    methodItem('RM-24', 'RM', 44_500),
  ])
  expect((await portal.call(contract.orders.create, { body: orderBody({ SKU }) }, yen)).status).toBe(200)
  await portal.testDatabase.asOwner(`update clients set currency_code = 'JPY' where client_code = $1`, [yen.client])
  const body = orderBody({ SKU })
  expect((await portal.call(contract.orders.create, { body }, yen)).status).toBe(200)
  const { orderNo: orderNumber } = body
  const choice = { orderNumber, number: 1, version: 1, attempt: 1, clientMethodID: 'RM-24', reason: 'Customer asked' }
  const chosen = await portal.call(allocation.chooseCarrier, { body: choice }, yen)
  expect(chosen.body.message).toMatch(/now ships with Method RM-24 \(Royal Mail\), \+(JP)?¥1\.$/)
})

/** Starts with a price of 4.00 on every day. Each way changes or removes what some consignment costs. */
const { 'all-clients': allClients } = contract
type Way = (said: { acknowledged?: boolean; note?: string }) => Promise<{ status: number; body: unknown }>
const NO_SECONDARY = /^The secondary costing goes, from parcel 2 on: 2 parcels go from £5.00 to £4.00\.$/
const PAST = /^It changes the past too: /
test.each<[string, (as: typeof me) => Promise<Way>, RegExp]>([
  [
    'a secondary costing that goes',
    async (as) => {
      await put(as, '4.00', { secondaryCosting: { ...costing('1.00'), fromParcel: 2 } })
      return (said) => put(as, '4.00', said)
    },
    NO_SECONDARY,
  ],
  [
    'prices that hold from an earlier day alone',
    async (as) => {
      await put(as, '90.00')
      return (said) => put(as, '90.00', { holdsFrom: null, ...said })
    },
    PAST,
  ],
  [
    'prices that come back from nothing',
    async (as) => {
      await none(as)
      return (said) => put(as, '350.00', said)
    },
    /^More than a quarter dearer: up to 10 parcels cost £4\.00 when it last had a price, and costs £350\.00 now/,
  ],
  [
    'a method that ends',
    async (as) => (said) =>
      portal.call(
        prices.removeMethod,
        {
          params: { id: 'RM-48' },
          query: {
            ...(said.note && { note: said.note }),
            ...(said.acknowledged !== undefined && { acknowledged: `${said.acknowledged}` as const }),
          },
        },
        as,
      ),
    /^No price any more: up to 10 parcels costs £4\.00 now/,
  ],
  [
    'a version brought back with a method that was ended',
    async (as) => {
      await put(as, '90.00')
      await none(as)
      await put(as, '4.00')
      await portal.call(prices.removeMethod, { params: { id: 'RM-48' }, query: {} }, as)
      return (said) =>
        portal.call(allocation.bringBack, { params: { version: '2' }, body: { version: 5, ...said } }, as)
    },
    /^Parcel \(RM-48\): More than a quarter dearer: up to 10 parcels cost £4\.00 when it last had a price, and costs £90\.00/,
  ],
  [
    'a change undone',
    async (as) => {
      await put(as, '90.00')
      return undoing(as)
    },
    /^More than a quarter cheaper: up to 10 parcels goes from £90\.00 to £4\.00/,
  ],
  [
    'a change for several clients',
    async (as) => async (said) => {
      const targets = [{ client: as.client, items: [{ key: 'RM-48' }] }]
      const change = { change: 'prices', percent: 500 } as const
      return oneClient(await portal.call(allClients.change, { body: { change, targets, ...said } }, as))
    },
    /^More than a quarter dearer: up to 10 parcels goes from £4\.00 to £24\.00/,
  ],
])('%s has check: refused unseen, published with a note, and answered to others', async (_title, prepare, warning) => {
  for (const said of [{ acknowledged: false }, { acknowledged: true }, { acknowledged: true, note: 'Agreed' }, {}]) {
    const as = await makeSession(portal.testDatabase)
    await makeRuleBook(portal.testDatabase, as.client, [carrierItem('RM'), methodItem('RM-48', 'RM', 40_000)])
    const change = await prepare(as)
    const { versions } = (await portal.call(allocation.versions, { query: {} }, as)).body
    const { status, body } = await change(said)
    const after = (await portal.call(allocation.versions, { query: {} }, as)).body.versions
    if (said.acknowledged !== undefined && !said.note) {
      expect(status).toBe(said.acknowledged ? 400 : 422)
      expect(after).toEqual(versions)
      if (!said.acknowledged) expect(body).toMatchObject({ fields: expect.arrayContaining([fieldOf(warning)]) })
    } else {
      expect(status).toBe(200)
      expect(body).toMatchObject({ warnings: expect.arrayContaining([expect.stringMatching(warning)]) })
      expect(after[0]).toMatchObject({ note: said.note ?? '', warnings: (body as { warnings: string[] }).warnings })
    }
  }
})

const fieldOf = (warning: RegExp) => ({ path: 'acknowledged', message: expect.stringMatching(warning) as string })
const put = (as: typeof me, baseCost: string, more: object = {}) =>
  portal.call(
    prices.updateSingle,
    { params: { id: 'RM-48' }, body: { pricingMethod: 'By Parcel', primaryCosting: costing(baseCost), ...more } },
    as,
  )
const none = (as: typeof me) =>
  portal.call(
    prices.updateSingle,
    { params: { id: 'RM-48' }, body: { pricingMethod: 'None', primaryCosting: null } },
    as,
  )
/** The one client of a change for several, in the shape of a call for one client. */
function oneClient({ body }: { body: ChangedClients }) {
  const { outcome, reason, warnings = [] } = body.clients[0] ?? { outcome: 'refused', reason: '' }
  if (outcome !== 'refused') return { status: 200, body: { warnings } }
  const fields = warnings.map((message) => ({ path: 'acknowledged', message }))
  return { status: reason.startsWith('Add a note') ? 400 : 422, body: { fields } }
}
/** Undoes the caller's last change. */
const undoing =
  (as: typeof me): Way =>
  async (said) => {
    const [last] = (await portal.call(allocation.versions, { query: {} }, as)).body.versions
    const versions = [{ client: as.client, version: last?.version ?? 0 }]
    return oneClient(await portal.call(allClients.undo, { body: { versions, ...said } }, as))
  }

test('undoing an old price change warns about past days; undoing an end does not', async () => {
  const as = await makeSession(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, as.client, [carrierItem('RM'), methodItem('RM-48', 'RM', 40_000)])
  await put(as, '4.40', { holdsFrom: '2026-01-05' })
  const undone = await undoing(as)({})
  expect(undone.body).toMatchObject({ warnings: [expect.stringMatching(PAST)] })
  await portal.call(prices.removeMethod, { params: { id: 'RM-48' }, query: {} }, as)
  expect((await undoing(as)({})).body).toEqual({ warnings: [] })
  const held = await portal.call(
    prices.costing,
    { params: { clientMethodId: 'RM-48' }, query: { client: as.client } },
    as,
  )
  expect(held.body.holdsFrom).not.toBeNull()
})

test('bringing back a version with very different prices warns', async () => {
  const cheap = Number((await newest())?.version)
  await save('5.30')
  await save('130.00', { note: 'Peak', acknowledged: true })
  const back = (said: { note?: string; acknowledged?: boolean } = {}) =>
    portal.call(allocation.bringBack, { params: { version: String(cheap) }, body: { version: cheap + 2, ...said } }, me)
  const cheaper = 'Parcel (RM-48): More than a quarter cheaper: up to 10 parcels goes from £130.00 to £5.20 (−96%).'
  const refused = await back({ acknowledged: false })
  expect(refused.status).toBe(422)
  expect(refusalOf(refused).fields).toEqual([{ path: 'acknowledged', message: cheaper }])
  expect((await back({ acknowledged: true })).status).toBe(400)

  const saved = await back({ acknowledged: true, note: 'Peak is over' })
  expect(saved.body).toMatchObject({ warnings: [cheaper], ruleBookVersion: cheap + 3 })
  expect(await newest()).toMatchObject({ note: 'Peak is over', warnings: [cheaper], broughtBack: cheap })
})
