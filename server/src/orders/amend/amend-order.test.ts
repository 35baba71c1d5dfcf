import { contract } from '@despatch/contract/contract'
import type { Order } from '@despatch/contract/orders/order'
import type { CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import { addDays, dayOf, formatDayShort, nextWorkingDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { inNumber } from '../../testing/in-number.ts'
import { orderBody } from '../../testing/order-body.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal, refusalOf } from '../../testing/test-portal.ts'

const { create, amend, amendPreview, searchByOrderNumber } = contract.orders
const TODAY = dayOf(new Date())
const NEXT = nextWorkingDay(TODAY)
const RULES = [carrierItem('DPD', { name: 'DPD UK' }), methodItem('M1', 'DPD', 45_000)]

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

type Mine = SignedIn & { client: string; SKU: string }
const rows = (sql: string, ...values: unknown[]) => portal.testDatabase.asOwner(sql, values)

async function shop(items = RULES): Promise<Mine> {
  const as = await makeSession(portal.testDatabase)
  await makeRuleBook(portal.testDatabase, as.client, items)
  return { ...as, SKU: await makeSku(portal.testDatabase, { client: as.client, unitValue: '3.3333' }) }
}

async function order(mine: Mine, fields: Partial<CreateOrderInput> = {}): Promise<Order> {
  const body = orderBody({ SKU: mine.SKU, ...fields })
  const answer = await portal.call(create, { body }, mine)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return found(mine, body.orderNo)
}

async function found(mine: Mine, orderNumber: string): Promise<Order> {
  const [one] = (await portal.call(searchByOrderNumber, { body: { orderNumber } }, mine)).body.Orders
  if (!one) throw new Error(`There is no order ${orderNumber}`)
  return one
}

/** A body that amends nothing. */
function bodyOf(one: Order) {
  return {
    orderNumber: one.orderNumber,
    version: one.version,
    customerFirstName: one.customerFirstName,
    customerLastName: one.customerLastName,
    email: one.email,
    phone: one.phone,
    customerAccount: one.customerAccount,
    country: one.country,
    addressLine1: one.addressLine1,
    addressLine2: one.addressLine2,
    addressLine3: one.addressLine3,
    addressLine4: one.addressLine4,
    postCode: one.postCode,
    dispatchService: one.dispatchService,
    date: one.dispatchService === 'NAMED DAY' ? one.despatchDate : '',
  }
}
const set = (mine: Mine, one: Order, sql: string) =>
  rows(`update orders set ${sql} where client_code = $1 and order_number = $2`, mine.client, one.orderNumber)
const used = (mine: Mine) =>
  rows(
    'select carrier, despatch_day::text as day, parcels from capacity_usage where client_code = $1 and parcels > 0 order by 1, 2',
    mine.client,
  )

describe('amending an order', () => {
  test('changes every field, records history and a masked audit, and allocates again', async () => {
    const mine = await shop()
    const one = await order(mine)
    const other = await makeSku(portal.testDatabase, { client: mine.client, code: `LAMP-${mine.SKU}`, unitValue: '10' })
    const items = [
      { SKU: other, quantity: 3 },
      { SKU: mine.SKU, quantity: 2 },
    ]
    const body = { ...bodyOf(one), email: 'grace@example.com', customerAccount: 'SHOPS', postCode: 'ab101aa', items }
    const date = nextWorkingDay(NEXT)
    const amended = await portal.call(amend, { body: { ...body, dispatchService: 'NAMEDDAY', date } }, mine)
    expect(amended).toMatchObject({
      status: 200,
      body: {
        message: 'Data updated successfully.',
        version: 2,
        routing: { consignments: [{ carrierName: 'DPD UK', cost: '4.50', despatchDay: date }], exception: null },
      },
    })
    const now = await found(mine, one.orderNumber)
    expect(now).toMatchObject({
      Status: 'N',
      version: 2,
      email: 'grace@example.com',
      customerAccount: 'SHOPS',
      postCode: 'AB10 1AA',
      dispatchService: 'NAMED DAY',
      despatchDate: date,
      quantity: 5,
      itemCount: 2,
      totalValue: '36.67',
      items: [
        { lineNumber: 1, SKU: other, quantity: 3, totalValue: '30.00' },
        { lineNumber: 2, SKU: mine.SKU, quantity: 2, totalValue: '6.67' },
      ],
      history: [
        {
          version: 2,
          act: 'Amended',
          Status: 'N',
          note: 'Changed: email, customer account, postcode, service, day, lines',
        },
        {},
      ],
    })
    const [history] = await rows(
      'select changes from order_history where client_code = $1 and version = 2',
      mine.client,
    )
    expect(history?.['changes']).toMatchObject({
      email: { before: 'ada@example.com', after: 'grace@example.com' },
      postCode: { before: 'SW1Y 4JH', after: 'AB10 1AA' },
      items: { before: `${mine.SKU} × 2 for £6.67`, after: `${other} × 3 for £30.00, ${mine.SKU} × 2 for £6.67` },
    })
    const audited = await rows(
      `select before, after from audit where client_code = $1 and act = 'order.amended'`,
      mine.client,
    )
    expect(audited).toMatchObject([
      { before: { version: 1, totalValue: '6.67' }, after: { version: 2, totalValue: '36.67', quantity: 5 } },
    ])
    expect(JSON.stringify(audited)).not.toMatch(/example\.com|AB10/)
    expect(await used(mine)).toEqual([{ carrier: 'DPD', day: date, parcels: 1 }])
  })

  test('keeps lines that are not sent, whatever their SKUs cost now', async () => {
    const mine = await shop()
    const one = await order(mine, { items: [{ SKU: mine.SKU, quantity: 3, totalValue: '10' }] })
    await rows('update skus set unit_value = 99 where client_code = $1', mine.client)
    expect((await portal.call(amend, { body: { ...bodyOf(one), phone: '020 7946 0000' } }, mine)).status).toBe(200)
    expect(await found(mine, one.orderNumber)).toMatchObject({
      totalValue: '10.00',
      items: [{ quantity: 3, totalValue: '10.00' }],
    })
    const items = [
      { SKU: mine.SKU, quantity: 3 },
      { SKU: mine.SKU, quantity: 1 },
    ]
    const two = await found(mine, one.orderNumber)
    expect((await portal.call(amend, { body: { ...bodyOf(two), items } }, mine)).status).toBe(200)
    expect((await found(mine, one.orderNumber)).items.map(({ totalValue }) => totalValue)).toEqual(['10.00', '3.33'])
  })

  test('accepts empty names and emails from feeds, but does not empty filled ones', async () => {
    const mine = await shop()
    const one = await order(mine)
    await set(mine, one, `source = 'feed', customer_first_name = '', email = '', address_line_1 = ''`)
    const now = await found(mine, one.orderNumber)
    const refused = await portal.call(amend, { body: { ...bodyOf(now), customerLastName: '', postCode: '' } }, mine)
    expect(refused).toMatchObject({
      status: 400,
      body: {
        fields: [
          { path: 'customerLastName', message: 'Enter a last name' },
          { path: 'postCode', message: 'Enter a postcode' },
        ],
      },
    })
    expect((await portal.call(amend, { body: { ...bodyOf(now), phone: '1' } }, mine)).status).toBe(200)
  })

  test('keeps names in any script', async () => {
    const mine = await shop()
    const one = await order(mine)
    await set(
      mine,
      one,
      `source = 'feed', customer_first_name = 'علی\u200cرضا', address_line_1 = 'क्\u200dषितिज 👩\u200d👧'`,
    )
    const now = await found(mine, one.orderNumber)
    expect((await portal.call(amend, { body: { ...bodyOf(now), phone: '1' } }, mine)).status).toBe(200)
    const { customerFirstName, addressLine1 } = await found(mine, one.orderNumber)
    expect([customerFirstName, addressLine1]).toEqual(['علی\u200cرضا', 'क्\u200dषितिज 👩\u200d👧'])
  })

  test('leaves a suspended order suspended and unallocated', async () => {
    const mine = await shop()
    const one = await order(mine)
    await set(mine, one, `status = 'S', suspended_for = 'Fraud check'`)
    await rows('update consignments set ended_at = now(), state = $2 where client_code = $1', mine.client, 'given-back')
    await rows('update capacity_usage set parcels = 0 where client_code = $1', mine.client)
    const body = { ...bodyOf(one), addressLine2: 'Flat 2' }
    const preview = await portal.call(amendPreview, { body }, mine)
    expect(preview).toMatchObject({ status: 200, body: { decisions: [], costDifference: null, isChanged: true } })
    const amended = await portal.call(amend, { body }, mine)
    expect(amended.body).toMatchObject({ version: 2, routing: { consignments: [], exception: null } })
    expect(await found(mine, one.orderNumber)).toMatchObject({ Status: 'S', version: 2, addressLine2: 'Flat 2' })
    expect(await used(mine)).toEqual([])
  })

  test('repeated with its Idempotency-Key returns the first answer without a second version', async () => {
    const mine = await shop()
    const one = await order(mine)
    const body = { ...bodyOf(one), phone: '1' }
    const send = () => portal.call(amend, { body }, mine, { 'idempotency-key': 'once' })
    expect([(await send()).body.version, (await send()).body.version]).toEqual([2, 2])
    expect((await found(mine, one.orderNumber)).version).toBe(2)
  })
})

describe('refusals', () => {
  test.each([
    ['P', 'is already at picking'],
    ['K', 'is already at packed'],
    ['D', 'is already at despatched'],
    ['V', 'is already at delivered'],
    ['C', 'is cancelled'],
  ])('an order in status %s', async (status, why) => {
    const mine = await shop()
    const one = await order(mine)
    await set(mine, one, `status = '${status}'`)
    for (const call of [amend, amendPreview])
      expect(await portal.call(call, { body: { ...bodyOf(one), phone: '1' } }, mine)).toMatchObject({
        status: 422,
        body: { code: 'unprocessable', message: `Order ${one.orderNumber} ${why} and can no longer be amended.` },
      })
  })

  test('a missing order, or one of another client', async () => {
    const [mine, other] = [await shop(), await shop()]
    const foreign = await order(other)
    for (const orderNumber of ['none', foreign.orderNumber])
      expect(await portal.call(amend, { body: { ...bodyOf(foreign), orderNumber } }, mine)).toMatchObject({
        status: 404,
        body: { message: `No data available for ${orderNumber}` },
      })
  })

  test('an old version, with the current order', async () => {
    const mine = await shop()
    const one = await order(mine)
    await portal.call(amend, { body: { ...bodyOf(one), email: 'first@example.com' } }, mine)
    for (const call of [amend, amendPreview]) {
      const late = await portal.call(call, { body: { ...bodyOf(one), email: 'second@example.com' } }, mine)
      expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
      expect(refusalOf(late).present).toEqual(await found(mine, one.orderNumber))
    }
  })

  test('an amendment without changes, even after the order’s despatch day', async () => {
    const mine = await shop()
    const one = await order(mine)
    const items = one.items.map(({ SKU, quantity, totalValue }) => ({ SKU, quantity, totalValue }))
    const nothing = {
      status: 422,
      body: { code: 'unprocessable', message: 'No changes to save. The order already has these values.' },
    }
    expect(await portal.call(amend, { body: { ...bodyOf(one), items } }, mine)).toMatchObject(nothing)
    expect(await portal.call(amend, { body: bodyOf(one) }, mine)).toMatchObject(nothing)
    await set(mine, one, `despatch_date = '${addDays(TODAY, -3)}'`)
    expect(await portal.call(amend, { body: bodyOf(one) }, mine)).toMatchObject(nothing)
    expect(await found(mine, one.orderNumber)).toMatchObject({ version: 1, history: [{ version: 1 }] })
  })

  test('changed lines move a passed despatch day, which the history records', async () => {
    const mine = await shop()
    const one = await order(mine)
    await set(mine, one, `despatch_date = '${addDays(TODAY, -3)}'`)
    const amended = await portal.call(
      amend,
      { body: { ...bodyOf(one), items: [{ SKU: mine.SKU, quantity: 1 }] } },
      mine,
    )
    expect(amended).toMatchObject({ status: 200, body: { routing: { consignments: [{ despatchDay: NEXT }] } } })
    const [history] = await rows(
      'select note, changes from order_history where client_code = $1 and version = 2',
      mine.client,
    )
    expect(history).toMatchObject({
      note: 'Changed: day, lines',
      changes: { date: { before: formatDayShort(addDays(TODAY, -3)), after: formatDayShort(NEXT) } },
    })
  })

  test('errors appear at their fields: unknown SKU, passed day, no country', async () => {
    const [mine, other] = [await shop(), await shop()]
    const one = await order(mine)
    const body = {
      ...bodyOf(one),
      country: 'ZZ',
      dispatchService: 'NAMED DAY' as const,
      date: addDays(TODAY, -1),
      items: [{ SKU: other.SKU, quantity: 1 }],
    }
    const refused = await portal.call(amend, { body }, mine)
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(refusalOf(refused).fields?.map(({ path }) => path)).toEqual(['country', 'date', 'items.0.SKU'])
    expect((await found(mine, one.orderNumber)).version).toBe(1)
  })

  test('a given day is the despatch day for any service; an omitted one stays', async () => {
    const mine = await shop()
    const one = await order(mine)
    const date = nextWorkingDay(addDays(TODAY, 20))
    expect((await portal.call(amend, { body: { ...bodyOf(one), date } }, mine)).status).toBe(200)
    const moved = await found(mine, one.orderNumber)
    expect(moved).toMatchObject({ dispatchService: 'STANDARD', despatchDate: date, version: 2 })
    const body = { ...bodyOf(moved), phone: '123' }
    expect((await portal.call(amend, { body }, mine)).status).toBe(200)
    expect(await found(mine, one.orderNumber)).toMatchObject({ despatchDate: date, version: 3 })
    const late = { ...bodyOf(moved), version: 3, date: addDays(TODAY, 400) }
    expect(await portal.call(amend, { body: late }, mine)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'date' }] },
    })
  })

  test('values that the client’s flags forbid', async () => {
    const mine = await shop()
    const one = await order(mine)
    await rows(
      'update clients set new_order_line = false, order_line_value = false where client_code = $1',
      mine.client,
    )
    const items = [
      { SKU: mine.SKU, quantity: 2, totalValue: '1' },
      { SKU: mine.SKU, quantity: 1 },
    ]
    const { body } = await portal.call(amend, { body: { ...bodyOf(one), items } }, mine)
    expect(refusalOf({ body }).fields?.map(({ path }) => path)).toEqual(['items.1', 'items.0.totalValue'])
  })

  test('an order with too many lines cannot change them, but its other fields', async () => {
    const mine = await shop()
    const one = await order(mine)
    await rows(
      `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
       select $1, $2, number, $3, 1, 1, 1 from generate_series(2, 201) number`,
      mine.client,
      one.orderNumber,
      mine.SKU,
    )
    await set(mine, one, 'item_count = 201')
    const body = { ...bodyOf(one), items: [{ SKU: mine.SKU, quantity: 1 }] }
    expect(await portal.call(amend, { body }, mine)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'items', message: expect.stringContaining('more than 200 lines') }] },
    })
    expect((await portal.call(amend, { body: { ...bodyOf(one), phone: '1' } }, mine)).status).toBe(200)
    expect(await found(mine, one.orderNumber)).toMatchObject({ itemCount: 201 })
  })
})

describe('the order’s own capacity', () => {
  test('counts as free, so that a full day remains possible; preview changes nothing', async () => {
    const mine = await shop([
      ...RULES,
      carrierItem('DHL', { name: 'DHL' }),
      methodItem('M2', 'DHL', 60_000),
      capacityItem('DPD', 1),
    ])
    const [first, second] = [await order(mine), await order(mine)]
    const before = await used(mine)
    expect(before).toEqual([
      { carrier: 'DHL', day: NEXT, parcels: 1 },
      { carrier: 'DPD', day: NEXT, parcels: 1 },
    ])
    const moved = nextWorkingDay(NEXT)
    const body = { ...bodyOf(second), dispatchService: 'NAMED DAY' as const, date: moved }
    const preview = (await portal.call(amendPreview, { body }, mine)).body
    expect(preview).toMatchObject({
      isChanged: true,
      before: { routing: { consignments: [{ carrier: 'DHL', methodDescription: 'Method M2' }] }, cost: '6.00' },
      after: { routing: { consignments: [{ carrier: 'DPD' }] }, cost: '4.50', despatchDate: moved },
      costDifference: '-1.50',
      lines: null,
      decisions: [{ number: 1, why: '', decided: { chosen: 'M1' } }],
    })
    const stay = { ...bodyOf(first), items: [{ SKU: mine.SKU, quantity: 5 }] }
    expect((await portal.call(amendPreview, { body: stay }, mine)).body).toMatchObject({
      after: { routing: { consignments: [{ carrier: 'DPD' }] }, quantity: 5, totalValue: '16.67' },
      costDifference: '0.00',
      lines: [{ SKU: mine.SKU, quantity: 5, unitValue: '3.3333', totalValue: '16.67' }],
    })
    expect(await used(mine)).toEqual(before)
    expect(await rows(`select 1 from order_history where client_code = $1 and version > 1`, mine.client)).toEqual([])
    await portal.call(amend, { body: stay }, mine)
    await portal.call(amend, { body }, mine)
    expect(await used(mine)).toEqual([
      { carrier: 'DPD', day: NEXT, parcels: 1 },
      { carrier: 'DPD', day: moved, parcels: 1 },
    ])
  })

  test('an amended order that no carrier takes becomes a routing exception', async () => {
    const mine = await shop([carrierItem('DPD'), methodItem('M1', 'DPD', 45_000, { countries: ['GB'] })])
    const one = await order(mine)
    const body = { ...bodyOf(one), country: 'FR', postCode: '75001' }
    const preview = (await portal.call(amendPreview, { body }, mine)).body
    expect(preview).toMatchObject({ after: { cost: null, routing: { consignments: [] } }, costDifference: null })
    expect(preview.after.routing.exception).toMatch(/FR|France/)
    const { routing } = (await portal.call(amend, { body }, mine)).body
    expect(routing).toEqual(preview.after.routing)
    expect(await used(mine)).toEqual([])
  })
})

test('of two simultaneous amendments one wins, and nothing is overwritten unseen', async () => {
  const [ORDERS, ROUNDS] = [inNumber(10, 20), inNumber(10, 50)]
  const mine = await shop([...RULES, capacityItem('DPD', ORDERS)])
  const orders = await Promise.all(Array.from({ length: ORDERS }, () => order(mine)))
  const days = [NEXT, nextWorkingDay(NEXT)]
  let [won, refused] = [0, 0]
  const amendInRounds = async (one: Order) => {
    const winners = ['ada@example.com']
    for (let version = 1; version <= ROUNDS; version++) {
      const tries = [0, 1].map((side) => ({
        ...bodyOf(one),
        version,
        email: `r${version}.s${side}@example.com`,
        dispatchService: 'NAMED DAY' as const,
        date: days[(version + side) % 2] ?? NEXT,
      }))
      const answers = await Promise.all(tries.map((body) => portal.call(amend, { body }, mine)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const winner = answers.findIndex(({ status }) => status === 200)
      winners.push(tries[winner]?.email ?? '')
      won += 1
      refused += answers.filter(({ body }) => (body as { present?: Order }).present?.email === winners.at(-1)).length
    }
    const conflicts = await rows(
      `select changes -> 'email' ->> 'after' as email from order_history
       where client_code = $1 and order_number = $2 and version > 1 order by version`,
      mine.client,
      one.orderNumber,
    )
    expect(conflicts.map(({ email }) => email)).toEqual(winners.slice(1))
    expect(await found(mine, one.orderNumber)).toMatchObject({ version: ROUNDS + 1, email: winners.at(-1) })
  }
  await Promise.all(orders.map(amendInRounds))
  // Each loser received the winner's version.
  expect([won, refused]).toEqual([ORDERS * ROUNDS, ORDERS * ROUNDS])
  const standing = await rows(
    `select carrier, despatch_day::text as day, sum(parcels)::int as parcels from consignments
     where client_code = $1 and ended_at is null and carrier is not null group by 1, 2 order by 1, 2`,
    mine.client,
  )
  expect(await used(mine)).toEqual(standing)
  expect(standing.reduce((sum, { parcels }) => sum + Number(parcels), 0)).toBe(ORDERS)
}, 120_000)
