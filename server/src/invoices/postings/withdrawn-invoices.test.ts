import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { judgeNotedRows } from '../parcel-accounts/judge-dependents.ts'

/** Credits for invoices that were rejected as a whole and so never posted. A consignment costs 3.26. */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

const parcelIDsOf = async (summaryID: string) => (await of.rows(summaryID)).map(({ parcelID }) => parcelID).join()
async function accept(summaryID: string) {
  await judgeNotedRows(of.portal.database)
  const open = (await of.rows(summaryID)).filter(({ status }) => status === 'Imported')
  const body = { parcelIDs: open.map(({ parcelID }) => parcelID).join() }
  if (open.length > 0)
    await of.portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body }, of.operator)
  expect((await of.decide(summaryID, 'accepted')).status).toBe(200)
}

test('a credit for an invoice rejected as a whole claims nothing back', async () => {
  await of.order('ZED', 'OSP700001', ['OSP700001X1'])
  const row = { tracking: 'OSP700001X1' }
  const withdrawn = await of.bill('V-1', [{ ...row, base: 4.26 }])
  expect((await of.decide(withdrawn, 'rejected', 'Withdrawn')).status).toBe(200)
  const credit = await of.bill('V-2', [{ ...row, type: 'ADJ', base: -1 }], { day: '2026-03-07' })
  expect(await of.judged(credit)).toEqual(['Matched -1.00'])
  await accept(credit)
  expect(await of.post(credit)).toEqual([])
  const payableOf = async (summaryID: string) =>
    (await of.portal.call(invoices.summary, { query: { summaryID } }, of.operator)).body.summary[0]?.payable
  expect([await payableOf(withdrawn), await payableOf(credit)]).toEqual(['0.00', '0.00'])

  // When its row is accepted it bills again, so that the credit settles something.
  const body = { parcelIDs: await parcelIDsOf(withdrawn) }
  await of.portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body }, of.operator)
  await accept(withdrawn)
  expect(await of.post(withdrawn)).toEqual([
    'Carriage ZED 3.26',
    'Disputed with carriers ZED 1.00',
    'Carriers payable -3.26',
    'Withheld from carriers -1.00',
  ])
  expect([await payableOf(withdrawn), await payableOf(credit)]).toEqual(['4.26', '-1.00'])
  expect(await of.post(credit)).toEqual(['Disputed with carriers ZED -1.00', 'Withheld from carriers 1.00'])
})

/** Makes an invoice of 4.26 that is rejected as a whole; 1.00 of it is claimed. */
async function withdraw(number: string, tracking: string) {
  await of.order('ZED', tracking.slice(0, -2), [tracking])
  const withdrawn = await of.bill(`V-${number}1`, [{ tracking, base: 4.26 }])
  expect((await of.decide(withdrawn, 'rejected', 'Withdrawn')).status).toBe(200)
}
const credit = (number: string, tracking: string) =>
  of.bill(`V-${number}2`, [{ tracking, type: 'ADJ', base: -1 }], { day: '2026-03-07' })
const reissue = (number: string, tracking: string, base: number) =>
  of.bill(`V-${number}3`, [{ tracking, base }], { day: '2026-03-08' })

test("a reissue is due as if the withdrawn invoice's credit did not exist", async () => {
  await withdraw('A', 'OSP700002X1')
  await credit('A', 'OSP700002X1')
  const again = await reissue('A', 'OSP700002X1', 4.26)
  expect(await of.judged(again)).toEqual(['Overcharged 3.26'])
  const read = await of.portal.call(
    invoices.parcelCharges,
    { query: { trackingNumber: 'OSP700002X1' } },
    { ...of.operator, client: 'ZED' },
  )
  expect(read.body.account).toMatchObject({ due: '3.26', billed: '4.26' })

  await withdraw('B', 'OSP700003X1')
  await credit('B', 'OSP700003X1')
  expect(await of.judged(await reissue('B', 'OSP700003X1', 3.26))).toEqual(['Matched 3.26'])
})

test('a reissue before the credit, or on the same invoice, is judged with it', async () => {
  await withdraw('C', 'OSP700004X1')
  const before = await reissue('C', 'OSP700004X1', 3.26)
  await credit('C', 'OSP700004X1')
  await withdraw('D', 'OSP700005X1')
  const tracking = 'OSP700005X1'
  const together = await of.bill('V-D2', [
    { tracking, type: 'ADJ', base: -1 },
    { tracking, base: 3.26 },
  ])
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(before)).toEqual(['Matched 3.26'])
  expect(await of.judged(together)).toEqual(['Matched -1.00', 'Matched 3.26'])
})
