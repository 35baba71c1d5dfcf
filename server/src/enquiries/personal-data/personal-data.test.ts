import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal } from '../../testing/feed-portal.ts'
import { personOrders, openPersonsPortal, ORDER_COLUMNS, PERSON, TRACES } from '../../testing/people-data.ts'
import { refusalOf, type SignedIn } from '../../testing/test-portal.ts'

const { find, preview, erase, erasures } = contract['personal-data']

let on: FeedPortal
let staff: SignedIn
let stranger: SignedIn & { client: string }
let client: string
beforeAll(async () => {
  on = await openPersonsPortal()
  client = on.me.client
  const owner = on.portal.testDatabase
  staff = { ...(await makeSession(owner, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  stranger = await makeSession(owner, { clients: [await makeClient(owner)] })
})
afterAll(() => on.portal.close())

const found = async (search: string, as: SignedIn = staff) =>
  (await on.portal.call(find, { body: { search } }, as)).body.people.map(({ names, records }) => ({
    names,
    orders: records.map(({ orderNumber }) => orderNumber).toSorted(),
  }))
const keys = (...numbers: string[]) => numbers.map((orderNumber) => ({ clientCode: client, orderNumber }))
const eraseThem = (orders: object[], more: object = {}, as: SignedIn = staff) =>
  on.portal.send(erase, { body: { orders, requestReference: 'DSR-12', reason: 'request', ...more } }, as)

/** Tables that still contain a text of the person: 'orders: quagliotti'. */
async function traces(): Promise<string[]> {
  const { asOwner } = on.portal.testDatabase
  const tables = await asOwner(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'jobs') and tablename <> 'schema_migrations' order by 1`,
  )
  const left: string[] = []
  for (const { name } of tables) {
    // Searches binary columns too: photos and files are stored as they are.
    const rows = await asOwner(`select lower(t::text) as row from ${String(name)} t`)
    const bytes = rows.map(({ row }) =>
      String(row).replaceAll(/\\x([0-9a-f]+)/g, (_all, hex: string) =>
        Buffer.from(hex, 'hex').toString('latin1').toLowerCase(),
      ),
    )
    for (const trace of TRACES) if (bytes.some((row) => row.includes(trace))) left.push(`${String(name)}: ${trace}`)
  }
  return left
}

/** Tables that contain the person at the start. */
const TABLES = [
  'orders',
  'order_search',
  'order_history',
  'order_receipts',
  'order_notes',
  'order_tags',
  'delivery_events',
  'return_events',
  'announced_returns',
  'announced_lines',
  'return_steps',
  'return_photos',
  'shopper_drafts',
  'mails',
  'claim_events',
  'claim_files',
  'idempotency_keys',
  'saved_views',
]

const PERSONS = [{ names: [`${PERSON.firstName} ${PERSON.lastName}`], orders: ['P-1', 'P-2'] }]
test.each([
  ['an email', PERSON.email.toUpperCase()],
  ['a name', 'quagliotti zephyrine'],
  ['a phone', '07700 909090'],
  ['a postcode', 'sw1y4jh'],
  ['an address', PERSON.address],
  ['an order number', 'p-1'],
  ['a tracking number', 'PARCEL 1'],
  ['a return', 'RT-1'],
])('all of a person’s data is found by %s, by the own client only', async (_what, search) => {
  expect(await found(search)).toEqual(PERSONS)
  expect(await found(search, on.me)).toEqual(PERSONS)
  expect(await found(search, stranger)).toEqual([])
})

test('people at one postcode are told apart; shared email or address merges them', async () => {
  await on.feed(
    csv(
      [
        [
          'N-1',
          'RED',
          1,
          4,
          '2026-03-02',
          'Norma',
          'Neighbour',
          'norma@nowhere.example',
          '',
          '1 Oak Way',
          '',
          'AB10 1AA',
        ],
        [
          'N-2',
          'RED',
          1,
          4,
          '2026-03-02',
          'Norman',
          'Neighbour',
          'norman@nowhere.example',
          '',
          '1 Oak Way',
          '',
          'AB10 1AA',
        ],
        ['N-3', 'RED', 1, 4, '2026-03-02', 'NORMA', 'Neighbour', 'norma@work.example', '', '1 Oak Way', '', 'AB10 1AA'],
      ],
      ORDER_COLUMNS,
    ),
  )
  const people = await found('ab10 1aa')
  expect(people.map(({ orders }) => orders).toSorted()).toEqual([['N-1', 'N-3'], ['N-2']])
  expect(await found('norma@work.example')).toMatchObject([{ orders: ['N-1', 'N-3'] }])
})

test('a name of more orders than are listed says that some are missing', async () => {
  await on.portal.testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, quantity,
       item_count, total_value, currency_code, created_at, created_by, customer_first_name, customer_last_name, post_code)
     select $1, 'MANY-' || n, 'V', 'feed', '2026-03-02 10:00Z', 'STANDARD', '2026-03-03', 'GB', 1, 1, 1, 'GBP', now(), 'test',
       'Max', 'Multitude', 'M' || n % 50 || ' 1AA'
     from generate_series(1, 201) n`,
    [client],
  )
  const { body } = await on.portal.call(find, { body: { search: 'max multitude' } }, staff)
  expect(body.isCutOff).toBe(true)
  const { body: few } = await on.portal.call(find, { body: { search: PERSON.email } }, staff)
  expect(few.isCutOff).toBe(false)
  await on.portal.testDatabase.asOwner(`delete from orders where order_number like 'MANY-%'`)
})

test('records under way block an erasure, and nothing is erased', async () => {
  await on.feed(personOrders('P-9'))
  const { status, body } = await eraseThem(keys('P-1', 'P-9'))
  expect(status).toBe(422)
  expect(refusalOf({ body }).message).toBe('Nothing was erased. Order P-9 is new. Deliver or cancel it first.')
  const { body: look } = await on.portal.call(preview, { body: { orders: keys('P-1', 'P-9') } }, staff)
  expect(look.obstacles).toEqual(['Order P-9 is new. Deliver or cancel it first.'])
  const { asOwner } = on.portal.testDatabase
  await asOwner("update announced_returns set refund_due_on = '2026-04-01' where client_code = $1", [client])
  await asOwner("update claims set state = 'sent', closed_at = null where client_code = $1", [client])
  const refused = refusalOf(await eraseThem(keys('P-1'))).message
  expect(refused).toContain('Return RT-1 of order P-1 is awaiting a refund. Refund or reject it first.')
  expect(refused).toMatch(/Claim C-\d+ for order P-1 is open\. Settle or withdraw it first\./)
  await asOwner('update announced_returns set refund_due_on = null where client_code = $1', [client])
  await asOwner("update claims set state = 'refused', closed_at = now() where client_code = $1", [client])
  await asOwner("update orders set status = 'C' where client_code = $1 and order_number = 'P-9'", [client])
  expect(await found(PERSON.email)).toMatchObject([{ orders: ['P-1', 'P-2', 'P-9'] }])
})

test('erasing and reading need the permission and the own client', async () => {
  for (const call of [erase, preview]) {
    const { status } = await on.portal.send(
      call,
      { body: { orders: keys('P-1'), ...(call === erase && { requestReference: 'X', reason: 'request' }) } },
      stranger,
    )
    expect(status).toBe(404)
  }
  const reader = await makeSession(on.portal.testDatabase, {
    clients: [client],
    holds: (leaf, right) => leaf === 'reportsAndEnquiries.personalData' && right !== 'Edit',
  })
  expect(await found(PERSON.email, reader)).toHaveLength(1)
  expect((await eraseThem(keys('P-1'), {}, reader)).status).toBe(403)
})

test('a reference that names the person is refused', async () => {
  const { status, body } = await eraseThem(keys('P-1'), { requestReference: 'Mrs Quagliotti' })
  expect(status).toBe(400)
  expect(refusalOf({ body }).fields).toEqual([
    {
      path: 'requestReference',
      message: 'Don’t name the person in the reference. Use the request number.',
    },
  ])
})

test('an erased person is nowhere, and two simultaneous erasures happen once', async () => {
  const before = await traces()
  for (const table of TABLES) expect(before.join(' ')).toContain(`public.${table}: `)
  const both = await Promise.all([
    eraseThem(keys('P-1', 'P-2', 'P-9')),
    eraseThem(keys('P-1', 'P-2', 'P-9'), {}, on.me),
  ])
  expect(both.map(({ status }) => status).toSorted(), JSON.stringify(both.map(({ body }) => body))).toEqual([200, 409])
  expect(await traces()).toEqual([])
  expect(await found('quagliotti')).toEqual([])
  expect(await found(PERSON.email)).toEqual([])
})

test('goods and events of the orders stay', async () => {
  const { asOwner } = on.portal.testDatabase
  const [order] = await asOwner(
    `select status, total_value, country, post_code, customer_last_name, address_line_1 from orders
     where client_code = $1 and order_number = 'P-1'`,
    [client],
  )
  expect(order).toMatchObject({ status: 'V', country: 'GB', post_code: 'SW1Y', customer_last_name: 'Erased' })
  const acts = await asOwner(
    `select act, note from order_history where client_code = $1 and order_number = 'P-1' order by version`,
    [client],
  )
  expect(acts.at(-1)).toEqual({ act: 'Personal data erased', note: 'Request DSR-12' })
  expect(acts[0]).toEqual({ act: 'Created', note: 'Orders feed' })
  const tags = await asOwner('select tag from order_tags where client_code = $1', [client])
  expect(tags).toEqual([{ tag: 'Gift' }])
  const claims = await asOwner('select state, claimed::int from claims where client_code = $1', [client])
  expect(claims).toEqual([{ state: 'refused', claimed: 10 }])
})

test('the list of erasures contains no personal data, and is separate by client', async () => {
  const listed = async (as: SignedIn) => (await on.portal.call(erasures, { query: {} }, as)).body.erasures
  const [first, ...others] = await listed(staff)
  expect(others).toEqual([])
  expect(first).toMatchObject({ clientCode: client, requestReference: 'DSR-12', reason: 'request', orders: 3 })
  expect(first?.counts).toContainEqual({ kind: 'notes', count: 1 })
  expect(first?.counts).toContainEqual({ kind: 'photos', count: 1 })
  expect(await listed(on.me)).toHaveLength(1)
  expect(await listed(stranger)).toEqual([])
})

test('repeated feeds and later events bring no personal data back', async () => {
  const { summary, refused } = await on.feed(personOrders('P-1', 'P-2', 'P-9'))
  expect(refused).toEqual([])
  expect(summary).toMatchObject({ unchanged: 3, created: 0 })
  await on.feedRows(
    'delivery-events',
    csv(
      [['PARCEL1', 'T99', '2026-03-06 12:00', `Left with ${PERSON.lastName}`, PERSON.place]],
      'trackingNumber,code,occurredAt,description,location',
    ),
  )
  await on.feedRows(
    'returns',
    csv(
      [['RT-2', 'P-1', 'RED', 1, 'Received', '2026-04-19', 'DAMAGED', `${PERSON.firstName} again`]],
      'returnReference,orderNumber,SKU,quantity,event,occurredAt,reasonCode,note',
    ),
  )
  expect(await traces()).toEqual([])
})
