import { contract } from '@despatch/contract/contract'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { addDays, dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, heldItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { allocateAgain, exceptions, decision } = contract.allocation
const TODAY = dayOf(new Date())
const RULES = [carrierItem('DPD', { name: 'DPD UK' }), methodItem('M1', 'DPD')]

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

type Mine = SignedIn & { client: string }
const rows = (sql: string, ...values: unknown[]) => portal.testDatabase.asOwner(sql, values)
const publish = (client: string, items: readonly BookItem[]) => makeRuleBook(portal.testDatabase, client, items)

/** Creates an order. The client has no rules yet, so the order becomes a routing exception. */
async function order(as: Mine, given: { SKU?: string; SKUs?: string[]; postCode?: string; orderNo?: string } = {}) {
  const SKUs = given.SKUs ?? [given.SKU ?? (await makeSku(portal.testDatabase, { client: as.client }))]
  const items = SKUs.map((SKU) => ({ SKU, quantity: 1 }))
  const { postCode = 'SW1Y 4JH', orderNo = `T-${Math.random().toString(36).slice(2, 10)}` } = given
  const body = { ...orderBody({ SKU: SKUs[0] ?? '' }), items, postCode, orderNo }
  const answer = await portal.call(contract.orders.create, { body }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return orderNo
}

const again = async (as: SignedIn, ...orders: [clientCode: string, orderNumber: string][]) => {
  const body = { orders: orders.map(([clientCode, orderNumber]) => ({ clientCode, orderNumber })) }
  const answer = await portal.call(allocateAgain, { body }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.receipts
}

const listed = async (as: SignedIn, query: Record<string, string> = {}) =>
  (await portal.call(exceptions, { query }, as)).body

const states = (client: string, orderNumber: string) =>
  rows(
    'select attempt, number, state, carrier, ended_at is null as stands from consignments where client_code = $1 and order_number = $2 order by attempt, number',
    client,
    orderNumber,
  )

describe('an order with a routing exception', () => {
  test('is re-allocated after the rules are corrected; the exception is superseded and audited once', async () => {
    const as = await makeSession(portal.testDatabase)
    const orderNumber = await order(as)
    expect(await again(as, [as.client, orderNumber])).toMatchObject([
      { outcome: 'exception', message: 'The client has no carrier services yet' },
    ])
    await publish(as.client, RULES)
    expect(await again(as, [as.client, orderNumber], [as.client, orderNumber])).toEqual([
      { clientCode: as.client, orderNumber, outcome: 'allocated', message: 'DPD UK: Method M1' },
    ])
    // Two failed attempts are still one exception.
    expect((await listed(as)).rows).toMatchObject([{ orderNumber, attempt: 2, state: 'superseded' }])
    expect(await states(as.client, orderNumber)).toEqual([
      { attempt: 1, number: 1, state: 'superseded', carrier: null, stands: false },
      { attempt: 2, number: 1, state: 'superseded', carrier: null, stands: false },
      { attempt: 3, number: 1, state: 'allocated', carrier: 'DPD', stands: true },
    ])
    const { body } = await portal.call(decision, { body: { orderNumber } }, as)
    expect(body.consignments.map(({ attempt, state }) => [attempt, state])).toEqual([
      [3, 'allocated'],
      [2, 'superseded'],
      [1, 'superseded'],
    ])
    const audited = await rows(`select object from audit where client_code = $1 and act = 'order.allocated'`, as.client)
    expect(audited).toHaveLength(2)
    expect(await again(as, [as.client, orderNumber])).toMatchObject([
      { outcome: 'refused', message: `Order ${orderNumber} is already allocated.` },
    ])
  })

  test('that the database rejects is reported apart from orders that were allocated', async () => {
    const as = await makeSession(portal.testDatabase)
    const orders = [await order(as), await order(as)]
    const [first = '', second = ''] = orders
    await publish(as.client, RULES)
    await rows(`alter table consignments add constraint not_that check (order_number <> '${second}') not valid`)
    expect(await again(as, [as.client, first], [as.client, second])).toMatchObject([
      { orderNumber: first, outcome: 'allocated' },
      { orderNumber: second, outcome: 'refused', message: expect.stringContaining('Try again') },
    ])
    await rows('alter table consignments drop constraint not_that')
    expect(await states(as.client, second)).toMatchObject([{ attempt: 1, state: 'exception', stands: true }])
  })

  test('with several consignments is reallocated whole and keeps its own capacity', async () => {
    const as = await makeSession(portal.testDatabase)
    const SKUs = [
      await makeSku(portal.testDatabase, { client: as.client }),
      await makeSku(portal.testDatabase, { client: as.client }),
    ]
    await publish(as.client, [
      ...RULES,
      carrierItem('DHL'),
      methodItem('M2', 'DHL', 1, { serviceTypes: ['NAMED DAY'] }),
      capacityItem('DPD', 1),
      ...SKUs.map((sku, index) => heldItem(String(index), sku, index === 0 ? 'DPD' : 'DHL')),
    ])
    const orderNumber = await order(as, { SKUs })
    await publish(as.client, [methodItem('M2', 'DHL')])
    expect(await again(as, [as.client, orderNumber])).toMatchObject([{ outcome: 'allocated' }])
    expect((await states(as.client, orderNumber)).map(({ state, carrier }) => [state, carrier])).toEqual([
      ['superseded', null],
      ['given-back', 'DPD'],
      ['allocated', 'DHL'],
      ['allocated', 'DPD'],
    ])
    expect(
      await rows('select carrier, parcels from capacity_usage where client_code = $1 order by 1', as.client),
    ).toEqual([
      { carrier: 'DHL', parcels: 1 },
      { carrier: 'DPD', parcels: 1 },
    ])
  })

  test('is allocated once if two calls arrive at once', async () => {
    const as = await makeSession(portal.testDatabase)
    const orderNumber = await order(as)
    await publish(as.client, RULES)
    const receipts = (await Promise.all(Array.from({ length: 8 }, () => again(as, [as.client, orderNumber])))).flat()
    expect(receipts.filter(({ outcome }) => outcome === 'allocated')).toHaveLength(1)
    expect(receipts.filter(({ outcome }) => outcome === 'refused')).toHaveLength(7)
    expect(await rows('select parcels from capacity_usage where client_code = $1', as.client)).toEqual([{ parcels: 1 }])
  })

  test('whose day has passed moves to the next working day, except a named day', async () => {
    const as = await makeSession(portal.testDatabase)
    const [one, named] = [await order(as), await order(as)]
    await publish(as.client, RULES)
    await rows('update orders set despatch_date = $2 where client_code = $1', as.client, addDays(TODAY, -3))
    await rows(
      `update orders set dispatch_service = 'NAMED DAY' where client_code = $1 and order_number = $2`,
      as.client,
      named,
    )
    expect(await again(as, [as.client, one], [as.client, named])).toMatchObject([
      { outcome: 'allocated' },
      { outcome: 'refused', message: expect.stringContaining('has passed. Choose another first') },
    ])
    const [found] = (await portal.call(contract.orders.searchByOrderNumber, { body: { orderNumber: one } }, as)).body
      .Orders
    expect(found).toMatchObject({ despatchDate: nextWorkingDay(TODAY), version: 2 })
    expect(found?.history[0]?.note).toMatch(/^Re-allocated: despatched on /)
    const [audited] = await rows(
      `select before, after from audit where act = 'order.allocated' and object = $1`,
      `order ${one}`,
    )
    expect(audited).toMatchObject({
      before: { despatchDay: addDays(TODAY, -3) },
      after: { despatchDay: nextWorkingDay(TODAY) },
    })
  })

  test.each([
    ['C', 'is cancelled'],
    ['S', 'is suspended and will be allocated on release'],
    ['P', 'is already being picked, so its carrier can no longer change'],
  ])('in status %s is refused', async (status, why) => {
    const as = await makeSession(portal.testDatabase)
    const orderNumber = await order(as)
    await publish(as.client, RULES)
    await rows('update orders set status = $2 where client_code = $1', as.client, status)
    expect(await again(as, [as.client, orderNumber])).toMatchObject([
      { outcome: 'refused', message: `Order ${orderNumber} ${why}.` },
    ])
    expect(await states(as.client, orderNumber)).toHaveLength(1)
  })

  test('of another client is not found, like an unknown order', async () => {
    const [as, other] = [await makeSession(portal.testDatabase), await makeSession(portal.testDatabase)]
    const foreign = await order(other)
    for (const [client, orderNumber] of [
      [other.client, foreign],
      [as.client, foreign],
      [other.client, 'none'],
    ] as const)
      expect(await again(as, [client, orderNumber])).toEqual([
        { clientCode: client, orderNumber, outcome: 'refused', message: `No data available for ${orderNumber}` },
      ])
    expect(await states(other.client, foreign)).toHaveLength(1)
  })
})

describe('the list of routing exceptions', () => {
  test('covers all clients of the call, newest first, with all details', async () => {
    const clients = [await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
    const as = await makeSession(portal.testDatabase, { clients })
    const [first = '', second = ''] = clients
    const one = await order({ ...as, client: first })
    const two = await order({ ...as, client: second }, { postCode: 'AB10 1AA' })
    const mine = await order({ ...as, client: first })
    const all = await listed({ token: as.token, client: 'All_client' })
    expect(all.rows.map(({ clientCode, orderNumber }) => [clientCode, orderNumber])).toEqual([
      [first, mine],
      [second, two],
      [first, one],
    ])
    expect(all).toMatchObject({ total: 3 })
    expect(all.rows[1]).toMatchObject({
      attempt: 1,
      number: 1,
      state: 'exception',
      endedAt: null,
      dispatchService: 'STANDARD',
      country: 'GB',
      region: 'AB',
      postCode: 'AB10 1AA',
      parcels: 1,
      ruleBookVersion: 0,
      why: 'The client has no carrier services yet',
    })
    expect((await listed({ token: as.token, client: second })).rows.map(({ orderNumber }) => orderNumber)).toEqual([
      two,
    ])
  })

  test('is filtered by the operator’s days, state, order number and postcode, and paged', async () => {
    const as = await makeSession(portal.testDatabase)
    const SKU = await makeSku(portal.testDatabase, { client: as.client })
    for (const [index, postCode] of ['SW1Y 4JH', 'AB10 1AA', 'AB1 0AA'].entries())
      await order(as, { SKU, postCode, orderNo: `Web-${index}` })
    // 00:30 in London is still the day before in UTC.
    const at = (orderNumber: string, instant: string) =>
      rows(
        'update consignments set at = $3 where client_code = $1 and order_number = $2',
        as.client,
        orderNumber,
        instant,
      )
    await at('Web-0', '2026-06-30T23:30:00Z')
    await at('Web-1', '2026-06-30T22:30:00Z')
    await at('Web-2', '2026-07-05T12:00:00Z')
    await publish(as.client, RULES)
    await again(as, [as.client, 'Web-1'])
    const found = async (query: Record<string, string>) =>
      (await listed(as, query)).rows.map(({ orderNumber }) => orderNumber)
    expect(await found({ from: '2026-07-01', to: '2026-07-01' })).toEqual(['Web-0'])
    expect(await found({ from: '2026-06-30', to: '2026-07-01' })).toEqual(['Web-0', 'Web-1'])
    expect(await found({ open: 'true' })).toEqual(['Web-2', 'Web-0'])
    expect(await found({ open: 'false' })).toEqual(['Web-1'])
    expect(await found({ search: 'web-2' })).toEqual(['Web-2'])
    expect(await found({ search: 'ab10' })).toEqual(['Web-2', 'Web-1'])
    expect(await found({ search: 'AB10 1' })).toEqual(['Web-1'])
    expect(await found({ search: '%' })).toEqual([])
    const page = async (number: number) => listed(as, { limit: '2', page: String(number) })
    expect([await page(1), await page(2)]).toMatchObject([
      { rows: [{ orderNumber: 'Web-2' }, { orderNumber: 'Web-0' }], total: 3 },
      { rows: [{ orderNumber: 'Web-1', state: 'superseded', endedAt: expect.any(String) }], total: 3 },
    ])
  })
})
