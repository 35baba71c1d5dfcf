import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { asOperator } from '../import/as-operator.ts'

const { invoices } = contract
const WEEK = '2026-03-02'

let portal: TestPortal
let operator: SignedIn
let acme: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const [code, cost] of [
    ['ACME', 45_050],
    ['BIRCH', 20_000],
  ] as const) {
    await makeClient(on, { code, name: `${code} Ltd` })
    // With two methods, the one that carried a parcel is unknown unless it is stated.
    const methods = (carrier: string, price: number) =>
      ['M', 'N'].map((name) => methodItem(`${carrier}-${name}`, carrier, price))
    await makeRuleBook(on, code, [...methods('GOS', cost), ...methods('LAT', 25_000)])
    await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, [code])
  }
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  acme = await makeSession(on, { clients: ['ACME'] })
})
afterAll(() => portal.close())

/** Makes a despatched parcel. `isPriced` states its method, which has a price. */
async function parcel(
  client: string,
  trackingNumber: string,
  { at = '2026-03-03T16:00:00Z', carrier = 'GOS', isPriced = false } = {},
) {
  const orderNumber = `O-${trackingNumber}`
  const clientMethodId = isPriced ? `${carrier}-M` : ''
  await makeParcel(portal.testDatabase, {
    client,
    trackingNumber,
    orderNumber,
    carrier,
    clientMethodId,
    despatchedAt: at,
  })
}
const billing = (rows: Parameters<typeof makeInvoice>[1]['rows'], day: string, carrier = 'GOS') =>
  makeInvoice(portal.testDatabase, { carrier, carrierName: 'Goshawk', day, rows })
const ask = async (query: object, as = operator) =>
  (await portal.call(invoices.required, { query: { carriercode: 'GOS', ...query } }, as)).body
const missing = async (query: object, as = operator) =>
  (await portal.call(invoices.requiredParcels, { query: { carriercode: 'GOS', week: WEEK, ...query } }, as)).body

test('parcels still to be billed are listed by week, as of any day', async () => {
  await parcel('ACME', 'GOS1', { isPriced: true })
  await parcel('ACME', 'GOS2')
  await parcel('BIRCH', 'GOS3', { isPriced: true })
  // Sunday 23:30 in London belongs to another week than the next day, and in summer to another day than in UTC.
  await parcel('ACME', 'GOS4', { at: '2026-04-05T22:30:00Z' })
  await parcel('ACME', 'GOS5', { at: '2026-04-05T23:30:00Z' })
  const first = await ask({ asOf: '2026-03-10' })
  expect(first.required).toEqual([
    {
      carrierCode: 'GOS',
      carrierName: 'GOS',
      week: WEEK,
      currency: 'GBP',
      despatched: 3,
      billed: 0,
      missing: 3,
      accrual: '6.51',
      unpriced: 1,
    },
  ])
  expect((await ask({ asOf: '2026-04-30' })).required.map(({ week, despatched }) => [week, despatched])).toEqual([
    [WEEK, 3],
    ['2026-03-30', 1],
    ['2026-04-06', 1],
  ])

  const { id } = await billing([{ client: 'ACME', despatchedAs: 'GOS1' }], '2026-03-12')
  const again = await billing([{ client: 'ACME', despatchedAs: 'GOS1' }], '2026-03-20')
  expect(await ask({ asOf: '2026-03-10' })).toEqual(first)
  expect((await ask({ asOf: '2026-03-12' })).required).toMatchObject([{ billed: 1, missing: 2, accrual: '2.00' }])
  // A parcel billed twice counts once; without the first invoice, the second bills it.
  expect((await ask({ asOf: '2026-03-31' })).required).toMatchObject([{ billed: 1, missing: 2 }])
  await portal.call(invoices.removeSummary, { query: { id } }, operator)
  expect((await ask({ asOf: '2026-03-12' })).required).toMatchObject([{ billed: 0 }])
  expect((await ask({ asOf: '2026-03-20' })).required).toMatchObject([{ billed: 1 }])
  await portal.call(invoices.removeSummary, { query: { id: again.id } }, operator)
  expect(await ask({ asOf: '2026-03-10' })).toEqual(first)
  // After 120 days a parcel no longer counts as missing.
  expect((await ask({ asOf: '2026-07-01' })).required.map(({ week }) => week)).toEqual(['2026-03-30', '2026-04-06'])
})

test('a consignment billed as a whole is billed for all of its parcels', async () => {
  const on = portal.testDatabase
  for (const trackingNumber of ['ONE1', 'ONE2'])
    await makeParcel(on, { client: 'ACME', trackingNumber, orderNumber: 'O-ONE', carrier: 'ONE' })
  const counts = async () => (await ask({ carriercode: 'ONE', asOf: '2026-03-31' })).required
  expect(await counts()).toMatchObject([{ despatched: 2, billed: 0 }])
  const { id } = await billing([{ client: 'ACME' }], '2026-03-12', 'ONE')
  await on.asOwner(
    `insert into invoice_covers select client_code, tracking_number, $1, 1 from parcels where order_number = 'O-ONE'`,
    [id],
  )
  await on.asOwner(`insert into billing_days_changed (client_code, carrier, day) values ('ACME', 'ONE', $1)`, [WEEK])
  expect(await counts()).toMatchObject([{ despatched: 2, billed: 2 }])
})

test("the missing parcels match the week's count, in pages", async () => {
  await makeRuleBook(portal.testDatabase, 'ACME', [carrierItem('GOS', { name: 'Goshawk Ltd' })])
  await billing([{ client: 'ACME', despatchedAs: 'GOS2' }], '2026-03-25')
  const { parcels, pageInfo } = await missing({ asOf: '2026-03-26' })
  expect(parcels).toMatchObject([{ carrierName: 'Goshawk Ltd' }, { carrierName: 'GOS' }])
  expect(parcels.map(({ trackingNumber, clientName, cost }) => [trackingNumber, clientName, cost])).toEqual([
    ['GOS1', 'ACME Ltd', '4.51'],
    ['GOS3', 'BIRCH Ltd', '2.00'],
  ])
  expect(pageInfo.total).toBe(2)
  expect((await missing({ asOf: '2026-03-24', page: '2', limit: '2' })).parcels).toMatchObject([
    { trackingNumber: 'GOS3' },
  ])
  expect((await missing({ asOf: '2026-03-24', limit: '999999' })).parcels).toHaveLength(3)
})

test('a day in the future is refused', async () => {
  const query = { carriercode: 'GOS', week: WEEK, asOf: '2999-01-01' }
  const message = 'Choose today or an earlier day.'
  expect(await portal.call(invoices.required, { query: { asOf: query.asOf } }, operator)).toMatchObject({
    status: 400,
    body: { message },
  })
  expect(await portal.call(invoices.requiredParcels, { query }, operator)).toMatchObject({ body: { message } })
})

test('client users see only their own parcels', async () => {
  expect((await ask({ asOf: '2026-03-10' }, acme)).required).toMatchObject([{ despatched: 2, accrual: '4.51' }])
  const { parcels, pageInfo } = await missing({ asOf: '2026-03-10' }, acme)
  expect(parcels.map(({ trackingNumber }) => trackingNumber)).toEqual(['GOS1', 'GOS2'])
  expect(pageInfo.total).toBe(2)
  expect((await ask({ asOf: '2026-03-10', clientCode: 'BIRCH' })).required).toMatchObject([{ despatched: 1 }])
  const others = await portal.call(invoices.required, { query: { clientCode: 'BIRCH' } }, acme)
  expect(others.status).toBe(404)
})

test('missing invoices and late bills are listed, the former for internal users only', async () => {
  await parcel('ACME', 'LATE1', { carrier: 'LAT', isPriced: true })
  for (const day of ['2026-04-07', '2026-04-14', '2026-04-21', '2026-05-05'])
    await billing([{ client: 'ACME' }], day, 'LAT')
  await billing([{ client: 'ACME', despatchedAs: 'LATE1' }], '2026-05-12', 'LAT')
  const told = await ask({ carriercode: 'LAT', asOf: '2026-05-15' })
  expect(told.missingInvoices).toEqual([
    {
      carrierCode: 'LAT',
      carrierName: 'Goshawk',
      account: '',
      rhythm: 'weekly',
      last: '2026-05-12',
      missing: ['2026-04-28'],
    },
  ])
  expect(told.billedLate).toEqual([
    {
      carrierCode: 'LAT',
      carrierName: 'LAT',
      currency: 'GBP',
      parcels: 1,
      cost: '2.50',
      despatchedFrom: '2026-03-03',
      billedOn: '2026-05-12',
    },
  ])
  // Not known yet on that day.
  expect((await ask({ carriercode: 'LAT', asOf: '2026-05-11' })).billedLate).toEqual([])
  expect((await ask({ carriercode: 'LAT', asOf: '2026-05-15' }, acme)).missingInvoices).toEqual([])
})

test('a parcel fed later, moved or renamed counts in its new place', async () => {
  const on = portal.testDatabase
  const week = async (carriercode: string) => (await ask({ carriercode, asOf: '2026-03-31' })).required
  await parcel('ACME', 'MOV1', { carrier: 'MOV' })
  expect(await week('MOV')).toMatchObject([{ week: WEEK, despatched: 1 }])
  await on.asOwner(
    `update parcels set carrier = 'MOVED', despatched_at = '2026-03-12T10:00:00Z' where tracking_number = 'MOV1'`,
  )
  expect(await week('MOV')).toEqual([])
  expect(await week('MOVED')).toMatchObject([{ week: '2026-03-09', despatched: 1 }])
  await on.asOwner(`update parcels set state = 'delivered' where tracking_number = 'MOV1'`)
  expect(await on.asOwner('select from billing_days_changed')).toEqual([])
  await on.asOwner(`delete from parcels where tracking_number = 'MOV1'`)
  expect(await week('MOVED')).toEqual([])
})

test('a change committed while days are counted is counted afterwards', async () => {
  const { database } = portal
  await parcel('ACME', 'OPEN1', { carrier: 'OPN' })
  await asOperator(database, async (transaction) => {
    await transaction.write(
      sql`insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
        select client_code, 'OPEN2', carrier, order_number, despatched_at, ordered_at, promised_date from parcels
        where tracking_number = 'OPEN1'`.compile(db),
    )
    expect((await ask({ carriercode: 'OPN', asOf: '2026-03-31' })).required).toMatchObject([{ despatched: 1 }])
  })
  expect((await ask({ carriercode: 'OPN', asOf: '2026-03-31' })).required).toMatchObject([{ despatched: 2 }])
})

test('while another call counts many days, the answer says it is incomplete', async () => {
  const { database } = portal
  await parcel('ACME', 'BUSY1', { carrier: 'BSY' })
  await asOperator(database, async (transaction) => {
    await transaction.rows(sql`select pg_advisory_xact_lock(hashtext('billing days'))`.compile(db))
    expect(await ask({ carriercode: 'BSY', asOf: '2026-03-31' })).toMatchObject({ isComplete: false, required: [] })
    // A carrier without changes does not wait.
    expect(await ask({ carriercode: 'GOS', asOf: '2026-03-31' })).toMatchObject({ isComplete: true })
  })
  expect(await ask({ carriercode: 'BSY', asOf: '2026-03-31' })).toMatchObject({
    isComplete: true,
    required: [{ despatched: 1 }],
  })
})

test('thousands of changed days are counted for any caller', async () => {
  await portal.testDatabase.asOwner(
    `insert into billing_days_changed (client_code, carrier, day)
     select 'ACME', 'C' || n % 20, '2026-03-31'::date - n / 20 from generate_series(0, 1999) n`,
  )
  await expect.poll(() => ask({ carriercode: '', asOf: '2026-03-31' })).toMatchObject({ isComplete: true })
})
