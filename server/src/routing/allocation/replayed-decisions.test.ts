import { contract } from '@despatch/contract/contract'
import { ruleBookItems } from '@despatch/domain/routing/rule-book/book-items'
import type { RuleBook } from '@despatch/domain/routing/rule-book/rule-book'
import { usageKey } from '@despatch/domain/routing/allocation/consignment'
import { addDays, dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { anyBook } from '@despatch/domain/testing/rule-books'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { heldItem, makeRuleBook } from '../../testing/rule-books.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { releaseCapacity } from './release-capacity.ts'

const { decision, allocateAgain } = contract.allocation
const DAY = nextWorkingDay(dayOf(new Date()))
const LATER = nextWorkingDay(addDays(DAY, 3))

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

type StoredConsignment = {
  attempt: number
  number: number
  state: string
  client_method_id: string | null
  carrier: string | null
  day: string
  parcels: number
  cost: string | null
  ended_at: Date | null
}

const anyOrder = fc.record({
  dispatchService: fc.constantFrom('STANDARD' as const, 'NEXT DAY' as const, 'NAMEDDAY' as const),
  postCode: fc.constantFrom('SW1Y 4JH', 'AB10 1AA', 'LL55 4TY'),
  items: fc.array(fc.record({ sku: fc.nat(2), quantity: fc.integer({ min: 1, max: 30 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
})
const anySkus = fc.tuple(...[0, 1, 2].map(() => fc.record({ weight: fc.nat(20_000), length: fc.nat(1500) })))
const anyRun = fc.record({
  before: anyBook,
  after: anyBook,
  skus: anySkus,
  orders: fc.array(anyOrder, { minLength: 2, maxLength: 4 }),
  isHeld: fc.boolean(),
})

/** Random books cover one spring only. Here carriers are always active and prices hold for every day. */
function itemsNow(book: RuleBook) {
  return ruleBookItems({ ...book, carriers: book.carriers.map((one) => ({ ...one, activeDates: [] })) })
}

test('replaying a decision gives the same result for any book, order and usage', async () => {
  const states = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ before, after, skus, orders, isHeld }) => {
      const as = await makeSession(portal.testDatabase)
      const { client } = as
      const codes: string[] = []
      for (const { weight, length } of skus) {
        const code = await makeSku(portal.testDatabase, { client })
        codes.push(code)
        await portal.testDatabase.asOwner(
          'update skus set weight = $3, length = $4, volume = 4000 where client_code = $1 and sku_code = $2',
          [client, code, weight, length],
        )
      }
      const held = isHeld ? [heldItem('1', codes[0] ?? '', 'DPD'), heldItem('2', codes[1] ?? '', 'DHL')] : []
      await makeRuleBook(portal.testDatabase, client, [...itemsNow(before), ...held])
      const numbers: string[] = []
      for (const { items, ...order } of orders) {
        const body = {
          ...orderBody({ SKU: '' }),
          ...order,
          ...(order.dispatchService === 'NAMEDDAY' && { date: LATER }),
          items: items.map(({ sku, quantity }) => ({ SKU: codes[sku] ?? '', quantity })),
        }
        const answer = await portal.call(contract.orders.create, { body }, as)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        numbers.push(body.orderNo)
      }
      await inClient(portal.database, client, (transaction) =>
        releaseCapacity(transaction, { client, orderNumbers: numbers.slice(0, 1), at: new Date() }),
      )
      await makeRuleBook(portal.testDatabase, client, itemsNow(after))
      const again = { orders: numbers.map((orderNumber) => ({ clientCode: client, orderNumber })) }
      await portal.call(allocateAgain, { body: again }, as)

      const counted = new Map<string, number>()
      for (const orderNumber of numbers) {
        const kept = (await portal.testDatabase.asOwner(
          `select attempt, number, state, client_method_id, carrier, despatch_day::text as day, parcels, cost * 10000 as cost, ended_at
           from consignments where client_code = $1 and order_number = $2 order by attempt desc, number`,
          [client, orderNumber],
        )) as StoredConsignment[]
        const { body } = await portal.call(decision, { body: { orderNumber } }, as)
        expect(
          body.consignments.map(({ attempt, number, state, decided }) => [
            attempt,
            number,
            state,
            decided.chosen,
            decided.candidates.find(({ rank }) => rank === 1)?.cost ?? null,
          ]),
        ).toEqual(
          kept.map((row) => [
            row.attempt,
            row.number,
            row.state,
            row.client_method_id,
            row.cost === null ? null : Number(row.cost),
          ]),
        )
        for (const row of kept) {
          states.add(row.state)
          if (row.ended_at !== null || row.carrier === null) continue
          const key = usageKey(row.carrier, row.day)
          counted.set(key, (counted.get(key) ?? 0) + row.parcels)
        }
      }
      const used = (await portal.testDatabase.asOwner(
        'select carrier, despatch_day::text as day, parcels from capacity_usage where client_code = $1 and parcels > 0',
        [client],
      )) as { carrier: string; day: string; parcels: number }[]
      expect(new Map(used.map(({ carrier, day, parcels }) => [usageKey(carrier, day), parcels]))).toEqual(counted)
    }),
    // This seed covers every state; short random runs sometimes miss one.
    { numRuns: 15, seed: 4 },
  )
  expect([...states].toSorted()).toEqual(['allocated', 'exception', 'given-back', 'superseded'])
}, 120_000)
