import { reports } from '@despatch/contract/reports/reports'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../demo/seeded-random.ts'
import { recountAll } from '../../figures/recount.ts'
import { makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook } from '../../testing/rule-books.ts'
import { findWrongFigures } from '../../testing/wrong-figures.ts'
import { deliveryShard } from '../../deliveries/parcels/apply-delivery-states.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.rows(`insert into carrier_event_codes (carrier, code, state, reason, changed_at, changed_by) values
    ('DPD', '010', 'in_transit', '', now(), 'test'), ('DPD', '030', 'out_for_delivery', '', now(), 'test'),
    ('DPD', '041', 'delivery_failed', 'Nobody was in', now(), 'test'), ('DPD', '060', 'delivered', '', now(), 'test'),
    ('DPD', '070', 'return_to_sender', '', now(), 'test'), ($1, 'x', 'on_hold', '', now(), 'test')`)
})
afterAll(() => on.portal.close())

const HEADER = 'trackingNumber,carrier,code,occurredAt,description'
type Row = [string, string, string, string, string?]
const events = (...rows: Row[]) =>
  csv(
    rows.map((row) => [...row, ...(row.length < 5 ? [''] : [])] as string[]),
    HEADER,
  )
const feed = (...rows: Row[]) => on.feedRows('delivery-events', events(...rows))
const parcel = async (trackingNumber: string) =>
  (
    await on.rows(
      `select state, reason, state_at, delivered_at, delivered_on::text, xmin::text as written from parcels
       where client_code = $1 and tracking_number = '${trackingNumber}'`,
    )
  )[0]
const order = async (number: string) =>
  (
    await on.rows(
      `select status, version, (select json_agg(act order by version) from order_history h
         where h.client_code = o.client_code and h.order_number = o.order_number) as history
       from orders o where client_code = $1 and order_number = '${number}'`,
    )
  )[0]
const known = (trackingNumber: string, orderNumber = `O-${trackingNumber}`) =>
  makeParcel(on.portal.testDatabase, { client: on.me.client, trackingNumber, orderNumber, state: 'pending' })

describe('delivery events', () => {
  test('update their parcel, are counted by code, and leave one audit row', async () => {
    await known('A1')
    const fed = await feed(['A1', 'DPD', '010', '2026-03-03 08:00'], ['A1', 'DPD', '041', '2026-03-03 12:00', 'Carded'])
    expect(fed).toMatchObject({ status: 200, refused: [] })
    expect(fed.summary).toMatchObject({ read: 2, created: 2, changed: 0, unchanged: 0, refused: 0 })
    expect(fed.summary.noted).toEqual({ 'Parcels with a new state': 1 })
    expect(await parcel('A1')).toMatchObject({
      state: 'delivery_failed',
      reason: 'Nobody was in',
      state_at: new Date('2026-03-03T12:00:00Z'),
      delivered_at: null,
    })
    expect(
      await on.rows(`select code, events::int, description from event_code_counts where client_code = $1 order by 1`),
    ).toEqual([
      { code: '010', events: 1, description: '' },
      { code: '041', events: 1, description: 'Carded' },
    ])
    expect(
      await on.rows(
        `select after->>'created' as made from audit where client_code = $1 and act = 'feed.delivery-events'`,
      ),
    ).toEqual([{ made: '2' }])
  })

  test('sent again change nothing and do not rewrite the parcel', async () => {
    await known('B1')
    const file = events(
      ['B1', 'DPD', '010', '2026-03-03 08:00'],
      ['B1', 'DPD', '010', '2026-03-03 08:00'],
      ['B1', 'DPD', '060', '2026-03-04 09:00'],
    )
    expect((await on.feedRows('delivery-events', file)).summary).toMatchObject({ created: 2, unchanged: 1 })
    const before = { parcel: await parcel('B1'), order: await order('O-B1') }
    const counts = `select code, events from event_code_counts where client_code = $1 order by 1`
    const counted = await on.rows(counts)
    expect((await on.feedRows('delivery-events', file)).summary).toMatchObject({ created: 0, unchanged: 3, noted: {} })
    expect({ parcel: await parcel('B1'), order: await order('O-B1') }).toEqual(before)
    expect(await on.rows(counts)).toEqual(counted)
  })

  test('sent again after their code’s meaning changed leave the parcel unchanged', async () => {
    await known('B2')
    const codes = `carrier_event_codes where carrier = 'DPD' and code = 'B2'`
    await on.rows(`insert into carrier_event_codes (carrier, code, state, changed_at, changed_by)
      select 'DPD', 'B2', 'in_transit', now(), client_code from clients where client_code = $1`)
    const old: Row = ['B2', 'DPD', 'B2', '2026-03-03 08:00']
    await feed(old)
    await on.rows(`update carrier_event_codes set state = 'delivered' where code = 'B2' and $1 <> ''`)
    const again = await feed(old, ['B2', 'DPD', '030', '2026-03-03 07:00'])
    expect(again.summary).toMatchObject({ created: 1, unchanged: 1, noted: {} })
    expect(await parcel('B2')).toMatchObject({ state: 'in_transit', delivered_at: null })
    await on.rows(`delete from ${codes} and $1 <> ''`)
  })

  test('with one reference count as the first event only', async () => {
    await known('B3')
    const header = 'trackingNumber,carrier,code,occurredAt,reference'
    const first = ['B3', 'DPD', '010', '2026-03-03 08:00', 'R1']
    const other = ['B3', 'DPD', '060', '2026-03-03 09:00', 'R1']
    const fed = await on.feedRows('delivery-events', csv([first, other], header))
    expect(fed.summary).toMatchObject({ created: 1, unchanged: 0, refused: 1 })
    const refusal = {
      column: 'code',
      reason: expect.stringMatching(/The first one applies$/),
      value: '060: there is 010',
    }
    expect(fed.refused).toEqual([{ line: 3, ...refusal }])
    const again = await on.feedRows('delivery-events', csv([other], header))
    expect(again.summary).toMatchObject({ read: 1, created: 0, unchanged: 0, refused: 1 })
    expect(again.refused).toEqual([{ line: 2, ...refusal }])
    expect((await on.feedRows('delivery-events', csv([first], header))).summary).toMatchObject({ unchanged: 1 })
    expect(await parcel('B3')).toMatchObject({ state: 'in_transit', delivered_at: null })
  })

  test('are identified by their carrier’s reference if they have one', async () => {
    await known('C1')
    const header = 'trackingNumber,carrier,code,occurredAt,reference'
    const row = (reference: string) => ['C1', 'DPD', '010', '2026-03-03 08:00', reference]
    const fed = await on.feedRows('delivery-events', csv([row('R1'), row('R2'), row('R1')], header))
    expect(fed.summary).toMatchObject({ created: 2, unchanged: 1 })
  })

  test('deliver the order with its last parcel; later events leave it delivered', async () => {
    await known('D1', 'O-D')
    await known('D2', 'O-D')
    await feed(['D1', 'DPD', '060', '2026-03-04 23:30'])
    expect(await order('O-D')).toMatchObject({ status: 'D', version: 1 })
    const last = await feed(['D2', 'DPD', '060', '2026-04-04 23:30'])
    expect(last.summary.noted).toEqual({ 'Parcels with a new state': 1, 'Orders delivered': 1 })
    expect(await order('O-D')).toMatchObject({ status: 'V', version: 2, history: ['Delivered'] })
    // In the operator's time zone: the second was delivered during summer time.
    expect([await parcel('D1'), await parcel('D2')]).toMatchObject([
      { delivered_on: '2026-03-04' },
      { delivered_on: '2026-04-04' },
    ])
    await feed(['D2', 'DPD', '070', '2026-04-05 09:00'])
    expect(await parcel('D2')).toMatchObject({ state: 'return_to_sender', delivered_on: '2026-04-04' })
    expect(await order('O-D')).toMatchObject({ status: 'V', version: 2 })
  })

  test('after a delivery change nothing until the parcel is returned, in any order', async () => {
    for (const number of ['LATE1', 'LATE2']) await known(number)
    const delivered = { state: 'delivered', reason: '', delivered_at: new Date('2026-02-17T14:00:00Z') }
    await feed(['LATE1', 'DPD', '060', '2026-02-17 14:00'], ['LATE1', 'DPD', '010', '2026-02-17 15:30'])
    await feed(['LATE2', 'DPD', '041', '2026-02-17 14:01', 'Card left'])
    await feed(['LATE2', 'DPD', '060', '2026-02-17 14:00'])
    for (const number of ['LATE1', 'LATE2']) {
      expect(await parcel(number)).toMatchObject({ ...delivered, state_at: delivered.delivered_at })
      expect(await order(`O-${number}`)).toMatchObject({ status: 'V' })
    }
    const exceptions = async () => {
      await recountAll(on.portal.database)
      return on.rows(
        `select e.state, sum(f.events)::int as events from exception_facts f
         join (values ('delivery_failed'), ('return_to_sender')) as e (state) using (state)
         where client_code = $1 and day = '2026-02-17' and reason in ('Nobody was in', '') group by 1 order by 1`,
      )
    }
    const before = await exceptions()
    // A failed attempt counts before the delivery, not after it.
    await known('LATE3')
    await feed(
      ['LATE3', 'DPD', '041', '2026-02-17 09:00'],
      ['LATE3', 'DPD', '060', '2026-02-17 14:00'],
      ['LATE3', 'DPD', '041', '2026-02-17 14:01'],
    )
    const failed = (rows: Record<string, unknown>[]) =>
      rows.find(({ state }) => state === 'delivery_failed')?.['events']
    expect(failed(await exceptions())).toBe(Number(failed(before) ?? 0) + 1)
    expect(await findWrongFigures(on.portal.database)).toEqual([])
    const late = await on.rows(
      `select tracking_number, code from delivery_events where client_code = $1 and is_late order by 1, 2`,
    )
    expect(late).toEqual([
      { tracking_number: 'LATE1', code: '010' },
      { tracking_number: 'LATE2', code: '041' },
      { tracking_number: 'LATE3', code: '041' },
    ])
    const day = { startDate: '2026-02-17', endDate: '2026-02-17' }
    const { body: figures } = await on.portal.call(reports.exceptions, { body: day }, on.me)
    expect(figures.causes).toMatchObject([{ state: 'delivery_failed', reason: 'Nobody was in', events: 1 }])
    const { body: list } = await on.portal.call(reports.events, { body: { ...day, reason: 'Nobody was in' } }, on.me)
    expect(list).toMatchObject({ total: 1, rows: [{ trackingNumber: 'LATE3', at: '2026-02-17T09:00:00.000Z' }] })
    await feed(['LATE1', 'DPD', '070', '2026-02-17 15:00'])
    expect(await on.rows(`select from delivery_events where client_code = $1 and is_late`)).toHaveLength(2)
    expect(await parcel('LATE1')).toMatchObject({ ...delivered, state: 'in_transit' })
    expect(await order('O-LATE1')).toMatchObject({ status: 'V', version: 2 })
  })

  test('with a reference match with and without fractions of a second', async () => {
    await known('FRACTION')
    const feedAt = (at: string) =>
      on.feedRows(
        'delivery-events',
        csv([['FRACTION', 'DPD', '010', at, 'F-1']], 'trackingNumber,carrier,code,occurredAt,reference'),
      )
    expect((await feedAt('2026-03-03T08:00:00Z')).summary).toMatchObject({ created: 1 })
    expect((await feedAt('2026-03-03T08:00:00.250Z')).summary).toMatchObject({ unchanged: 1, refused: 0 })
  })

  test('deliver an order in its new state if another transaction changed it', async () => {
    await known('W1', 'O-W')
    const other = new pg.Client(on.portal.testDatabase.ownerUrl)
    await other.connect()
    try {
      const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
      await other.query('begin')
      await other.query("select set_config('app.clients', array[$1]::text, true)", [on.me.client])
      await other.query(`update orders set phone = '07700 900123', version = 2 where order_number = 'O-W'`)
      const fed = feed(['W1', 'DPD', '060', '2026-03-04 09:00'])
      const waiting = 'select from pg_locks where not granted and $1 = any (pg_blocking_pids(pid))'
      await expect.poll(async () => on.portal.testDatabase.asOwner(waiting, [rows[0]?.pid])).not.toEqual([])
      await other.query('commit')
      expect((await fed).summary.noted).toMatchObject({ 'Orders delivered': 1 })
      expect(await order('O-W')).toMatchObject({ status: 'V', version: 3, history: ['Delivered'] })
    } finally {
      await other.end()
    }
  })

  /** Tracking numbers whose events are written by two transactions. */
  const apart = (prefix: string): [string, string] => {
    const numbers = Array.from({ length: 20 }, (_, number) => `${prefix}${number}`)
    const [one = '', other = ''] = [0, 1].map((part) => numbers.find((number) => deliveryShard(number) === part))
    return [one, other]
  }

  test('deliver an order once if its last two parcels are written concurrently', async () => {
    const [one, other] = apart('Y')
    await known(one, 'O-Y')
    await known(other, 'O-Y')
    const holder = new pg.Client(on.portal.testDatabase.ownerUrl)
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query("select set_config('app.clients', array[$1]::text, true)", [on.me.client])
      await holder.query(`select from orders where order_number = 'O-Y' for update`)
      const fed = feed([one, 'DPD', '060', '2026-03-04 09:00'], [other, 'DPD', '060', '2026-03-04 09:00'])
      // Both have written their parcel and wait for the order: one for the lock, the other for its turn.
      const waiting = `select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and l.locktype in ('transactionid', 'tuple') and a.datname = current_database()`
      await expect.poll(() => on.portal.testDatabase.asOwner(waiting)).toHaveLength(2)
      await holder.query('commit')
      expect((await fed).summary).toMatchObject({ created: 2, noted: { 'Orders delivered': 1 } })
      expect(await order('O-Y')).toMatchObject({ status: 'V', version: 2, history: ['Delivered'] })
    } finally {
      await holder.end()
    }
  })

  test('answer an error if half of them failed; sent again, all are saved once', async () => {
    const [one, other] = apart('Z')
    await known(one)
    await known(other)
    const rows: Row[] = [
      [one, 'DPD', '010', '2026-03-04 09:00'],
      [other, 'DPD', '010', '2026-03-04 09:00'],
    ]
    const savedEvents = `select tracking_number from delivery_events where client_code = $1 and tracking_number like 'Z%' order by 1`
    const asOwner = (sql: string) => on.portal.testDatabase.asOwner(sql)
    await asOwner(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`)
    await asOwner(`create trigger refuse before update on parcels for each row
      when (new.tracking_number = '${other}') execute function refuse()`)
    expect((await feed(...rows)).status).toBe(500)
    expect(await on.rows(savedEvents)).toEqual([{ tracking_number: one }])
    await asOwner('drop trigger refuse on parcels')
    expect((await feed(...rows)).summary).toMatchObject({ created: 1, unchanged: 1 })
    expect(await on.rows(savedEvents)).toHaveLength(2)
    expect([await parcel(one), await parcel(other)]).toMatchObject([{ state: 'in_transit' }, { state: 'in_transit' }])
  })

  test('with unknown codes are saved, counted and noted', async () => {
    await known('E1')
    const fed = await feed(
      ['E1', 'DPD', '010', '2026-03-03 08:00'],
      ['E1', 'DPD', 'POD9', '2026-03-03 09:00', 'Photo'],
      ['E1', 'OTHER', 'POD9', '2026-03-03 09:00'],
    )
    expect(fed.summary.noted).toMatchObject({ 'Unknown code: DPD POD9': 1, 'Unknown code: OTHER POD9': 1 })
    expect(await parcel('E1')).toMatchObject({ state: 'in_transit' })
    expect(
      await on.rows(
        `select carrier, description from event_code_counts where client_code = $1 and code = 'POD9' order by 1`,
      ),
    ).toEqual([
      { carrier: 'DPD', description: 'Photo' },
      { carrier: 'OTHER', description: '' },
    ])
  })

  test('accept carrier codes and names; unknown or other carriers are noted', async () => {
    const as = await makeSession(on.portal.testDatabase)
    const feedAs = (...rows: Row[]) => on.feedRows('delivery-events', events(...rows), { as })
    const eventCounts = () =>
      on.portal.testDatabase.asOwner(
        `select carrier, count(*)::int as events, (select sum(events)::int from event_code_counts c
           where c.client_code = e.client_code and c.carrier = e.carrier) as counted
         from delivery_events e where client_code = $1 group by client_code, carrier order by 1`,
        [as.client],
      )
    await makeParcel(on.portal.testDatabase, { client: as.client, trackingNumber: 'K1', carrier: 'DPD' })
    const before: Row = ['K1', 'dpd', '010', '2026-03-03 07:00']
    expect((await feedAs(before)).summary.noted).toEqual({
      'Unknown code: dpd 010': 1,
      'Events of another carrier than the parcel’s': 1,
    })
    await makeRuleBook(on.portal.testDatabase, as.client, [
      carrierItem('DPD', { name: 'DPD UK' }),
      carrierItem('EVRI', { name: 'Evri' }),
    ])
    const rows: Row[] = [
      ['K1', 'dpd uk', '010', '2026-03-03 08:00'],
      ['K1', 'Dpd', '030', '2026-03-03 09:00'],
      ['K1', 'Evri', 'in_transit', '2026-03-03 09:30'],
      ['K1', 'Zorro', 'delivered', '2026-03-03 10:00'],
      ['K1', 'Zorro', 'delivered', '2026-03-03 11:00'],
    ]
    expect((await feedAs(...rows)).summary).toMatchObject({
      created: 5,
      noted: {
        'Unknown carrier: Zorro': 2,
        'Events of another carrier than the parcel’s': 3,
        'Parcels with a new state': 1,
        'Orders delivered': 1,
      },
    })
    const all = Object.entries({ DPD: 2, EVRI: 1, Zorro: 2, dpd: 1 }).map(([carrier, count]) => ({
      carrier,
      events: count,
      counted: count,
    }))
    expect(await eventCounts()).toEqual(all)
    // Events fed before the client had its carriers are still recognised.
    await makeRuleBook(on.portal.testDatabase, as.client, [carrierItem('ZORRO')])
    expect((await feedAs(before, ...rows)).summary).toMatchObject({ created: 0, unchanged: 6, noted: {} })
    expect(await eventCounts()).toEqual(all)
  })

  test('of unknown parcels are saved', async () => {
    const fed = await feed(['F1', 'DPD', '010', '2026-03-03 08:00'], ['F1', 'DPD', '030', '2026-03-03 09:00'])
    expect(fed.summary).toMatchObject({ created: 2, noted: { 'Events of unknown parcels': 2 } })
  })

  test('make webhooks report the final state', async () => {
    await on.rows(`insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
      values ($1, 'hook', 'https://example.com', 'x', '{parcel.delivered,parcel.in_transit,order.delivered}', now(), 'test')`)
    await known('G1')
    await feed(['G1', 'DPD', '010', '2026-03-03 08:00'], ['G1', 'DPD', '060', '2026-03-03 09:00'])
    expect(await on.rows(`select event from webhook_deliveries where client_code = $1 order by event`)).toEqual([
      { event: 'order.delivered' },
      { event: 'parcel.delivered' },
    ])
    await on.rows('delete from webhooks where client_code = $1')
  })

  test('are refused one by one with column and reason', async () => {
    const fed = await feed(
      ['H1', 'DPD', '', '2026-03-03 08:00'],
      ['', 'DPD', '010', '2026-03-03 08:00'],
      ['H1', 'DPD', '010', 'soon'],
      ['H1', 'DPD', '010', '2026-03-03 08:00'],
    )
    expect(fed.refused.map(({ line, column }) => [line, column])).toEqual([
      [2, 'code'],
      [3, 'trackingNumber'],
      [4, 'occurredAt'],
    ])
    expect(fed.summary).toMatchObject({ read: 4, created: 1, refused: 3 })
  })

  test('do not affect another client’s parcel with the same number', async () => {
    const other = await makeSession(on.portal.testDatabase)
    await known('I1')
    await makeParcel(on.portal.testDatabase, { client: other.client, trackingNumber: 'I1', state: 'pending' })
    const file = events(['I1', 'DPD', '060', '2026-03-03 08:00'])
    expect((await on.feedRows('delivery-events', file)).summary.created).toBe(1)
    const states = `select client_code = $1 as mine, state from parcels where tracking_number = 'I1' order by 1`
    expect(await on.rows(states)).toEqual([
      { mine: false, state: 'pending' },
      { mine: true, state: 'delivered' },
    ])
    expect((await on.feedRows('delivery-events', file, { as: other })).summary.created).toBe(1)
  })

  test('can be fed only with the feed’s permission', async () => {
    const orders = await makeSession(on.portal.testDatabase, { holds: (leaf) => leaf === 'feeds.ordersFeed' })
    expect((await on.feedRows('delivery-events', events(), { as: orders })).status).toBe(403)
  })
})

describe('events in random order', () => {
  const PARCELS = 300
  const random = seededRandom(5)
  const codes = ['010', '030', '041', '060', '060', '070', 'POD9']
  const all = Array.from({ length: 2_400 }, (): [number, string, string] => [
    random.whole(0, PARCELS - 1),
    random.of(codes),
    `2026-03-0${random.whole(3, 6)} 0${random.whole(6, 9)}:${random.of(['00', '30'])}`,
  ])

  /** Feeds events of that many parcels, two in each order, and returns their final states. */
  async function ends(prefix: string, rows: typeof all, files: number) {
    await on.rows(`insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date,
        country, quantity, item_count, total_value, currency_code, created_at, created_by)
      select $1, '${prefix}' || n, 'D', 'feed', now(), 'STANDARD', '2026-03-02', 'GB', 1, 1, 1, 'GBP', now(), 'test'
      from generate_series(0, ${PARCELS / 2 - 1}) n`)
    await on.rows(`insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
      select $1, '${prefix}' || n, 'DPD', '${prefix}' || n / 2, now(), now(), '2026-03-05' from generate_series(0, ${PARCELS - 1}) n`)
    const size = Math.ceil(rows.length / files)
    const sent = Array.from({ length: files }, (_, file) =>
      feed(
        ...rows
          .slice(file * size, (file + 1) * size)
          .map(([number, code, at]): Row => [`${prefix}${number}`, 'DPD', code, at]),
      ),
    )
    for (const { status } of await Promise.all(sent)) expect(status).toBe(200)
    return {
      parcels:
        await on.rows(`select substr(tracking_number, 3) as number, state, reason, state_at, delivered_at, delivered_on
        from parcels where client_code = $1 and tracking_number like '${prefix}%' order by 1`),
      orders: await on.rows(`select substr(order_number, 3) as number, status, version
        from orders where client_code = $1 and order_number like '${prefix}%' order by 1`),
    }
  }

  test('give the same final parcels and orders as any other order', async () => {
    const forward = await ends('S_', all, 1)
    expect(new Set(forward.parcels.map(({ state }) => state)).size).toBeGreaterThan(4)
    expect(new Set(forward.orders.map(({ status }) => status))).toEqual(new Set(['D', 'V']))
    expect(await ends('T_', all.toReversed(), 1)).toEqual(forward)
    const shuffled = seededRandom(6)
    const twice = [...all, ...all]
      .map((row) => ({ row, at: shuffled.next() }))
      .toSorted((one, other) => one.at - other.at)
    expect(
      await ends(
        'U_',
        twice.map(({ row }) => row),
        4,
      ),
    ).toEqual(forward)
  })
})
