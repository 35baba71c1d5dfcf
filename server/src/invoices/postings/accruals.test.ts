import { contract } from '@despatch/contract/contract'
import { addDays, dayOf, weekday } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { matchLateDespatches } from '../matching/match-late.ts'

/**
 * A parcel's accrual is reversed once, when the parcel is first billed. A consignment costs 3.26, and 2.00 for all
 * further parcels.
 */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
  await of.portal.call(
    invoices.saveRate,
    { body: { from: 'EUR', to: 'GBP', day: '2026-01-01', rate: '0.85' } },
    of.operator,
  )
  const fuel = {
    carrierCode: 'OSP',
    clientCode: 'YAK',
    category: 'fuel' as const,
    chargeText: 'Fuel',
    amount: { kind: 'percent' as const, percent: '10', of: ['base' as const], per: 'detail' as const },
    when: 'always' as const,
    from: '2026-01-01',
    to: null,
  }
  expect((await of.portal.call(invoices.saveAgreed, { body: fuel }, of.operator)).status).toBe(200)
})
afterAll(() => of.close())

const today = dayOf(new Date())
/** Each test has its own week, so that it counts only its own parcels. */
let weeks = 0
async function order(client: string, many: number) {
  const day = addDays(today, -weekday(today) - 7 * ++weeks)
  const name = `ACC${String(weeks).padStart(4, '0')}`
  const numbers = Array.from({ length: many }, (_, index) => `${name}X${index + 1}`)
  await of.order(client, name, numbers, day)
  return { name, numbers, day, tracking: numbers[0] ?? '' }
}
const required = async (day: string) => {
  const query = { carriercode: 'OSP', asOf: today }
  const { body } = await of.portal.call(invoices.required, { query }, of.operator)
  const week = body.required.find((one) => one.week === day)
  return [week?.missing, week?.accrual]
}
/** Accepts and posts an invoice, and returns the accruals that the posting reverses. */
async function posted(summaryID: string): Promise<string[]> {
  const rows = await of.rows(summaryID)
  const open = rows.filter(({ status }) => status === 'Imported').map(({ parcelID }) => parcelID)
  const decide = { params: { value: 'Accepted' }, body: { parcelIDs: open.join() } }
  if (open.length > 0) await of.portal.call(invoices.decideParcels, decide, of.operator)
  expect((await of.decide(summaryID, 'accepted')).status).toBe(200)
  return (await post(summaryID)).reversed
}
/** Posts or corrects an invoice, and returns the accruals that this reverses. */
async function post(summaryID: string): Promise<{ postingID: string; reversed: string[] }> {
  const { body } = await of.portal.call(invoices.post, { body: { summaryIDs: [summaryID] } }, of.operator)
  const postingID = body.posting?.postingID ?? ''
  const { lines } = (
    await of.portal.call(invoices.postingLines, { query: { postingID, limit: '999999' } }, of.operator)
  ).body
  const reversed = lines
    .filter(({ account }) => account === 'Accrued carriage')
    .map(({ clientCode, debit, currency }) => `${clientCode} ${debit} ${currency}`)
  return { postingID, reversed }
}

test('a parcel accrues its expected cost: its price with agreed fuel', async () => {
  const { numbers, day } = await order('YAK', 3)
  // 3.26 and 2.00 for all further parcels, plus 10% fuel on each.
  expect(await required(day)).toEqual([3, '5.79'])
  const [first = ''] = numbers
  await of.bill(`Q-${first}`, [{ tracking: first, base: 3.26, fuel: 0.33, shipped: day }], { day: today })
  expect(await required(day)).toEqual([2, '2.20'])
})

describe('a parcel', () => {
  test('is billed by its base, once, whatever surcharges come before and after', async () => {
    const { tracking, day } = await order('ZED', 1)
    const on = { day: today }
    const surcharge = await of.bill(`G-${tracking}-1`, [{ tracking, remote: 2, shipped: day }], on)
    expect(await posted(surcharge)).toEqual([])
    expect(await required(day)).toEqual([1, '3.26'])
    const base = await of.bill(`G-${tracking}-2`, [{ tracking, base: 3.26, shipped: day }], on)
    expect(await required(day)).toEqual([0, '0.00'])
    expect(await posted(base)).toEqual(['ZED 3.26 GBP'])
    const again = await of.bill(`G-${tracking}-3`, [{ tracking, base: 3.26, remote: 2, shipped: day }], on)
    expect(await posted(again)).toEqual([])
  })
  test('stays accrued while only its return, a credit or a correction is billed', async () => {
    const { tracking, day } = await order('ZED', 1)
    const on = { day: today }
    const back = await of.bill(`B-${tracking}-1`, [{ tracking, type: 'RTN', base: 2, shipped: day }], on)
    const credit = await of.bill(`B-${tracking}-2`, [{ tracking, type: 'ADJ', base: -1, shipped: day }], on)
    for (const one of [back, credit]) expect(await posted(one)).toEqual([])
    expect(await required(day)).toEqual([1, '3.26'])
  })
  test("of a client in another currency is reversed at the rate of the invoice's day", async () => {
    const { tracking, day } = await order('QUE', 1)
    expect(await required(day)).toEqual([1, '3.26'])
    const bill = await of.bill(`C-${tracking}`, [{ tracking, base: 2.77, shipped: day }], { day: today })
    expect(await posted(bill)).toEqual(['QUE 2.77 GBP'])
  })
  test('billed again after its invoice was withdrawn is reversed by the reissue', async () => {
    const { tracking, day } = await order('ZED', 1)
    const on = { day: today }
    const withdrawn = await of.bill(`V-${tracking}-1`, [{ tracking, base: 3.26, shipped: day }], on)
    await of.decide(withdrawn, 'rejected', 'Withdrawn')
    expect(await required(day)).toEqual([1, '3.26'])
    const reissue = await of.bill(`V-${tracking}-2`, [{ tracking, base: 3.26, shipped: day }], on)
    expect(await of.judged(reissue)).toEqual(['Matched 3.26'])
    expect(await posted(reissue)).toEqual(['ZED 3.26 GBP'])
  })
})

test('a consignment billed in one row ends the accruals of its parcels', async () => {
  const { name, day } = await order('ZED', 2)
  expect(await required(day)).toEqual([2, '5.26'])
  const bill = await of.bill(`K-${name}`, [{ order: name, items: 2, base: 5.26, shipped: day }], {
    day: today,
    row: 'consignment',
  })
  expect(await required(day)).toEqual([0, '0.00'])
  expect(await posted(bill)).toEqual(['ZED 5.26 GBP'])
})

test('a consignment billed before its despatch is fed ends the accruals of its parcels', async () => {
  const { name, numbers, day } = await order('ZED', 2)
  await of.portal.testDatabase.asOwner(`delete from parcels where order_number = $1`, [name])
  const bill = await of.bill(`E-${name}`, [{ order: name, items: 2, base: 5.26, shipped: day }], {
    day: today,
    row: 'consignment',
  })
  expect(await of.judged(bill)).toEqual(['Not despatched 0.00'])
  await of.order('ZED', name, numbers, day)
  expect(await required(day)).toEqual([2, '5.26'])
  await matchLateDespatches(of.portal.database)
  expect(await of.judged(bill)).toEqual(['Matched 5.26'])
  expect(await required(day)).toEqual([0, '0.00'])
})

test('a row that bills more parcels after judging again ends their accruals', async () => {
  const { name, day } = await order('ZED', 2)
  const bill = await of.bill(`W-${name}`, [{ order: name, items: 3, base: 5.26, shipped: day }], {
    day: today,
    row: 'consignment',
  })
  await of.order('ZED', name, [`${name}X3`], day)
  expect(await required(day)).toEqual([1, '2.00'])
  await of.portal.call(invoices.judgeAgain, { body: { summaryID: bill, after: 0 } }, of.operator)
  expect(await required(day)).toEqual([0, '0.00'])
})

test('all pieces of a shipment billed by one number are billed once', async () => {
  const { numbers, tracking, day } = await order('ZED', 2)
  const on = { day: today, row: 'consignment' as const }
  const whole = [{ tracking, consignment: tracking, items: 2, base: 5.26, shipped: day }]
  const bill = await of.bill(`P-${tracking}-1`, whole, on)
  expect(await of.judged(bill)).toEqual(['Matched 5.26'])
  expect(await required(day)).toEqual([0, '0.00'])
  expect(await posted(bill)).toEqual(['ZED 5.26 GBP'])
  const piece = [{ tracking: numbers[1] ?? '', consignment: numbers[1] ?? '', items: 1, base: 2, shipped: day }]
  expect(await of.billed(`P-${tracking}-2`, piece, on)).toEqual(['Already billed 0.00'])
})

test("a parcel's account shows its amounts due, billed, claimed, credited and accrued to its client", async () => {
  const { tracking, day } = await order('YAK', 1)
  const on = { day: today }
  const accountAs = async (as = { ...of.operator, client: 'YAK' }) =>
    (await of.portal.call(invoices.parcelCharges, { query: { trackingNumber: tracking } }, as)).body
  expect(await required(day)).toEqual([1, '3.59'])
  expect((await accountAs()).account).toMatchObject({ due: '3.59', billed: '0.00', accrued: '3.59', balance: '3.59' })
  const again = await of.bill(`S-${tracking}-2`, [{ tracking, base: 5.26, fuel: 0.53, shipped: day }], on)
  const parcelIDs = (await of.rows(again)).map(({ parcelID }) => parcelID).join()
  const reject = { params: { value: 'Rejected' }, body: { parcelIDs, reason: 'Too dear' } }
  expect((await of.portal.call(invoices.decideParcels, reject, of.operator)).status).toBe(200)
  expect(await posted(again)).toEqual(['YAK 3.59 GBP'])
  const claimed = {
    currency: 'GBP',
    charges: [
      { category: 'base', due: '3.26', billed: '5.26' },
      { category: 'fuel', due: '0.33', billed: '0.53' },
    ],
    due: '3.59',
    billed: '5.79',
    claimed: '2.20',
    credited: '0.00',
    givenUp: '0.00',
    accrued: '3.59',
    reversedBy: { summaryID: again, invoiceNumber: `S-${tracking}-2` },
    balance: '0.00',
  }
  const { account, charges } = await accountAs()
  expect(charges).toMatchObject([{ invoiceNumber: `S-${tracking}-2`, postedOn: today }])
  expect(account).toMatchObject(claimed)
  expect(account?.steps.map(({ title, amount }) => `${title} ${amount}`.trim())).toEqual(['Price 3.26', 'Fuel 0.33'])
  const [dispute] = account?.disputes ?? []
  expect(dispute).toMatchObject({ claimed: '2.20', credited: '0.00', givenUp: '0.00', dispute: { state: 'open' } })
  await of.bill(`S-${tracking}-3`, [{ tracking, type: 'ADJ', base: -1, shipped: day }], on)
  const client = await makeSession(of.portal.testDatabase, { clients: ['YAK'] })
  const seen = await accountAs({ ...client, client: 'YAK' })
  // Postings are for the operator only.
  expect(seen.account).toMatchObject({ accrued: null, reversedBy: null })
  expect(seen.account).toMatchObject({ billed: '4.79', claimed: '1.20', credited: '1.00', balance: '0.00' })
  expect(seen.charges.map(({ invoiceNumber, billed, share }) => [invoiceNumber, billed, share])).toEqual([
    [`S-${tracking}-3`, '-1.00', '-1.00'],
    [`S-${tracking}-2`, '5.79', '5.79'],
  ])
  expect(seen.account?.disputes).toMatchObject([{ claimed: '1.20', credited: '1.00', dispute: { disputeID: null } }])
  const others = await makeSession(of.portal.testDatabase, { clients: ['ZED'] })
  expect(await accountAs({ ...others, client: 'ZED' })).toMatchObject({ charges: [], account: null })
})

describe('a row that is claimed back in full', () => {
  const rowOf = async (summaryID: string) => (await of.rows(summaryID)).map(({ parcelID }) => parcelID).join()
  async function reject(summaryID: string, claimed: string) {
    const body = { parcelIDs: await rowOf(summaryID), reason: 'Never carried', claimed }
    const rejected = await of.portal.call(invoices.decideParcels, { params: { value: 'Rejected' }, body }, of.operator)
    expect(rejected.status).toBe(200)
  }
  async function act(on: string, what: 'send' | 'refuse' | 'write-off' | 'reopen') {
    const { body } = await of.portal.call(invoices.disputes, { query: { summaryID: on } }, of.operator)
    const disputes = body.disputes.map(({ disputeID }) => ({ disputeID }))
    const done = await of.portal.call(
      invoices.actOnDisputes,
      { params: { act: what }, body: { disputes, reason: 'as agreed' } },
      of.operator,
    )
    expect(done.status).toBe(200)
  }
  /** Makes a bill for one parcel of YAK that costs 3.26 and 0.33 of fuel. */
  async function billed() {
    const { tracking, day } = await order('YAK', 1)
    const bill = await of.bill(`W-${tracking}`, [{ tracking, base: 3.26, fuel: 0.33, shipped: day }], { day: today })
    return { tracking, day, bill }
  }

  test.each([
    ['all of it', '3.59', 1],
    ['its base', '3.26', 1],
    ['a part of its base', '3.25', 0],
  ])('leaves the accrual if %s is claimed, until that is undone', async (_what, claimed, missing) => {
    const { day, bill } = await billed()
    expect(await required(day)).toEqual([0, '0.00'])
    await reject(bill, claimed)
    expect((await required(day))[0]).toBe(missing)
    await of.portal.call(invoices.undoParcels, { body: { parcelIDs: await rowOf(bill) } }, of.operator)
    expect(await required(day)).toEqual([0, '0.00'])
  })
  test('ends the accrual when its dispute is given up, until the dispute reopens', async () => {
    const { day, bill } = await billed()
    await reject(bill, '3.59')
    await act(bill, 'send')
    for (const what of ['refuse', 'reopen', 'write-off', 'reopen'] as const) {
      await act(bill, what)
      expect(await required(day)).toEqual(what === 'reopen' ? [1, '3.59'] : [0, '0.00'])
    }
  })
  test('reverses the accrual once, with the posted correction after a refusal', async () => {
    const { day, bill } = await billed()
    await reject(bill, '3.59')
    expect(await posted(bill)).toEqual([])
    expect(await required(day)).toEqual([1, '3.59'])
    await act(bill, 'send')
    await act(bill, 'refuse')
    const { postingID, reversed } = await post(bill)
    expect(reversed).toEqual(['YAK 3.59 GBP'])
    expect((await of.portal.call(invoices.reversePosting, { body: { postingID } }, of.operator)).status).toBe(200)
    expect((await post(bill)).reversed).toEqual(['YAK 3.59 GBP'])
    // A reversed accrual no longer counts, in the ledger or on the list.
    await act(bill, 'reopen')
    expect(await required(day)).toEqual([0, '0.00'])
    expect((await post(bill)).reversed).toEqual([])
  })
  test('leaves the accrual to another row that bills the parcel', async () => {
    const { tracking, day, bill } = await billed()
    await reject(bill, '3.59')
    expect(await posted(bill)).toEqual([])
    const again = await of.bill(`W-${tracking}-2`, [{ tracking, base: 3.26, shipped: day }], { day: today })
    expect(await required(day)).toEqual([0, '0.00'])
    expect(await posted(again)).toEqual(['YAK 3.59 GBP'])
    await act(bill, 'send')
    await act(bill, 'refuse')
    expect((await post(bill)).reversed).toEqual([])
  })
})
