import { contract } from '@despatch/contract/contract'
import type { AgreedCharge } from '@despatch/contract/invoices/settings'
import { addDays } from '@despatch/domain/calendar/day'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Decided } from '@despatch/contract/routing/allocation/explanation'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { toUsage } from '../allocation/capacity-usage.ts'
import { replayDecision } from '../allocation/replay-decision.ts'
import { openRuleBookCache } from '../rule-book/rule-book-cache.ts'
import { momentsOf } from './counted-terms.ts'
import { inClient } from '../../database/in-client.ts'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { releaseCapacity } from '../allocation/release-capacity.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices, orders, allocation } = contract
const FROM = '2026-01-01'

let portal: TestPortal
let operator: SignedIn
let me: SignedIn & { client: string; userId: number }
let SKU: string
beforeAll(async () => {
  portal = await openTestPortal()
  operator = {
    ...(await makeSession(portal.testDatabase, { clients: [], type: 'Internal Administrator' })),
    client: 'All_client',
  }
})
afterAll(() => portal.close())
beforeEach(async () => {
  const on = portal.testDatabase
  for (const table of ['invoice_agreed', 'invoice_divisors', 'invoice_zones', 'invoice_rates'])
    await on.asOwner(`delete from ${table}`)
  me = await makeSession(on)
  SKU = await makeSku(on, { client: me.client })
  await on.asOwner('update skus set weight = 1500, length = 300, volume = 30000 where sku_code = $1', [SKU])
  await makeRuleBook(on, me.client, [
    carrierItem('DPD'),
    carrierItem('DHL'),
    methodItem('CHEAP', 'DPD', 30_000),
    methodItem('DEAR', 'DHL', 40_000),
  ])
})

type Charge = Parameters<typeof save>[0]
const save = async (
  charge: Partial<AgreedCharge> & Pick<AgreedCharge, 'amount'>,
  known: { agreedID?: string; version?: number } = {},
) => {
  const body = {
    carrierCode: 'DPD',
    chargeCode: 'RAS',
    category: 'remote area' as const,
    chargeText: 'Remote area',
    when: 'always' as const,
    from: FROM,
    ...charge,
    ...known,
  }
  const saved = await portal.call(invoices.saveAgreed, { body }, operator)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return { agreedID: saved.body.id, version: saved.body.version }
}
const each = (money: string): Pick<Charge, 'amount'> => ({ amount: { kind: 'money', money, per: 'parcel' } })
const highlands: Pick<AgreedCharge, 'conditions'> = {
  conditions: {
    countries: [],
    postcodes: ['IV', 'KA27-28'],
    zones: [],
    services: [],
    weekdays: [],
    weight: null,
    length: null,
    volume: null,
  },
}

async function create(postCode = 'IV1 1AA', more: Partial<Parameters<typeof orderBody>[0]> = {}) {
  const body = orderBody({ SKU, postCode, items: [{ SKU, quantity: 1 }], ...more })
  const answer = await portal.call(orders.create, { body }, me)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { orderNumber: body.orderNo, routing: answer.body.routing.consignments[0] }
}
const decisionOf = async (orderNumber: string, as: SignedIn = me) =>
  (await portal.call(allocation.decision, { body: { orderNumber } }, as)).body.consignments
const stored = async (orderNumber: string) =>
  (await portal.testDatabase.asOwner(
    `select attempt, client_method_id as method, cost::text as cost, consignment -> 'terms' as terms, consignment -> 'parcels' as parcels
     from consignments where client_code = $1 and order_number = $2 order by attempt`,
    [me.client, orderNumber],
  )) as {
    attempt: number
    method: string
    cost: string
    terms: { at: string; postcode: string } | null
    parcels: object[]
  }[]

/** Replays the decisions of an order as a server would that has just started, the first attempt first. */
const replayed = (orderNumber: string) =>
  inClient(portal.database, me.client, async (transaction) => {
    const books = openRuleBookCache()
    const rows = await transaction.rows(
      sql<{ consignment: PlannedConsignment; seen: Record<string, number>; version: number }>`
        select consignment, usage_seen as seen, rule_book_version as version from consignments
        where client_code = ${me.client} and order_number = ${orderNumber} order by attempt`.compile(db),
    )
    const decisions = []
    for (const { consignment, seen, version } of rows) {
      const book = await books.book(transaction, me.client, version)
      const compiled = await books.withTerms(transaction, book, momentsOf([consignment]))
      decisions.push(replayDecision(compiled, consignment, toUsage(seen)))
    }
    return decisions
  })
const costOf = ({ chosen, candidates }: Decided) => candidates.find((one) => one.clientMethodID === chosen)?.cost

test('without terms a decision is by the price, and keeps nothing of terms', async () => {
  const { orderNumber, routing } = await create()
  expect(routing).toMatchObject({ carrier: 'DPD', cost: '3.00' })
  expect(await stored(orderNumber)).toMatchObject([{ method: 'CHEAP', cost: '3.0000', terms: null }])
  const [decision] = await decisionOf(orderNumber)
  expect(decision?.consignment).not.toHaveProperty('termsAt')
  expect(decision?.decided.candidates[0]).not.toHaveProperty('costParts')
})

test('a surcharge that is always billed where the order goes changes which carrier is cheapest', async () => {
  await save({ ...each('2.00'), ...highlands })
  await save({ chargeCode: 'ADR', chargeText: 'Address correction', ...each('6.00'), when: 'if billed' })
  expect((await create('N1 9GU')).routing).toMatchObject({ carrier: 'DPD', cost: '3.00' })
  const { orderNumber, routing } = await create('KA27 8SQ')
  expect(routing).toMatchObject({ carrier: 'DHL', cost: '4.00' })
  const [row] = await stored(orderNumber)
  expect(row).toMatchObject({ method: 'DEAR', cost: '4.0000', terms: { postcode: 'KA27' } })
  const [decision] = await decisionOf(orderNumber)
  expect(decision?.consignment.termsAt).toBe(row?.terms?.at)
  expect(decision?.consignment.parcels).toEqual([{ weight: 1500, length: 300, volume: 30_000 }])
  expect(
    decision?.decided.candidates.map(({ clientMethodID, cost, costParts }) => [clientMethodID, cost, costParts]),
  ).toEqual([
    ['DEAR', 40_000, undefined],
    [
      'CHEAP',
      50_000,
      {
        price: 30_000,
        bySize: null,
        charges: [expect.objectContaining({ text: 'Remote area', cost: 20_000, currency: 'GBP' })],
        uncounted: [expect.objectContaining({ text: 'Address correction', why: 'if billed' })],
      },
    ],
  ])
})

test('a user who may not see costs sees nothing of the terms', async () => {
  await save({ ...each('0.50'), ...highlands })
  const { orderNumber } = await create()
  await portal.testDatabase.asOwner('update client_settings set settings = settings || $2 where client_code = $1', [
    me.client,
    JSON.stringify({ showCosts: false }),
  ])
  const [decision] = await decisionOf(orderNumber, await makeSession(portal.testDatabase, { clients: [me.client] }))
  expect(decision?.consignment).not.toHaveProperty('termsAt')
  expect(JSON.stringify(decision)).not.toMatch(/Remote|costParts|terms|0\.5|35000|5000/)
})

test('a decision replays after its terms were changed, removed and added; the next one counts the new ones', async () => {
  const known = await save({ ...each('2.00'), ...highlands })
  const { orderNumber } = await create()
  const before = await decisionOf(orderNumber)
  const changed = await save({ ...each('0.50'), ...highlands }, known)
  await inClient(portal.database, me.client, (transaction) =>
    releaseCapacity(transaction, { client: me.client, orderNumbers: [orderNumber], at: new Date() }),
  )
  await portal.call(allocation.allocateAgain, { body: { orders: [{ clientCode: me.client, orderNumber }] } }, me)
  expect(await stored(orderNumber)).toMatchObject([
    { method: 'DEAR', cost: '4.0000' },
    { method: 'CHEAP', cost: '3.5000' },
  ])
  await portal.call(invoices.removeAgreed, { query: { id: changed.agreedID } }, operator)
  await save(each('9.00'))
  const after = await decisionOf(orderNumber)
  expect(after.find(({ attempt }) => attempt === 1)?.decided).toEqual(before[0]?.decided)
  expect((await replayed(orderNumber)).map((one) => [one.chosen, costOf(one)])).toEqual([
    ['DEAR', 40_000],
    ['CHEAP', 35_000],
  ])
  expect((await replayed(orderNumber))[0]?.candidates).toEqual(before[0]?.decided.candidates)
})

test('size counts by the divisor if all products have one', async () => {
  await portal.call(
    invoices.saveDivisor,
    { body: { carrierCode: 'DPD', clientCode: '', divisor: 5000, from: FROM, to: null } },
    operator,
  )
  const heavy = { ...highlands.conditions, postcodes: [], weight: { above: 5, upTo: null } }
  await save({ ...each('2.00'), conditions: heavy })
  expect((await create()).routing).toMatchObject({ carrier: 'DHL' })
  await portal.testDatabase.asOwner('update skus set volume = null where sku_code = $1', [SKU])
  const { orderNumber, routing } = await create()
  expect(routing).toMatchObject({ carrier: 'DPD', cost: '3.00' })
  expect(await stored(orderNumber)).toMatchObject([{ parcels: [{ volume: 0, unknown: ['volume'] }] }])
})

test('any sequence of changes and orders replays as it was decided, rates of exchange included', async () => {
  const anyStep = fc.oneof(
    fc.record({
      kind: fc.constant('save' as const),
      pence: fc.nat(300),
      carrier: fc.constantFrom('DPD', 'DHL'),
      isForeign: fc.boolean(),
      isRemote: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('remove' as const), pence: fc.nat(300) }),
    fc.record({ kind: fc.constant('rate' as const), pence: fc.integer({ min: 50, max: 150 }) }),
    fc.record({ kind: fc.constant('order' as const), postCode: fc.constantFrom('IV1 1AA', 'N1 9GU') }),
    fc.record({ kind: fc.constant('order' as const), postCode: fc.constantFrom('IV1 1AA', 'N1 9GU') }),
  )
  const numbers: string[] = []
  const saved: { agreedID: string; version: number }[] = []
  let day = FROM
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 8 }), async (steps) => {
      for (const step of steps)
        if (step.kind === 'order') numbers.push((await create(step.postCode)).orderNumber)
        else if (step.kind === 'rate') {
          day = addDays(day, 1)
          const rate = (step.pence / 100).toFixed(2)
          await portal.call(invoices.saveRate, { body: { from: 'EUR', to: 'GBP', rate, day } }, operator)
        } else if (step.kind === 'remove') {
          const one = saved.splice(step.pence % Math.max(saved.length, 1), 1)[0]
          if (one) await portal.call(invoices.removeAgreed, { query: { id: one.agreedID } }, operator)
        } else {
          const known = step.pence % 3 === 0 ? saved.pop() : undefined
          const charge = {
            carrierCode: step.carrier,
            chargeCode: `C${step.pence}`,
            chargeText: `Charge ${numbers.length} ${step.pence}`,
            ...each((step.pence / 100).toFixed(2)),
            currency: step.isForeign ? 'EUR' : 'GBP',
            ...(step.isRemote && highlands),
          }
          saved.push(await save(charge, known))
        }
    }),
    { numRuns: 12, seed: 7 },
  )
  const costs = new Set<string>()
  for (const orderNumber of numbers) {
    const [row] = await stored(orderNumber)
    const [decision] = await replayed(orderNumber)
    expect([orderNumber, decision?.chosen, decision && costOf(decision)]).toEqual([
      orderNumber,
      row?.method,
      Math.round(Number(row?.cost) * 10_000),
    ])
    costs.add(row?.cost ?? '')
  }
  expect(numbers.length).toBeGreaterThan(15)
  expect(costs.size).toBeGreaterThan(5)
}, 60_000)

test('a what-if compares orders under the terms of their own decisions', async () => {
  await save(each('0.20'))
  const { orderNumber } = await create()
  await save({ chargeCode: 'NEW', chargeText: 'New', ...each('0.30') })
  const later = await create()
  const { startWhatIf, whatIf } = allocation
  const draft = {
    change: 'carrier-status' as const,
    body: { client: me.client, carrier: 'DHL', active: 'N' as const, activeDates: [], version: 1 },
  }
  const started = await portal.call(startWhatIf, { body: { draft, days: 7 } }, me)
  expect(started.status, JSON.stringify(started.body)).toBe(200)
  const done = await vi.waitFor(
    async () => {
      const { body } = await portal.call(whatIf, { params: { id: started.body.id } }, me)
      expect(body.status).toBe('Succeeded')
      return body
    },
    { timeout: 30_000, interval: 50 },
  )
  expect([later.routing?.cost, (await stored(orderNumber))[0]?.cost]).toEqual(['3.50', '3.2000'])
  expect(done.summary).toMatchObject({ consignments: 2, costBefore: '6.70', costAfter: '6.70' })
})

test('changing terms publishes nothing in a rule book and decides nothing again', async () => {
  const { orderNumber } = await create()
  const versions = () => portal.testDatabase.asOwner('select count(*)::int as n from rule_books', [])
  const before = await versions()
  await save(each('5.00'))
  expect(await versions()).toEqual(before)
  expect(await stored(orderNumber)).toMatchObject([{ cost: '3.0000' }])
})

test('the postcode abroad of erased orders goes, and that at home stays as a district', async () => {
  await save(each('0.50'))
  const abroad = await create('75011', { country: 'FR' })
  const home = await create('KA27 8SQ')
  const terms = async (orderNumber: string) => (await stored(orderNumber))[0]?.terms
  expect([(await terms(abroad.orderNumber))?.postcode, (await terms(home.orderNumber))?.postcode]).toEqual([
    '75011',
    'KA27',
  ])
  for (const { orderNumber } of [abroad, home])
    await portal.testDatabase.asOwner(`select set_config('app.clients', $1, true), erase_orders($2, $3)`, [
      `{${me.client}}`,
      me.client,
      [orderNumber],
    ])
  expect([(await terms(abroad.orderNumber))?.postcode, (await terms(home.orderNumber))?.postcode]).toEqual(['', 'KA27'])
})

test('terms of one client count for it alone', async () => {
  const other = await makeClient(portal.testDatabase)
  await save({ ...each('5.00'), clientCode: other })
  expect((await create()).routing).toMatchObject({ carrier: 'DPD', cost: '3.00' })
  await save({ ...each('5.00'), clientCode: me.client })
  expect((await create()).routing).toMatchObject({ carrier: 'DHL', cost: '4.00' })
})

test('a change is after every decision made without it, whatever the clocks say', async () => {
  await save(each('0.50'))
  // As if another server, whose clock is ahead, had changed terms.
  await portal.testDatabase.asOwner(`update carrier_terms_moment set moment = now() + interval '1 hour'`)
  const { orderNumber } = await create()
  await save({ chargeCode: 'NEW', chargeText: 'New', ...each('0.30') })
  expect((await create()).routing).toMatchObject({ cost: '3.80' })
  expect((await replayed(orderNumber)).map(costOf)).toEqual([35_000])
})
