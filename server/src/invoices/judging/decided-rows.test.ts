import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { matchLateDespatches } from '../matching/match-late.ts'
import { judgeNotedRows } from '../parcel-accounts/judge-dependents.ts'

/**
 * Open rows beside decided ones of the same consignment. A consignment costs 3.26, and 2.00 for all further parcels.
 */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

async function decide(summaryID: string, index: number, value: 'Accepted' | 'Rejected') {
  const row = (await of.rows(summaryID))[index]
  const body = { parcelIDs: row?.parcelID ?? '', ...(value === 'Rejected' && { reason: 'Not ours' }) }
  const { status } = await of.portal.call(invoices.decideParcels, { params: { value }, body }, of.operator)
  expect(status).toBe(200)
}

test.each([
  { number: 'DEC000001', decided: 0, open: 1 },
  { number: 'DEC000002', decided: 1, open: 0 },
])('a row cannot be matched by hand with the parcel of a decided row ($open)', async ({ number, decided, open }) => {
  const tracking = `${number}X1`
  await of.order('ZED', number, [tracking])
  const rows = [tracking, `UNKNOWN${number}`].map((one) => ({
    tracking: one,
    consignment: `C-${number}`,
    base: 3.26,
  }))
  const summaryID = await of.bill(`D-${number}`, decided === 0 ? rows : rows.toReversed())
  await decide(summaryID, decided, 'Accepted')
  const { parcelID = '', version = 0 } = (await of.rows(summaryID))[open] ?? {}
  const body = {
    parcelID,
    version,
    remember: false,
    clientCode: 'ZED',
    orderNumber: number,
    trackingNumber: tracking,
  }
  expect((await of.portal.call(invoices.match, { body }, of.operator)).status).toBe(200)
  expect((await of.judged(summaryID))[open]).toBe('Already billed 0.00')
})

test('a row takes no parcel that a decided row of its consignment covers', async () => {
  const numbers = ['DEC000003X1', 'DEC000003X2', 'DEC000003X3']
  await of.order('ZED', 'DEC000003', numbers)
  const first = await of.bill('E-1', [{ tracking: 'DEC000003X1', base: 3.26 }])
  const strange = ['STRANGE0001', 'STRANGE0002'].map((tracking) => ({
    tracking,
    consignment: 'CSTRANGE0001',
    order: 'DEC000003',
    base: 2,
  }))
  const second = await of.bill('E-2', strange, { day: '2026-03-07' })
  await decide(second, 0, 'Accepted')
  await of.decide(first, 'rejected', 'Withdrawn')
  await judgeNotedRows(of.portal.database)
  const covered = await of.portal.testDatabase.asOwner(
    `select despatched_as from invoice_parcels where client_code = 'ZED' and invoice_id = $1 order by parcel_no`,
    [second],
  )
  expect(new Set(covered.map(({ despatched_as }) => despatched_as)).size).toBe(2)
})

test('a late despatch is matched though another row of its consignment is rejected', async () => {
  const numbers = ['DEC000004X1', 'DEC000004X2']
  const rows = numbers.map((tracking) => ({ tracking, consignment: 'C-DEC4', base: 3.26 }))
  const summaryID = await of.bill('F-1', rows)
  await decide(summaryID, 0, 'Rejected')
  await of.order('ZED', 'DEC000004', ['DEC000004X2'])
  await matchLateDespatches(of.portal.database)
  expect(await of.judged(summaryID)).toEqual(['Not found 0.00', 'Matched 3.26'])
  const { body } = await of.portal.call(invoices.details, { body: { summaryID } }, of.operator)
  expect(body.details).toMatchObject([{ clientCode: '', verdict: expect.not.stringMatching('Matched') }])
})
