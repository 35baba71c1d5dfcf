import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'

/** An invoice that is rejected as a whole is in no posting. A consignment costs 3.26. */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

const parcelIDsOf = async (summaryID: string) => (await of.rows(summaryID)).map(({ parcelID }) => parcelID).join()
async function accept(summaryID: string) {
  const open = (await of.rows(summaryID)).filter(({ status }) => status === 'Imported')
  const body = { parcelIDs: open.map(({ parcelID }) => parcelID).join() }
  if (open.length > 0)
    await of.portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body }, of.operator)
  expect((await of.decide(summaryID, 'accepted')).status).toBe(200)
}

test('a credit for an invoice that was rejected as a whole claims nothing back that was never debited', async () => {
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

  // It bills again once its row is accepted: then there is something that the credit settles.
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
