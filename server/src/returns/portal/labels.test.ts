import { contract } from '@despatch/contract/contract'
import { shopperMail } from '@despatch/domain/returns/shoppers-page/shopper-mails'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inClient } from '../../database/in-client.ts'
import { makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { makeDespatchedOrder, makeReturnsShop } from '../../testing/returns.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { mailAllWaiting } from '../shoppers-page/mail-job.ts'
import { mailWaitingSteps } from '../shoppers-page/return-mails.ts'
import { readReturn } from './read-return.ts'
import { withdrawReturn } from './change-returns.ts'

const { announce, mark, record, review } = contract['announced-returns']
const labels = contract['return-labels']

let portal: TestPortal
let client: string
let as: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  ;({ client, as } = await makeReturnsShop(portal))
  const gives = { kind: 'label' as const, pool: 'Tracked' }
  const body = { _id: 'option-1', gives, overrideReason: 'a test' }
  const { status } = await portal.call(contract.returns.update, { body, query: {} }, as)
  expect(status).toBe(200)
})
afterAll(() => portal.close())

const add = async (...numbers: string[]) => {
  const all = numbers.map((number) => ({ number, link: `https://labels.example.com/${number}` }))
  return (await portal.call(labels.add, { body: { pool: 'Tracked', labels: all } }, as)).body
}
async function announced(orderNo: string, reason = 'MIND'): Promise<string> {
  await makeDespatchedOrder(portal, { client, as, orderNo })
  const lines = [{ lineNumber: 1, quantity: 1, reason, resolution: 'refund' as const }]
  const { status, body } = await portal.call(announce, { body: { orderNumber: orderNo, lines } }, as)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.returnReference
}
const labelOf = async (reference: string) =>
  (await portal.call(record, { params: { reference } }, as)).body.parcels.map(({ label }) => label)
const pools = async () => (await portal.call(labels.list, {}, as)).body.pools

test('each return takes its own label, and an empty pool gives none', async () => {
  expect(await add('L-1', 'L-2')).toMatchObject({ added: 2, known: 0 })
  // The same file again.
  expect(await add('L-1', 'L-2')).toMatchObject({ added: 0, known: 2 })
  const references = await Promise.all(['M-1', 'M-2', 'M-3'].map((orderNo) => announced(orderNo)))
  const numbers = (await Promise.all(references.map(labelOf))).flat()
  expect(numbers.filter((label) => label !== null).toSorted()).toEqual(['L-1', 'L-2'])
  expect(numbers.filter((label) => label === null)).toHaveLength(1)
  expect(await pools()).toMatchObject([{ pool: 'Tracked', free: 0, taken: 2 }])
  // Used labels stay known and stay in the pool.
  expect((await portal.call(labels.remove, { query: { pool: 'Tracked' } }, as)).body).toMatchObject({ removed: 0 })
})

test('a return waiting for a label gets the next one added, with one email', async () => {
  const list = async () =>
    (await portal.call(contract['announced-returns'].list, { query: { show: 'label' } }, as)).body
  const waits = await list()
  expect([waits.total, waits.counts.label]).toEqual([1, 1])
  const reference = waits.rows[0]?.returnReference ?? ''
  const { added, given, message } = await add('L-5', 'L-6')
  expect({ added, given }).toEqual({ added: 2, given: 1 })
  expect(message).toBe(
    '2 labels added. 1 return that waited for a label has one now, and its customer is told by email.',
  )
  expect(await labelOf(reference)).toEqual(['L-5'])
  expect(await pools()).toMatchObject([{ free: 1, taken: 3 }])
  expect((await list()).counts.label).toBe(0)
  expect((await portal.call(record, { params: { reference } }, as)).body.steps.at(-1)).toMatchObject({
    title: 'Label given',
  })
  await mailAllWaiting({ database: portal.database, services: portal.app.services }, new Date())
  const subject = `Your return label (${reference})`
  await expect.poll(() => portal.mails.filter((mail) => mail.subject === subject)).toHaveLength(1)
  expect(portal.mails.find((mail) => mail.subject === subject)?.text).toContain('https://labels.example.com/L-5')
  expect((await portal.call(labels.remove, { query: { pool: 'Tracked' } }, as)).body).toMatchObject({ removed: 1 })
})

test('a label number truncated by a spreadsheet is refused', async () => {
  const body = { pool: 'Tracked', labels: [{ number: '1.23457E+14', link: '' }] }
  expect((await portal.call(labels.add, { body }, as)).status).toBe(400)
})

test('a return in review gets its label once allowed, and its email names it', async () => {
  await add('L-10')
  const reference = await announced('N-1', 'DAMAGED')
  expect(await pools()).toMatchObject([{ free: 1 }])
  await portal.call(review, { params: { reference }, body: { answer: 'allowed', reason: 'Sorry' } }, as)
  expect(await labelOf(reference)).toEqual(['L-10'])
  const of = await inClient(portal.database, client, (transaction) => readReturn(transaction, { client, reference }))
  const event = of?.steps.find(({ step }) => step === 'review_allowed')
  if (!of || !event) throw new Error('it was not allowed')
  const input = { shop: 'The shop', currency: 'GBP', contactMail: '', returnsAddress: '', link: '', of, event }
  expect(shopperMail({ ...input, step: 'review_allowed' }).text).toContain('https://labels.example.com/L-10')
  expect(shopperMail({ ...input, step: 'received' }).text).not.toContain('L-10')
})

test('allowed lines get their label once the rest is refused, with an email', async () => {
  await add('L-11')
  const skus = [await makeSku(portal.testDatabase, { client }), await makeSku(portal.testDatabase, { client })]
  const contents = skus.map((sku) => ({ sku, quantity: 1 }))
  const items = skus.map((SKU) => ({ SKU, quantity: 1 }))
  const order = orderBody({ SKU: skus[0] ?? '', orderNo: 'N-2', items })
  expect((await portal.call(contract.orders.create, { body: order }, as)).status).toBe(200)
  await makeParcel(portal.testDatabase, { client, orderNumber: 'N-2', contents })
  const lines = ['MIND', 'DAMAGED'].map((reason, at) => ({
    lineNumber: at + 1,
    quantity: 1,
    reason,
    resolution: 'refund' as const,
  }))
  const { body } = await portal.call(announce, { body: { orderNumber: 'N-2', lines } }, as)
  const reference = body.returnReference
  expect(await labelOf(reference)).toEqual([''])
  await portal.call(review, { params: { reference }, body: { answer: 'refused', reason: 'Worn.' } }, as)
  expect(await labelOf(reference)).toEqual(['L-11'])
  const of = await inClient(portal.database, client, (transaction) => readReturn(transaction, { client, reference }))
  const event = of?.steps.find(({ step }) => step === 'refused')
  if (!of || !event) throw new Error('it was not refused')
  const { text } = shopperMail({
    shop: 'The shop',
    currency: 'GBP',
    contactMail: '',
    returnsAddress: '',
    link: '',
    of,
    event,
    step: 'refused',
  })
  expect(text).toContain('can’t accept the items below. Worn. You can send the rest back now.')
  expect(text).toContain('https://labels.example.com/L-11')
})

test('a cancelled return voids its label, which is never issued again', async () => {
  await add('V-1')
  const reference = await announced('V-ORDER')
  expect(await labelOf(reference)).toEqual(['V-1'])
  const before = (await pools())[0]
  const by = { client, reference, by: '', now: new Date() }
  await inClient(portal.database, client, (transaction) => withdrawReturn(transaction, by))
  expect((await pools())[0]).toMatchObject({ free: 0, taken: (before?.taken ?? 0) - 1, voided: 1 })
  expect((await portal.call(record, { params: { reference } }, as)).body.parcels).toMatchObject([
    { label: 'V-1', isVoid: true },
  ])
  // Sending the same file again restores no void label.
  expect(await add('V-1')).toMatchObject({ added: 0, known: 1 })
  expect(await labelOf(await announced('V-NEXT'))).toEqual([null])
})

test('a return cancelled by staff also voids its label', async () => {
  // One goes to the waiting return.
  expect(await add('V-2', 'V-3')).toMatchObject({ given: 1 })
  const reference = await announced('V-STAFF')
  expect(await labelOf(reference)).toEqual(['V-3'])
  const voided = (await pools())[0]?.voided ?? 0
  const body = { state: 'withdrawn' as const, lines: [{ lineNumber: 1, quantity: 1 }], reason: 'By phone' }
  expect((await portal.call(mark, { params: { reference }, body }, as)).status).toBe(200)
  expect((await pools())[0]).toMatchObject({ free: 0, voided: voided + 1 })
})

test('a parcel sent without a label no longer waits for one', async () => {
  const reference = await announced('SENT-1')
  const list = async () =>
    (await portal.call(contract['announced-returns'].list, { query: { show: 'label' } }, as)).body.rows
  expect((await list()).map(({ returnReference }) => returnReference)).toContain(reference)
  await portal.testDatabase.asOwner(
    'update announced_lines set announced = 0, in_transit = quantity where client_code = $1 and return_reference = $2',
    [client, reference],
  )
  expect((await list()).map(({ returnReference }) => returnReference)).not.toContain(reference)
})

test('another client sees no labels, and an invalid link is refused', async () => {
  const other = await makeReturnsShop(portal)
  expect((await portal.call(labels.list, {}, other.as)).body.pools).toEqual([])
  const bad = { pool: 'Tracked', labels: [{ number: 'L-99', link: 'javascript:alert(1)' }] }
  expect((await portal.call(labels.add, { body: bad }, as)).status).toBe(400)
})

test('a crash between announcement and email leaves one return and one email', async () => {
  const reference = await announced('K-1')
  const options = { database: portal.database, services: portal.app.services }
  await mailAllWaiting(options, new Date())
  await expect.poll(() => mailsOf(reference)).toBe(1)
  const killed = await announced('K-2')
  await expect(
    inClient(portal.database, client, async (transaction) => {
      await mailWaitingSteps(transaction, 20, { services: portal.app.services, now: new Date() })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  await Promise.all([mailAllWaiting(options, new Date()), mailAllWaiting(options, new Date())])
  await expect.poll(() => mailsOf(killed)).toBe(1)
  await mailAllWaiting(options, new Date())
  expect(await waiting()).toEqual([{ waiting: 0 }])
  expect([mailsOf(reference), mailsOf(killed)]).toEqual([1, 1])
})

const mailsOf = (reference: string) => portal.mails.filter(({ subject }) => subject.includes(reference)).length
const waiting = () =>
  portal.testDatabase.asOwner('select count(*)::int as waiting from return_mails where mailed_at is null')
