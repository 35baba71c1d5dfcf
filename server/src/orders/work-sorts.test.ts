import { contract } from '@despatch/contract/contract'
import { type WorkSort, WORK_SORTS } from '@despatch/contract/orders/order-criteria'
import { WINDOW_SIZE } from '@despatch/contract/route/fields'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { consolidated, list, listTotal } = contract.orders
const COUNT = 310
let portal: TestPortal
let both: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  for (const code of ['ACME', 'BIRCH', 'CEDAR']) await makeClient(portal.testDatabase, { code })
  both = { ...(await makeSession(portal.testDatabase, { clients: ['ACME', 'BIRCH'] })), client: ALL_CLIENTS }
  // Names in mixed case, with accents, empty, too long for a place, and many equal ones.
  await portal.testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country,
       quantity, item_count, total_value, currency_code, created_at, created_by, customer_first_name, customer_last_name, post_code)
     select client, 'X ' || n, (array['N', 'R', 'S', 'V', 'C'])[n % 5 + 1], 'feed', now(),
       (array['STANDARD', 'NEXT DAY', 'NAMED DAY'])[n % 3 + 1], date '2026-01-06' + n % 3, 'GB', n % 4, 1, 1, 'GBP', now(), 'test',
       (array['ada', 'Ada', 'Élodie', '', '花子', repeat('Wolfeschlegel', 3)])[n % 6 + 1],
       (array['King', 'lovelace', 'O''Neill-Ünal', ''])[n % 4 + 1], (array['LS1 1UR', '', 'bs1 6qh'])[n % 3 + 1]
     from generate_series(1, ${COUNT}) as n, unnest(array['ACME', 'BIRCH', 'CEDAR']) as client`,
  )
})
afterAll(() => portal.close())

const OWN = WORK_SORTS.slice(-3)
type Row = { clientCode: string; orderNumber: string }
const idOf = ({ clientCode, orderNumber }: Row) => `${clientCode} ${orderNumber}`

async function rows(sort: WorkSort, desc: boolean, page: { limit: number; page?: number; from?: string }) {
  const { body } = await portal.call(list, { body: { sort, desc, ...page } }, both)
  return body.Orders
}

test.each(OWN.flatMap((sort) => [true, false].map((desc) => ({ sort, desc }))))(
  'work by $sort, desc $desc: windows and pages make up the whole list',
  async ({ sort, desc }) => {
    const whole = await rows(sort, desc, { limit: 1000 })
    expect(whole).toHaveLength((2 * COUNT * 3) / 5)
    const { body } = await portal.call(listTotal, { body: { places: { sort, desc } } }, both)
    const windows = await Promise.all((body.places ?? []).map((from) => rows(sort, desc, { limit: WINDOW_SIZE, from })))
    expect(windows.flat().map(idOf)).toEqual(whole.map(idOf))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => rows(sort, desc, { limit: 100, page })))
    expect(pages.flat().map(idOf)).toEqual(whole.map(idOf))
    const keys = whole.map((row) =>
      sort === 'customer'
        ? `${row.customerFirstName} ${row.customerLastName}`.toLowerCase().slice(0, 30)
        : row[sort === 'postCode' ? 'postCode' : 'dispatchService'],
    )
    const sorted = keys.toSorted((one, other) => Buffer.from(one).compare(Buffer.from(other)))
    expect(keys).toEqual(desc ? sorted.toReversed() : sorted)
  },
)

test('following the cursors of a list by customer reads it once', async () => {
  const read: string[] = []
  let next: string | undefined
  do {
    const { body } = await portal.call(
      list,
      { body: { sort: 'customer', desc: false, limit: 70, ...(next && { from: next }) } },
      both,
    )
    read.push(...body.Orders.map(idOf))
    next = body.next
  } while (next)
  expect(read).toEqual((await rows('customer', false, { limit: 1000 })).map(idOf))
})

test.each(['ACME xzz X', 'ACME x00 X', 'ACME xfff X', 'ACME  X', 'ACME ada X', `ACME x${'61'.repeat(126)} X`])(
  'a malformed place of a list by customer is refused: %s',
  async (from) => {
    const { status } = await portal.call(list, { body: { sort: 'customer', limit: 10, from } }, both)
    expect(status).toBe(400)
  },
)

test('bytes that are no text make a valid place, and all-status lists lack these sorts', async () => {
  const { status } = await portal.call(list, { body: { sort: 'customer', limit: 10, from: 'ACME xfffe X' } }, both)
  expect(status).toBe(200)
  for (const sort of OWN) expect((await portal.send(consolidated, { body: { sort } }, both)).status).toBe(400)
})
