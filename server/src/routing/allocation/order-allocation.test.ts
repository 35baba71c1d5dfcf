import { contract } from '@despatch/contract/contract'
import type { CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import type { BookContents, BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { addDays, dayOf, nextWorkingDay, weekday } from '@despatch/domain/calendar/day'
import { lastDay } from '@despatch/domain/routing/dispatch-service'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, heldItem, limitsItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { openRuleBookCache } from '../rule-book/rule-book-cache.ts'
import { lockCapacity } from './capacity-usage.ts'
import { releaseCapacity } from './release-capacity.ts'
import { allocateWaitingOrders } from './allocate-waiting-orders.ts'

const { create } = contract.orders
const { decision } = contract.allocation
const DAY = nextWorkingDay(dayOf(new Date()))

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

type Shop = { as: SignedIn & { client: string }; SKU: string }

/** A client with a rule book and a SKU that weighs 1 kg. */
async function shop(items: readonly BookItem[]): Promise<Shop> {
  const as = await makeSession(portal.testDatabase)
  const SKU = await makeSku(portal.testDatabase, { client: as.client })
  await measure(as.client, SKU, 1000)
  if (items.length > 0) await makeRuleBook(portal.testDatabase, as.client, items)
  return { as, SKU }
}

const measure = (client: string, sku: string, weight: number) =>
  portal.testDatabase.asOwner(
    'update skus set weight = $3, length = 300, volume = 5000 where client_code = $1 and sku_code = $2',
    [client, sku, weight],
  )

/** Tries again if the database is too busy for a connection: nothing was written then. */
const order = async ({ as, SKU }: Shop, given: Partial<CreateOrderInput> = {}) => {
  const body = orderBody({ SKU, ...given })
  let answer = await portal.call(create, { body }, as)
  while (JSON.stringify(answer.body).includes('The database is not responding'))
    answer = await portal.call(create, { body }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { orderNumber: body.orderNo, ...answer.body.routing }
}

const used = async (client: string) =>
  Object.fromEntries(
    (
      await portal.testDatabase.asOwner(
        'select carrier, sum(parcels)::int as parcels from capacity_usage where client_code = $1 and parcels > 0 group by 1',
        [client],
      )
    ).map(({ carrier, parcels }) => [carrier, parcels]),
  )

const kept = (client: string, orderNumber: string) =>
  portal.testDatabase.asOwner(
    'select attempt, number, state, carrier, client_method_id, cost::float, parcels, rule_book_version, why, ended_at is null as stands from consignments where client_code = $1 and order_number = $2 order by attempt, number',
    [client, orderNumber],
  )

describe('creating an order allocates it', () => {
  test('to the cheapest eligible method, stores the decision and takes the carrier’s capacity', async () => {
    const mine = await shop([
      carrierItem('DPD', { name: 'DPD UK' }),
      carrierItem('DHL'),
      methodItem('M1', 'DPD', 45_000, { methodDescription: 'DPD Next Day' }),
      methodItem('M2', 'DHL', 40_000),
      limitsItem('M2', { ConsignmentWeight: 1500 }),
    ])
    const made = await order(mine)
    expect(made).toMatchObject({
      consignments: [
        {
          carrier: 'DPD',
          carrierName: 'DPD UK',
          methodDescription: 'DPD Next Day',
          cost: '4.50',
          despatchDay: DAY,
        },
      ],
      exception: null,
    })
    expect(await kept(mine.as.client, made.orderNumber)).toEqual([
      {
        attempt: 1,
        number: 1,
        state: 'allocated',
        carrier: 'DPD',
        client_method_id: 'M1',
        cost: 4.5,
        parcels: 1,
        rule_book_version: 1,
        why: '',
        stands: true,
      },
    ])
    expect(await used(mine.as.client)).toEqual({ DPD: 1 })
  })

  test('an order that no method may carry is created with the reason', async () => {
    const mine = await shop([
      carrierItem('DPD'),
      methodItem('M1', 'DPD', 1, { methodDescription: 'DPD Light' }),
      limitsItem('M1', { ConsignmentWeight: 1500 }),
    ])
    const made = await order(mine)
    const why = 'Closest match: DPD Light – Consignment weight 2 kg is over the limit of 1.5 kg'
    expect(made).toMatchObject({ consignments: [], exception: why })
    expect(await kept(mine.as.client, made.orderNumber)).toMatchObject([{ state: 'exception', carrier: null, why }])
    expect(await used(mine.as.client)).toEqual({})
    const nobody = await shop([])
    expect(await order(nobody)).toMatchObject({ exception: 'The client has no carrier services yet' })
  })

  test('lines held to different carriers travel separately; each sees the capacity taken before', async () => {
    const mine = await shop([carrierItem('DPD'), carrierItem('DHL'), methodItem('M1', 'DPD'), methodItem('M2', 'DHL')])
    const other = await makeSku(portal.testDatabase, { client: mine.as.client })
    await makeRuleBook(portal.testDatabase, mine.as.client, [
      heldItem('1', mine.SKU, 'DPD'),
      heldItem('2', other, 'DHL'),
    ])
    const items = [
      { SKU: mine.SKU, quantity: 1 },
      { SKU: other, quantity: 1 },
    ]
    const made = await order(mine, { items })
    expect(made.consignments.map(({ carrier }) => carrier)).toEqual(['DHL', 'DPD'])
    expect(await used(mine.as.client)).toEqual({ DPD: 1, DHL: 1 })
    const { body } = await portal.call(decision, { body: { orderNumber: made.orderNumber } }, mine.as)
    expect(body.consignments.map(({ decided, consignment }) => [decided.chosen, consignment.skus])).toEqual([
      ['M2', [other]],
      ['M1', [mine.SKU]],
    ])
  })

  test.each([
    [0, 1],
    [1, 0],
  ])('free lines travel separately if the held line’s carrier cannot take them', async (...places) => {
    const mine = await shop([
      carrierItem('EVRI'),
      carrierItem('DPD'),
      methodItem('EV', 'EVRI', 30_000),
      methodItem('ND', 'DPD', 40_000),
      limitsItem('EV', { ParcelWeight: 20_000 }),
    ])
    const heavy = await makeSku(portal.testDatabase, { client: mine.as.client })
    await measure(mine.as.client, heavy, 28_000)
    await makeRuleBook(portal.testDatabase, mine.as.client, [heldItem('1', mine.SKU, 'EVRI')])
    const SKUs = [mine.SKU, heavy]
    const made = await order(mine, { items: places.map((at) => ({ SKU: SKUs[at] ?? '', quantity: 1 })) })
    expect(made).toMatchObject({
      exception: null,
      consignments: [
        { carrier: 'EVRI', cost: '3.00' },
        { carrier: 'DPD', cost: '4.00' },
      ],
    })
  })

  test('boxes of one product held to two carriers are an exception naming both rules', async () => {
    const mine = await shop([carrierItem('DPD'), carrierItem('DHL'), methodItem('M1', 'DPD'), methodItem('M2', 'DHL')])
    const [a, b] = await Promise.all(
      ['BOX-A', 'BOX-B'].map((code) => makeSku(portal.testDatabase, { client: mine.as.client, code })),
    )
    for (const box of [a, b])
      await portal.testDatabase.asOwner('insert into sku_components values ($1, $2, $3, 1)', [
        mine.as.client,
        mine.SKU,
        box,
      ])
    await makeRuleBook(portal.testDatabase, mine.as.client, [
      heldItem('11', 'BOX-A', 'DPD'),
      heldItem('12', 'BOX-B', 'DHL'),
      { kind: 'multi-box', key: '', content: { Same_Component_Carrier_Default: 'Y' } },
    ])
    const made = await order(mine)
    expect(made.exception).toMatch(
      /held to \w+ by the fixed route of SKU BOX-B and to \w+ by the fixed route of SKU BOX-A$/,
    )
    const { body } = await portal.call(decision, { body: { orderNumber: made.orderNumber } }, mine.as)
    expect(body.consignments).toMatchObject([
      {
        number: 1,
        state: 'exception',
        decided: { chosen: null, candidates: [] },
        conflict: { product: mine.SKU, holds: [{ routes: ['SKU BOX-B'] }, { routes: ['SKU BOX-A'] }] },
      },
    ])
  })

  test('works on the last day that orders accept', async () => {
    const mine = await shop([carrierItem('DPD'), methodItem('M1', 'DPD'), capacityItem('DPD', 1)])
    let last = lastDay(dayOf(new Date()))
    while (weekday(last) > 4) last = addDays(last, -1)
    const named = { dispatchService: 'NAMED DAY', date: last } as const
    const [first, second] = [await order(mine, named), await order(mine, named)]
    expect([first.exception, second.consignments]).toEqual([null, []])
    expect((await portal.call(decision, { body: { orderNumber: second.orderNumber } }, mine.as)).status).toBe(200)
  })

  test('a quantity of thousands of parcels is refused quickly', async () => {
    const mine = await shop([carrierItem('DPD'), methodItem('M1', 'DPD')])
    await measure(mine.as.client, mine.SKU, 20_000)
    const made = await order(mine, { items: [{ SKU: mine.SKU, quantity: 99_999 }] })
    expect(made.exception).toMatch(/more than 5,000 parcels/)
    const { body } = await portal.call(decision, { body: { orderNumber: made.orderNumber } }, mine.as)
    expect(body.consignments).toMatchObject([{ why: made.exception, decided: { chosen: null } }])
  })
})

describe('capacity', () => {
  test('of 120 concurrent orders exactly 60 fit a limit of 60; others change carrier', async () => {
    const mine = await shop([
      carrierItem('DPD'),
      carrierItem('DHL'),
      methodItem('M1', 'DPD', 10_000),
      methodItem('M2', 'DHL', 20_000),
      capacityItem('DPD', 60),
    ])
    const made = await Promise.all(Array.from({ length: 120 }, () => order(mine)))
    const to = (code: string) => made.filter(({ consignments }) => consignments[0]?.carrier === code).length
    expect([to('DPD'), to('DHL')]).toEqual([60, 60])
    expect(await used(mine.as.client)).toEqual({ DPD: 60, DHL: 60 })
    for (const { orderNumber, consignments } of made.slice(-5)) {
      const { body } = await portal.call(decision, { body: { orderNumber } }, mine.as)
      expect(body.consignments[0]?.decided.chosen).toBe(consignments[0]?.carrier === 'DPD' ? 'M1' : 'M2')
    }
  })

  test('orders with the same two carriers in either order do not deadlock', async () => {
    const mine = await shop([
      carrierItem('DPD'),
      carrierItem('DHL'),
      carrierItem('EVRI'),
      methodItem('M1', 'DPD', 10_000),
      methodItem('M2', 'DHL', 10_000),
      methodItem('M3', 'EVRI', 90_000),
      capacityItem('DPD', 30),
      capacityItem('DHL', 30),
    ])
    const other = await makeSku(portal.testDatabase, { client: mine.as.client })
    const free = await makeSku(portal.testDatabase, { client: mine.as.client })
    await makeRuleBook(portal.testDatabase, mine.as.client, [
      heldItem('1', mine.SKU, 'DPD'),
      heldItem('2', other, 'DHL'),
    ])
    const lines = [mine.SKU, other].map((SKU) => ({ SKU, quantity: 1 }))
    const made = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        order(mine, {
          items: index % 4 === 0 ? [{ SKU: free, quantity: 1 }] : index % 2 === 0 ? lines : lines.toReversed(),
        }),
      ),
    )
    const taken = await used(mine.as.client)
    const counted = made.flatMap(({ consignments }) => consignments.map(({ carrier }) => carrier))
    expect(taken).toEqual({
      DPD: 30,
      DHL: 30,
      EVRI: counted.filter((carrier) => carrier === 'EVRI').length,
    })
    expect(counted.filter((carrier) => carrier === 'DPD')).toHaveLength(30)
  })

  test('capacity rows are locked in one order, whether they exist or not', async () => {
    const { client } = (await shop([])).as
    const hold = (carriers: string[], after: () => Promise<unknown> = async () => undefined) =>
      inClient(portal.database, client, async (transaction) => {
        for (const carrier of carriers) {
          await lockCapacity(transaction, client, { carriers: [carrier], days: [DAY] })
          await after()
        }
      })
    await hold(['A'])
    let both: Promise<unknown> | undefined
    await hold(['A', 'B'], async () => {
      both ??= inClient(portal.database, client, (transaction) =>
        lockCapacity(transaction, client, { carriers: ['B', 'A'], days: [DAY] }),
      )
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect(await portal.testDatabase.asOwner(waits)).toHaveLength(1), 120_000)
    })
    await both
    expect(await used(client)).toEqual({})
  })

  test('returned capacity is free again; a release takes capacity under the current rules', async () => {
    const mine = await shop([carrierItem('DPD'), methodItem('M1', 'DPD'), capacityItem('DPD', 1)])
    const { client } = mine.as
    const first = await order(mine)
    const second = await order(mine)
    expect(second.exception).toMatch(/1 of 1 parcels taken/)
    const back = () =>
      inClient(portal.database, client, (transaction) =>
        releaseCapacity(transaction, { client, orderNumbers: [first.orderNumber], at: new Date() }),
      )
    await back()
    await back()
    expect(await used(client)).toEqual({})
    expect(await kept(client, first.orderNumber)).toMatchObject([{ state: 'given-back', stands: false }])
    const third = await order(mine)
    expect(third.exception).toBeNull()
    const release = () =>
      inClient(portal.database, client, (transaction) =>
        allocateWaitingOrders({ transaction, client, now: new Date(), byName: 'test', books: openRuleBookCache() }, [
          first.orderNumber,
          second.orderNumber,
        ]),
      )
    expect(await release()).toMatchObject([{ orderNumber: first.orderNumber, attempt: 2, chosen: null }])
    expect(await release()).toEqual([])
    const slots = capacityItem('DPD', 5)
    await makeRuleBook(portal.testDatabase, client, [slots, carrierItem('DHL'), methodItem('M2', 'DHL', 1)])
    await back()
    expect(await release()).toMatchObject([{ attempt: 3, version: 2, chosen: { method: { clientMethodID: 'M2' } } }])
    expect(await used(client)).toEqual({ DPD: 1, DHL: 1 })
  })
})

describe('a decision', () => {
  test('is explained by the version that made it after newer ones are published', async () => {
    const mine = await shop([carrierItem('DPD'), methodItem('M1', 'DPD', 45_000)])
    const first = await order(mine)
    const dearer = (key: string, cost: number, more: Partial<BookContents['method']> = {}) =>
      makeRuleBook(portal.testDatabase, mine.as.client, [methodItem(key, 'DPD', cost, more)])
    await dearer('M2', 20_000)
    const second = await order(mine)
    await dearer('M1', 10_000)
    const of = async (orderNumber: string) => (await portal.call(decision, { body: { orderNumber } }, mine.as)).body
    const [one, two] = [await of(first.orderNumber), await of(second.orderNumber)]
    expect(one).toMatchObject({ ruleBookVersion: 3 })
    expect(one.consignments[0]?.decided).toMatchObject({ ruleBookVersion: 1, chosen: 'M1' })
    expect(one.consignments[0]?.decided.candidates.map(({ cost, rank }) => [cost, rank])).toEqual([[45_000, 1]])
    expect(two.consignments[0]?.decided).toMatchObject({ ruleBookVersion: 2, chosen: 'M2' })
    expect(two.consignments[0]).toMatchObject({ state: 'allocated', attempt: 1, number: 1, conflict: null, why: '' })
  })

  test('of another client’s order or an unknown order is not found', async () => {
    const mine = await shop([])
    const other = await shop([])
    const { orderNumber } = await order(other)
    for (const asked of [orderNumber, 'no such order'])
      expect(await portal.call(decision, { body: { orderNumber: asked } }, mine.as)).toMatchObject({
        status: 404,
        body: { message: `No data available for ${asked}` },
      })
  })

  test('suggests a day with free capacity and none that is full', async () => {
    const mine = await shop([carrierItem('DPD'), methodItem('M1', 'DPD'), capacityItem('DPD', 1)])
    const next = nextWorkingDay(DAY)
    expect(weekday(next)).toBeLessThan(5)
    await order(mine, { dispatchService: 'NAMEDDAY', date: next })
    await order(mine)
    const { orderNumber } = await order(mine)
    const { body } = await portal.call(decision, { body: { orderNumber } }, mine.as)
    const [change] = body.consignments[0]?.decided.candidates[0]?.changes ?? []
    expect(change).toMatchObject({ kind: 'despatch-on' })
    expect(change && 'day' in change && change.day).not.toBe(next)
  })
})
