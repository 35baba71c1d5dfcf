import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { judgeNotedRows } from './judge-dependents.ts'

/** How other invoices change the amount due: in other currencies, late, rejected or deleted, or matched by hand. */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
  await of.portal.call(
    invoices.saveRate,
    { body: { from: 'EUR', to: 'GBP', day: '2026-01-01', rate: '0.85' } },
    of.operator,
  )
})
afterAll(() => of.close())

let count = 0
async function parcel(client = 'ZED', day?: string): Promise<string> {
  const order = `OTH${String(++count).padStart(6, '0')}`
  await of.order(client, order, [`${order}X1`], day)
  return `${order}X1`
}

describe('invoices in another currency', () => {
  test('count at the rate of their day', async () => {
    const tracking = await parcel()
    await of.bill(`E-${tracking}-1`, [{ tracking, base: 3 }])
    const second = await of.bill(`E-${tracking}-2`, [{ tracking, type: 'ADJ', base: 0.3 }], { currency: 'EUR' })
    const [row] = await of.rows(second)
    // £0.26 is €0.3059, which rounds to 31 cents.
    expect(row).toMatchObject({ verdict: 'Undercharged', expected: '0.31', variance: '-0.01' })
    const third = await of.bill(`E-${tracking}-3`, [{ tracking, type: 'ADJ', base: 0.1 }])
    // £3.26 less £3.00 and €0.30 (£0.255) leaves nothing due.
    expect((await of.rows(third))[0]).toMatchObject({ verdict: 'Overcharged', expected: '0.00', variance: '0.10' })
  })
  test('a credit smaller than the overcharge only reduces it', async () => {
    const tracking = await parcel()
    await of.bill(`E-${tracking}-1`, [{ tracking, base: 5.26 }])
    await of.bill(`E-${tracking}-2`, [{ tracking, type: 'ADJ', base: -2 }], { currency: 'EUR' })
    const third = await of.bill(`E-${tracking}-3`, [{ tracking, type: 'ADJ', base: -1 }])
    expect((await of.rows(third))[0]).toMatchObject({ verdict: 'Undercharged', expected: '-0.30' })
  })
})

test('a late invoice comes before others, and open rows after it are judged again', async () => {
  const tracking = await parcel()
  const newer = await of.bill(`L-${tracking}-2`, [{ tracking, base: 3.26 }], { day: '2026-03-13' })
  expect(await of.judged(newer)).toEqual(['Matched 3.26'])
  const older = await of.bill(`L-${tracking}-1`, [{ tracking, base: 3.26 }], { day: '2026-03-06' })
  expect(await of.judged(older)).toEqual(['Matched 3.26'])
  expect(await of.judged(newer)).toEqual(['Already billed 0.00'])
})

test('accepted rows count before a late invoice of an earlier day: nothing is paid twice', async () => {
  const tracking = await parcel()
  const newer = await of.bill(`P-${tracking}-2`, [{ tracking, base: 3.26 }], { day: '2026-03-13' })
  expect((await of.decide(newer, 'accepted')).status).toBe(200)
  const older = await of.bill(`P-${tracking}-1`, [{ tracking, base: 3.26 }], { day: '2026-03-06' })
  expect(await of.judged(older)).toEqual(['Already billed 0.00'])
  await of.portal.call(invoices.judgeAgain, { body: { summaryID: older } }, of.operator)
  expect(await of.judged(older)).toEqual(['Already billed 0.00'])
})

test('an invoice whose rejection is undone bills after invoices accepted meanwhile', async () => {
  const tracking = await parcel()
  const first = await of.bill(`B-${tracking}-1`, [{ tracking, base: 3.26 }])
  expect((await of.decide(first, 'rejected', 'Withdrawn')).status).toBe(200)
  const reissue = await of.bill(`B-${tracking}-2`, [{ tracking, base: 3.26 }], { day: '2026-03-13' })
  expect((await of.decide(reissue, 'accepted')).status).toBe(200)
  const [row] = await of.rows(first)
  await of.portal.call(invoices.undoParcels, { body: { parcelIDs: row?.parcelID ?? '' } }, of.operator)
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(first)).toEqual(['Already billed 0.00'])
})

test('an invoice rejected as a whole bills nothing, so its reissue is due', async () => {
  const tracking = await parcel()
  const withdrawn = await of.bill(`R-${tracking}-1`, [{ tracking, base: 3.26 }])
  const early = await of.bill(`R-${tracking}-2`, [{ tracking, base: 3.26 }])
  expect(await of.judged(early)).toEqual(['Already billed 0.00'])
  expect((await of.decide(withdrawn, 'rejected', 'Withdrawn')).status).toBe(200)
  expect(await of.summary(withdrawn)).toMatchObject({ status: 'Rejected', payable: '0.00' })
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(early)).toEqual(['Matched 3.26'])
  expect(await of.billed(`R-${tracking}-3`, [{ tracking, base: 3.26 }])).toEqual(['Already billed 0.00'])
})

test('a deleted invoice bills nothing', async () => {
  const tracking = await parcel()
  const first = await of.bill(`D-${tracking}-1`, [{ tracking, base: 3.26 }])
  const second = await of.bill(`D-${tracking}-2`, [{ tracking, base: 3.26 }])
  await of.portal.call(invoices.removeSummary, { query: { id: first } }, of.operator)
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(second)).toEqual(['Matched 3.26'])
})

test('open rows are judged again by invoice day, so one parcel matches only one row', async () => {
  const order = 'OTHONE001'
  await of.order('ZED', order, [`${order}X1`])
  const bill = (number: number, day: string) =>
    of.bill(`O-${number}`, [{ tracking: `${order}Y${number}`, order, base: 3.26 }], { day })
  const first = await bill(1, '2026-03-06')
  const third = await bill(3, '2026-03-20')
  const second = await bill(2, '2026-03-13')
  await of.portal.call(invoices.removeSummary, { query: { id: first } }, of.operator)
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(second)).toEqual(['Matched 3.26'])
  expect(await of.judged(third)).toEqual(['Not despatched 0.00'])
})

test('deleting the first of two rows for one parcel makes the second due', async () => {
  const tracking = await parcel()
  const bill = { tracking, base: 3.26 }
  const summaryID = await of.bill(`S-${tracking}`, [bill, bill])
  expect(await of.judged(summaryID)).toEqual(['Matched 3.26', 'Already billed 0.00'])
  const [first] = await of.rows(summaryID)
  await of.portal.call(invoices.removeParcels, { query: { id: first?.parcelID ?? '' } }, of.operator)
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(summaryID)).toEqual(['Matched 3.26'])
})

test('deleting an overcharged row of a consignment leaves the verdict of the others', async () => {
  await of.order('ZED', 'OTHTWO002', ['OTHTWO002X1', 'OTHTWO002X2'])
  const consignment = 'C-OTHTWO002'
  const summaryID = await of.bill('T-2', [
    { tracking: 'OTHTWO002X1', consignment, items: 2, base: 3.26 },
    { tracking: 'OTHTWO002X2', consignment, items: 2, base: 4 },
  ])
  const [, second] = await of.rows(summaryID)
  await of.portal.call(invoices.removeParcels, { query: { id: second?.parcelID ?? '' } }, of.operator)
  const { details } = (await of.portal.call(invoices.details, { body: { summaryID } }, of.operator)).body
  expect(details).toMatchObject([{ verdict: 'Matched', expected: '3.26', variance: '0.00', causes: [] }])
})

test("deleting one of a detail's two rows leaves the other at its own price", async () => {
  const order = 'OTHTWO001'
  const [one, two] = [`${order}X1`, `${order}X2`]
  await of.order('ZED', order, [one, two])
  const summaryID = await of.bill('T-1', [
    { tracking: one, consignment: 'C-OTHTWO001', items: 2, base: 3.26 },
    { tracking: two, consignment: 'C-OTHTWO001', items: 2, base: 2 },
  ])
  const [, second] = await of.rows(summaryID)
  await of.portal.call(invoices.removeParcels, { query: { id: second?.parcelID ?? '' } }, of.operator)
  await of.portal.call(invoices.judgeAgain, { body: { summaryID } }, of.operator)
  expect(await of.judged(summaryID)).toEqual(['Matched 3.26'])
})

/** Imports an invoice, matches its first row with a parcel by hand, and returns its id. */
async function billedByHand(number: string, tracking: string, rows: Parameters<AccountPortal['bill']>[1]) {
  const summaryID = await of.bill(number, rows)
  const [row] = await of.rows(summaryID)
  const body = {
    parcelID: row?.parcelID ?? '',
    version: row?.version ?? 0,
    remember: false,
    clientCode: 'ZED',
    orderNumber: tracking.split('X')[0] ?? '',
    trackingNumber: tracking,
  }
  expect((await of.portal.call(invoices.match, { body }, of.operator)).status).toBe(200)
  return summaryID
}

describe('a parcel matched by hand', () => {
  test('is not billed again by its own number', async () => {
    const tracking = await parcel()
    const first = await billedByHand('H-1', tracking, [
      { tracking: 'UNKNOWN0001', consignment: 'UNKNOWN0001', base: 3.26 },
    ])
    expect(await of.billed('H-2', [{ tracking, base: 3.26 }])).toEqual(['Already billed 0.00'])
    await of.portal.call(invoices.judgeAgain, { body: { summaryID: first } }, of.operator)
    expect(await of.judged(first)).toEqual(['Matched 3.26'])
  })
  test('is not billed again by a later row of the same invoice', async () => {
    const tracking = await parcel()
    const summaryID = await billedByHand('H-3', tracking, [
      { tracking: 'UNKNOWN0003', consignment: 'UNKNOWN0003', base: 3.26 },
      { tracking, base: 3.26 },
    ])
    await judgeNotedRows(of.portal.database)
    expect(await of.judged(summaryID)).toEqual(['Matched 3.26', 'Already billed 0.00'])
  })
})

test('a reused number does not count as billed for another client', async () => {
  await of.order('ZED', 'OTHZED1', ['REUSED0001'], '2025-09-01')
  await of.order('YAK', 'OTHYAK1', ['REUSED0001'], '2026-03-02')
  const old = [{ tracking: 'REUSED0001', base: 3.26, shipped: '2025-09-01' }]
  await of.bill('U-1', old, { day: '2025-09-05' })
  expect(await of.billed('U-2', [{ tracking: 'REUSED0001', base: 3.26 }])).toEqual([expect.stringMatching(/^Matched/)])
})

test('a placeholder in the tracking number column was never billed before', async () => {
  const numbered = Array.from({ length: 300 }, (_none, index) => `OTH8${String(index).padStart(5, '0')}X1`)
  const rows = [...numbered, ...Array.from({ length: 1200 }, () => 'N/A')]
  const summaryID = await of.bill(
    'N-1',
    rows.map((tracking, index) => ({ tracking, consignment: `CN-${index}`, base: 3.26 })),
  )
  const proof = await of.portal.call(invoices.proof, { query: { summaryID } }, of.operator)
  // At most as many are named as one number can have rows.
  expect(proof.body.duplicates.length).toBeLessThanOrEqual(100)
})

test('a reopened row is judged with the changes made before it meanwhile', async () => {
  const tracking = await parcel()
  const withdrawn = await of.bill(`Z-${tracking}-1`, [{ tracking, base: 3.26 }])
  const twice = await of.bill(`Z-${tracking}-2`, [{ tracking, base: 3.26 }])
  const [row] = await of.rows(twice)
  const parcelIDs = row?.parcelID ?? ''
  const rejection = { params: { value: 'Rejected' }, body: { parcelIDs, reason: 'Billed twice' } }
  expect((await of.portal.call(invoices.decideParcels, rejection, of.operator)).status).toBe(200)
  expect((await of.decide(withdrawn, 'rejected', 'Withdrawn')).status).toBe(200)
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(twice)).toEqual(['Already billed 0.00'])
  await of.portal.call(invoices.undoParcels, { body: { parcelIDs } }, of.operator)
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(twice)).toEqual(['Matched 3.26'])
})

test('a consignment judged again takes a parcel fed since, and following open rows change', async () => {
  await of.order('ZED', 'OTHFED001', ['OTHFED001X1'])
  const whole = [{ consignment: 'C-OTHFED001', order: 'OTHFED001', items: 2, base: 5.26 }]
  const first = await of.bill('F-1', whole, { row: 'consignment' })
  await of.order('ZED', 'OTHFED001', ['OTHFED001X2'])
  const later = await of.bill('F-2', [{ tracking: 'OTHFED001X2', order: 'OTHFED001', base: 2 }], { day: '2026-03-13' })
  expect(await of.judged(later)).toEqual(['Matched 2.00'])
  await of.portal.call(invoices.judgeAgain, { body: { summaryID: first } }, of.operator)
  expect(await of.judged(first)).toEqual(['Matched 5.26'])
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(later)).toEqual(['Already billed 0.00'])
})
