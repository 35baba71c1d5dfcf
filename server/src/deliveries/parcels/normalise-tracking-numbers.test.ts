import { parcels } from '@despatch/contract/deliveries/parcels/parcels'
import { enquiries } from '@despatch/contract/enquiries/enquiries'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { normaliseTrackingNumbers, PARCELS_TO_RENAME } from './normalise-tracking-numbers.ts'
import { lockDeliveries } from './apply-delivery-states.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const despatch = (...rows: string[][]) =>
  on.feedRows('despatches', csv(rows, 'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity'))
const events = (...rows: string[][]) =>
  on.feedRows('delivery-events', csv(rows, 'trackingNumber,carrier,code,occurredAt'))
const read = async (trackingNumber: string) =>
  (await on.portal.call(parcels.one, { query: { trackingNumber } }, on.me)).body
const order = (orderNumber: string) =>
  makeParcel(on.portal.testDatabase, { client: on.me.client, orderNumber, trackingNumber: `OF${orderNumber}` })
const AT = '2026-03-03 08:00'

describe('despatches and events with one tracking number in different spellings', () => {
  test('match in either order, shown in the warehouse’s spelling', async () => {
    await order('A')
    expect((await events(['1z999aa10123456784', 'UPS', 'in_transit', AT])).summary.created).toBe(1)
    const sent = [
      ['A', '1Z 999 AA1 01 2345 6784', 'UPS', '2026-03-02 16:00', 'RED', '1'],
      ['A', '1Z-999-AA1-01-2345-6784', 'UPS', '2026-03-02 16:00', 'BLUE', '2'],
    ]
    expect((await despatch(...sent)).summary).toMatchObject({ created: 2, refused: 0 })
    expect((await despatch(...sent)).summary).toMatchObject({ created: 0, unchanged: 2 })
    expect((await events(['1Z999AA1 0123456784', 'UPS', 'delivered', '2026-03-04 08:00'])).summary.noted).toMatchObject(
      {
        'Parcels with a new state': 1,
      },
    )
    const written = '1Z 999 AA1 01 2345 6784'
    for (const spelling of [written, '1Z999AA10123456784', '1z 999aa1-0123456784']) {
      const { parcel, contents, events: shown } = await read(spelling)
      expect(parcel).toMatchObject({ trackingNumber: written, orderNumber: 'A', state: 'delivered' })
      expect(contents).toHaveLength(2)
      expect(shown.map(({ trackingNumber }) => trackingNumber)).toEqual([written, written])
      const found = await on.portal.call(enquiries.reference, { query: { text: spelling } }, on.me)
      expect(found.body.matches).toMatchObject([{ kind: 'parcel', reference: written, trackingNumber: written }])
      const { body } = await on.portal.call(parcels.list, { body: { reference: spelling } }, on.me)
      expect(body.rows).toMatchObject([{ trackingNumber: written }])
    }
  })

  test('are refused as another order’s in any spelling', async () => {
    await order('B')
    await order('C')
    await despatch(['B', 'SAME 1', 'DPD', '', '', ''])
    const { refused } = await despatch(['C', 'same-1', 'DPD', '', '', ''])
    expect(refused).toMatchObject([{ column: 'trackingNumber', value: 'same-1' }])
  })
})

test('a wrong check digit is accepted and noted', async () => {
  await order('D')
  const words = (format: string) =>
    `Rows whose tracking number has a wrong check digit (${format}): taken, but perhaps mistyped`
  expect((await despatch(['D', 'RB 123 456 786 GB', 'RMG', '', '', ''])).summary).toMatchObject({
    created: 1,
    noted: { [words('UPU S10')]: 1 },
  })
  const fed = await events(['1Z1111111111111111', 'UPS', 'delivered', AT], ['3318810010', 'DHL', 'delivered', AT])
  expect(fed.summary).toMatchObject({ created: 2, noted: { [words('UPS')]: 1, [words('DHL Express')]: 1 } })
})

describe('an unnormalised tracking number in the database', () => {
  /** A parcel with contents, as a server of the previous version wrote it. */
  async function saveParcel(orderNumber: string, written: string, quantity = 1) {
    await on.rows(`insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
      values ($1, '${written}', 'DPD', '${orderNumber}', now(), now(), '2026-03-05')`)
    await on.rows(`insert into parcel_contents (client_code, tracking_number, sku_code, quantity)
      values ($1, '${written}', 'RED', ${quantity})`)
  }
  const saveEvent = (written: string, code: string) =>
    on.rows(`insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, occurred_at, received_at)
      values ($1, '${written}', md5('${code}')::uuid, 'DPD', '${code}', '${code}', '2026-03-03T08:00Z', now())`)
  const readParcels = () =>
    on.rows(`select p.tracking_number as number, written_as as written, order_number as order, state,
        (select json_agg(quantity) from parcel_contents c where c.client_code = p.client_code and c.tracking_number = p.tracking_number) as pieces
      from parcels p where client_code = $1 and order_number in ('E', 'F') and tracking_number not like 'OF%' order by 1`)

  test('is renamed once; spellings in one order are merged, of two orders kept', async () => {
    const log = { info: vi.fn<() => void>(), warn: vi.fn<() => void>() }
    const run = () => normaliseTrackingNumbers({ database: on.portal.database, log })
    await order('E')
    await order('F')
    await saveParcel('E', 'ab 1')
    await saveEvent('AB-1', 'delivered')
    await saveEvent('ab 1', 'delivered')
    await saveEvent('ab 1', 'in_transit')
    await saveParcel('E', 'CD2')
    await saveParcel('E', 'cd-2', 3)
    await saveEvent('C D 2', 'delivered')
    await saveParcel('E', 'X9')
    await saveParcel('F', 'x-9')
    await run()
    const expected = [
      { number: 'AB1', written: 'ab 1', order: 'E', state: 'delivered', pieces: [1] },
      { number: 'CD2', written: null, order: 'E', state: 'delivered', pieces: [1] },
      { number: 'X9', written: null, order: 'E', state: 'pending', pieces: [1] },
      { number: 'x-9', written: null, order: 'F', state: 'pending', pieces: [1] },
    ]
    expect(await readParcels()).toEqual(expected)
    const counted = `select count(*)::int as events from delivery_events where client_code = $1 and tracking_number = 'AB1'`
    expect(await on.rows(counted)).toEqual([{ events: 2 }])
    expect(log.warn).toHaveBeenCalledWith(
      { client: on.me.client, parcels: 2, numbersOfEvents: 3, keptApart: 1 },
      expect.any(String),
    )
    await run()
    expect(await readParcels()).toEqual(expected)
    expect((await read('x-9')).parcel).toMatchObject({ orderNumber: 'F' })
  })

  test('leaves one despatch movement after merging', async () => {
    for (const code of ['GREEN', 'WHITE']) await makeSku(on.portal.testDatabase, { client: on.me.client, code })
    await on.feedRows(
      'stock',
      csv(
        [
          ['GREEN', 10, '2026-03-01 08:00'],
          ['WHITE', 10, '2026-03-01 08:00'],
        ],
        'SKU,stockOnHand,asOf',
      ),
    )
    await order('G')
    for (const [written, ...contents] of [
      ['GH1', ['GREEN', 2]],
      ['gh-1', ['GREEN', 2], ['WHITE', 1]],
    ] as const) {
      await on.rows(`insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
        values ($1, '${written}', 'DPD', 'G', now(), now(), '2026-03-05')`)
      for (const [sku, pieces] of contents)
        await on.rows(`insert into parcel_contents (client_code, tracking_number, sku_code, quantity)
          values ($1, '${written}', '${sku}', ${pieces})`)
    }
    await normaliseTrackingNumbers({
      database: on.portal.database,
      log: { info: vi.fn<() => void>(), warn: vi.fn<() => void>() },
    })
    const onHand = await on.rows(`select sku_code, sum(on_hand)::int as pieces from stock_known
      where client_code = $1 and sku_code in ('GREEN', 'WHITE') and code = 'SELLABLE' group by 1 order by 1`)
    expect(onHand).toEqual([
      { sku_code: 'GREEN', pieces: 8 },
      { sku_code: 'WHITE', pieces: 9 },
    ])
    expect(await on.rows('select wrong_stock()::int as wrong where $1::text is not null')).toEqual([{ wrong: 0 }])
  })

  test('locks no deliveries of clients without rows to rename', async () => {
    const other = await makeSession(on.portal.testDatabase)
    await on.portal.database.copying([other.client], async (connection) => {
      await lockDeliveries(connection, other.client)
      await normaliseTrackingNumbers({
        database: on.portal.database,
        log: { info: vi.fn<() => void>(), warn: vi.fn<() => void>() },
      })
    })
  })

  test('is found by an index', async () => {
    const { rows } = await on.portal.database.copying([on.me.client], (connection) =>
      connection.query(`explain (costs off) ${PARCELS_TO_RENAME}`, [on.me.client, '']),
    )
    expect(JSON.stringify(rows)).toContain('parcels_to_rename')
  })
})
