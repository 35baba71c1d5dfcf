import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { addDays, dayOf, formatDayShort, nextWorkingDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandedOrders, orderKeys } from '../testing/commanded-orders.ts'
import { makeClient, makeSession } from '../testing/factories.ts'
import { carrierItem, makeRuleBook } from '../testing/rule-books.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'

const { list, listTotal, receipts, commandProgress } = contract.orders
const TODAY = dayOf(new Date())

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

describe('orders to act on', () => {
  test('are new, released and suspended, with carrier, exception and reason', async () => {
    const as = await on.shop()
    await on.create(as, 'A', 'B', 'C', 'D', 'E')
    await on.act(as, 'suspend', ['B'])
    await on.act(as, 'cancel', ['C'])
    await on.rows(`update orders set status = 'P' where client_code = $1 and order_number = 'D'`, as.client)
    await on.rows(
      `update consignments set carrier = null, client_method_id = null, why = 'Too long' where client_code = $1 and order_number = 'E'`,
      as.client,
    )
    const listed = async (body: object) =>
      (await portal.call(list, { body: { sort: 'orderNumber', ...body } }, as)).body
    expect((await listed({ desc: false })).Orders).toMatchObject([
      { orderNumber: 'A', Status: 'N', version: 1, suspendedFor: '', carrier: 'DPD UK', routingException: '' },
      { orderNumber: 'B', Status: 'S', version: 2, suspendedFor: 'Customer asked', carrier: '', routingException: '' },
      { orderNumber: 'E', Status: 'N', version: 1, suspendedFor: '', carrier: '', routingException: 'Too long' },
    ])
    const found = async (status: string[]) => (await listed({ status })).Orders.map(({ orderNumber }) => orderNumber)
    expect(await found(['S'])).toEqual(['B'])
    expect(await found(['S', 'P', 'C'])).toEqual(['B'])
    expect(await found(['P', 'C'])).toEqual([])
    const total = async (body: object) => (await portal.call(listTotal, { body }, as)).body.total
    expect([await total({}), await total({ status: ['N'] }), await total({ status: ['C'] })]).toEqual([3, 2, 0])
    expect(await listed({ limit: 2 })).toMatchObject({ Orders: [{ orderNumber: 'E' }, {}], hasMore: true })
  })
})

describe('one order', () => {
  test('is suspended with reason and note; capacity is released, history and audit written', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    expect(await on.capacityTaken(as.client)).toBe(1)
    const answer = await on.act(as, 'suspend', { orders: orderKeys(as.client, 'A'), note: 'rang at ten' })
    expect(answer).toMatchObject({
      message: 'Order A has been suspended.',
      done: 1,
      refused: 0,
      receipts: [{ orderNumber: 'A', outcome: 'done', message: 'Order A has been suspended.', undoneAt: null }],
    })
    expect(await on.capacityTaken(as.client)).toBe(0)
    expect((await on.historyOf(as.client, 'A')).at(-1)).toEqual({
      version: 2,
      act: 'Suspended',
      status: 'S',
      note: 'Customer asked: rang at ten',
    })
    const audited = await on.rows(
      `select object, after from audit where client_code = $1 and act = 'order.suspended'`,
      as.client,
    )
    expect(audited).toEqual([
      {
        object: 'order A',
        after: { command: answer.commandId, done: 1, refused: 0, reason: 'Customer asked', note: 'r•••' },
      },
    ])
    const { message } = await on.act(as, 'suspend', ['A'])
    expect(message).toBe('Order A has not been suspended. It is suspended already.')
  })

  test('is released and re-allocated; cancelled, it releases its capacity', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    await on.act(as, 'suspend', ['A'])
    expect(await on.act(as, 'release', ['A'])).toMatchObject({ message: 'Order A has been released.' })
    expect(
      await on.rows('select status, suspended_for, version from orders where client_code = $1', as.client),
    ).toEqual([{ status: 'R', suspended_for: '', version: 3 }])
    expect(await on.capacityTaken(as.client)).toBe(1)
    expect(await on.act(as, 'cancel', ['A'])).toMatchObject({ message: 'Order A has been cancelled.' })
    expect(await on.capacityTaken(as.client)).toBe(0)
    expect((await on.historyOf(as.client, 'A')).map(({ act }) => act)).toEqual([
      'Created',
      'Suspended',
      'Released',
      'Cancelled',
    ])
  })

  test('keeps its allocation on release', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    await on.act(as, 'release', ['A'])
    expect(await on.rows('select attempt, ended_at from consignments where client_code = $1', as.client)).toEqual([
      { attempt: 1, ended_at: null },
    ])
  })

  test('that no carrier takes is refused with the reason', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    await on.act(as, 'suspend', ['A'])
    await makeRuleBook(portal.testDatabase, as.client, [carrierItem('DPD', { active: 'N' })])
    const { message } = await on.act(as, 'release', ['A'])
    expect(message).toMatch(/^Order A has not been released\. No carrier available\. \S/)
    expect(await on.statuses(as.client)).toEqual({ A: 'S' })
  })

  test('suspended past its day moves to the next working day, unless named', async () => {
    const as = await on.shop()
    await on.create(as, 'A', 'B')
    await on.act(as, 'suspend', ['A', 'B'])
    const past = addDays(TODAY, -3)
    await on.rows('update orders set despatch_date = $2 where client_code = $1', as.client, past)
    await on.rows(
      `update orders set dispatch_service = 'NAMED DAY' where client_code = $1 and order_number = 'B'`,
      as.client,
    )
    const answer = await on.act(as, 'release', ['A', 'B'])
    expect(answer.message).toBe('1 order released, 1 failed.')
    expect(answer.receipts).toMatchObject([
      { orderNumber: 'B', outcome: 'refused', message: 'Its named day has passed. Choose another despatch date first' },
      { orderNumber: 'A', outcome: 'done' },
    ])
    expect((await on.historyOf(as.client, 'A')).at(-1)?.['note']).toBe(
      `Despatched on ${formatDayShort(nextWorkingDay(TODAY))} instead of ${formatDayShort(past)}`,
    )
    const days = await on.rows(
      'select despatch_date::text from orders where client_code = $1 order by order_number',
      as.client,
    )
    expect(days.map((row) => row['despatch_date'])).toEqual([nextWorkingDay(TODAY), past])
    expect(await on.capacityTaken(as.client)).toBe(1)
  })
})

describe('many orders', () => {
  test('each has a receipt; missing and foreign ones are refused', async () => {
    const [as, other] = [await on.shop(), await on.shop()]
    await on.create(as, 'A', 'B')
    await on.create(other, 'F')
    await on.rows(`update orders set status = 'K' where client_code = $1 and order_number = 'B'`, as.client)
    const answer = await on.act(as, 'cancel', {
      orders: [...orderKeys(as.client, 'A', 'B', 'none', 'A'), ...orderKeys(other.client, 'F')],
    })
    expect(answer.message).toBe('1 order cancelled, 3 failed.')
    const lines = answer.receipts.map(({ orderNumber, outcome, message }) => `${orderNumber} ${outcome}: ${message}`)
    expect(lines).toEqual([
      'F refused: No data available for F',
      'B refused: It is already at packed',
      'none refused: No data available for none',
      'A done: Order A has been cancelled.',
    ])
    expect(await on.statuses(other.client)).toEqual({ F: 'N' })
  })

  test('all matches except some, with limit, progress and receipts', async () => {
    const clients = [await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
    const as = await makeSession(portal.testDatabase, { clients })
    for (const client of clients) await many(client, 1200)
    const all = { token: as.token, client: 'All_client' }
    const [first = ''] = clients
    const except = orderKeys(first, 'O-00001', 'O-00002')
    const body = { commandId: randomUUID(), matching: { status: ['N', 'P'] }, except, most: 2397 }
    const tooMany = await on.send(all, 'suspend', body)
    expect([tooMany.status, tooMany.body.message]).toEqual([
      409,
      '2,398 orders match now, but you checked 2,397 orders. Nothing was changed. Check them again.',
    ])
    expect((await on.statuses(first))['O-00003']).toBe('N')
    const { status, body: answer } = await on.send(all, 'suspend', { ...body, most: 2398 })
    expect([status, answer.message, answer.receipts.length]).toEqual([200, '2,398 orders suspended.', 1000])
    const params = { commandId: body.commandId }
    expect((await portal.call(commandProgress, { params }, all)).body).toEqual({ done: 2398, total: 2398 })
    const page = await portal.call(receipts, { params, query: { page: '3', limit: '1000' } }, all)
    expect(page.body).toMatchObject({ total: 2398, done: 2398, refused: 0 })
    expect(page.body.rows).toHaveLength(398)
    const left = await on.rows(
      `select order_number from orders where client_code = any ($1) and status <> 'S' order by 1`,
      clients,
    )
    expect(left).toEqual([{ order_number: 'O-00001' }, { order_number: 'O-00002' }])
    const audited = await on.rows(
      `select sum((after->>'done')::int)::int as done from audit where act = 'order.suspended' and after->>'command' = $1`,
      body.commandId,
    )
    expect(audited).toEqual([{ done: 2398 }])
  })

  test('a filter never matches picked, cancelled or foreign orders', async () => {
    const [as, other] = [await on.shop(), await on.shop()]
    await on.create(as, 'A', 'B', 'C')
    await on.create(other, 'A')
    await on.rows(`update orders set status = 'P' where client_code = $1 and order_number = 'B'`, as.client)
    expect(await on.act(as, 'cancel', { matching: { status: ['P', 'C'] } })).toMatchObject({
      message: 'No orders matched: none was cancelled.',
    })
    expect(await on.act(as, 'cancel', { matching: {} })).toMatchObject({ done: 2, refused: 0 })
    expect(await on.statuses(as.client)).toEqual({ A: 'C', B: 'P', C: 'C' })
    expect(await on.statuses(other.client)).toEqual({ A: 'N' })
  })

  test('an empty or ambiguous selection is refused', async () => {
    const as = await on.shop()
    for (const body of [{}, { orders: orderKeys(as.client, 'A'), matching: {} }]) {
      const { status, body: problem } = await on.send(as, 'cancel', body)
      expect([status, problem.message]).toEqual([400, 'Name the orders, or a filter that they match'])
    }
  })
})

describe('a command id', () => {
  test('sent again returns the same receipts and changes nothing', async () => {
    const as = await on.shop()
    await on.create(as, 'A', 'B')
    const body = { commandId: randomUUID(), orders: orderKeys(as.client, 'A', 'B') }
    const first = await on.act(as, 'suspend', body)
    await on.act(as, 'release', ['A'])
    expect(await on.act(as, 'suspend', body)).toEqual(first)
    expect(await on.statuses(as.client)).toEqual({ A: 'R', B: 'S' })
    expect(await on.capacityTaken(as.client)).toBe(1)
  })

  test('sent again is the same command, although a SKU was spelled in another way meanwhile', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    const body = { commandId: randomUUID(), matching: { skuCode: 'NeW-sKu' } }
    const first = await on.send(as, 'suspend', body)
    expect(first.status).toBe(200)
    await on.rows(`insert into skus (client_code, sku_code) values ($1, 'NEW-SKU')`, as.client)
    expect(await on.send(as, 'suspend', body)).toMatchObject({ status: 200, body: first.body })
  })

  test('with another body is refused', async () => {
    const as = await on.shop()
    await on.create(as, 'A', 'B')
    const { commandId } = await on.act(as, 'suspend', { orders: orderKeys(as.client, 'A'), note: 'first' })
    for (const other of [
      { orders: orderKeys(as.client, 'B'), note: 'first' },
      { orders: orderKeys(as.client, 'A'), note: 'second' },
      { orders: orderKeys(as.client, 'A'), note: 'first', reason: 'Fraud check' },
      { matching: {}, note: 'first' },
    ]) {
      const { status, body } = await on.send(as, 'suspend', { commandId, ...other })
      expect([status, body.message]).toEqual([422, 'This command id was used for another command. Use a new one.'])
    }
    expect(await on.statuses(as.client)).toEqual({ A: 'S', B: 'N' })
  })

  test('of another user or action is refused; receipts and progress are private', async () => {
    const as = await on.shop()
    const colleague = await makeSession(portal.testDatabase, { clients: [as.client] })
    await on.create(as, 'A', 'B')
    const { commandId } = await on.act(as, 'suspend', ['A'])
    for (const [who, action] of [
      [colleague, 'suspend'],
      [as, 'cancel'],
    ] as const) {
      const { status, body } = await on.send(who, action, { commandId, orders: orderKeys(as.client, 'B') })
      expect([status, body.message]).toEqual([422, 'This command id was used for another command. Use a new one.'])
    }
    const params = { commandId }
    expect((await portal.call(receipts, { params, query: {} }, colleague)).body).toEqual({
      rows: [],
      total: 0,
      done: 0,
      refused: 0,
      short: 0,
      unchanged: 0,
    })
    expect((await portal.call(commandProgress, { params }, colleague)).body).toEqual({ done: 0, total: 0 })
    expect((await portal.call(contract.orders.undo, { params }, colleague)).status).toBe(404)
    expect(await on.statuses(as.client)).toEqual({ A: 'S', B: 'N' })
  })
})

/** Orders without an allocation, as from an import of old orders. */
async function many(client: string, count: number): Promise<void> {
  await on.rows(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, quantity,
       item_count, total_value, currency_code, created_at, created_by)
     select $1, 'O-' || lpad(n::text, 5, '0'), 'N', 'feed', now(), 'STANDARD', current_date, 'GB', 1, 1, 1, 'GBP', now(), 'test'
     from generate_series(1, $2::int) n`,
    client,
    count,
  )
}
