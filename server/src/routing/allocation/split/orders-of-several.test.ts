import { contract } from '@despatch/contract/contract'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeSession, makeSku } from '../../../testing/factories.ts'
import { orderBody } from '../../../testing/order-body.ts'
import {
  capacityItem,
  carrierItem,
  heldItem,
  limitsItem,
  makeRuleBook,
  methodItem,
} from '../../../testing/rule-books.ts'
import { openTestPortal, type TestPortal } from '../../../testing/test-portal.ts'

const { create, rateMatching } = contract.orders
const { decision, carrierChoices, ratePreview, rateAgain, whatIfMove, startWhatIf, whatIf } = contract.allocation
const DAY = nextWorkingDay(dayOf(new Date()))

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

/** A client with SKUs that weigh 1 kg; `items` receives their codes. */
async function shop(count: number, items: (skus: readonly string[]) => readonly BookItem[]) {
  const as = await makeSession(portal.testDatabase)
  const skus: string[] = []
  for (let index = 0; index < count; index++) skus.push(await makeSku(portal.testDatabase, { client: as.client }))
  await weigh(as.client, skus, 1000)
  await makeRuleBook(portal.testDatabase, as.client, items(skus))
  return { as, skus }
}
const weigh = (client: string, skus: readonly string[], grams: number) =>
  portal.testDatabase.asOwner(
    'update skus set weight = $3, length = 300, volume = 5000 where client_code = $1 and sku_code = any ($2)',
    [client, skus, grams],
  )
type Shop = Awaited<ReturnType<typeof shop>>
async function order({ as }: Shop, skus: readonly string[], orderNo?: string) {
  const plain = orderBody({ SKU: skus[0] ?? '' })
  const [line] = plain.items
  const body = {
    ...plain,
    ...(orderNo !== undefined && { orderNo }),
    items: skus.map((SKU) => ({ ...line, SKU, quantity: 1 })) as typeof plain.items,
  }
  const answer = await portal.call(create, { body }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return body.orderNo
}
const decisions = async ({ as }: Shop, orderNumber: string) =>
  (await portal.call(decision, { body: { orderNumber } }, as)).body.consignments

test('a consignment beside a held one is eligible elsewhere only in a separate order', async () => {
  const mine = await shop(2, ([a = '', b = '']) => [
    carrierItem('EVRI'),
    carrierItem('DPD'),
    carrierItem('RM'),
    methodItem('E1', 'EVRI', 30_000),
    methodItem('D1', 'DPD', 40_000),
    methodItem('R1', 'RM', 20_000),
    heldItem('1', a, 'EVRI'),
    heldItem('2', b, 'DPD'),
  ])
  const [, ofB] = (await decisions(mine, await order(mine, mine.skus))).toSorted((one, two) => one.number - two.number)
  expect(ofB?.decided.candidates.find(({ clientMethodID }) => clientMethodID === 'R1')?.changes).toEqual([
    { kind: 'not-held', isAlone: true },
  ])
  const alone = await decisions(mine, await order(mine, mine.skus.slice(0, 1)))
  expect(alone[0]?.decided.candidates.find(({ clientMethodID }) => clientMethodID === 'R1')?.changes).toEqual([
    { kind: 'not-held' },
  ])
})

test('no day is suggested on which the order’s other consignments take the last place', async () => {
  const mine = await shop(2, ([a = '', b = '']) => [
    carrierItem('EVRI'),
    carrierItem('DPD'),
    methodItem('D1', 'DPD', 30_000),
    methodItem('D2', 'DPD', 40_000),
    methodItem('E1', 'EVRI', 90_000),
    { ...heldItem('1', a, 'DPD'), content: { ...heldItem('1', a, 'DPD').content, clientMethodID: 'D1' } } as BookItem,
    { ...heldItem('2', b, 'DPD'), content: { ...heldItem('2', b, 'DPD').content, clientMethodID: 'D2' } } as BookItem,
    capacityItem('DPD', 1),
  ])
  const orderNumber = await order(mine, mine.skus)
  const found = await decisions(mine, orderNumber)
  const refused = found.find(({ state }) => state === 'exception')
  const changes = refused?.decided.candidates.find(({ clientMethodID }) => clientMethodID === 'D2')?.changes
  expect(changes).toEqual([{ kind: 'more-capacity', day: DAY, by: 1 }])
  const asked = { orderNumber, number: refused?.number ?? 0 }
  const { body } = await portal.call(carrierChoices, { body: asked }, mine.as)
  expect(body.decided.candidates.find(({ clientMethodID }) => clientMethodID === 'D2')?.changes).toEqual(changes)
})

test('no day is suggested on which a new fixed route requires another carrier', async () => {
  const next = nextWorkingDay(DAY)
  const full: BookItem = {
    kind: 'capacity',
    key: 'EVRI',
    content: {
      capacities: [
        { slots: Array.from({ length: 7 }, () => 0), effectiveFrom: null, effectiveBetween: { from: DAY, to: DAY } },
      ],
    },
  }
  const heldFrom = (sku: string): BookItem => {
    const held = heldItem('1', sku, 'DPD')
    return { ...held, content: { ...held.content, startDate: next } } as BookItem
  }
  const mine = await shop(2, ([held = '']) => [...DPD_AND_EVRI, full, heldFrom(held)])
  const offered = async (sku: string | undefined) => {
    const orderNumber = await order(mine, [sku ?? ''])
    const [{ decided } = expect.fail('no consignment')] = await decisions(mine, orderNumber)
    const { body } = await portal.call(carrierChoices, { body: { orderNumber, number: 1 } }, mine.as)
    const changesOf = ({ candidates }: typeof decided) =>
      candidates.find(({ clientMethodID }) => clientMethodID === 'E1')?.changes
    expect(changesOf(body.decided)).toEqual(changesOf(decided))
    return [decided.chosen, changesOf(decided)]
  }
  const [held, free] = mine.skus
  expect(await offered(free)).toEqual(['D1', [{ kind: 'despatch-on', day: next }]])
  expect(await offered(held)).toEqual(['D1', [{ kind: 'more-capacity', day: DAY, by: 1 }]])
})

const DPD_AND_EVRI = [
  carrierItem('EVRI', { name: 'Evri' }),
  carrierItem('DPD', { name: 'DPD UK' }),
  methodItem('E1', 'EVRI', 30_000),
  methodItem('D1', 'DPD', 50_000),
]
const carriersOf = async ({ as }: Shop) => {
  const rows = await portal.testDatabase.asOwner(
    `select order_number as o, client_method_id as m from consignments
     where client_code = $1 and ended_at is null order by order_number, number`,
    [as.client],
  )
  return rows.map(({ o, m }) => [o, m])
}

test('a preview gives the last place to one of several orders, and rating confirms it', async () => {
  const mine = await shop(1, () => [...DPD_AND_EVRI, capacityItem('EVRI', 0)])
  for (const number of ['A', 'B', 'C']) await order(mine, mine.skus, number)
  await makeRuleBook(portal.testDatabase, mine.as.client, [capacityItem('EVRI', 1)])
  const named = ['A', 'B', 'C'].map((orderNumber) => ({ clientCode: mine.as.client, orderNumber }))
  const { body } = await portal.call(ratePreview, { body: { orders: named } }, mine.as)
  expect(body.orders.map(({ outcome, now }) => [outcome, now?.methods])).toEqual([
    ['changes', ['E1']],
    ['same', ['D1']],
    ['same', ['D1']],
  ])
  const changing = body.orders.flatMap(({ clientCode, orderNumber, version, outcome, now }) =>
    outcome === 'changes' && now ? [{ clientCode, orderNumber, version, methods: now.methods, cost: now.cost }] : [],
  )
  const applied = await portal.call(rateAgain, { body: { orders: changing } }, mine.as)
  expect(applied.body.receipts.map(({ outcome }) => outcome)).toEqual(['allocated'])
})

test('a preview shows an order’s carriers and that other consignments have none', async () => {
  const mine = await shop(2, ([a = '', b = '']) => [
    ...DPD_AND_EVRI,
    heldItem('1', a, 'DPD'),
    heldItem('2', b, 'EVRI'),
    capacityItem('EVRI', 0),
  ])
  const orderNumber = await order(mine, mine.skus)
  await makeRuleBook(portal.testDatabase, mine.as.client, [capacityItem('EVRI', 1)])
  const asked = { orders: [{ clientCode: mine.as.client, orderNumber }] }
  const { body } = await portal.call(ratePreview, { body: asked }, mine.as)
  expect(body.orders).toMatchObject([
    {
      outcome: 'changes',
      kept: { text: 'DPD UK: Method D1, and no carrier for the rest', methods: ['D1'], cost: '5.00' },
      now: { methods: expect.arrayContaining(['D1', 'E1']) },
    },
  ])
})

test('matching orders are rated in order of creation with the capacity left over', async () => {
  const mine = await shop(2, () => [...DPD_AND_EVRI, capacityItem('EVRI', 1)])
  const [light = '', heavy = ''] = mine.skus
  await weigh(mine.as.client, [heavy], 2000)
  // The first order to be created has the last number.
  await order(mine, [light], 'Z')
  await order(mine, [heavy], 'A')
  expect(await carriersOf(mine)).toEqual([
    ['A', 'D1'],
    ['Z', 'E1'],
  ])
  await makeRuleBook(portal.testDatabase, mine.as.client, [
    carrierItem('RM'),
    methodItem('R1', 'RM', 20_000),
    limitsItem('R1', { ParcelWeight: 1000 }),
  ])
  const { body } = await portal.call(rateMatching, { body: { matching: {} } }, mine.as)
  expect(body).toMatchObject({ done: 2, unchanged: 0 })
  expect(await carriersOf(mine)).toEqual([
    ['A', 'E1'],
    ['Z', 'R1'],
  ])
})

test('choosing a carrier affects the right one of two consignments with one SKU', async () => {
  const mine = await shop(2, ([, product = '']) => [
    ...DPD_AND_EVRI,
    heldItem('1', product, 'DPD'),
    limitsItem('D1', { NumberOfParcels: 1 }),
  ])
  const [box = '', product = ''] = mine.skus
  await portal.testDatabase.asOwner('insert into sku_components values ($1, $2, $3, 1)', [mine.as.client, product, box])
  const orderNumber = await order(mine, [product, box])
  const standing = await decisions(mine, orderNumber)
  expect(standing.map(({ consignment: { skus } }) => skus)).toEqual([[box], [box]])
  for (const { number, consignment } of standing) {
    const { body } = await portal.call(carrierChoices, { body: { orderNumber, number } }, mine.as)
    expect(body.consignment.heldTo?.carrier).toBe(consignment.heldTo?.carrier)
  }
})

test('a what-if explains each side by its own consignment', async () => {
  const mine = await shop(1, () => [...DPD_AND_EVRI, limitsItem('E1', { NumberOfParcels: 1 })])
  const [SKU = ''] = mine.skus
  const body = orderBody({ SKU })
  expect((await portal.call(create, { body }, mine.as)).status).toBe(200)
  const packing = { weight: 1, volume: 1 }
  const begun = await portal.call(
    startWhatIf,
    { body: { draft: { change: 'packing', body: { packing, version: 0 } }, days: 1 } },
    mine.as,
  )
  const params = { id: begun.body.id }
  await vi.waitFor(
    async () => {
      const { status } = (await portal.call(whatIf, { params }, mine.as)).body
      expect(status).toBe('Succeeded')
    },
    { timeout: 60_000, interval: 50 },
  )
  const move = await portal.call(whatIfMove, { params: { ...params, position: '1' } }, mine.as)
  expect(move.body).toMatchObject({ move: { from: 'E1', to: 'D1' }, isByHand: { before: false, after: false } })
  expect(move.body.consignment.parcels).toHaveLength(2)
  expect(move.body.consignmentBefore?.parcels).toHaveLength(1)
})
