import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '@despatch/contract/contract'
import { inClient } from '../../database/in-client.ts'
import { makeDespatchedOrder, makeReturnsShop } from '../../testing/returns.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { announceReturn, type AnnouncementLine, type Announcement } from './announce-return.ts'
import { decideReview, withdrawReturn } from './change-returns.ts'
import { expireReturns } from './expire-returns.ts'
import { readReturn } from './read-return.ts'

let portal: TestPortal
let shop: { client: string; as: SignedIn }
beforeAll(async () => {
  portal = await openTestPortal()
  shop = await makeReturnsShop(portal)
})
afterAll(() => portal.close())

const now = new Date()
const order = (orderNo: string, quantity = 1) => makeDespatchedOrder(portal, { ...shop, orderNo, quantity })
const line = (overrides: Partial<AnnouncementLine> = {}): AnnouncementLine => ({
  lineNumber: 1,
  quantity: 1,
  reason: 'MIND',
  resolution: 'refund',
  ...overrides,
})
const announce = (orderNumber: string, overrides: Partial<Announcement> = {}) =>
  inClient(portal.database, shop.client, (transaction) =>
    announceReturn(
      transaction,
      { services: portal.app.services, now },
      { client: shop.client, orderNumber, lines: [line()], key: 'k', channel: 'portal', by: '', ...overrides },
    ),
  )
const announced = async (...args: Parameters<typeof announce>) => {
  const answer = await announce(...args)
  if (answer.outcome !== 'announced') throw new Error(answer.outcome)
  return answer.reference
}
const read = async (reference: string) => {
  const found = await inClient(portal.database, shop.client, (transaction) =>
    readReturn(transaction, { client: shop.client, reference }),
  )
  if (!found) throw new Error(`no ${reference}`)
  return found
}
const change = (reference: string, by = '') => ({ client: shop.client, reference, by, now })
const withdraw = (reference: string) =>
  inClient(portal.database, shop.client, (transaction) => withdrawReturn(transaction, change(reference)))
const review = (reference: string, answer: 'allowed' | 'refused', reason: string) =>
  inClient(portal.database, shop.client, (transaction) =>
    decideReview(transaction, { services: portal.app.services }, { ...change(reference, 'Pat'), answer, reason }),
  )

test('a return is announced with its way back, and read with its steps', async () => {
  await order('A-1', 3)
  const reference = await announced('A-1', { lines: [line({ quantity: 2, comment: 'Too blue' })] })
  expect(reference).toMatch(/^R[2-9A-Z]{10}$/)
  const found = await read(reference.toLowerCase())
  expect(found).toMatchObject({
    orderNumber: 'A-1',
    state: 'announced',
    review: 'none',
    postage: 35_000,
    canWithdraw: true,
    refundDueOn: null,
    lines: [
      { quantity: 2, reason: 'Changed my mind', comment: 'Too blue', pieces: { goods: { announced: 2 } }, owed: 0 },
    ],
    parcels: [{ lineNumbers: [1], option: { name: 'Post office' } }],
    steps: [{ step: 'announced', pieces: [{ lineNumber: 1, quantity: 2 }], mailedAt: null }],
  })
  // The daily figures include the announced return.
  const [row] = await portal.testDatabase.asOwner(
    `select announced, quantity, state from return_lines where client_code = '${shop.client}' and return_reference = '${reference}'`,
  )
  expect(row).toEqual({ announced: 2, quantity: 2, state: 'announced' })
})

test('a repeated announcement is one return; too many pieces are refused with the rest', async () => {
  await order('A-2', 2)
  const first = await announced('A-2')
  expect(await announced('A-2')).toBe(first)
  const more = await announce('A-2', { key: 'other', lines: [line({ quantity: 2 })] })
  expect(more).toMatchObject({ outcome: 'refused', decision: { lines: [{ why: 'too-many', change: { atMost: 1 } }] } })
  await expect(announce('NOBODYS')).rejects.toMatchObject({ code: 'not_found' })
})

test('an announcement waiting for a return’s lock does not lock the order yet', async () => {
  await order('LOCKED-1')
  const reference = await announced('LOCKED-1')
  await withdraw(reference)
  const { asOwner } = portal.testDatabase
  await asOwner('begin')
  await asOwner(`select from announced_returns where return_reference = '${reference}' for update`)
  const second = announced('LOCKED-1', { key: 'second' })
  await waitUntilBlocked(portal.testDatabase)
  await expect(asOwner(`select from orders where order_number = 'LOCKED-1' for update nowait`)).resolves.toBeDefined()
  await asOwner('commit')
  expect(await second).not.toBe(reference)
})

test('of 500 simultaneous announcements of the last piece one succeeds', async () => {
  await order('A-3')
  // On a busy machine some get no connection in time and are refused too.
  const answers = await Promise.allSettled(Array.from({ length: 500 }, (_, at) => announce('A-3', { key: `k${at}` })))
  const taken = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.outcome === 'announced')
  expect(taken).toHaveLength(1)
  const [row] = await portal.testDatabase.asOwner(
    `select count(*)::int as returns from announced_returns where client_code = '${shop.client}' and order_number = 'A-3'`,
  )
  expect(row).toEqual({ returns: 1 })
})

test('withdrawn pieces can be announced again; withdrawing twice is one step and email', async () => {
  await order('A-4')
  const first = await announced('A-4')
  await Promise.all([withdraw(first), withdraw(first)])
  expect(await read(first)).toMatchObject({ state: 'withdrawn', canWithdraw: false, steps: { length: 2 } })
  const mails = await portal.testDatabase.asOwner(
    `select step from return_mails where client_code = '${shop.client}' and return_reference = '${first}' order by step_number`,
  )
  expect(mails).toEqual([{ step: 'announced' }, { step: 'withdrawn' }])
  // Nothing is owed, so it can be announced again.
  const lines = [{ lineNumber: 1, quantity: 1 }]
  const { refund, mark } = contract['announced-returns']
  const target = { params: { reference: first } }
  const refunded = await portal.call(refund, { ...target, body: { lines, amount: '999' } }, shop.as)
  const rejected = await portal.call(mark, { ...target, body: { lines, state: 'rejected', reason: 'No' } }, shop.as)
  expect([refunded.status, rejected.status]).toEqual([422, 422])
  expect(await announced('A-4', { key: 'again' })).not.toBe(first)
})

test('a review is allowed once, with a way back, or refused with a reason', async () => {
  await order('A-5', 2)
  const lines = [line({ reason: 'DAMAGED' })]
  const [one, other] = [await announced('A-5', { lines }), await announced('A-5', { lines, key: 'b' })]
  expect(await read(one)).toMatchObject({ review: 'waiting', parcels: [], lines: [{ answer: 'review' }] })
  const both = await Promise.allSettled([review(one, 'allowed', ''), review(one, 'refused', 'No photo')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await review(other, 'refused', 'This is not ours')
  expect(await read(other)).toMatchObject({
    state: 'refused',
    review: 'refused',
    reviewedBy: 'Pat',
    reviewReason: 'This is not ours',
    steps: [{ step: 'announced' }, { step: 'refused', reason: 'This is not ours', by: 'Pat' }],
  })
  const third = await announced('A-5', { lines, key: 'c' })
  await review(third, 'allowed', '')
  expect(await read(third)).toMatchObject({
    review: 'allowed',
    parcels: [{ destination: 'returns-centre', option: { name: 'Post office' } }],
    steps: [{}, { step: 'review_allowed' }],
  })
})

test('a change based on an outdated return is refused with the last step', async () => {
  const { record, review: decide, mark } = contract['announced-returns']
  await order('A-14')
  const reference = await announced('A-14', { lines: [line({ reason: 'DAMAGED' })] })
  const target = { params: { reference } }
  const { body: shown } = await portal.call(record, target, shop.as)
  await review(reference, 'allowed', 'A good customer')
  const late = [
    await portal.call(
      decide,
      { ...target, body: { answer: 'refused', reason: 'No', version: shown.version } },
      shop.as,
    ),
    await portal.call(
      mark,
      { ...target, body: { state: 'kept', lines: [{ lineNumber: 1, quantity: 1 }], version: shown.version } },
      shop.as,
    ),
  ]
  for (const { status, body } of late) {
    expect(status).toBe(409)
    expect(body).toMatchObject({
      message: `Return ${reference} has changed: Allowed after review (A good customer). Check it, then try again.`,
    })
  }
  expect(await read(reference)).toMatchObject({ review: 'allowed', version: shown.version + 1 })
  const { body: now } = await portal.call(record, target, shop.as)
  const lines = [{ lineNumber: 1, quantity: 1 }]
  const done = await portal.call(mark, { ...target, body: { state: 'kept', lines, version: now.version } }, shop.as)
  expect(done.status).toBe(200)
})

test('unsent returns expire and can be announced again, except those in review', async () => {
  await order('A-8', 3)
  const [own, inReview, fresh] = [
    await announced('A-8'),
    await announced('A-8', { key: 'b', lines: [line({ reason: 'DAMAGED' })] }),
    await announced('A-8', { key: 'c' }),
  ]
  await portal.testDatabase.asOwner(
    `update announced_returns set announced_at = announced_at - interval '29 days'
     where client_code = $1 and return_reference in ($2, $3)`,
    [shop.client, own, inReview],
  )
  await Promise.all([expireReturns(portal.database, now), expireReturns(portal.database, now)])
  expect(await read(own)).toMatchObject({
    state: 'expired',
    canWithdraw: false,
    steps: [{}, { step: 'expired', by: '' }],
  })
  for (const reference of [inReview, fresh]) expect((await read(reference)).state).toBe('announced')
  expect(await announced('A-8', { key: 'd' })).not.toBe(own)
  const { body } = await portal.call(contract['announced-returns'].list, { query: { search: inReview } }, shop.as)
  expect(body.rows).toMatchObject([{ review: 'waiting', reasons: 'Damaged' }])
  await withdraw(inReview)
  expect(await read(inReview)).toMatchObject({ state: 'withdrawn', review: 'none' })
})

test('refused returns are not stored, unless staff overrule with a reason', async () => {
  await order('A-6')
  const lines = [line({ reason: 'WORN' })]
  expect(await announce('A-6', { lines })).toMatchObject({ outcome: 'refused', decision: { answer: 'refused' } })
  const reference = await announced('A-6', { lines, channel: 'staff', by: 'Pat', overrule: 'A good customer' })
  expect(await read(reference)).toMatchObject({
    channel: 'staff',
    by: 'Pat',
    reviewReason: 'A good customer',
    parcels: [{ option: { name: 'Post office' } }],
  })
})

test('an answer is valid for a day after a new book, then refused as changed', async () => {
  await order('A-7')
  const add = (body: object) =>
    portal.request('POST', '/api/returnItems', {
      body,
      headers: { access_token: shop.as.token, client: shop.client },
    })
  const [{ version }] = (await portal.testDatabase.asOwner(
    `select version from returns_book_heads where client_code = '${shop.client}'`,
  )) as [{ version: number }]
  const fee = { name: 'A fee', outcomes: { fee: '2.00' } }
  expect((await add(fee)).status).toBe(200)
  const seen = (hours: number) => ({ bookVersion: version, at: new Date(now.getTime() - hours * 3_600_000) })
  expect(await announce('A-7', { seen: seen(25) })).toMatchObject({ outcome: 'changed', decision: { fee: 20_000 } })
  expect(await read(await announced('A-7', { seen: seen(24) }))).toMatchObject({ fee: 0, bookVersion: version })
})
