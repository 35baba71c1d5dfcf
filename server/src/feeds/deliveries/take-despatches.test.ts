import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal, smallChunks } from '../../testing/feed-portal.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'

smallChunks()
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

/** Orders with a status and two lines each. */
async function known(numbers: readonly string[], status = 'R', suspendedFor = ''): Promise<void> {
  await on.rows(`insert into orders (client_code, order_number, status, suspended_for, source, ordered_at, dispatch_service,
      despatch_date, country, quantity, item_count, total_value, currency_code, created_at, created_by)
    select $1, n, '${status}', '${suspendedFor}', 'feed', '2026-03-01T10:00Z', 'STANDARD', '2026-03-02', 'GB', 1, 1, 1, 'GBP', now(), 'test'
    from unnest('{${numbers.join(',')}}'::text[]) n`)
}
const HEADER = 'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity,serialNumber,status,weight'
type Row = Partial<
  Record<'order' | 'tracking' | 'carrier' | 'at' | 'SKU' | 'quantity' | 'serial' | 'status' | 'weight', string>
>
const file = (...rows: Row[]) =>
  csv(
    rows.map(({ order = '', tracking = '', carrier = 'DPD', at = '2026-03-02 16:00', ...row }) =>
      [order, tracking, carrier, at, row.SKU, row.quantity, row.serial, row.status, row.weight].map(
        (cell) => cell ?? '',
      ),
    ),
    HEADER,
  )
const feed = (...rows: Row[]) => on.feedRows('despatches', file(...rows))
const order = async (number: string) =>
  (
    await on.rows(
      `select status, version, suspended_for, (select json_agg(json_build_array(act, status, note) order by version) from order_history h
         where h.client_code = o.client_code and h.order_number = o.order_number) as history
       from orders o where client_code = $1 and order_number = '${number}'`,
    )
  )[0]
const parcels = (number: string) =>
  on.rows(
    `select tracking_number as t, carrier, carrier_service as service, client_method_id as method, promised_date::text as promised,
       carrier_promised_date::text as carriers,
       weight::float, state, (select json_agg(json_build_array(sku_code, quantity, serial_number) order by 1, 3) from parcel_contents c
         where c.client_code = p.client_code and c.tracking_number = p.tracking_number) as contents
     from parcels p where client_code = $1 and order_number = '${number}' order by 1`,
  )

describe('despatches', () => {
  test('create parcels with their contents and despatch the order', async () => {
    await known(['A1'])
    const fed = await feed(
      { order: 'A1', tracking: 'TA1', SKU: 'RED', quantity: '2', weight: '1.5' },
      { order: 'A1', tracking: 'TA1', SKU: 'WATCH', serial: 'S-1' },
      { order: 'A1', tracking: 'TA1', SKU: 'WATCH', serial: 'S-2' },
      { order: 'A1', tracking: 'TA2' },
    )
    expect(fed).toMatchObject({ status: 200, refused: [] })
    expect(fed.summary).toMatchObject({ read: 4, created: 4, changed: 0, unchanged: 0, refused: 0 })
    expect(fed.summary.noted).toEqual({ 'Parcels despatched': 2, 'Orders despatched': 1 })
    const nothingKnown = { service: '', method: '', promised: '2026-03-05', carriers: null, state: 'pending' }
    expect(await parcels('A1')).toEqual([
      {
        ...nothingKnown,
        t: 'TA1',
        carrier: 'DPD',
        weight: 1.5,
        contents: [
          ['RED', 2, ''],
          ['WATCH', 1, 'S-1'],
          ['WATCH', 1, 'S-2'],
        ],
      },
      { ...nothingKnown, t: 'TA2', carrier: 'DPD', weight: null, contents: null },
    ])
    expect(await order('A1')).toMatchObject({
      status: 'D',
      version: 2,
      history: [['Despatched', 'D', '2 parcels with DPD']],
    })
  })

  test('sent again change nothing', async () => {
    await known(['B1', 'B2'])
    const body = file(
      { order: 'B1', status: 'Picking', carrier: '' },
      { order: 'B1', tracking: 'TB1', SKU: 'RED', quantity: '2', weight: '1.5' },
      { order: 'B1', tracking: 'TB1', SKU: 'BLUE', at: '2026-03-02 16:01' },
      { order: 'B2', status: 'Packed', carrier: '' },
    )
    expect((await on.feedRows('despatches', body)).summary).toMatchObject({ created: 2, changed: 2 })
    expect(await order('B1')).toMatchObject({
      version: 3,
      history: [
        ['Picking', 'P', ''],
        ['Despatched', 'D', '1 parcel with DPD'],
      ],
    })
    const before = [await order('B1'), await order('B2'), await parcels('B1')]
    const again = await on.feedRows('despatches', body)
    expect(again.summary).toMatchObject({ read: 4, created: 0, changed: 0, unchanged: 4, noted: {} })
    expect([await order('B1'), await order('B2'), await parcels('B1')]).toEqual(before)
  })

  test('report warehouse progress and never move an order back', async () => {
    await known(['C1'])
    await feed({ order: 'C1', status: 'Packed' })
    expect(await order('C1')).toMatchObject({ status: 'K', history: [['Packed', 'K', '']] })
    const fed = await feed({ order: 'C1', status: 'Picking' }, { order: 'C1', tracking: 'TC1' })
    expect(fed.summary).toMatchObject({ created: 1, unchanged: 1 })
    await feed({ order: 'C1', status: 'Packed' })
    expect(await order('C1')).toMatchObject({ status: 'D', version: 3 })
  })

  test('of suspended and cancelled orders are saved with a note', async () => {
    await known(['D1'], 'S', 'Out of stock')
    await known(['D2'], 'C')
    const fed = await feed({ order: 'D1', tracking: 'TD1' }, { order: 'D2', tracking: 'TD2' })
    expect(fed.summary.noted).toMatchObject({
      'Suspended orders that the warehouse processed': 1,
      'Cancelled orders that the warehouse processed': 1,
    })
    expect(await order('D1')).toMatchObject({
      status: 'D',
      suspended_for: '',
      history: [['Despatched', 'D', '1 parcel with DPD; Despatched although it was suspended (Out of stock)']],
    })
    expect(await order('D2')).toMatchObject({
      history: [['Despatched', 'D', '1 parcel with DPD; Despatched although it was cancelled']],
    })
  })

  test('take parcel and order states from events that came before', async () => {
    await known(['E1'])
    const header = 'trackingNumber,carrier,code,occurredAt'
    await on.feedRows(
      'delivery-events',
      csv(
        [
          ['TE1', 'DPD', 'in_transit', '2026-03-03 08:00'],
          ['TE1', 'DPD', 'delivered', '2026-03-04 08:00'],
        ],
        header,
      ),
    )
    const fed = await feed({ order: 'E1', tracking: 'TE1' })
    expect(fed.summary.noted).toMatchObject({ 'Orders delivered': 1 })
    expect(await parcels('E1')).toMatchObject([{ state: 'delivered' }])
    expect(await order('E1')).toMatchObject({ status: 'V', version: 3 })
  })

  test('deliver an order when its delivered parcels hold all its lines', async () => {
    await known(['DL'])
    await on.portal.testDatabase
      .asOwner(`insert into carrier_event_codes (carrier, code, state, reason, changed_at, changed_by)
      values ('DPD', 'DL', 'delivered', '', now(), 'test')`)
    for (const code of ['RED', 'BLUE']) await makeSku(on.portal.testDatabase, { client: on.me.client, code })
    await on.rows(`insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
      values ($1, 'DL', 1, 'RED', 2, 1, 2), ($1, 'DL', 2, 'BLUE', 1, 1, 1), ($1, 'DL', 3, 'RED', 1, 1, 1)`)
    const arrive = (tracking: string) =>
      on.feedRows('delivery-events', `trackingNumber,carrier,code,occurredAt\n${tracking},DPD,DL,2026-03-04 09:00\n`)
    await feed({ order: 'DL', tracking: 'TDL1', SKU: 'RED', quantity: '2' })
    expect((await arrive('TDL1')).summary.noted).not.toHaveProperty('Orders delivered')
    expect(await order('DL')).toMatchObject({ status: 'D' })
    await feed({ order: 'DL', tracking: 'TDL2', SKU: 'RED', quantity: '1' })
    expect((await arrive('TDL2')).summary.noted).not.toHaveProperty('Orders delivered')
    // The rest was in a delivered parcel whose contents had not been reported.
    const fed = await feed({ order: 'DL', tracking: 'TDL2', SKU: 'BLUE', quantity: '1' })
    expect(fed.summary.noted).toEqual({ 'Orders delivered': 1 })
    expect(await order('DL')).toMatchObject({ status: 'V' })
  })

  test('fill gaps of a parcel’s first row and change nothing else', async () => {
    await known(['F1'])
    await feed({ order: 'F1', tracking: 'TF1' })
    expect((await feed({ order: 'F1', tracking: 'TF1', weight: '2' })).summary).toMatchObject({ changed: 1 })
    const other = await feed({ order: 'F1', tracking: 'TF1', weight: '3' })
    expect(other.summary).toMatchObject({ unchanged: 0, refused: 1 })
    expect(other.refused).toMatchObject([
      {
        line: 2,
        column: 'weight',
        reason: expect.stringMatching(/^This parcel already exists/),
        value: '3: there is 2.000',
      },
    ])
    expect(await parcels('F1')).toMatchObject([{ weight: 2 }])
  })

  test('have the allocated method of their order, and its days', async () => {
    await known(['G1'])
    await makeRuleBook(on.portal.testDatabase, on.me.client, [
      carrierItem('DPD'),
      methodItem('M-7', 'DPD', 45_000, { carrierService: 'Two Days', transitDays: 2 }),
    ])
    await on.rows(`insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day,
        rule_book_version, parcels, consignment, usage_seen, carrier, client_method_id, cost)
      values ($1, 'G1', 1, 1, now(), 'test', 'allocated', '2026-03-02', 1, 1, '{}', '{}', 'DPD', 'M-7', 1)`)
    await feed({ order: 'G1', tracking: 'TG1' }, { order: 'G1', tracking: 'TG2', carrier: 'EVRI' })
    expect(await parcels('G1')).toMatchObject([
      { t: 'TG1', method: 'M-7', service: 'Two Days', promised: '2026-03-04', carriers: '2026-03-04' },
      // The warehouse chose another carrier, but the shopper's promise stays.
      { t: 'TG2', method: '', service: '', promised: '2026-03-04', carriers: null },
    ])
  })

  test('accept carrier codes and names; unknown carriers are saved and noted', async () => {
    await known(['M1'])
    await makeRuleBook(on.portal.testDatabase, on.me.client, [carrierItem('DPD')])
    const rows: Row[] = [
      { order: 'M1', tracking: 'TM1', carrier: 'Evri' },
      { order: 'M1', tracking: 'TM2', carrier: 'Zorro' },
    ]
    await on.feedRows(
      'delivery-events',
      csv([['TM3', 'DPD', 'in_transit', '2026-03-03 08:00']], 'trackingNumber,carrier,code,occurredAt'),
    )
    expect((await feed(...rows)).summary.noted).toMatchObject({
      'Unknown carrier: Evri': 1,
      'Unknown carrier: Zorro': 1,
    })
    await makeRuleBook(on.portal.testDatabase, on.me.client, [carrierItem('EVRI', { name: 'Evri' })])
    const again = await feed(...rows)
    expect(again.summary).toMatchObject({ unchanged: 2 })
    expect(again.summary.noted).toEqual({ 'Unknown carrier: Zorro': 1 })
    const more = await feed(
      { order: 'M1', tracking: 'TM3', carrier: 'evri' },
      { order: 'M1', tracking: 'TM4', carrier: 'Evri' },
    )
    expect(more.summary.noted).toEqual({
      'Parcels despatched': 2,
      'Events of another carrier than the parcel’s': 1,
    })
    expect(await parcels('M1')).toMatchObject(['Evri', 'Zorro', 'EVRI', 'EVRI'].map((carrier) => ({ carrier })))
  })

  test('with SKUs outside the order are noted, except boxes of its kits', async () => {
    await known(['N1', 'N2'])
    for (const code of ['BED', 'BED-1', 'LAMP']) await makeSku(on.portal.testDatabase, { client: on.me.client, code })
    await on.rows(`insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
      values ($1, 'N1', 1, 'BED', 1, 1, 1), ($1, 'N1', 2, 'LAMP', 1, 1, 1)`)
    await on.rows(
      `insert into sku_components (client_code, sku_code, component_code, quantity) values ($1, 'BED', 'BED-1', 1)`,
    )
    const fed = await feed(
      ...['BED', 'BED-1', 'LAMP', 'SOFA', 'lamp'].map((SKU): Row => ({ order: 'N1', tracking: 'TN1', SKU })),
      { order: 'N1', tracking: 'TN2', SKU: 'SOFA' },
      { order: 'N2', tracking: 'TN3', SKU: 'SOFA' },
    )
    // 'lamp' is the SKU LAMP, of which the parcel has two.
    expect(fed.summary).toMatchObject({ created: 7, refused: 0, noted: { 'SKUs that their order does not have': 1 } })
  })

  test('are refused for wrong orders and parcels', async () => {
    await known(['H1', 'H2'])
    const fed = await feed(
      { order: 'H1', tracking: 'TH1', SKU: 'RED', quantity: '2' },
      { order: 'H2', tracking: 'TH1' },
      { order: 'H9', tracking: 'TH9' },
    )
    expect(fed.refused.map(({ line, column, reason, value }) => [line, column, reason.split(':')[0], value])).toEqual([
      [3, 'trackingNumber', 'A parcel of another order has this tracking number', 'TH1'],
      [4, 'orderNumber', 'There is no order with this number. Import the order first', 'H9'],
    ])
    expect(await order('H2')).toMatchObject({ status: 'R', version: 1 })
    const later = await feed({ order: 'H2', tracking: 'TH1' })
    expect(later.refused).toHaveLength(1)
  })

  test('add up rows of one SKU in a parcel; the same file changes nothing', async () => {
    await known(['K1', 'K2'])
    const rows: Row[] = [
      { order: 'K1', tracking: 'TK1', SKU: 'RED' },
      { order: 'K1', tracking: 'TK1', SKU: 'BLUE', quantity: '3' },
      { order: 'K1', tracking: 'TK1', SKU: 'RED' },
      { order: 'K1', tracking: 'TK1', SKU: 'WATCH', serial: 'S-1' },
      { order: 'K1', tracking: 'TK1', SKU: 'WATCH', serial: 'S-1' },
      { order: 'K2', tracking: 'TK1', SKU: 'RED' },
      { order: 'K2', tracking: 'TK2', SKU: 'RED', quantity: '999999' },
      { order: 'K2', tracking: 'TK2', SKU: 'RED' },
    ]
    const fed = await feed(...rows)
    expect(fed.summary).toMatchObject({ created: 4, unchanged: 1, refused: 3 })
    expect(fed.refused.map(({ line, column }) => [line, column])).toEqual([
      [7, 'trackingNumber'],
      [8, 'quantity'],
      [9, 'quantity'],
    ])
    const contents = [
      ['BLUE', 3, ''],
      ['RED', 2, ''],
      ['WATCH', 1, 'S-1'],
    ]
    expect(await parcels('K1')).toMatchObject([{ contents }])
    const again = await feed(...rows)
    expect(again.summary).toMatchObject({ created: 0, changed: 0, unchanged: 5, refused: 3 })
    const other = await feed({ order: 'K1', tracking: 'TK1', SKU: 'RED' })
    expect(other.refused).toMatchObject([
      { line: 2, column: 'quantity', reason: expect.stringMatching(/^The parcel already has this SKU with another/) },
    ])
    expect(await parcels('K1')).toMatchObject([{ contents }])
  })

  test('of one parcel are written together, wherever chunks end', async () => {
    const numbers = Array.from({ length: 401 }, (_, number) => `L${number}`)
    await known(numbers)
    const rows = numbers.flatMap((number): Row[] =>
      Array.from({ length: 3 }, () => ({ order: number, tracking: `T${number}`, SKU: 'RED', at: '2026-03-02 16:00' })),
    )
    const body = Buffer.from(file(...rows))
    const quantities = () =>
      on.rows(
        `select quantity, count(*)::int as parcels from parcel_contents where client_code = $1 and tracking_number like 'TL%' group by 1`,
      )
    // Within a parcel of the first chunk, and of the second.
    for (const part of [0.4, 0.9]) {
      await on.breakOff(body, body.lastIndexOf('\n', Math.round(body.length * part)) + 1, 'despatches')
      expect((await quantities()).map(({ quantity }) => quantity)).toEqual([3])
    }
    expect((await on.feedRows('despatches', body)).summary).toMatchObject({ read: 1_203, refused: 0 })
    expect(await quantities()).toEqual([{ quantity: 3, parcels: 401 }])
    expect((await on.feedRows('despatches', body)).summary).toMatchObject({ created: 0, unchanged: 1_203 })
  })

  test('do not affect other clients', async () => {
    await known(['I1'])
    const other = await makeSession(on.portal.testDatabase)
    const fed = await on.feedRows('despatches', file({ order: 'I1', tracking: 'TI1' }), { as: other })
    expect(fed.refused).toMatchObject([{ column: 'orderNumber', value: 'I1' }])
    expect(await order('I1')).toMatchObject({ status: 'R' })
  })

  test('sent by several feeds at once give the same result', async () => {
    const numbers = Array.from({ length: 300 }, (_, number) => `J${number}`)
    await known(numbers)
    const rows = numbers.flatMap((number): Row[] => [
      { order: number, tracking: `T${number}`, SKU: 'RED' },
      { order: number, tracking: `T${number}`, SKU: 'BLUE' },
    ])
    const fed = await Promise.all([feed(...rows), feed(...rows.toReversed()), feed(...rows)])
    expect(fed.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(fed.reduce((sum, { summary }) => sum + summary.created, 0)).toBe(600)
    expect(
      await on.rows(
        `select status, version, count(*)::int from orders where client_code = $1 and order_number like 'J%' group by 1, 2`,
      ),
    ).toEqual([{ status: 'D', version: 2, count: 300 }])
  })
})
