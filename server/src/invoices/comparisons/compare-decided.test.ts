import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { compareDecidedRows } from './compare-decided.ts'

const { invoices, home } = contract
const today = dayOf(new Date())
const shipped = addDays(today, -10)
const on = (days: number) => ({ day: addDays(shipped, days) })

let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

/** Compares as if the last comparison was a day ago, and returns the list. */
async function compare(query: { state?: 'to review' | 'reviewed' } = {}) {
  await of.portal.testDatabase.asOwner(`update invoice_comparisons set compared_at = now() - interval '2 days'`)
  await compareDecidedRows(of.portal.database, { warn: expect.unreachable })
  return (await of.portal.call(invoices.foundDifferences, { query }, of.operator)).body
}
const idsOf = async (summaryID: string) => (await of.rows(summaryID)).map(({ parcelID }) => parcelID).join()
const decide = async (summaryID: string, value: 'Accepted' | 'Rejected') =>
  of.portal.call(
    invoices.decideParcels,
    { params: { value }, body: { parcelIDs: await idsOf(summaryID), reason: 'Too dear' } },
    of.operator,
  )
const review = (row: { parcelID: string; foundAt: string }, isReviewed: boolean) => {
  const { parcelID, foundAt } = row
  return of.portal.call(
    invoices.reviewDifferences,
    { body: { rows: [{ parcelID, foundAt }], isReviewed } },
    of.operator,
  )
}

test('decisions that follow the accounts show no difference: corrections, disputes, credits, late invoices', async () => {
  await of.order('ZED', 'Z-1', ['OSP1000001', 'OSP1000002'], shipped)
  const first = await of.bill('A-1', [{ tracking: 'OSP1000001', base: 3, shipped }], on(1))
  const correction = await of.bill('A-2', [{ tracking: 'OSP1000001', type: 'ADJ', base: 0.26, shipped }], on(2))
  const dear = await of.bill('A-3', [{ tracking: 'OSP1000002', base: 3.2, shipped }], on(3))
  for (const summaryID of [first, correction]) await of.decide(summaryID, 'accepted')
  await decide(dear, 'Rejected')
  const credit = await of.bill('A-4', [{ tracking: 'OSP1000002', type: 'ADJ', base: -1.2, shipped }], on(4))
  await of.decide(credit, 'accepted')
  expect(await of.judged(credit)).toEqual(['Matched -1.20'])
  const late = await of.bill('A-0', [{ tracking: 'OSP1000001', base: 3.26, shipped }], on(0))
  await decide(late, 'Rejected')
  expect(await compare()).toMatchObject({ rows: [], sums: [] })
})

test("an older version's double payment is found, reviewed, and found again if its amount changes", async () => {
  await of.order('YAK', 'Y-1', ['OSP2000001'], shipped)
  const first = await of.bill('B-1', [{ tracking: 'OSP2000001', base: 3.26, shipped }], on(1))
  await of.decide(first, 'accepted')
  const twice = await of.bill('B-2', [{ tracking: 'OSP2000001', base: 3.26, shipped }], on(2))
  expect(await of.judged(twice)).toEqual(['Already billed 0.00'])
  await of.portal.testDatabase.asOwner(
    `update invoice_parcels set verdict = 'Matched', expected = 32600, variance = 0 where invoice_id = $1`,
    [twice],
  )
  await of.decide(twice, 'accepted')
  const parcelID = await idsOf(twice)
  const found = { parcelID, clientCode: 'YAK', status: 'Accepted', expected: '3.26', expectedNow: '0.00' }
  const toReview = await compare()
  expect(toReview.rows).toMatchObject([{ ...found, difference: '-3.26', invoiceNumber: 'B-2', reviewed: null }])
  expect(toReview.sums).toEqual([{ currency: 'GBP', rows: 1, beyond: '3.26' }])
  expect(await of.rows(twice)).toMatchObject([{ expected: '3.26', status: 'Accepted', verdict: 'Matched' }])
  const { counts } = (await of.portal.call(home.counts, {}, of.operator)).body
  expect(counts.find(({ name }) => name === 'decided-rows-to-review')).toMatchObject({ count: 1 })

  const [row] = toReview.rows
  if (!row) throw new Error('Nothing is to be reviewed')
  expect((await review(row, true)).body).toMatchObject({ done: 1, message: '1 row marked as reviewed.' })
  expect((await review(row, true)).body).toMatchObject({ done: 0 })
  expect(await compare()).toMatchObject({ rows: [], sums: [] })
  expect((await compare({ state: 'reviewed' })).rows).toMatchObject([
    { parcelID, reviewed: { by: expect.any(String) } },
  ])
  expect((await review(row, false)).body).toMatchObject({ done: 1, message: '1 row to review again.' })
  await review(row, true)

  // Pretend that another amount was expected at the review.
  await of.portal.testDatabase.asOwner('update invoice_differences set expected_now = 10000')
  const foundAgain = (await compare()).rows
  expect(foundAgain).toMatchObject([{ ...found, reviewed: null }])
  const stale = await review(row, true)
  expect([stale.status, stale.body]).toMatchObject([
    409,
    {
      message: 'This row’s expected cost has changed. Nothing was marked. Reload, then mark it.',
    },
  ])
  expect((await compare()).rows).toMatchObject([{ ...found, reviewed: null }])
  for (const again of foundAgain) expect((await review(again, true)).body).toMatchObject({ done: 1 })
})

test('a rejected row of an accepted invoice counts as paid, except for its claim', async () => {
  await of.order('YAK', 'Y-2', ['OSP3000001'], shipped)
  await of.decide(await of.bill('C-1', [{ tracking: 'OSP3000001', base: 3.26, shipped }], on(1)), 'accepted')
  const twice = await of.bill('C-2', [{ tracking: 'OSP3000001', base: 3.26, shipped }], on(2))
  await of.portal.testDatabase.asOwner(
    `update invoice_parcels set verdict = 'Matched', expected = 32600, variance = 0 where invoice_id = $1`,
    [twice],
  )
  const body = { parcelIDs: await idsOf(twice), reason: 'Too dear', claimed: '1.00' }
  const rejection = { params: { value: 'Rejected' }, body }
  expect((await of.portal.call(invoices.decideParcels, rejection, of.operator)).status).toBe(200)
  await of.decide(twice, 'accepted')
  const beyond = async () => {
    const { rows, sums } = await compare()
    return [rows.find(({ summaryID }) => summaryID === twice)?.status, sums[0]?.beyond]
  }
  expect(await beyond()).toEqual(['Rejected', '2.26'])
  const ofInvoice = { query: { summaryID: twice, state: 'unsettled' as const } }
  const [dispute] = (await of.portal.call(invoices.disputes, ofInvoice, of.operator)).body.disputes
  const refusal = { disputes: [{ disputeID: dispute?.disputeID ?? '' }], reason: 'Not agreed' }
  await of.portal.call(invoices.actOnDisputes, { params: { act: 'refuse' }, body: refusal }, of.operator)
  expect(await beyond()).toEqual(['Rejected', '3.26'])
})

test('client users see none of it', async () => {
  const client = await makeSession(of.portal.testDatabase, { clients: ['YAK'] })
  for (const asked of [
    of.portal.call(invoices.foundDifferences, { query: {} }, { ...client, client: 'YAK' }),
    of.portal.call(
      invoices.reviewDifferences,
      { body: { rows: [{ parcelID: '1000001', foundAt: '2026-03-06T09:00:00.000Z' }], isReviewed: true } },
      { ...client, client: 'YAK' },
    ),
  ])
    expect((await asked).status).toBe(403)
})
