import { contract } from '@despatch/contract/contract'
import { addDays, type Day } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient } from '../../testing/factories.ts'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { saveKestrel, sendKestrel } from '../../testing/invoices/send-invoices.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { compareDecidedRows } from '../comparisons/compare-decided.ts'
import { judgeNotedRows } from '../parcel-accounts/judge-dependents.ts'

/** What Kestrel bills beside parcels that cost 10.00. */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
  const on = of.portal.testDatabase
  await makeClient(on, { code: 'JAY', name: 'Jay Ltd' })
  await makeRuleBook(on, 'JAY', [carrierItem('KES', { name: 'Kestrel' }), methodItem('KES-1', 'KES', 100_000)])
  await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = 'JAY'`)
  await saveKestrel(of.portal, of.operator)
})
afterAll(() => of.close())

/** The Monday on which a test's parcels are despatched: each test has its own week, because accepted invoices stay. */
let shipped: Day = '2026-02-02'
beforeEach(async () => {
  shipped = addDays(shipped, 7)
  for (const { agreedID } of (await of.portal.call(invoices.agreed, { query: {} }, of.operator)).body.agreed)
    await of.portal.call(invoices.removeAgreed, { query: { id: agreedID } }, of.operator)
})

let bills = 0
let parcels = 0
/** Imports an invoice with a line for each parcel, and a charge. Returns its id. */
async function bill(rows: readonly (number | [note: string, base: number])[], day = '2026-04-02'): Promise<string> {
  const lines = []
  for (const row of rows) {
    if (typeof row !== 'number') {
      lines.push({ parcel: '', note: row[0], base: row[1] })
      continue
    }
    const trackingNumber = `KES91${String(++parcels).padStart(5, '0')}`
    const orderNumber = `O-${trackingNumber}`
    const what = { carrier: 'KES', clientMethodId: 'KES-1', carrierService: 'Parcel' }
    await makeParcel(of.portal.testDatabase, { client: 'JAY', trackingNumber, orderNumber, ...what })
    lines.push({ parcel: trackingNumber, base: row })
  }
  return sendKestrel(of.portal, of.operator, `KC-${++bills}`, lines, { day, shipped })
}

type Amount =
  | { kind: 'minimum' | 'money'; money: string; per: 'week' }
  | { kind: 'percent'; percent: string; of: ['base']; per: 'invoice' }
async function agree(chargeCode: string, amount: Amount, category: 'base' | 'fuel' = 'base') {
  const terms = { carrierCode: 'KES', category, chargeCode, chargeText: chargeCode, from: '2026-01-01', amount }
  expect((await of.portal.call(invoices.saveAgreed, { body: terms }, of.operator)).status).toBe(200)
}
/** The charges of an invoice, after noted rows are judged. */
async function chargesOf(summaryID: string): Promise<string[]> {
  await judgeNotedRows(of.portal.database)
  const rows = await of.rows(summaryID)
  return rows.filter(({ trackingNumber }) => trackingNumber === '').map((row) => `${row.verdict} ${row.expected}`)
}

test('a percentage of an invoice applies to the rows left after others are deleted', async () => {
  await agree('Fuel', { kind: 'percent', percent: '10', of: ['base'], per: 'invoice' })
  const summaryID = await bill([10, 10, ['Fuel', 2]])
  expect(await chargesOf(summaryID)).toEqual(['Matched 2.00'])
  const [first] = await of.rows(summaryID)
  const id = first?.parcelID ?? ''
  await of.portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body: { parcelIDs: id } }, of.operator)
  expect((await of.portal.call(invoices.removeParcels, { query: { id } }, of.operator)).status).toBe(200)
  expect(await chargesOf(summaryID)).toEqual(['Overcharged 1.00'])
})

const accept = async (summaryID: string) => expect((await of.decide(summaryID, 'accepted')).status).toBe(200)
const remove = (summaryID: string) => of.portal.call(invoices.removeSummary, { query: { id: summaryID } }, of.operator)

test('a weekly fee accepted on another invoice is not due after a rejection is undone', async () => {
  await agree('Fee', { kind: 'money', money: '10.00', per: 'week' })
  const first = await bill([10, ['Fee', 10]])
  const { commandId } = (await of.decide(first, 'rejected', 'Withdrawn')).body
  const reissue = await bill([10, ['Fee', 10]])
  expect(await chargesOf(reissue)).toEqual(['Matched 10.00'])
  await accept(reissue)
  expect((await of.portal.call(invoices.undo, { params: { commandId } }, of.operator)).status).toBe(200)
  expect(await chargesOf(first)).toEqual(['Overcharged 0.00'])
})

test('a weekly fee is due once the invoice that billed it before is gone', async () => {
  await agree('Fee', { kind: 'money', money: '10.00', per: 'week' })
  const first = await bill([10, ['Fee', 10]])
  const second = await bill([10, ['Fee', 10]])
  expect(await chargesOf(second)).toEqual(['Overcharged 0.00'])
  await remove(first)
  expect(await chargesOf(second)).toEqual(['Matched 10.00'])
})

test('a late invoice of an earlier day is the one that bills the week', async () => {
  await agree('Fee', { kind: 'money', money: '10.00', per: 'week' })
  const newer = await bill([10, ['Fee', 10]])
  const late = await bill([10, ['Fee', 10]], '2026-03-09')
  expect([await chargesOf(newer), await chargesOf(late)]).toEqual([['Overcharged 0.00'], ['Matched 10.00']])
})

test("billed top-ups count towards a week's minimum, and further billing reduces an open one", async () => {
  await agree('Minimum', { kind: 'minimum', money: '100.00', per: 'week' })
  const first = await bill([10, 10, 10, 10, 10, 10, ['Minimum', 40]])
  expect(await chargesOf(first)).toEqual(['Matched 40.00'])
  const second = await bill([10, 10, 10, ['Minimum', 10]])
  expect([await chargesOf(first), await chargesOf(second)]).toEqual([['Overcharged 10.00'], ['Overcharged 0.00']])
  await remove(second)
  expect(await chargesOf(first)).toEqual(['Matched 40.00'])
  await accept(first)
  const third = await bill([10, ['Minimum', 10]])
  expect([await chargesOf(first), await chargesOf(third)]).toEqual([['Matched 40.00'], ['Overcharged 0.00']])
  // The accepted amount now exceeds the amount due.
  await compareDecidedRows(of.portal.database, { warn: expect.unreachable })
  const { rows } = (await of.portal.call(invoices.foundDifferences, { query: {} }, of.operator)).body
  const ofFirst = rows.filter(({ summaryID }) => summaryID === first)
  expect(ofFirst).toMatchObject([{ expected: '40.00', expectedNow: '30.00' }])
})

test("amounts billed in euros count in pounds towards a week's minimum", async () => {
  await agree('Minimum', { kind: 'minimum', money: '100.00', per: 'week' })
  const rate = { from: 'EUR', to: 'GBP', day: '2026-01-01', rate: '0.85' }
  await of.portal.call(invoices.saveRate, { body: rate }, of.operator)
  await saveKestrel(of.portal, of.operator, { currency: 'EUR' })
  const inEuros = await bill([20])
  expect(await of.summary(inEuros)).toMatchObject({ currency: 'EUR' })
  await saveKestrel(of.portal, of.operator)
  expect(await chargesOf(await bill([10, ['Minimum', 73]]))).toEqual(['Matched 73.00'])
})
