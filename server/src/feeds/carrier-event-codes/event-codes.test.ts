import { carriers } from '@despatch/contract/routing/active-dates/carriers'
import { feeds } from '@despatch/contract/feeds/feeds'
import { prices } from '@despatch/contract/routing/prices/prices'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { recountAll } from '../../figures/recount.ts'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeDeliveryEvent, makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal, refusalOf } from '../../testing/test-portal.ts'
import { mergeAliasesAtStart } from './event-code-jobs.ts'
import { lockEventCodesShared } from './event-code-lock.ts'

let portal: TestPortal
let ops: SignedIn & { client: string }
let acme: SignedIn & { client: string }
let birch: string
beforeAll(async () => {
  portal = await openTestPortal()
  ops = await makeSession(portal.testDatabase, { type: 'Internal User' })
  acme = await makeSession(portal.testDatabase)
  birch = await makeClient(portal.testDatabase)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.testDatabase.asOwner('delete from event_code_counts')
  await portal.testDatabase.asOwner('delete from carrier_event_codes')
})

const LAST = '2026-03-04T10:00:00Z'
const countEvents = (client: string, code: string, events: number, description = 'Said', last = LAST) =>
  portal.testDatabase.asOwner(
    `insert into event_code_counts (client_code, carrier, code, events, first_at, last_at, description)
     values ($1, 'DPD', $2, $3, '2026-03-01T10:00:00Z', $4, $5)`,
    [client, code, events, last, description],
  )
const list = async (query: object = {}, as: SignedIn = { ...ops, client: 'All_client' }) =>
  (await portal.call(feeds.eventCodes, { query }, as)).body
const BODY = {
  carrier: 'DPD',
  code: '81',
  state: 'in_transit',
  reason: '',
  description: 'At the depot',
  version: 0,
} as const
const set = (body: object = {}, as: SignedIn = ops) =>
  portal.call(feeds.setEventCode, { body: { ...BODY, ...body } }, as)
const remove = (query: object = {}, as: SignedIn = ops) =>
  portal.call(feeds.deleteEventCode, { query: { carrier: 'DPD', code: '81', version: '1', ...query } }, as)

describe('the list', () => {
  test('shows known and unknown codes, counted for the clients of the call', async () => {
    await set()
    await countEvents(acme.client, '81', 5)
    await countEvents(acme.client, '99', 3, 'Eaten by a dog', '2026-03-09T10:00:00Z')
    await countEvents(birch, '99', 4, 'Eaten', '2026-03-08T10:00:00Z')
    const all = await list()
    expect(all).toMatchObject({ total: 2, unknown: { codes: 1, events: 7 }, carriers: ['DPD'] })
    expect(all.codes).toMatchObject([
      { code: '81', state: 'in_transit', version: 1, events: 5 },
      {
        code: '99',
        state: 'unknown',
        version: 0,
        events: 7,
        said: 'Eaten by a dog',
        firstAt: '2026-03-01T10:00:00.000Z',
        lastAt: '2026-03-09T10:00:00.000Z',
      },
    ])
    const own = await list({}, acme)
    expect(own.unknown).toEqual({ codes: 1, events: 3 })
    expect(own.codes.map(({ code, events }) => [code, events])).toEqual([
      ['81', 5],
      ['99', 3],
    ])
  })

  test.each([
    ['Out For-Delivery', 'out_for_delivery'],
    ['AttemptFail', 'delivery_failed'],
  ])('knows a code that is the name of a state: %s', async (code, state) => {
    await countEvents(acme.client, code, 1)
    expect(await list()).toMatchObject({ unknown: { codes: 0, events: 0 }, codes: [{ state, version: 0 }] })
  })

  test('is filtered, sorted and paged', async () => {
    for (const [place, code] of ['A', 'B', 'C', 'D'].entries())
      await countEvents(acme.client, code, place + 1, `Says ${code}_`)
    await set({ code: 'C', description: '100% there' })
    const codes = async (query: object) => (await list(query)).codes.map(({ code }) => code)
    expect(await codes({ state: 'unknown' })).toEqual(['A', 'B', 'D'])
    expect(await codes({ sort: 'events', desc: 'true' })).toEqual(['D', 'C', 'B', 'A'])
    expect(await codes({ limit: '2', page: '2' })).toEqual(['C', 'D'])
    expect(await codes({ search: 'says b_' })).toEqual(['B'])
    expect(await codes({ search: '%' })).toEqual(['C'])
    expect(await codes({ carrier: 'DHL' })).toEqual([])
    expect(await codes({ code: 'D', carrier: 'DPD' })).toEqual(['D'])
  })
})

describe('setting the meaning of a code', () => {
  test('saves it with a version and an audit row', async () => {
    expect(await set()).toMatchObject({
      status: 200,
      body: { message: 'Data added successfully.', code: { version: 1 } },
    })
    expect(await set({ version: 1, state: 'delivered' })).toMatchObject({
      status: 200,
      body: { message: 'Data updated successfully.', code: { version: 2, state: 'delivered' } },
    })
    const audit = await portal.testDatabase.asOwner(
      `select client_code, object, before, after from audit where act = 'feed.event-code-set' order by audit_id desc limit 1`,
    )
    expect(audit).toEqual([
      {
        client_code: '',
        object: 'DPD’s event code 81',
        before: { state: 'in_transit' },
        after: { state: 'delivered' },
      },
    ])
  })

  test('is refused if someone changed it meanwhile', async () => {
    await set()
    for (const version of [0, 2]) {
      const answer = await set({ version })
      expect(answer).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    }
    const both = await Promise.all([set({ code: '82' }), set({ code: '82', state: 'delivered' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.each([
    ['a state that means nothing', { state: 'unknown' }, /Choose a meaning/],
    ['no code', { code: '' }, /Enter an event code/],
    ['too long a carrier', { carrier: 'x'.repeat(51) }, /at most 50/],
  ])('is refused with %s', async (_what, body, words) => {
    const answer = await set(body)
    expect([answer.status, refusalOf(answer).message]).toEqual([400, expect.stringMatching(words)])
  })

  test('shows client users no name of the user who set it', async () => {
    await set()
    await portal.testDatabase.asOwner("update client_settings set settings = '{}' where client_code = $1", [
      acme.client,
    ])
    const [ours, theirs] = [await list(), await list({}, acme)].map(({ codes }) => codes[0]?.changedBy)
    expect(ours).not.toBe('Despatch operations')
    expect([ours, theirs]).toEqual([expect.stringMatching(/./), 'Despatch operations'])
  })

  test('is for internal users only', async () => {
    await set()
    const words = /holds for every client: internal users alone/
    for (const answer of [await set({ code: '90' }, acme), await remove({}, acme)])
      expect(answer).toMatchObject({ status: 403, body: { message: expect.stringMatching(words) } })
  })
})

test('a code is deleted once, with its current version', async () => {
  await set()
  expect((await remove({ version: '7' })).status).toBe(409)
  expect(await remove()).toMatchObject({ status: 200, body: { message: 'Data deleted successfully.' } })
  expect((await remove()).status).toBe(404)
  expect((await list()).total).toBe(0)
})

describe('a code that becomes known', () => {
  const parcelOf = (client: string, trackingNumber: string) =>
    makeParcel(portal.testDatabase, { client, trackingNumber, state: 'unknown', stateAt: '2026-03-03T09:00:00Z' })
  const event = (client: string, trackingNumber: string, changes: object = {}) =>
    makeDeliveryEvent(portal.testDatabase, { client, trackingNumber, code: '77', state: 'unknown', ...changes })
  const states = async () =>
    (
      await portal.testDatabase.asOwner(
        `select tracking_number, state, reason, delivered_on::text from parcels where tracking_number like 'K%' order by 1`,
      )
    ).map((row) => Object.values(row))
  const left = async () =>
    Number(
      (await portal.testDatabase.asOwner(`select count(*) from delivery_events where state = 'unknown'`))[0]?.['count'],
    )

  test('changes stored events of all clients and the state of their parcels', async () => {
    await parcelOf(acme.client, 'K1')
    await parcelOf(birch, 'K2')
    await parcelOf(acme.client, 'K3')
    await event(acme.client, 'K1')
    await event(birch, 'K2', { reason: 'Left with Bob' })
    await event(birch, 'NOT-KNOWN-YET')
    // A newer known event, one with another code, and one of another carrier.
    await event(acme.client, 'K3')
    await event(acme.client, 'K3', { code: '90', state: 'return_to_sender', at: '2026-03-04T09:00:00Z' })
    await event(acme.client, 'K3', { code: '78', at: '2026-03-05T09:00:00Z' })
    await event(acme.client, 'K3', { carrier: 'DHL', at: '2026-03-05T09:00:00Z' })
    const { body } = await set({ code: '77', state: 'delivered', reason: 'Safe place' })
    expect(body.message).toBe('Data added successfully. The 4 earlier events will be updated shortly.')
    await vi.waitFor(async () => expect(await left()).toBe(2), 120_000)
    expect(await states()).toEqual([
      ['K1', 'delivered', 'Safe place', '2026-03-03'],
      ['K2', 'delivered', 'Left with Bob', '2026-03-03'],
      ['K3', 'return_to_sender', '', '2026-03-03'],
    ])
    expect(
      await portal.testDatabase.asOwner(`select status, version from orders where client_code = $1`, [birch]),
    ).toEqual([{ status: 'V', version: 2 }])
  })

  test('waits for a feed that is writing unknown events', async () => {
    const feeding = new pg.Client(portal.testDatabase.ownerUrl)
    await feeding.connect()
    try {
      await feeding.query('begin')
      await lockEventCodesShared(feeding)
      await feeding.query("select set_config('app.clients', $1, true)", [`{${acme.client}}`])
      await feeding.query(
        `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, occurred_at, received_at)
         values ($1, 'LATE', gen_random_uuid(), 'DPD', 'LATE', 'unknown', now(), now())`,
        [acme.client],
      )
      const setting = set({ code: 'LATE' })
      const isWaiting = `select count(*) as waiting from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await vi.waitFor(
        async () => expect(await portal.testDatabase.asOwner(isWaiting)).toEqual([{ waiting: '1' }]),
        30_000,
      )
      await feeding.query('commit')
      expect((await setting).body.message).toMatch(/Its earlier event will be updated shortly/)
    } finally {
      await feeding.end()
    }
    await vi.waitFor(async () => {
      const late = await portal.testDatabase.asOwner(`select state from delivery_events where code = 'LATE'`)
      expect(late).toEqual([{ state: 'in_transit' }])
    }, 30_000)
  })

  test('changes events piece by piece, and again after a change', async () => {
    await parcelOf(acme.client, 'K4')
    await portal.testDatabase.asOwner(
      `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, occurred_at, received_at)
       select $1, 'K4', gen_random_uuid(), 'DPD', 'MANY', 'unknown', now() - interval '1 hour', now()
       from generate_series(1, 12000)`,
      [acme.client],
    )
    expect((await set({ code: 'MANY', state: 'in_transit' })).body.message).toMatch(/The 12,000 earlier events/)
    await vi.waitFor(async () => expect(await left()).toBe(2), 120_000)
    expect(await set({ code: 'MANY', state: 'delivered', version: 1 })).toMatchObject({
      body: { message: 'Data updated successfully.' },
    })
    await vi.waitFor(async () => {
      const now = await portal.testDatabase.asOwner(`select distinct state from delivery_events where code = 'MANY'`)
      expect(now).toEqual([{ state: 'delivered' }])
    }, 120_000)
  })

  test('with a new meaning changes parcels, orders, exceptions and webhooks', async () => {
    const { asOwner } = portal.testDatabase
    const as = await makeSession(portal.testDatabase)
    await set({ code: 'OTHER', state: 'delivered' })
    await set({ code: 'CARD', state: 'delivery_failed', reason: 'Nobody was in' })
    const parcel = { client: as.client, state: 'pending' } as const
    for (const mark of ['X1', 'X2'])
      await makeParcel(portal.testDatabase, { ...parcel, trackingNumber: mark, orderNumber: `O-${mark}` })
    await asOwner(
      `insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
       values ($1, 'Shop', 'https://hooks.invalid', '', '{order.delivered,order.undone}', now(), 'test')`,
      [as.client],
    )
    const file = [
      'trackingNumber,carrier,code,occurredAt,reason',
      'X1,DPD,OTHER,2026-03-03 09:00,',
      'X2,DPD,CARD,2026-03-03 09:00,',
      'X2,DPD,CARD,2026-03-03 08:00,Dog in the garden',
    ].join('\n')
    const fed = await fetch(`${portal.url}/api/feeds/delivery-events`, {
      method: 'POST',
      headers: { access_token: as.token, client: as.client, 'content-type': 'text/csv' },
      body: file,
    })
    expect(fed.status).toBe(200)
    const parcels = async () =>
      (
        await asOwner(
          `select p.tracking_number, p.state, p.reason, p.delivered_on::text, o.status, o.delivered_on::text as day
           from parcels p join orders o using (client_code, order_number) where p.client_code = $1 order by 1`,
          [as.client],
        )
      ).map((row) => Object.values(row))
    expect(await parcels()).toEqual([
      ['X1', 'delivered', '', '2026-03-03', 'V', '2026-03-03'],
      ['X2', 'delivery_failed', 'Nobody was in', null, 'D', null],
    ])
    expect((await set({ code: 'OTHER', state: 'in_transit', version: 1 })).body.message).toBe(
      'Data updated successfully. Its earlier event will be updated shortly.',
    )
    await set({ code: 'CARD', state: 'delivered', reason: 'Safe place', version: 1 })
    await vi.waitFor(
      async () =>
        expect(await parcels()).toEqual([
          ['X1', 'in_transit', '', null, 'D', null],
          ['X2', 'delivered', 'Safe place', '2026-03-03', 'V', '2026-03-03'],
        ]),
      30_000,
    )
    await recountAll(portal.database)
    const exceptions = await asOwner(
      `select state, reason, sum(events)::int as events from exception_facts where client_code = $1
       group by 1, 2 having sum(events) <> 0 order by 2`,
      [as.client],
    )
    expect(exceptions).toEqual([
      { state: 'delivered', reason: 'Dog in the garden', events: 1 },
      { state: 'delivered', reason: 'Safe place', events: 1 },
    ])
    const deliveries = await asOwner(
      `select event, payload from webhook_deliveries where client_code = $1 order by delivery_id`,
      [as.client],
    )
    expect(deliveries.map(({ event, payload }) => [event, payload])).toEqual(
      expect.arrayContaining([
        ['order.delivered', { orderNumber: 'O-X1', version: 2, Status: 'V' }],
        ['order.undone', { orderNumber: 'O-X1', version: 3, Status: 'D' }],
        ['order.delivered', { orderNumber: 'O-X2', version: 2, Status: 'V' }],
      ]),
    )
  })
})

test('after deletion, events, parcels and orders follow the code’s own name, or are unknown', async () => {
  const { asOwner } = portal.testDatabase
  const as = await makeSession(portal.testDatabase)
  for (const [code, tracking] of [
    ['GONE', 'D1'],
    ['DELIVERED', 'D2'],
  ] as const) {
    await set({ code, state: code === 'GONE' ? 'delivered' : 'delivery_failed', reason: 'Safe place' })
    const parcel = {
      client: as.client,
      state: 'pending',
      trackingNumber: tracking,
      orderNumber: `O-${tracking}`,
    } as const
    await makeParcel(portal.testDatabase, parcel)
    const fed = await fetch(`${portal.url}/api/feeds/delivery-events`, {
      method: 'POST',
      headers: { access_token: as.token, client: as.client, 'content-type': 'text/csv' },
      body: `trackingNumber,carrier,code,occurredAt\n${tracking},DPD,${code},2026-03-03 09:00\n`,
    })
    expect(fed.status).toBe(200)
  }
  const read = async () =>
    (
      await asOwner(
        `select p.tracking_number, p.state, p.reason, o.status
         from parcels p join orders o using (client_code, order_number) where p.client_code = $1 order by 1`,
        [as.client],
      )
    ).map((row) => Object.values(row))
  expect(await read()).toEqual([
    ['D1', 'delivered', 'Safe place', 'V'],
    ['D2', 'delivery_failed', 'Safe place', 'D'],
  ])
  for (const code of ['GONE', 'DELIVERED']) expect((await remove({ code })).status).toBe(200)
  await vi.waitFor(
    async () =>
      expect(await read()).toEqual([
        ['D1', 'unknown', '', 'D'],
        ['D2', 'delivered', '', 'V'],
      ]),
    30_000,
  )
})

describe('a meaning defined under another spelling of the carrier', () => {
  const table = async (carrier: string) =>
    (
      await portal.testDatabase.asOwner(
        'select code, state, reason, changed_by from carrier_event_codes where carrier = $1 order by code',
        [carrier],
      )
    ).map((row) => Object.values(row))
  const client = async (...items: BookItem[]) => {
    const code = await makeClient(portal.testDatabase)
    await makeRuleBook(portal.testDatabase, code, items)
    return code
  }
  const saveCode = (carrier: string, code: string, state = 'in_transit', at = '2026-01-01T00:00:00Z') =>
    portal.testDatabase.asOwner(
      `insert into carrier_event_codes (carrier, code, state, reason, changed_at, changed_by) values ($1, $2, $3, 'Why', $4, 'ann')`,
      [carrier, code, state, at],
    )
  const start = () => mergeAliasesAtStart({ database: portal.database, jobs: portal.app.services.jobs })

  test('applies to the carrier’s code and to its unknown events', async () => {
    const own = await client(carrierItem('YOD', { name: 'Yodel' }))
    for (const carrier of ['YOD', 'Yodel'])
      await makeDeliveryEvent(portal.testDatabase, {
        client: own,
        trackingNumber: 'S1',
        carrier,
        code: 'Y1',
        state: 'unknown',
      })
    const { body } = await set({ carrier: 'Yodel', code: 'Y1', reason: 'Said' })
    expect(body.message).toMatch(/The 2 earlier events will be updated shortly/)
    expect(await table('YOD')).toEqual([['Y1', 'in_transit', 'Said', expect.any(String)]])
    expect(await table('Yodel')).toEqual(await table('YOD'))
    await vi.waitFor(async () => {
      const events = await portal.testDatabase.asOwner(
        'select distinct state from delivery_events where client_code = $1',
        [own],
      )
      expect(events).toEqual([{ state: 'in_transit' }])
    }, 30_000)
    await set({ carrier: 'Yodel', code: 'Y2' })
    const carried = `select code, carried_to from carrier_event_codes where carrier = 'Yodel' order by code`
    expect((await portal.testDatabase.asOwner(carried)).map((row) => Object.values(row))).toEqual([
      ['Y1', ['YOD']],
      ['Y2', ['YOD']],
    ])
    const acts = `select by_name, object, after from audit where object like 'YOD’s%' order by at, audit_id`
    expect(await portal.testDatabase.asOwner(acts)).toEqual([
      {
        by_name: 'Despatch',
        object: 'YOD’s event codes, as they were said under another spelling of it',
        after: { codes: ['Y1'] },
      },
      expect.objectContaining({ after: { codes: ['Y2'] } }),
    ])
  })

  test('is copied once at server start, and never over existing or deleted meanings', async () => {
    await client(carrierItem('TUF', { name: 'Tuffnells' }), carrierItem('TUF2', { name: 'Other' }))
    await client(carrierItem('TUF'), carrierItem('DHL', { name: 'tuf2' }))
    await saveCode('Tuffnells', 'A', 'in_transit')
    await saveCode('tuf', 'A', 'delivered', '2026-02-01T00:00:00Z')
    await saveCode('tuf', 'B', 'delivered')
    await saveCode('TUF', 'B', 'on_hold')
    await saveCode('Zorro', 'C')
    await Promise.all([start(), start()])
    const carried = [
      ['A', 'delivered', 'Why', 'ann'],
      ['B', 'on_hold', 'Why', 'ann'],
    ]
    expect(await table('TUF')).toEqual(carried)
    expect(await table('Zorro')).toHaveLength(1)
    expect((await remove({ carrier: 'TUF', code: 'A' })).status).toBe(200)
    await start()
    expect(await table('TUF')).toEqual(carried.slice(1))
    expect(await table('tuf')).toHaveLength(2)
  })

  test('is copied when a carrier is added to a rule book or changed', async () => {
    await saveCode('Arrow XL', 'A')
    const own = await client(carrierItem('AXL', { name: 'Arrow XL' }))
    expect(await table('AXL')).toEqual([])
    const body = { client: own, carrier: 'AXL', active: 'N' as const, activeDates: [], version: 1 }
    const as = await makeSession(portal.testDatabase, { clients: [own] })
    expect(await portal.call(carriers.update, { body }, as)).toMatchObject({ status: 200 })
    expect(await table('AXL')).toEqual([['A', 'in_transit', 'Why', 'ann']])
  })

  test('is not copied by a name that only one client gives the carrier', async () => {
    await client(carrierItem('PF', { name: 'Parcelforce' }), carrierItem('TNT'))
    await saveCode('PF', 'A', 'delivered')
    await saveCode('Nightline', 'B', 'delivered')
    for (const carrierName of ['pf', 'Nightline']) {
      const as = await makeSession(portal.testDatabase, { clients: [await client()] })
      const body = {
        clientMethodID: 'M',
        carrier: 'TNT',
        carrierName,
        carrierService: 'Day',
        methodDescription: 'Parcels',
        contracts: ['C'],
        serviceTypes: ['STANDARD' as const],
        countries: ['GB'],
        regions: [],
        transitDays: 1,
      }
      expect((await portal.call(prices.createMethod, { body }, as)).body).toMatchObject({ message: DATA_ADDED })
    }
    await start()
    expect(await table('TNT')).toEqual([])
  })
})
