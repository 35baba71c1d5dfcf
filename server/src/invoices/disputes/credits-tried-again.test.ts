import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { DisputePortal } from '../../testing/invoices/dispute-portal.ts'
import { judgeNotedRows } from '../parcel-accounts/judge-dependents.ts'
import { settleByNewRates } from './settle-credits.ts'

/** Waiting credits are tried again when something changes. A consignment costs 3.26. */

const { invoices } = contract
let of: AccountPortal
let on: DisputePortal
beforeAll(async () => {
  of = await AccountPortal.open()
  on = new DisputePortal(of)
})
afterAll(() => of.close())

/** Opens a dispute of 1.24 about an invoice that bills 4.50 for a parcel. */
async function disputed(number: string) {
  await of.order('ZED', number, [`${number}X1`])
  return on.reject(await of.bill(`B${number}`, [{ tracking: `${number}X1`, base: 4.5 }]))
}

test('a reopened dispute is settled by credits that came while it was refused', async () => {
  const dispute = await disputed('OSP760001')
  await on.act('refuse', dispute)
  const credit = await on.credit('COSP760001', 'OSP760001X1', -1)
  expect(await on.creditsOf(credit)).toMatchObject([{ left: '1.00' }])
  expect(await on.act('reopen', dispute)).toMatchObject({
    status: 200,
    body: { receipts: [{ before: 'refused', after: 'partly credited' }] },
  })
  expect(await on.stateOf(dispute)).toBe('partly credited 1.00 of 1.24')
  expect(await on.creditsOf(credit)).toMatchObject([{ left: '0.00' }])
  const { history } = (await of.portal.call(invoices.dispute, { params: { disputeID: dispute } }, of.operator)).body
  expect(history.map(({ what }) => what)).toEqual(['opened', 'refused', 'reopened', 'credited'])
})

test('a credit in another currency settles once someone enters the rate', async () => {
  const dispute = await disputed('OSP760002')
  const credit = await on.credit('COSP760002', 'OSP760002X1', -1.55, { currency: 'EUR' })
  await settleByNewRates(of.portal.database)
  expect(await on.stateOf(dispute)).toBe('open 0.00 of 1.24')
  const rate = { from: 'EUR', to: 'GBP', rate: '0.8', day: '2026-03-01' }
  expect((await of.portal.call(invoices.saveRate, { body: rate }, of.operator)).status).toBe(200)
  await settleByNewRates(of.portal.database)
  expect(await on.stateOf(dispute)).toBe('credited 1.24 of 1.24')
  expect(await on.creditsOf(credit)).toMatchObject([{ left: '0.00' }])
  expect(await of.judged(credit)).toEqual(['Matched -1.55'])
})

test("a credit without a currency settles once someone sets the invoice's currency", async () => {
  const dispute = await disputed('OSP760003')
  const credit = await on.credit('COSP760003', 'OSP760003X1', -1.24, { currency: '' })
  await settleByNewRates(of.portal.database)
  expect(await on.stateOf(dispute)).toBe('open 0.00 of 1.24')
  const body = { summaryID: credit, currency: 'GBP' }
  expect((await of.portal.call(invoices.sayCurrency, { body: body }, of.operator)).status).toBe(200)
  await settleByNewRates(of.portal.database)
  expect(await on.stateOf(dispute)).toBe('credited 1.24 of 1.24')
})

test('a parcel billed again is judged with a credit that settles only later', async () => {
  const tracking = 'OSP760008X1'
  await of.order('ZED', 'OSP760008', [tracking])
  const withdrawn = await of.bill('BOSP760008', [{ tracking, base: 4.26 }])
  await of.decide(withdrawn, 'rejected', 'Withdrawn')
  const [dispute] = await on.disputesOf(withdrawn)
  const disputeID = dispute?.disputeID ?? ''
  await on.act('refuse', disputeID)
  await on.credit('COSP760008', tracking, -1)
  const again = await of.bill('DOSP760008', [{ tracking, base: 4.26 }], { day: '2026-03-08' })
  expect(await of.judged(again)).toEqual(['Matched 4.26'])
  await on.act('reopen', disputeID)
  expect(await on.stateOf(disputeID)).toBe('credited 1.00 of 1.00')
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(again)).toEqual(['Overcharged 3.26'])
})

describe('a credit settles only rows that were billed or decided before it', () => {
  const bill = (number: string) => of.bill(`B${number}`, [{ tracking: `${number}X1`, base: 4.5 }])
  const older = (number: string, name = 'C') =>
    on.credit(`${name}${number}`, `${number}X1`, -1.24, { day: '2026-03-05' })

  test("an older invoice's credit settles a row that was disputed when it came", async () => {
    const dispute = await disputed('OSP760004')
    await older('OSP760004')
    expect(await on.stateOf(dispute)).toBe('credited 1.24 of 1.24')
  })

  test("an older invoice's credit settles a row that was decided before and disputed later", async () => {
    await of.order('ZED', 'OSP760005', ['OSP760005X1'])
    const billed = await bill('OSP760005')
    const body = { parcelIDs: (await of.rows(billed)).map(({ parcelID }) => parcelID).join() }
    await of.portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body }, of.operator)
    await on.undo(billed)
    await older('OSP760005')
    expect(await on.stateOf(await on.reject(billed))).toBe('credited 1.24 of 1.24')
  })

  test.each([
    ['of the day before', 'OSP760006', '2026-03-05', 'C'],
    ['of the same day with an earlier number', 'OSP760007', '2026-03-06', 'A'],
  ])('one %s never settles what was open when it came', async (_when, number, day, name) => {
    await of.order('ZED', number, [`${number}X1`])
    const billed = await bill(number)
    await on.credit(`${name}${number}`, `${number}X1`, -1.24, { day })
    const dispute = await on.reject(billed, { claimed: '1.24' })
    const isOpen = async () => expect(await on.stateOf(dispute)).toBe('open 0.00 of 1.24')
    await isOpen()
    await on.act('refuse', dispute)
    await on.act('reopen', dispute)
    await isOpen()
    await settleByNewRates(of.portal.database)
    await isOpen()
  })
})
