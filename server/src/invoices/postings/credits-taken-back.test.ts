import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'

/** Credits of disputes that were refused, and are taken back. A consignment costs 3.26. */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

/** The lines that posting an invoice, or correcting it, adds to the ledger beside accruals; credits below nought. */
async function post(summaryID: string): Promise<string[]> {
  const { body } = await of.portal.call(invoices.post, { body: { summaryIDs: [summaryID] } }, of.operator)
  const query = { postingID: body.posting?.postingID ?? '', limit: '999999' }
  const { lines } = (await of.portal.call(invoices.postingLines, { query }, of.operator)).body
  return lines
    .filter(({ account, category }) => account !== 'Accrued carriage' && category !== 'accrual')
    .map(({ account, debit, credit }) => `${account} ${debit === '0.00' ? `-${credit}` : debit}`)
}
const waitingCorrections = async () =>
  (await of.portal.call(invoices.postings, { query: {} }, of.operator)).body.waitingCorrections

test('what a refused dispute had been credited is carriage once the credit is deleted', async () => {
  const tracking = 'OSP710001X1'
  await of.order('ZED', 'OSP710001', [tracking])
  const summaryID = await of.bill('K-1', [{ tracking, base: 4.5 }])
  const [row] = await of.rows(summaryID)
  const reject = { params: { value: 'Rejected' }, body: { parcelIDs: row?.parcelID ?? '', reason: 'Too dear' } }
  await of.portal.call(invoices.decideParcels, reject, of.operator)
  expect((await of.decide(summaryID, 'accepted')).status).toBe(200)
  expect(await post(summaryID)).toEqual([
    'Carriage 3.26',
    'Disputed with carriers 1.24',
    'Carriers payable -3.26',
    'Withheld from carriers -1.24',
  ])
  const credit = await of.bill('K-1C', [{ tracking, type: 'ADJ', base: -0.5 }])
  const [dispute] = (await of.portal.call(invoices.disputes, { query: { summaryID } }, of.operator)).body.disputes
  expect(dispute).toMatchObject({ state: 'partly credited' })
  const refuse = { disputes: [{ disputeID: dispute?.disputeID ?? '' }], reason: 'as agreed' }
  await of.portal.call(invoices.actOnDisputes, { params: { act: 'refuse' }, body: refuse }, of.operator)
  expect((await post(summaryID))[0]).toBe('Carriage 0.74')

  expect((await of.portal.call(invoices.removeSummary, { query: { id: credit } }, of.operator)).status).toBe(200)
  expect(await waitingCorrections()).toBe(1)
  expect(await post(summaryID)).toEqual([
    'Carriage 0.50',
    'Carriers payable -0.50',
    'Disputed with carriers -0.50',
    'Withheld from carriers 0.50',
  ])
})
