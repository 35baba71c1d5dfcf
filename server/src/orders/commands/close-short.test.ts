import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'

const { closeShort, reopen, searchByOrderNumber, consolidated, total } = contract.orders
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.portal.testDatabase.asOwner(
    `insert into carrier_event_codes (carrier, code, state, reason, changed_at, changed_by)
     values ('DPD', 'DL', 'delivered', '', now(), 'test')`,
  )
  for (const code of ['RED', 'BLUE']) await makeSku(on.portal.testDatabase, { client: on.me.client, code })
})
afterAll(() => on.portal.close())

let orderNumber: string
let made = 0
const tracking = () => `T${orderNumber.replace('-', '')}`
/** An order of two RED and one BLUE, of which one RED was sent. */
beforeEach(async () => {
  orderNumber = `SHORT-${++made}`
  await makeParcel(on.portal.testDatabase, {
    client: on.me.client,
    orderNumber,
    trackingNumber: tracking(),
    contents: [{ sku: 'RED' }],
  })
  await on.rows(`insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
    values ($1, '${orderNumber}', 1, 'RED', 2, 1, 2), ($1, '${orderNumber}', 2, 'BLUE', 1, 1, 1)`)
})

const close = (note?: string, as = on.me) => on.portal.call(closeShort, { body: { orderNumber, note } }, as)
const again = (as = on.me) => on.portal.call(reopen, { body: { orderNumber } }, as)
const arrive = () =>
  on.feedRows('delivery-events', `trackingNumber,carrier,code,occurredAt\n${tracking()},DPD,DL,2026-03-04 09:00\n`)
const read = async () =>
  (await on.portal.call(searchByOrderNumber, { body: { orderNumber } }, on.me)).body.Orders[0] ?? expect.fail()
const history = async () =>
  (await on.rows(
    `select version, act, status, note from order_history where client_code = $1 and order_number = '${orderNumber}' order by 1`,
  )) as { version: number; act: string; status: string; note: string }[]
const MISSING = '1 of SKU BLUE and 1 of SKU RED'
const shortfall = {
  items: [
    { SKU: 'BLUE', quantity: 1 },
    { SKU: 'RED', quantity: 1 },
  ],
  SKUs: 2,
  isClosed: false,
}

describe('an order sent short', () => {
  test('shows the missing goods and waits for them after delivery', async () => {
    expect(await read()).toMatchObject({ Status: 'D', shortfall })
    await arrive()
    expect(await read()).toMatchObject({ Status: 'D', shortfall })
  })

  test.each([
    [closeShort, 'closed short'],
    [reopen, 'reopened'],
  ] as const)('stays unchanged if it changed since it was shown, and says why', async (route, _done) => {
    if (route === reopen) await close()
    const { version } = await read()
    await (route === reopen ? again() : close('Rang'))
    const late = await on.portal.call(route, { body: { orderNumber, version } }, on.me)
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'version_conflict',
        message:
          route === reopen
            ? `Order ${orderNumber} has changed: Reopened. Check it, then try again.`
            : expect.stringContaining('Closed short (1 of SKU BLUE and 1 of SKU RED were not sent: Rang)'),
      },
    })
    const now = await read()
    const right = route === reopen ? closeShort : reopen
    expect(await on.portal.call(right, { body: { orderNumber, version: now.version } }, on.me)).toMatchObject({
      status: 200,
    })
  })

  test('becomes delivered when closed short, with history and audit', async () => {
    await arrive()
    const closed = await close('Rang, the rest is not made any more')
    expect(closed).toMatchObject({
      status: 200,
      body: { message: `Order ${orderNumber} has been closed short: ${MISSING} were not sent. It is delivered.` },
    })
    expect(await read()).toMatchObject({ Status: 'V', version: 3, shortfall: { ...shortfall, isClosed: true } })
    expect(await history()).toEqual([
      {
        version: 2,
        act: 'Closed short',
        status: 'D',
        note: `${MISSING} were not sent: Rang, the rest is not made any more`,
      },
      { version: 3, act: 'Delivered', status: 'V', note: '' },
    ])
    const audited = await on.rows(
      `select act, before, after from audit where client_code = $1 and object = 'order ${orderNumber}'`,
    )
    expect(audited).toMatchObject([
      { act: 'order.closed', before: { version: 1, status: 'D' }, after: { version: 3, status: 'V' } },
    ])
    expect(JSON.stringify(audited)).not.toContain('not made any more')
  })

  test('closed earlier, becomes delivered with its last parcel', async () => {
    expect((await close()).body.message).toContain('It is delivered with the last of its parcels.')
    expect(await read()).toMatchObject({ Status: 'D', version: 2 })
    expect((await arrive()).summary.noted).toMatchObject({ 'Orders delivered': 1 })
    expect(await read()).toMatchObject({ Status: 'V', version: 3 })
  })

  test('becomes delivered if its last parcel arrives while it is being closed', async () => {
    const { asOwner } = on.portal.testDatabase
    await asOwner('begin')
    // Like a feed that locks the order.
    await asOwner(`select from orders where order_number = '${orderNumber}' for update`)
    const closing = close()
    await waitUntilBlocked(on.portal.testDatabase)
    await asOwner(
      `update parcels set delivered_at = now(), delivered_on = now(), state = 'delivered' where tracking_number = '${tracking()}'`,
    )
    await asOwner('commit')
    expect((await closing).body.message).toMatch(/ It is delivered\.$/)
    expect(await read()).toMatchObject({ Status: 'V', version: 3 })
  })

  test('reopened, waits again and is delivered with the missing goods', async () => {
    await arrive()
    await close()
    const reopened = await again()
    expect(reopened.body).toEqual({
      message: `Order ${orderNumber} is reopened. ${MISSING} may still be sent.`,
    })
    expect(await read()).toMatchObject({ Status: 'D', version: 4, shortfall })
    // Sending it again changes nothing.
    await arrive()
    expect(await read()).toMatchObject({ Status: 'D', version: 4 })
    await on.feedRows(
      'despatches',
      `orderNumber,trackingNumber,carrier,SKU,quantity\n${orderNumber},${tracking()},DPD,BLUE,1\n${orderNumber},${tracking()}-2,DPD,RED,1\n`,
    )
    expect(await read()).toMatchObject({ Status: 'D', shortfall: null })
    await on.feedRows(
      'delivery-events',
      `trackingNumber,carrier,code,occurredAt\n${tracking()}-2,DPD,DL,2026-03-05 09:00\n`,
    )
    expect(await read()).toMatchObject({ Status: 'V', shortfall: null })
  })

  test('triggers webhooks when closed short, delivered and reopened', async () => {
    await on.rows(`insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
      values ($1, 'Shop', 'https://hooks.invalid', '', '{order.closed_short,order.delivered,order.reopened}', now(), 'test')`)
    await arrive()
    await close()
    await again()
    expect(
      await on.rows(`select event, payload->>'Status' as status from webhook_deliveries
        where client_code = $1 and payload->>'orderNumber' = '${orderNumber}' order by delivery_id`),
    ).toEqual([
      { event: 'order.closed_short', status: 'D' },
      { event: 'order.delivered', status: 'V' },
      { event: 'order.reopened', status: 'D' },
    ])
  })

  test('appears in its filter until it is closed', async () => {
    const found = async () => {
      const body = { orderRef: orderNumber, sentShort: true }
      const { Orders } = (await on.portal.call(consolidated, { body: { ...body, page: 1, limit: 9 } }, on.me)).body
      expect((await on.portal.call(total, { body }, on.me)).body.total).toBe(Orders.length)
      return Orders.map((order) => order.orderNumber)
    }
    expect(await found()).toEqual([])
    await arrive()
    expect(await found()).toEqual([orderNumber])
    await close()
    expect(await found()).toEqual([])
  })
})

describe('closing short is refused', () => {
  test('twice, as is reopening an order that is not closed', async () => {
    expect((await again()).body).toMatchObject({
      message: `Order ${orderNumber} has not been reopened. It is not closed short, or the missing units have since been sent.`,
    })
    expect((await close()).status).toBe(200)
    expect(await close()).toMatchObject({
      status: 422,
      body: { message: `Order ${orderNumber} has not been closed short. It is closed short already.` },
    })
    expect((await history()).map(({ act }) => act)).toEqual(['Closed short'])
  })

  test.each([
    [
      'that is not despatched',
      "update orders set status = 'K'",
      'It is packed. Only despatched orders can be closed short',
    ],
    ['of which all was sent', 'update parcel_contents set quantity = 9', 'Nothing is known'],
    ['of which nobody knows what was sent', 'delete from parcel_contents', 'Nothing is known to be missing'],
  ])('for an order %s', async (_, change, why) => {
    const where = change.includes('orders') ? `order_number = '${orderNumber}'` : `tracking_number = '${tracking()}'`
    await on.rows(`${change} where client_code = $1 and ${where}`)
    if (change.includes('set quantity'))
      await on.rows(`insert into parcel_contents (client_code, tracking_number, sku_code, quantity)
        values ($1, '${tracking()}', 'BLUE', 1)`)
    const refused = await close()
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining(why) } })
    expect(await history()).toEqual([])
  })

  test('without permission, and for another client’s order', async () => {
    const other = await makeSession(on.portal.testDatabase)
    expect((await close('', other)).status).toBe(404)
    expect((await again(other)).status).toBe(404)
    const reader = await makeSession(on.portal.testDatabase, {
      clients: [on.me.client],
      holds: (_leaf, right) => right !== 'Edit',
    })
    expect((await close('', reader)).status).toBe(403)
    expect((await again(reader)).status).toBe(403)
  })
})
