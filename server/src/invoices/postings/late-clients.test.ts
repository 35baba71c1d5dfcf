import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { DisputePortal } from '../../testing/invoices/dispute-portal.ts'
import { matchLateDespatches } from '../matching/match-late.ts'

/** Credits and disputes of rows whose client becomes known only later. A consignment costs 3.26. */

const { invoices } = contract
let of: AccountPortal
let on: DisputePortal
beforeAll(async () => {
  of = await AccountPortal.open()
  on = new DisputePortal(of)
})
afterAll(() => of.close())

const BILLED = [
  'Carriage ZED 3.26',
  'Disputed with carriers ZED 1.24',
  'Carriers payable -3.26',
  'Withheld from carriers -1.24',
]
const CREDITED = ['Disputed with carriers ZED -1.24', 'Withheld from carriers 1.24']

test('a credit of a then unknown parcel does not reduce carriage beside its claim', async () => {
  const tracking = 'OSP730001X1'
  const credit = await on.credit('L-1', tracking, -1.24)
  await of.order('ZED', 'OSP730001', [tracking])
  await matchLateDespatches(of.portal.database)
  expect(await of.rows(credit)).toMatchObject([{ clientCode: 'ZED' }])
  const billed = await of.bill('L-2', [{ tracking, base: 4.5 }])
  expect(await on.stateOf(await on.reject(billed))).toBe('credited 1.24 of 1.24')
  await on.accept(billed)
  await on.accept(credit)
  expect([await of.post(billed), await of.post(credit)]).toEqual([BILLED, CREDITED])
})

test('a credit matched and settled by hand does not reduce carriage either', async () => {
  const trackingNumber = 'OSP730002X1'
  await of.order('ZED', 'OSP730002', [trackingNumber])
  const billed = await of.bill('L-3', [{ tracking: trackingNumber, base: 4.5 }])
  const dispute = await on.reject(billed)
  const credit = await on.credit('L-4', 'OSP739999X1', -1.24)
  const [row] = await of.rows(credit)
  const { parcelID = '', version = 0 } = row ?? {}
  const body = { parcelID, version, clientCode: 'ZED', orderNumber: 'OSP730002', trackingNumber }
  expect((await of.portal.call(invoices.match, { body }, of.operator)).status).toBe(200)
  expect((await on.settle(credit, dispute, '1.24')).status).toBe(200)
  await on.accept(billed)
  await on.accept(credit)
  expect([await of.post(billed), await of.post(credit)]).toEqual([BILLED, CREDITED])
})

test('a credit of a claim refused before its parcel was known belongs to the client', async () => {
  const tracking = 'OSP730003X1'
  const billed = await of.bill('L-5', [{ tracking, base: 5.26 }])
  const dispute = await on.reject(billed)
  const credit = await on.credit('L-6', tracking, -2)
  await on.act('refuse', dispute)
  expect(await on.stateOf(dispute)).toBe('refused 2.00 of 5.26')
  await on.undo(billed)
  await of.order('ZED', 'OSP730003', [tracking])
  await matchLateDespatches(of.portal.database)
  await on.accept(billed)
  await on.accept(credit)
  expect(await of.post(billed)).toEqual([
    'Carriage ZED 3.26',
    'Disputed with carriers ZED 2.00',
    'Carriers payable -3.26',
    'Withheld from carriers -2.00',
  ])
  expect(await of.post(credit)).toEqual(['Disputed with carriers ZED -2.00', 'Withheld from carriers 2.00'])
  // Its row was accepted since, so it cannot be claimed again.
  expect((await on.act('reopen', dispute)).status).toBe(422)
})
