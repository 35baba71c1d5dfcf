import { contract } from '@despatch/contract/contract'
import { wordsOf } from '@despatch/domain/enquiries/search/search-words'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { fillSearch } from './fill-search.ts'

type Caller = SignedIn & { client: string }
let portal: TestPortal
let ours: Caller
let theirs: Caller
beforeAll(async () => {
  portal = await openTestPortal()
  ours = await shop()
  theirs = await shop()
})
afterAll(() => portal.close())

async function shop(): Promise<Caller> {
  const on = portal.testDatabase
  const as = await makeSession(on)
  await makeSku(on, { client: as.client, code: 'TV' })
  await create(as, 'SIAN', { customerFirstName: 'Siân', customerLastName: 'Murphy', phone: '+44 7700 900123' })
  await create(as, 'PAT', { customerFirstName: 'Pat', customerLastName: 'O’Brien', addressLine1: 'Murphy & Sons Ltd' })
  await create(as, 'MUR', {
    customerFirstName: 'Ann',
    customerLastName: 'Murphyson',
    addressLine2: '17 Sackville Road',
  })
  await makeParcel(on, { client: as.client, orderNumber: 'SIAN', trackingNumber: 'JD00 1234 567' })
  await makeParcel(on, { client: as.client, orderNumber: 'MUR', trackingNumber: 'WX623388114GB' })
  return as
}

async function create(as: Caller, orderNo: string, order: Partial<Parameters<typeof orderBody>[0]>) {
  const { status } = await portal.call(
    contract.orders.create,
    { body: orderBody({ ...order, SKU: 'TV', orderNo }) },
    as,
  )
  expect(status).toBe(200)
}

const find = async (text: string, as: Caller = ours) => {
  const { body } = await portal.call(contract.enquiries.reference, { query: { text } }, as)
  return {
    took: body.tookItFor.map(({ title }) => title),
    found: body.matches.map(({ orderNumber, matched }) =>
      [orderNumber, ...matched.map(({ field, text: said }) => `${field} ${said}`)].join(': '),
    ),
    clients: new Set(body.matches.map(({ clientCode }) => clientCode)),
  }
}

const NAME = 'a name or an address'
test.each([
  ['sian murphy', [`${NAME}; 1 order`], ['SIAN: name Siân Murphy']],
  ['MURPHY si', [`${NAME}; 1 order`], ['SIAN: name Siân Murphy']],
  [
    'murphy',
    [`${NAME}; 3 orders`],
    ['SIAN: name Siân Murphy', 'MUR: name Ann Murphyson', 'PAT: address Murphy & Sons Ltd'],
  ],
  ['obrien', [`${NAME}; 1 order`], ['PAT: name Pat O’Brien']],
  ["o'brien", [`${NAME}; 1 order`], ['PAT: name Pat O’Brien']],
  ['o brien', [`${NAME}; 1 order`], ['PAT: name Pat O’Brien']],
  ['17 sackville', [`${NAME}; 1 order`], ['MUR: address 17 Sackville Road']],
  ['07700 900123', ['a phone number; 1 order'], ['SIAN: phone +44 7700 900123']],
  ['900123', ['a phone number; 1 order'], ['SIAN: phone +44 7700 900123']],
  ['34567', ['the end of a tracking number; 1 parcel'], ['SIAN']],
  ['88114', ['the end of a tracking number; 1 parcel'], ['MUR']],
  ['88114 gb', ['the end of a tracking number; 1 parcel'], ['MUR']],
  ['murphy & sons', [`${NAME}; 1 order`], ['PAT: address Murphy & Sons Ltd']],
  ['urphy', [], []],
  ['4567', [], []],
  ["'", [], []],
  ["mur' | '!", [`${NAME}; 3 orders`], undefined],
  [':* & !', [], []],
])('%j is interpreted as %j', async (text, took, found) => {
  expect(await find(text)).toMatchObject({ took, ...(found && { found }) })
})

test.each(['sian murphy', '07700900123', '34567'])(
  '%s finds the client’s own orders only; staff find both',
  async (text) => {
    expect((await find(text, theirs)).clients).toEqual(new Set([theirs.client]))
    const clients = [ours.client, theirs.client]
    const staff = await makeSession(portal.testDatabase, { clients, type: 'Internal User', client: 'All_client' })
    expect((await find(text, staff)).clients).toEqual(new Set(clients))
  },
)

test('a search reveals nothing of other clients, and leaves no setting behind', async () => {
  const rows = await portal.testDatabase.asOwner(
    `with asked as materialized (select set_config('app.clients', '{NOBODY}', true), set_config('app.words', '''murphy''', true))
     select s.client_code from asked, lateral (select client_code from order_search offset 0) s`,
  )
  expect(rows).toEqual([])
})

test('a changed order is found by its present words', async () => {
  await create(ours, 'NEW-1', { customerLastName: 'Featherstonehaugh' })
  expect((await find('featherstonehaugh')).found).toHaveLength(1)
  await portal.testDatabase.asOwner(
    "update orders set customer_last_name = 'Cholmondeley' where client_code = $1 and order_number = 'NEW-1'",
    [ours.client],
  )
  expect([(await find('featherston')).found.length, (await find('cholmondeley')).found.length]).toEqual([0, 1])
})

test('old orders and parcels are found once the job has filled them', async () => {
  const on = portal.testDatabase
  await on.asOwner('delete from order_search')
  await on.asOwner('update parcels set number_backwards = null')
  expect([(await find('sian murphy')).took, (await find('34567')).took]).toEqual([[], []])
  await on.asOwner(
    "insert into figures_to_fill values ('words of orders'), ('digits of parcels') on conflict do nothing",
  )
  for (const _ of [1, 2]) await fillSearch({ database: portal.database, log: portal.app.log })
  expect([
    (await find('sian murphy')).found.length,
    (await find('34567')).found.length,
    (await find('88114')).found.length,
  ]).toEqual([1, 1, 1])
  expect(await on.asOwner('select from figures_to_fill')).toEqual([])
})

test('a frequent name finds its newest orders, in constant time', async () => {
  const as = await makeSession(portal.testDatabase)
  await portal.testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
       customer_last_name, quantity, item_count, total_value, currency_code, created_at, created_by)
     select $1, 'MANY-' || n, 'N', 'feed', now() - n * interval '20 min', 'STANDARD', now(), 'GB', 'Smith', 1, 1, 1, 'GBP', now(), 'test'
     from generate_series(1, 1500) as n`,
    [as.client],
  )
  const { took, found } = await find('smith', as)
  expect([took, found.length, found[0]]).toEqual([[`${NAME}; more than 1,000 orders`], 10, 'MANY-1: name Smith'])
})

test('open orders come before finished ones, then the newest, each with its town and carriers', async () => {
  const as = await makeSession(portal.testDatabase)
  await portal.testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
       customer_first_name, customer_last_name, address_line_1, address_line_3, quantity, item_count, total_value,
       currency_code, created_at, created_by)
     select $1, 'RUTH-' || status, status, 'feed', now() - days * interval '1 day', 'STANDARD', now(), 'GB', 'Ruth',
       'Taylor', '1 High St', 'Leeds', 1, 1, 1, 'GBP', now(), 'test'
     from (values ('V', 1), ('C', 2), ('D', 3), ('N', 4), ('P', 2.5)) as given (status, days)`,
    [as.client],
  )
  await portal.testDatabase.asOwner(
    `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day, rule_book_version,
       parcels, consignment, usage_seen, carrier, client_method_id, cost, why)
     select $1, 'RUTH-P', 1, number, now(), 'test', 'allocated', now(), 1, 1, '{}', '{}', carrier, carrier || '-1', 5, ''
     from (values (1, 'DPD'), (2, 'EVRI')) as given (number, carrier)`,
    [as.client],
  )
  const { body } = await portal.call(contract.enquiries.reference, { query: { text: 'ruth taylor' } }, as)
  const rows = body.matches.map(({ orderNumber, town, carrier }) => [orderNumber, town, carrier])
  expect(rows).toEqual(
    ['P', 'D', 'N', 'V', 'C'].map((status) => [`RUTH-${status}`, 'Leeds', status === 'P' ? 'DPD, EVRI' : '']),
  )
})

test('the database splits words like the domain', async () => {
  const texts = [
    'Siân O’Brien',
    "King's  Road 12a",
    'Małgorzata Øster-Straße',
    'İstanbul Ægir Þór',
    'Иван Петров',
    'ＦＵＬＬ',
    '',
    'Ångström ﬁne',
    '鈴木 一郎',
    'Ελένη',
    'नमस्ते',
    'x'.repeat(1200),
    '👍 ok',
    'a_b',
  ]
  for (const text of texts) {
    const [row] = await portal.testDatabase.asOwner('select words_of($1) as words', [text])
    expect({ text, words: row?.['words'] }).toEqual({ text, words: wordsOf(text) })
  }
})
