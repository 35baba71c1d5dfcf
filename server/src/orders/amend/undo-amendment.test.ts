import { contract } from '@despatch/contract/contract'
import type { Order } from '@despatch/contract/orders/order'
import type { RouteInput } from '@despatch/contract/route/types'
import { dayOf, formatDayShort, nextWorkingDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { capacityItem, carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { amend, undo, receipts, searchByOrderNumber } = contract.orders
const NEXT = nextWorkingDay(dayOf(new Date()))
const LATER = nextWorkingDay(NEXT)

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

type Mine = Awaited<ReturnType<typeof on.shop>>
type Body = RouteInput<typeof amend>['body']

async function found(as: SignedIn, orderNumber: string): Promise<Order> {
  const { body } = await portal.call(searchByOrderNumber, { body: { orderNumber } }, as)
  return body.Orders[0] ?? expect.fail(`no ${orderNumber}`)
}

/** Amends an order and returns it as it was, with the id that undoes the amendment. */
async function amended(as: Mine, fields: Partial<Body>, orderNumber = 'A') {
  const was = await found(as, orderNumber)
  const answer = await amending(as, fields, orderNumber)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { was, commandId: answer.body.commandId }
}

async function amending(as: Mine, fields: Partial<Body>, orderNumber = 'A') {
  const was = await found(as, orderNumber)
  const { version, customerFirstName, customerLastName, email, phone, country, postCode, dispatchService } = was
  const { addressLine1, addressLine2, addressLine3, addressLine4 } = was
  const body = {
    orderNumber,
    version,
    customerFirstName,
    customerLastName,
    email,
    phone,
    country,
    postCode,
    dispatchService,
    addressLine1,
    addressLine2,
    addressLine3,
    addressLine4,
    date: '',
    ...fields,
  }
  return portal.call(amend, { body }, as)
}

/** The visible order without version and history. */
const content = ({ version: _version, history: _history, ...rest }: Order) => rest

/** A shop that refuses shortages, with 10 of its SKU, 3 of them reserved for account NORTH. */
async function shortShop(): Promise<Mine> {
  const as = await on.shop()
  await on.rows(
    `update client_settings set settings = settings || '{"refuseShort": true}' where client_code = $1`,
    as.client,
  )
  await count(as, 10)
  await reserve(as, 3, 'NORTH')
  return as
}

async function count({ client, SKU }: Mine, pieces: number, at = '2026-03-01') {
  await on.rows(
    `insert into stock_counts (client_code, sku_code, code, counted_at, pieces, warehouse_available, received_at)
     values ($1, $2, 'SELLABLE', $4, $3, $3, now())`,
    client,
    SKU,
    pieces,
    at,
  )
  await on.rows('select rebuild_stock()')
}

async function reserve(as: Mine, pieces: number, customerAccount: string) {
  const reservation = { sku: as.SKU, type: 'SELLABLE', pieces, purpose: 'promotion' as const, until: '2099-12-31' }
  const body = { ...reservation, customerAccount }
  expect(await portal.call(contract.stock.addReservation, { body }, as)).toMatchObject({ status: 200 })
}

const order = async (as: Mine, orderNo: string, quantity: number, customerAccount: string) =>
  expect(
    await portal.call(
      contract.orders.create,
      { body: orderBody({ SKU: as.SKU, orderNo, customerAccount, items: [{ SKU: as.SKU, quantity }] }) },
      as,
    ),
  ).toMatchObject({ status: 200 })

describe('amending the customer account', () => {
  test('is refused if it releases reserved pieces that others need', async () => {
    const as = await shortShop()
    await order(as, 'A', 4, 'north')
    await order(as, 'B', 6, '')
    expect(await amending(as, { customerAccount: 'SOUTH' })).toMatchObject({
      status: 422,
      body: { message: `There is not enough stock: ${as.SKU} would be short by 3.` },
    })
    await amended(as, { customerAccount: 'North' })
  })

  test('is kept if nothing becomes shorter, because goods or reservations suffice', async () => {
    const as = await shortShop()
    await reserve(as, 3, 'SOUTH')
    await order(as, 'A', 3, 'NORTH')
    await order(as, 'B', 3, 'NORTH')
    const other = await makeSku(portal.testDatabase, { client: as.client })
    await count(as, 0, '2026-03-02')
    await count({ ...as, SKU: other }, 1)
    expect(await amending(as, { customerAccount: 'EAST' })).toMatchObject({
      status: 422,
      body: { message: `There is not enough stock: ${as.SKU} would be short by 12.` },
    })
    const { commandId } = await amended(as, { customerAccount: 'SOUTH' })
    expect(await on.undo(as, commandId)).toMatchObject({ done: 1 })
    await amended(as, { customerAccount: 'EAST', items: [{ SKU: other, quantity: 1 }] })
  })

  test('cannot be undone for the same reason', async () => {
    const as = await shortShop()
    await order(as, 'A', 4, 'SOUTH')
    const { commandId } = await amended(as, { customerAccount: 'NORTH' })
    await order(as, 'B', 6, '')
    expect(await on.undo(as, commandId)).toMatchObject({
      done: 0,
      message: `Order A has not been restored. There is not enough stock: ${as.SKU} would be short by 3.`,
    })
  })
})

/** Sets or clears the measurements of a SKU. */
async function measure(as: Mine, fields: { weight: number | null; length: number | null; volume: number | null }) {
  const { goods, setGoods } = contract['multi-box']
  const { goods: known } = (await portal.call(goods, { query: { SKU: as.SKU } }, as)).body
  const body = { SKU: as.SKU, known, goods: { ...known, ...fields } }
  expect(await portal.call(setGoods, { body }, as)).toMatchObject({ status: 200 })
}

describe('undoing an amendment', () => {
  test('shows what the order lacks now', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    const first = await amended(as, { addressLine1: '2 Other Street' })
    expect((await found(as, 'A')).needsAttention).toEqual(['weight', 'size'])
    await measure(as, { weight: 1, length: 10, volume: 0.001 })
    await on.undo(as, first.commandId)
    expect((await found(as, 'A')).needsAttention).toEqual([])
    const lamp = await makeSku(portal.testDatabase, { client: as.client, code: `LAMP-${as.SKU}`, unitValue: '10' })
    const second = await amended(as, { items: [{ SKU: lamp, quantity: 1 }] })
    expect((await found(as, 'A')).needsAttention).toEqual(['weight', 'size'])
    await on.undo(as, second.commandId)
    expect((await found(as, 'A')).needsAttention).toEqual([])
  })

  test('restores lines, address, service and day as a new version, and allocates', async () => {
    const as = await on.shop()
    const other = await makeSku(portal.testDatabase, { client: as.client, code: `LAMP-${as.SKU}`, unitValue: '10' })
    await on.create(as, 'A')
    const { was, commandId } = await amended(as, {
      items: [
        { SKU: other, quantity: 3 },
        { SKU: as.SKU, quantity: 9, totalValue: '1.00' },
      ],
      addressLine1: '2 Other Street',
      postCode: 'M1 1AA',
      customerLastName: 'Byron',
      dispatchService: 'NAMED DAY',
      date: LATER,
    })
    expect(content(await found(as, 'A'))).not.toEqual(content(was))
    const undone = await on.undo(as, commandId)
    expect(undone).toMatchObject({
      message: 'Order A has its previous values again.',
      done: 1,
      refused: 0,
      receipts: [{ orderNumber: 'A', outcome: 'done', message: 'Order A has its previous values again.' }],
    })
    const is = await found(as, 'A')
    expect(content(is)).toEqual(content(was))
    expect(is.version).toBe(3)
    const entry = is.history.find(({ version }) => version === 3)
    expect(entry).toMatchObject({ act: 'Amendment undone', Status: 'N' })
    const [historyEntry] = await on.rows(
      'select note, changes from order_history where client_code = $1 and version = 3',
      as.client,
    )
    expect(historyEntry?.['note']).toMatch(/^Changed: /)
    expect(historyEntry?.['changes']).toMatchObject({
      addressLine1: { before: '2 Other Street', after: was.addressLine1 },
      dispatchService: { before: 'NAMED DAY', after: was.dispatchService },
      date: { before: formatDayShort(LATER), after: formatDayShort(NEXT) },
    })
    expect(await on.capacityTaken(as.client)).toBe(1)
    expect(
      await on.rows(
        `select despatch_day::text as day from consignments where client_code = $1 and ended_at is null`,
        as.client,
      ),
    ).toEqual([{ day: NEXT }])
    const [audited] = await on.rows(
      `select object, after from audit where client_code = $1 and act = 'order.undone'`,
      as.client,
    )
    expect(audited).toMatchObject({ object: 'order A', after: { command: commandId, action: 'amend', done: 1 } })
    expect(JSON.stringify(audited)).not.toContain('Byron')
  })

  test('triggers webhooks, like the undo of a command', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    const body = { name: 'Shop', url: 'https://example.com/', events: ['order.undone' as const], active: true }
    expect((await portal.call(contract.webhooks.create, { body }, as)).status).toBe(200)
    const { commandId } = await amended(as, { customerFirstName: 'Grace' })
    await on.undo(as, commandId)
    expect(await on.rows('select event, payload from webhook_deliveries where client_code = $1', as.client)).toEqual([
      { event: 'order.undone', payload: { orderNumber: 'A', version: 3, Status: 'N' } },
    ])
  })

  test('happens once, even if requested eight times at once', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    const { commandId } = await amended(as, { customerFirstName: 'Grace' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => on.undo(as, commandId)))
    expect(new Set(answers.map(({ done, refused }) => `${done} ${refused}`))).toEqual(new Set(['1 0']))
    expect((await found(as, 'A')).version).toBe(3)
    expect(await on.capacityTaken(as.client)).toBe(1)
  })

  test.each([
    ['was suspended', 'suspend'],
    ['was cancelled', 'cancel'],
  ] as const)('skips an order that %s since', async (_, action) => {
    const as = await on.shop()
    await on.create(as, 'A')
    const { commandId } = await amended(as, { customerFirstName: 'Grace' })
    await on.act(as, action, ['A'])
    expect(await on.undo(as, commandId)).toMatchObject({
      message: 'Order A has not been restored. It has changed since, so it was left unchanged.',
      refused: 1,
    })
    expect((await found(as, 'A')).customerFirstName).toBe('Grace')
  })

  test('works backwards: the last amendment first', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    const first = await amended(as, { customerFirstName: 'Grace' })
    const second = await amended(as, { customerFirstName: 'Hedy' })
    expect(await on.undo(as, first.commandId)).toMatchObject({ refused: 1 })
    expect(await on.undo(as, second.commandId)).toMatchObject({ done: 1, refused: 0 })
    expect((await found(as, 'A')).customerFirstName).toBe('Grace')
  })

  test('expires after a quarter of an hour, and is limited to the same user', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    const { commandId } = await amended(as, { customerFirstName: 'Grace' })
    const colleague = await makeSession(portal.testDatabase, { clients: [as.client] })
    expect(await portal.call(undo, { params: { commandId } }, colleague)).toMatchObject({ status: 404 })
    await on.rows(
      `update order_receipts set at = at - interval '15 minutes 1 second' where client_code = $1`,
      as.client,
    )
    expect(await portal.call(undo, { params: { commandId } }, as)).toMatchObject({ status: 409 })
    const { body } = await portal.call(receipts, { params: { commandId }, query: {} }, as)
    expect(body.rows).toMatchObject([{ outcome: 'done', message: 'Order A has been amended.', undoneAt: null }])
  })

  test('needs the permission to amend', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    const { commandId } = await amended(as, { customerFirstName: 'Grace' })
    const disabled = { 'orderManagement.orderSuspendAmendOrCancel': 'Stocktaking' }
    await on.rows(
      `update clients set disabled_objects = '${JSON.stringify(disabled)}' where client_code = $1`,
      as.client,
    )
    expect(await portal.call(undo, { params: { commandId } }, as)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('undo this amendment') },
    })
    expect((await found(as, 'A')).customerFirstName).toBe('Grace')
  })

  test('does not allocate a suspended order', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    await on.act(as, 'suspend', ['A'])
    const { commandId } = await amended(as, { customerFirstName: 'Grace' })
    expect(await on.undo(as, commandId)).toMatchObject({ message: 'Order A has its previous values again.' })
    expect(await on.capacityTaken(as.client)).toBe(0)
  })

  test('names the present carrier if the capacity is gone', async () => {
    const as = await on.shop()
    await makeRuleBook(portal.testDatabase, as.client, [
      carrierItem('DPD', { name: 'DPD UK' }),
      carrierItem('EVRI', { name: 'Evri' }),
      methodItem('M1', 'DPD', 10_000),
      methodItem('M2', 'EVRI', 90_000, { methodDescription: 'Evri Light' }),
      capacityItem('DPD', 1),
    ])
    await on.create(as, 'A')
    const { commandId } = await amended(as, { dispatchService: 'NAMED DAY', date: LATER })
    await on.create(as, 'B')
    expect((await on.undo(as, commandId)).message).toBe(
      'Order A has its previous values again, but its carrier is now Evri: Evri Light.',
    )
    await on.capacityTaken(as.client)
  })

  test('says why no carrier takes the order now', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    const { commandId } = await amended(as, { customerFirstName: 'Grace' })
    await makeRuleBook(portal.testDatabase, as.client, [carrierItem('DPD', { active: 'N' })])
    expect((await on.undo(as, commandId)).message).toMatch(
      /^Order A has its previous values again, but no carrier is available yet\. \S.*\.$/,
    )
  })
})
