import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeDeliveryEvent, makeParcel } from '../../testing/parcels.ts'
import { makeReturnEvent } from '../../testing/returns.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { deliveryEvents, returnEvents, returnsPortal, orderHistory } = contract.enquiries
const { serialsByOrderNumber, serialsBySku } = contract.stock
type Caller = SignedIn & { client: string }
const SAME = { orderNumber: 'SAME-1', trackingNumber: 'TSAME1' }

let portal: TestPortal
let ours: Caller
let theirs: Caller
beforeAll(async () => {
  portal = await openTestPortal()
  ours = await shop('Ours')
  theirs = await shop('Theirs')
})
afterAll(() => portal.close())

/** A client with an order, a parcel, a serial number and a return whose references another client uses too. */
async function shop(mark: string): Promise<Caller> {
  const on = portal.testDatabase
  const as = await makeSession(on)
  const { client } = as
  await makeSku(on, { client, code: 'TV', description: `${mark} television ` })
  await portal.call(contract.orders.create, { body: orderBody({ SKU: 'TV', orderNo: SAME.orderNumber }) }, as)
  const contents = [
    { sku: 'TV', serial: `SN-${mark}` },
    { sku: 'TV', serial: 'SN-SAME' },
  ]
  await makeParcel(on, { client, ...SAME, contents, promisedDate: '2026-03-05', deliveredAt: '2026-03-09T10:00:00Z' })
  await makeDeliveryEvent(on, { client, trackingNumber: SAME.trackingNumber, location: `Hub of ${mark}` })
  await makeDeliveryEvent(on, {
    client,
    trackingNumber: SAME.trackingNumber,
    at: '2026-03-09T10:00:00Z',
    state: 'delivered',
    code: 'DEL',
    location: mark,
  })
  await makeReturnEvent(on, { client, ...SAME, sku: 'TV', reference: 'R-SAME', note: mark, source: 'portal' })
  await makeReturnEvent(on, {
    client,
    ...SAME,
    sku: 'TV',
    reference: 'R-SAME',
    note: mark,
    state: 'received',
    at: '2026-03-20T09:00:00Z',
  })
  return as
}

describe('delivery events', () => {
  test('list an order’s parcels with events, newest first, late ones marked', async () => {
    const { body } = await portal.call(deliveryEvents, { query: { customerReference: ' same-1 ' } }, ours)
    expect(body.hasMore).toBe(false)
    expect(body.details).toMatchObject([
      {
        clientCode: ours.client,
        orderNumber: 'SAME-1',
        trackingNumber: 'TSAME1',
        exception: 'late delivered',
        events: [
          { stateTitle: 'Delivered', code: 'DEL', location: 'Ours' },
          { stateTitle: 'In transit', location: 'Hub of Ours' },
        ],
        contents: [{ SKU: 'TV', Item_Description: 'Ours television', quantity: 2 }],
      },
    ])
  })

  test('are empty for an order not despatched, without an error', async () => {
    for (const customerReference of ['NONE', 'SAME', '%'])
      expect(await portal.call(deliveryEvents, { query: { customerReference } }, ours)).toMatchObject({
        status: 200,
        body: { details: [] },
      })
  })

  test('distinguish references that differ only in case', async () => {
    const clients = [ours.client, theirs.client]
    const operator = await makeSession(portal.testDatabase, { clients, type: 'Internal User', client: 'All_client' })
    for (const orderNo of ['mixed-1', 'MIXED-1']) {
      const body = orderBody({ SKU: 'TV', orderNo })
      const { status } = await portal.call(contract.orders.create, { body }, orderNo === 'mixed-1' ? ours : theirs)
      expect(status).toBe(200)
    }
    await makeParcel(portal.testDatabase, { client: theirs.client, orderNumber: 'MIXED-1', trackingNumber: 'TMIXED' })
    const query = { customerReference: 'mixed-1' }
    const found = [
      (await portal.call(contract.enquiries.order, { query }, operator)).body.details.map((row) => row.orderNumber),
      (await portal.call(deliveryEvents, { query }, operator)).body.details,
    ]
    expect(found).toEqual([['mixed-1'], []])
    const history = await portal.call(orderHistory, { body: { customerReference: 'mixed-1' } }, theirs)
    expect(history.body.entries).toMatchObject([{ orderNumber: 'MIXED-1', act: 'Created' }])
    expect((await portal.call(deliveryEvents, { query }, theirs)).body.details).toHaveLength(1)
  })

  test('keep equal numbers of two clients apart for internal users', async () => {
    const clients = [ours.client, theirs.client]
    const operator = await makeSession(portal.testDatabase, { clients, type: 'Internal User', client: 'All_client' })
    const { body } = await portal.call(deliveryEvents, { query: { customerReference: 'SAME-1' } }, operator)
    const places = body.details.map(({ clientCode, events }) => [clientCode, ...events.map(({ location }) => location)])
    expect(places.toSorted()).toEqual(
      [
        [ours.client, 'Ours', 'Hub of Ours'],
        [theirs.client, 'Theirs', 'Hub of Theirs'],
      ].toSorted(),
    )
  })
})

describe('returns', () => {
  test('list return events, newest first', async () => {
    const { body } = await portal.call(returnEvents, { query: { customerReference: 'same-1' } }, ours)
    expect(body.details).toMatchObject([
      { clientCode: ours.client, stateTitle: 'Received', source: 'feed', note: 'Ours' },
      {
        stateTitle: 'Announced',
        source: 'portal',
        note: 'Ours',
        SKU: 'TV',
        Item_Description: 'Ours television ',
        quantity: 1,
      },
    ])
  })

  test('can be limited to the returns portal', async () => {
    const { body } = await portal.call(returnsPortal, { query: { customerReference: 'SAME-1' } }, ours)
    expect(body.details.map(({ source, clientCode }) => [source, clientCode])).toEqual([['portal', ours.client]])
  })
})

describe('history', () => {
  const amended = {
    items: { before: 'TV × 2 for £20.00', after: 'TV × 1 for £10.00' },
    addressLine1: { before: '1 Old Road', after: '2 New Road' },
    phone: { before: '', after: '020' },
  }
  beforeAll(() =>
    portal.testDatabase.asOwner(
      `insert into order_history (client_code, order_number, version, at, by_name, act, status, changes)
       values ($1, $2, 2, now(), 'someone', 'Amended', 'N', $3)`,
      [ours.client, SAME.orderNumber, JSON.stringify(amended)],
    ),
  )

  test('lists changes by field, newest first', async () => {
    const { body } = await portal.call(orderHistory, { body: { customerReference: 'SAME-1' } }, ours)
    expect(body.total).toBe(2)
    expect(body.entries).toMatchObject([
      {
        act: 'Amended',
        by: 'someone',
        version: 2,
        changes: [
          { field: 'Phone', before: null, after: '020' },
          { field: 'Address line 1', before: '1 Old Road', after: '2 New Road' },
          { field: 'Lines', before: 'TV × 2 for £20.00', after: 'TV × 1 for £10.00' },
        ],
      },
      { act: 'Created', version: 1, Status: 'N', changes: [] },
    ])
  })

  test('follows versions, even if an older request wrote later', async () => {
    const number = 'AT-ONCE'
    await portal.call(contract.orders.create, { body: orderBody({ SKU: 'TV', orderNo: number }) }, ours)
    await portal.testDatabase.asOwner(
      `insert into order_history (client_code, order_number, version, at, by_name, act, status)
       select $1, $2, v, now() + s * interval '1 second', 'someone', a, 'D'
       from (values (2, 9, 'Cancelled'), (3, 8, 'Despatched'), (4, 10, 'Delivered')) as h (v, s, a)`,
      [ours.client, number],
    )
    const acts = ['Delivered', 'Despatched', 'Cancelled', 'Created']
    const rising = (moments: string[]) => expect(moments).toEqual(moments.toSorted().toReversed())
    const { entries } = (await portal.call(orderHistory, { body: { customerReference: number } }, ours)).body
    expect(entries.map(({ act }) => act)).toEqual(acts)
    rising(entries.map(({ at }) => at))
    const { body } = await portal.call(contract.orders.searchByOrderNumber, { body: { orderNumber: number } }, ours)
    expect(body.Orders[0]?.history.map(({ act }) => act)).toEqual(acts)
    rising(body.Orders[0]?.history.map(({ at }) => at) ?? [])
    const query = { orderNumber: number, kinds: 'order' }
    const page = (await portal.call(contract.enquiries.timeline, { query }, ours)).body
    expect(page.entries.map(({ record }) => record)).toEqual(['4', '3', '2', '1'])
    rising(page.entries.map(({ at }) => at))
  })

  test('is paged', async () => {
    const page = async (number: number) =>
      (await portal.call(orderHistory, { body: { customerReference: 'SAME-1', page: number, limit: 1 } }, ours)).body
    expect((await page(1)).entries.map(({ version }) => version)).toEqual([2])
    expect((await page(2)).entries.map(({ version }) => version)).toEqual([1])
    expect(await page(3)).toEqual({ entries: [], total: 2 })
  })

  test('is separate for another client’s order with the same number', async () => {
    const { body } = await portal.call(orderHistory, { body: { customerReference: 'SAME-1' } }, theirs)
    expect(body.entries.map(({ clientCode, version }) => [clientCode, version])).toEqual([[theirs.client, 1]])
  })
})

describe('serial numbers', () => {
  const serials = (details: readonly { serialNumber: string }[]) => details.map(({ serialNumber }) => serialNumber)

  test('of an order, with the parcel of each', async () => {
    const { body } = await portal.call(serialsByOrderNumber, { body: { orderNumber: 'SAME-1' } }, ours)
    expect(body.total).toBe(2)
    expect(serials(body.serialDetails)).toEqual(['SN-Ours', 'SN-SAME'])
    expect(body.serialDetails[0]).toMatchObject({
      clientCode: ours.client,
      SKU: 'TV',
      Item_Description: 'Ours television',
      ...SAME,
    })
  })

  test('of an order without any are empty', async () => {
    const { status, body } = await portal.call(serialsByOrderNumber, { body: { orderNumber: 'NONE' } }, ours)
    expect({ status, body }).toEqual({ status: 200, body: { serialDetails: [], total: 0 } })
  })

  test.each([
    [{ code: 'tv' }, ['SN-Ours', 'SN-SAME']],
    [{ desc: 'TELEV' }, ['SN-Ours', 'SN-SAME']],
    [{ code: 'TV', desc: 'radio' }, []],
    [{ desc: '%' }, []],
    [{ code: 'T' }, []],
  ])('by SKU: %j finds %j', async (query, found) => {
    const { body } = await portal.call(serialsBySku, { query: { ...query, isPrint: 'false' } }, ours)
    expect(serials(body.serialDetails)).toEqual(found)
  })

  test('by SKU, paged', async () => {
    const page = (number: string) =>
      portal.call(serialsBySku, { query: { code: 'TV', page: number, limit: '1' } }, theirs).then(({ body }) => body)
    expect(await page('1')).toMatchObject({ serialDetails: [{ serialNumber: 'SN-SAME' }], total: 2 })
    expect(await page('2')).toMatchObject({ serialDetails: [{ serialNumber: 'SN-Theirs' }], total: 2 })
  })

  test('by description: number of matching SKUs, and how many were searched', async () => {
    const skus = async (query: object, as: typeof ours) => {
      const { matchingSkus, searchedSkus } = (await portal.call(serialsBySku, { query }, as)).body
      return { matchingSkus, searchedSkus }
    }
    expect(await skus({ code: 'TV' }, ours)).toEqual({ matchingSkus: 1, searchedSkus: 1 })
    expect(await skus({ desc: '%' }, ours)).toEqual({ matchingSkus: 0, searchedSkus: 0 })
    await portal.testDatabase.asOwner(
      `insert into skus (client_code, sku_code, description, unit_value)
       select $1, 'VASE-' || n, 'Vase', 1 from generate_series(1, 140) n`,
      [ours.client],
    )
    expect(await skus({ desc: 'vase' }, ours)).toEqual({ matchingSkus: 140, searchedSkus: 100 })
  })

  test('need a criterion, and nothing is printed', async () => {
    expect(await portal.call(serialsBySku, { query: {} }, ours)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'code', message: 'Enter a SKU or part of its description' }] },
    })
    const printed = { code: 'TV', isPrint: 'true' }
    expect((await portal.send(serialsBySku, { query: printed }, ours)).status).toBe(400)
  })
})
