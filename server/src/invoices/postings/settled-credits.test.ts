import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { saveKestrel, sendKestrel } from '../../testing/invoices/send-invoices.ts'

/** Postings of settlements, and of credits that are deleted afterwards. A consignment costs 3.26. */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

const waitingCorrections = async () =>
  (await of.portal.call(invoices.postings, { query: {} }, of.operator)).body.waitingCorrections

/** Makes an accepted and posted invoice that bills 4.50 for a parcel, with a dispute of 1.24. */
async function disputed(number: string, tracking: string) {
  await of.order('ZED', tracking, [tracking])
  const summaryID = await of.bill(number, [{ tracking, base: 4.5 }])
  const [row] = await of.rows(summaryID)
  const reject = { params: { value: 'Rejected' }, body: { parcelIDs: row?.parcelID ?? '', reason: 'Too dear' } }
  await of.portal.call(invoices.decideParcels, reject, of.operator)
  expect((await of.decide(summaryID, 'accepted')).status).toBe(200)
  expect(await of.post(summaryID)).toEqual([
    'Carriage ZED 3.26',
    'Disputed with carriers ZED 1.24',
    'Carriers payable -3.26',
    'Withheld from carriers -1.24',
  ])
  const [dispute] = (await of.portal.call(invoices.disputes, { query: { summaryID } }, of.operator)).body.disputes
  return { summaryID, disputeID: dispute?.disputeID ?? '' }
}

test('the credited part of a refused dispute is carriage once the credit is deleted', async () => {
  const { summaryID, disputeID } = await disputed('K-1', 'OSP710001X1')
  const credit = await of.bill('K-1C', [{ tracking: 'OSP710001X1', type: 'ADJ', base: -0.5 }])
  const refuse = { disputes: [{ disputeID }], reason: 'as agreed' }
  await of.portal.call(invoices.actOnDisputes, { params: { act: 'refuse' }, body: refuse }, of.operator)
  expect((await of.post(summaryID))[0]).toBe('Carriage ZED 0.74')

  expect((await of.portal.call(invoices.removeSummary, { query: { id: credit } }, of.operator)).status).toBe(200)
  expect(await waitingCorrections()).toBe(1)
  expect(await of.post(summaryID)).toEqual([
    'Carriage ZED 0.50',
    'Carriers payable -0.50',
    'Disputed with carriers ZED -0.50',
    'Withheld from carriers 0.50',
  ])
})

test('a lump sum clears the claim of the client whose dispute it settles', async () => {
  const { disputeID } = await disputed('K-2', 'OSP710002X1')
  await saveKestrel(of.portal, of.operator)
  await of.order('ZED', 'OSP710003', ['OSP710003X1'])
  const brought = await sendKestrel(of.portal, of.operator, 'K-2C', [
    { parcel: 'OSP710003X1', base: 3.26 },
    { parcel: '', base: -1.24, note: 'Credit' },
  ])
  const query = { summaryID: brought, all: 'true' } as const
  const [lump] = (await of.portal.call(invoices.credits, { query }, of.operator)).body.credits
  const settle = { creditID: lump?.creditID ?? '', disputes: [{ disputeID, amount: '1.24' }], explanation: '' }
  expect((await of.portal.call(invoices.settleCredit, { body: settle }, of.operator)).status).toBe(200)
  expect((await of.decide(brought, 'accepted')).status).toBe(200)
  expect(await of.post(brought)).toEqual([
    'Carriage ZED 3.26',
    'Disputed with carriers ZED -1.24',
    'Carriers payable -3.26',
    'Withheld from carriers 1.24',
  ])
})
