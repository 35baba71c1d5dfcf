import { contract } from '@despatch/contract/contract'
import type { CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, heldItem, limitsItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, refusalOf, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { create, amend, suspend, release, cancel, undo, searchByOrderNumber } = contract.orders
const { decision, carrierChoices, chooseCarrier } = contract.allocation
const DAY = nextWorkingDay(dayOf(new Date()))

const BOOK = [
  carrierItem('EVRI', { name: 'Evri' }),
  carrierItem('DPD', { name: 'DPD UK' }),
  methodItem('M1', 'EVRI', 41_500, { methodDescription: 'Evri Standard' }),
  methodItem('M2', 'DPD', 45_700, { methodDescription: 'DPD Next Day' }),
  methodItem('M3', 'DPD', 60_000, { methodDescription: 'DPD Light' }),
  limitsItem('M3', { ConsignmentWeight: 1500 }),
]

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

type Shop = { as: SignedIn & { client: string }; SKU: string }
const rows = (sql: string, ...values: unknown[]) => portal.testDatabase.asOwner(sql, values)

async function shop(items: readonly BookItem[] = BOOK): Promise<Shop> {
  const as = await makeSession(portal.testDatabase)
  const SKU = await measured(as.client, 1000)
  await makeRuleBook(portal.testDatabase, as.client, items)
  return { as, SKU }
}

async function measured(client: string, weight: number): Promise<string> {
  const SKU = await makeSku(portal.testDatabase, { client })
  await rows(
    'update skus set weight = $3, length = 300, volume = 5000 where client_code = $1 and sku_code = $2',
    client,
    SKU,
    weight,
  )
  return SKU
}

async function order({ as, SKU }: Shop, given: Partial<CreateOrderInput> = {}): Promise<string> {
  const body = orderBody({ SKU, ...given })
  const answer = await portal.call(create, { body }, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return body.orderNo
}

const why = async ({ as }: Shop, orderNumber: string) =>
  (await portal.call(decision, { body: { orderNumber } }, as)).body

/** Chooses for the current version of the order. */
async function choose(mine: Shop, orderNumber: string, clientMethodID: string | null, given: { number?: number } = {}) {
  const { number = 1 } = given
  const { version, consignments } = await why(mine, orderNumber)
  const seen = consignments.find((one) => one.number === number && isStanding(one.state))
  const body = { orderNumber, number, version, attempt: seen?.attempt ?? 1, clientMethodID, reason: 'Customer asked' }
  return portal.call(chooseCarrier, { body }, mine.as)
}
const isStanding = (state: string) => state === 'allocated' || state === 'exception'

const standing = async ({ as }: Shop, orderNumber: string) =>
  rows(
    `select number, client_method_id as method, state, cost::float, despatch_day::text as day from consignments
     where client_code = $1 and order_number = $2 and ended_at is null order by number`,
    as.client,
    orderNumber,
  )
const used = async ({ as }: Shop) =>
  Object.fromEntries(
    (await rows('select carrier, parcels from capacity_usage where client_code = $1 and parcels > 0', as.client)).map(
      ({ carrier, parcels }) => [carrier, parcels],
    ),
  )
/** Amends the order to this quantity. */
async function amendTo(mine: Shop, orderNumber: string, quantity: number) {
  const body = { orderNumber, items: [{ SKU: mine.SKU, quantity }] }
  const answer = await portal.call(amend, { body }, mine.as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

describe('choosing a carrier by hand', () => {
  test('moves the capacity and records who chose, why, and instead of which method', async () => {
    const mine = await shop()
    const orderNumber = await order(mine)
    const choices = (await portal.call(carrierChoices, { body: { orderNumber, number: 1 } }, mine.as)).body
    expect(choices).toMatchObject({
      standing: { clientMethodID: 'M1', cost: 41_500, isByHand: false },
      decided: { chosen: 'M1', candidates: [{ cost: 41_500 }, { cost: 45_700 }, { isEligible: false }] },
    })
    const chosen = await choose(mine, orderNumber, 'M2')
    expect(chosen).toMatchObject({
      status: 200,
      body: { message: `Order ${orderNumber} now ships with DPD Next Day (DPD UK), +£0.42.`, version: 2 },
    })
    expect(await standing(mine, orderNumber)).toEqual([
      { number: 1, method: 'M2', state: 'allocated', cost: 4.57, day: DAY },
    ])
    expect(await used(mine)).toEqual({ DPD: 1 })
    const { version, consignments } = await why(mine, orderNumber)
    expect(version).toBe(2)
    expect(consignments).toMatchObject([
      {
        attempt: 2,
        state: 'allocated',
        decided: {
          chosen: 'M2',
          candidates: [{ clientMethodID: 'M1', rank: 1 }, { clientMethodID: 'M2', rank: 2 }, {}],
        },
        byHand: {
          by: expect.stringMatching(/^user\./),
          reason: 'Customer asked',
          instead: { clientMethodID: 'M1', carrierName: 'Evri', difference: 4200 },
          overruled: [],
          ended: '',
        },
      },
      { attempt: 1, state: 'given-back', byHand: null, decided: { chosen: 'M1' } },
    ])
    const [found] = (await portal.call(searchByOrderNumber, { body: { orderNumber } }, mine.as)).body.Orders
    expect(found?.history[0]).toMatchObject({ act: 'Carrier chosen by hand', note: 'DPD Next Day (DPD UK)' })
    expect(
      await rows(`select after from audit where client_code = $1 and act = 'order.carrier-chosen'`, mine.as.client),
    ).toMatchObject([{ after: { method: 'M2', reason: 'Customer asked' } }])
  })

  test('can be undone: its capacity returns and the former method takes its capacity again', async () => {
    const mine = await shop()
    const orderNumber = await order(mine)
    const { commandId } = (await choose(mine, orderNumber, 'M2')).body
    const undone = await portal.call(undo, { params: { commandId } }, mine.as)
    expect(undone).toMatchObject({ status: 200, body: { done: 1, refused: 0 } })
    expect(undone.body.message).toBe(`Order ${orderNumber} is back to its state before the carrier was chosen.`)
    expect([await standing(mine, orderNumber), await used(mine)]).toMatchObject([[{ method: 'M1' }], { EVRI: 1 }])
    expect((await why(mine, orderNumber)).consignments[0]?.byHand).toBeNull()
    const again = await choose(mine, orderNumber, 'M2')
    await amendTo(mine, orderNumber, 1)
    const late = await portal.call(undo, { params: { commandId: again.body.commandId } }, mine.as)
    expect(late.body).toMatchObject({ done: 0, refused: 1 })
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M2' }])
  })

  test('cannot be undone by a user who may no longer see costs', async () => {
    const mine = await shop()
    const orderNumber = await order(mine)
    const { commandId } = (await choose(mine, orderNumber, 'M2')).body
    await rows("update client_settings set settings = '{}' where client_code = $1", mine.as.client)
    expect((await portal.call(undo, { params: { commandId } }, mine.as)).status).toBe(403)
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M2' }])
  })

  test('survives amendments and suspension while eligible; then allocation chooses and says why', async () => {
    const mine = await shop([...BOOK, limitsItem('M2', { ConsignmentWeight: 5000 })])
    const orderNumber = await order(mine)
    await choose(mine, orderNumber, 'M2')
    await amendTo(mine, orderNumber, 4)
    await portal.call(suspend, { body: { orderNumber } }, mine.as)
    expect(await standing(mine, orderNumber)).toEqual([])
    await portal.call(release, { body: { orderNumber } }, mine.as)
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M2' }])
    expect((await why(mine, orderNumber)).consignments[0]?.byHand).toMatchObject({
      by: expect.stringMatching(/^user\./),
      ended: '',
    })
    await amendTo(mine, orderNumber, 6)
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M1' }])
    expect((await why(mine, orderNumber)).consignments[0]?.byHand?.ended).toMatch(
      /^DPD Next Day \(DPD UK\), chosen by hand, no longer holds: Consignment weight 6 kg is over the limit of 5 kg; allocation chose again$/,
    )
    const { entries } = (
      await portal.call(contract.enquiries.timeline, { query: { orderNumber, kinds: 'allocation' } }, mine.as)
    ).body
    expect(entries[0]?.detail).toContain('no longer holds: Consignment weight 6 kg is over the limit of 5 kg')
    await amendTo(mine, orderNumber, 1)
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M1' }])
  })

  test('ends with its method: the next amendment is allocated', async () => {
    const mine = await shop()
    const orderNumber = await order(mine)
    await choose(mine, orderNumber, 'M2')
    await rows(
      `update rule_book_items set to_version = 2 where client_code = $1 and kind = 'method' and item_key = 'M2'`,
      mine.as.client,
    )
    await makeRuleBook(portal.testDatabase, mine.as.client, [])
    await amendTo(mine, orderNumber, 3)
    const [now] = (await why(mine, orderNumber)).consignments
    expect([now?.decided.chosen, now?.byHand?.ended]).toEqual([
      'M1',
      expect.stringContaining('it is no longer among the client’s methods'),
    ])
    const refused = await choose(mine, orderNumber, 'M2')
    expect(refused).toMatchObject({ status: 422 })
  })

  test('given back to allocation goes to the cheapest method', async () => {
    const mine = await shop()
    const orderNumber = await order(mine)
    expect(await choose(mine, orderNumber, null)).toMatchObject({ status: 422 })
    await choose(mine, orderNumber, 'M2')
    expect((await choose(mine, orderNumber, null)).status).toBe(200)
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M1' }])
    expect(await used(mine)).toEqual({ EVRI: 1 })
  })

  test('for one consignment of several does not move the others', async () => {
    const mine = await shop()
    const held = await measured(mine.as.client, 1000)
    await makeRuleBook(portal.testDatabase, mine.as.client, [heldItem('H1', held, 'DPD')])
    const items = [
      { SKU: held, quantity: 1 },
      { SKU: mine.SKU, quantity: 1 },
    ]
    const other = await measured(mine.as.client, 1000)
    await makeRuleBook(portal.testDatabase, mine.as.client, [heldItem('H2', other, 'EVRI')])
    const orderNumber = await order(mine, { items: [...items, { SKU: other, quantity: 1 }] })
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M2' }, { method: 'M1' }])
    await makeRuleBook(portal.testDatabase, mine.as.client, [methodItem('M4', 'DPD', 50_000)])
    expect((await choose(mine, orderNumber, 'M4', { number: 1 })).status).toBe(200)
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M4' }, { method: 'M1' }])
    const { consignments } = await why(mine, orderNumber)
    expect(consignments.map(({ number, attempt }) => [number, attempt])).toEqual([
      [1, 2],
      [1, 1],
      [2, 1],
    ])
  })
})

describe('an order whose data changed after it was planned', () => {
  const choicesOf = async (mine: Shop, orderNumber: string, number = 1) =>
    portal.call(carrierChoices, { body: { orderNumber, number } }, mine.as)

  test('is judged by the current fixed routes', async () => {
    const mine = await shop()
    const orderNumber = await order(mine)
    await makeRuleBook(portal.testDatabase, mine.as.client, [heldItem('F1', mine.SKU, 'DPD')])
    expect((await choicesOf(mine, orderNumber)).body).toMatchObject({
      standing: { clientMethodID: 'M1' },
      consignment: { heldTo: { carrier: 'DPD' } },
      decided: { chosen: 'M2' },
    })
    await makeRuleBook(portal.testDatabase, mine.as.client, [methodItem('M4', 'EVRI', 42_000)])
    const chosen = await choose(mine, orderNumber, 'M4')
    expect(chosen.status).toBe(200)
    expect((await why(mine, orderNumber)).consignments[0]?.byHand).toMatchObject({
      instead: { clientMethodID: 'M2' },
      overruled: ['fixedRouting'],
    })
  })

  test('is judged by the current weights', async () => {
    const mine = await shop()
    const orderNumber = await order(mine, { items: [{ SKU: mine.SKU, quantity: 1 }] })
    await rows('update skus set weight = 2000 where client_code = $1 and sku_code = $2', mine.as.client, mine.SKU)
    const { body } = await choicesOf(mine, orderNumber)
    expect(body.consignment.parcels).toMatchObject([{ weight: 2000 }])
    expect(body.decided.candidates.find(({ clientMethodID }) => clientMethodID === 'M3')?.isEligible).toBe(false)
    await choose(mine, orderNumber, 'M3')
    expect((await why(mine, orderNumber)).consignments[0]).toMatchObject({
      consignment: { parcels: [{ weight: 2000 }] },
      byHand: { overruled: ['ConsignmentWeight'] },
    })
  })

  test('must be rated again first if it would now be split differently', async () => {
    const mine = await shop()
    const other = await measured(mine.as.client, 1000)
    const orderNumber = await order(mine, {
      items: [
        { SKU: mine.SKU, quantity: 1 },
        { SKU: other, quantity: 1 },
      ],
    })
    await makeRuleBook(portal.testDatabase, mine.as.client, [
      heldItem('F1', mine.SKU, 'DPD'),
      heldItem('F2', other, 'EVRI'),
    ])
    const refused = await choicesOf(mine, orderNumber)
    expect([refused.status, refusalOf(refused).message]).toEqual([
      422,
      `Order ${orderNumber} would now be split differently. Re-allocate it, then choose.`,
    ])
  })
})

test('an overrule ends when the order exceeds the value that was overruled', async () => {
  const mine = await shop()
  const orderNumber = await order(mine, { items: [{ SKU: mine.SKU, quantity: 2 }] })
  expect((await choose(mine, orderNumber, 'M3')).status).toBe(200)
  await amendTo(mine, orderNumber, 1)
  await amendTo(mine, orderNumber, 2)
  expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M3' }])
  await amendTo(mine, orderNumber, 3)
  expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M1' }])
  expect((await why(mine, orderNumber)).consignments[0]?.byHand?.ended).toBe(
    'DPD Light (DPD UK), chosen by hand, no longer holds: Consignment weight 3 kg is over the limit of 1.5 kg; allocation chose again',
  )
})

describe('refusals', () => {
  test('nobody may choose a full method; only users with Overrule may choose ineligible ones', async () => {
    const mine = await shop([...BOOK, capacityItem('DPD', 1), carrierItem('DHL'), methodItem('M5', 'DHL', 90_000)])
    await makeRuleBook(portal.testDatabase, mine.as.client, [
      { kind: 'carrier', key: 'DHL', content: { name: 'DHL', active: 'N', activeDates: [] } },
    ])
    const [first, second] = [await order(mine), await order(mine)]
    expect((await choose(mine, first, 'M2')).status).toBe(200)
    const full = await choose(mine, second, 'M2')
    expect([full.status, refusalOf(full).message]).toEqual([
      422,
      expect.stringMatching(
        /^DPD Next Day \(DPD UK\) cannot be chosen\. .*1 of 1 parcels taken, 1 more does not fit\./,
      ),
    ])
    const overruled = await choose(mine, second, 'M5')
    expect(overruled.status, JSON.stringify(overruled.body)).toBe(200)
    expect((await why(mine, second)).consignments[0]?.byHand).toMatchObject({ overruled: ['carrierActive'] })
    await amendTo(mine, second, 1)
    expect(await standing(mine, second)).toMatchObject([{ method: 'M5' }])

    const user = await makeSession(portal.testDatabase, {
      clients: [mine.as.client],
      holds: (leaf) => leaf !== 'carrierRoutingControl.carrierByHandOverrule',
    })
    const third = await order(mine)
    const { version } = await why(mine, third)
    const body = { orderNumber: third, number: 1, version, attempt: 1, clientMethodID: 'M5', reason: 'Because' }
    const refused = await portal.call(chooseCarrier, { body }, user)
    expect([refused.status, refusalOf(refused).message]).toEqual([
      403,
      `Method M5 (DHL) is not eligible. DHL is not active. To choose it, you need 'Edit' on Carrier by Hand: Overrule.`,
    ])
    expect(await used(mine)).toEqual({ DPD: 1, DHL: 1, EVRI: 1 })
  })

  test('of two choices at once, one succeeds and the other is refused', async () => {
    const mine = await shop()
    const orderNumber = await order(mine)
    const { version } = await why(mine, orderNumber)
    const body = { orderNumber, number: 1, version, attempt: 1, clientMethodID: 'M2', reason: 'Both of us' }
    const both = await Promise.all([0, 1].map(() => portal.call(chooseCarrier, { body }, mine.as)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = both.find(({ status }) => status === 409)
    expect(late && refusalOf(late).message).toMatch(
      /^Order \S+ has changed: Carrier chosen by hand, by user\.\S+ \(DPD Next Day \(DPD UK\)\)\. Check it, then try again/,
    )
    expect(await used(mine)).toEqual({ DPD: 1 })
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M2' }])
  })

  test('of two choices for a day’s last place, one succeeds, the other writes nothing', async () => {
    const mine = await shop([...BOOK, capacityItem('DPD', 1)])
    const orders = [await order(mine), await order(mine)]
    const answers = await Promise.all(orders.map((one) => choose(mine, one, 'M2')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await used(mine)).toEqual({ DPD: 1, EVRI: 1 })
    const versions = await rows('select version from orders where client_code = $1 order by version', mine.as.client)
    expect(versions.map(({ version }) => version)).toEqual([1, 2])
  })

  test.each([
    ['P', /is already being picked, so its carrier can no longer change/],
    ['D', /is already despatched, so its carrier can no longer change/],
    ['C', /is cancelled/],
  ])('an order in status %s', async (status, message) => {
    const mine = await shop()
    const orderNumber = await order(mine)
    await rows(`update orders set status = '${status}' where client_code = $1`, mine.as.client)
    const refused = await choose(mine, orderNumber, 'M2')
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringMatching(message) } })
    expect(await standing(mine, orderNumber)).toMatchObject([{ method: 'M1' }])
  })

  test('a cancelled order, another client’s order, an unknown method and a missing reason', async () => {
    const [mine, other] = [await shop(), await shop()]
    const [orderNumber, foreign] = [await order(mine), await order(other)]
    const body = { orderNumber: foreign, number: 1, version: 1, attempt: 1, clientMethodID: 'M2', reason: 'Mine' }
    expect((await portal.call(chooseCarrier, { body }, mine.as)).status).toBe(404)
    expect((await portal.call(carrierChoices, { body: { orderNumber: foreign, number: 1 } }, mine.as)).status).toBe(404)
    expect((await portal.call(chooseCarrier, { body }, { ...mine.as, client: other.as.client })).status).toBe(403)
    expect((await choose(mine, orderNumber, 'M9')).status).toBe(422)
    expect((await choose(mine, orderNumber, 'M1')).status).toBe(422)
    const none = { ...body, orderNumber, reason: ' ' }
    expect((await portal.call(chooseCarrier, { body: none }, mine.as)).status).toBe(400)
    await portal.call(cancel, { body: { orderNumber } }, mine.as)
    expect((await portal.call(chooseCarrier, { body: { ...body, orderNumber, version: 2 } }, mine.as)).status).toBe(422)
    expect(await used(mine)).toEqual({})
  })
})
