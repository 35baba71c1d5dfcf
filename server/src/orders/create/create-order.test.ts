import { contract } from '@despatch/contract/contract'
import { addDays, dayOf, formatDay, nextWorkingDay, weekday } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { withProcessorTime } from '../../testing/processor-time.ts'
import { openTestPortal, type TestPortal, refusalOf } from '../../testing/test-portal.ts'

const { create, searchByOrderNumber, nextCustomerReference, consolidated } = contract.orders
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

async function shop() {
  const as = await makeSession(portal.testDatabase)
  return { as, SKU: await makeSku(portal.testDatabase, { client: as.client, unitValue: '3.3333' }) }
}

describe('creating an order', () => {
  test('stores it as New with history and audit', async () => {
    const { as, SKU } = await shop()
    const body = orderBody({ SKU, phone: '+44 20 7946 0000', customerAccount: 'SHOPS', postCode: 'sw1y4jh' })
    const created = await portal.call(create, { body }, as)
    expect(created).toMatchObject({
      status: 200,
      body: { message: 'Data added successfully.', orderNumber: body.orderNo },
    })
    const found = await portal.call(searchByOrderNumber, { body: { orderNumber: body.orderNo } }, as)
    expect(found.body.Orders).toHaveLength(1)
    expect(found.body.Orders[0]).toMatchObject({
      Status: 'N',
      Status_Description: 'New',
      Is_On_PickNote: 'false',
      version: 1,
      country: 'GB',
      currencyCode: 'GBP',
      postCode: 'SW1Y 4JH',
      customerAccount: 'SHOPS',
      quantity: 2,
      totalValue: '6.67',
      items: [{ lineNumber: 1, SKU, quantity: 2, unitValue: '3.3333', totalValue: '6.67' }],
      history: [{ version: 1, act: 'Created', Status: 'N' }],
    })
    const audited = await portal.testDatabase.asOwner(
      'select act, object, request_id from audit where client_code = $1',
      [as.client],
    )
    expect(audited).toEqual([
      { act: 'order.created', object: `order ${body.orderNo}`, request_id: created.headers.get('x-request-id') },
    ])
  })

  test('refuses a used reference at its field; another client may use it', async () => {
    const { as, SKU } = await shop()
    const body = orderBody({ SKU })
    await portal.call(create, { body }, as)
    const again = await portal.call(create, { body }, as)
    expect(again).toMatchObject({ status: 409, body: { code: 'already_exists', fields: [{ path: 'orderNo' }] } })
    const other = await shop()
    expect(
      await portal.call(create, { body: { ...body, items: [{ SKU: other.SKU, quantity: 1 }] } }, other.as),
    ).toMatchObject({ status: 200 })
  })

  test('with an Idempotency-Key, twenty simultaneous calls create one order', async () => {
    const { as, SKU } = await shop()
    const body = orderBody({ SKU })
    const headers = { 'idempotency-key': 'once' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => portal.call(create, { body }, as, headers)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true')).toHaveLength(19)
    const other = await portal.call(create, { body: { ...body, orderNo: 'another' } }, as, headers)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect((await portal.call(consolidated, { body: {} }, as)).body.Orders).toHaveLength(1)
  })

  test('reports unknown SKUs and weekend days at their fields, and writes nothing', async () => {
    const { as } = await shop()
    const foreign = await shop()
    const body = orderBody({ SKU: foreign.SKU, dispatchService: 'NAMEDDAY', date: '2030-01-05' })
    const refused = await portal.call(create, { body }, as)
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(refusalOf(refused).fields?.map(({ path }) => path)).toEqual(['items.0.SKU', 'date'])
    expect((await portal.call(consolidated, { body: {} }, as)).body.Orders).toEqual([])
  })

  test.each(['STANDARD', 'NEXT DAY', 'NAMED DAY'] as const)(
    'a %s order keeps its valid day; an invalid one is refused with the next',
    async (dispatchService) => {
      const { as, SKU } = await shop()
      const today = dayOf(new Date())
      const date = nextWorkingDay(addDays(today, 20))
      const body = orderBody({ SKU, dispatchService, date })
      expect((await portal.call(create, { body }, as)).status).toBe(200)
      expect((await portal.call(consolidated, { body: {} }, as)).body.Orders).toMatchObject([{ despatchDate: date }])
      const saturday = addDays(date, 5 - weekday(date))
      for (const [wrong, message] of [
        [saturday, `The next available day is ${formatDay(addDays(saturday, 2))}`],
        [addDays(today, -1), `${formatDay(addDays(today, -1))} has passed. The next available day is `],
        [addDays(today, 370), 'A despatch date is at most a year ahead'],
      ] as const) {
        const refused = await portal.call(create, { body: orderBody({ SKU, dispatchService, date: wrong }) }, as)
        const fields = [{ path: 'date', message: expect.stringContaining(message) as string }]
        expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', fields } })
      }
    },
  )

  test('reports line values beyond the limit at their fields', async () => {
    const { as } = await shop()
    const SKU = await makeSku(portal.testDatabase, { client: as.client, unitValue: '9999999999' })
    const items = [
      { SKU, quantity: 1, totalValue: '99999999.99' },
      { SKU, quantity: 1, totalValue: '100000000' },
      { SKU, quantity: 99_999 },
    ]
    const refused = await portal.call(create, { body: orderBody({ SKU, items }) }, as)
    const message = 'Enter a value below 100,000,000'
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', message } })
    expect(refusalOf(refused).fields).toEqual([
      { path: 'items.1.totalValue', message },
      { path: 'items.2.quantity', message },
    ])
    const most = Array.from({ length: 200 }, () => ({ SKU, quantity: 1, totalValue: '99999999.99' }))
    expect((await portal.call(create, { body: orderBody({ SKU, items: most }) }, as)).status).toBe(200)
    const [order] = (await portal.call(consolidated, { body: {} }, as)).body.Orders
    expect(order?.totalValue).toBe('19999999998.00')
  })

  test('finds the next free reference at once, however many are used', async () => {
    const { as } = await shop()
    await portal.testDatabase.asOwner(
      `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
                           quantity, item_count, total_value, currency_code, created_at, created_by)
       select $1, $1 || '-' || number, 'N', 'feed', now(), 'STANDARD', now(), 'GB', 1, 1, 1, 'GBP', now(), 'feed'
       from generate_series(100001, 130000) number`,
      [as.client],
    )
    // A statement may take 15 s; looking references up one by one would take far longer.
    const { result, ms } = await withProcessorTime(() => portal.call(nextCustomerReference, {}, as))
    const { body } = result
    expect(ms).toBeLessThan(2000)
    expect(Number(body.CustomerOrderRef.split('-').at(-1))).toBeGreaterThan(130_000)
  })

  test('issues each reference once and skips used ones', async () => {
    const { as, SKU } = await shop()
    await portal.call(create, { body: orderBody({ SKU, orderNo: `${as.client}-100002` }) }, as)
    const issued = await Promise.all([1, 2, 3].map(() => portal.call(nextCustomerReference, {}, as)))
    expect(issued.map(({ body }) => body.CustomerOrderRef).toSorted()).toEqual(
      [100001, 100003, 100004].map((number) => `${as.client}-${number}`),
    )
  })
})
