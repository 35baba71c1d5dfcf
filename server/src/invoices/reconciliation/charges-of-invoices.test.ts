import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient } from '../../testing/factories.ts'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { saveKestrel, sendKestrel } from '../../testing/invoices/send-invoices.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { judgeNoted } from '../parcel-accounts/judge-following.ts'

/** What Kestrel bills beside parcels, which left on 2 March 2026 and cost 10.00, on invoices of 2 April unless another day is given. */

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

let bills = 0
beforeEach(async () => {
  for (const { summaryID } of (await of.portal.call(invoices.summary, { query: {} }, of.operator)).body.summary)
    await of.portal.call(invoices.removeSummary, { query: { id: summaryID } }, of.operator)
  for (const { agreedID } of (await of.portal.call(invoices.agreed, { query: {} }, of.operator)).body.agreed)
    await of.portal.call(invoices.removeAgreed, { query: { id: agreedID } }, of.operator)
})

let parcels = 0
/** Imports an invoice of some parcels, a line each, and of a charge, and gives its id. */
async function bill(rows: readonly (number | [note: string, base: number])[], day?: string): Promise<string> {
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
  return sendKestrel(of.portal, of.operator, `KC-${++bills}`, lines, day)
}

type Amount =
  | { kind: 'minimum' | 'money'; money: string; per: 'week' }
  | { kind: 'percent'; percent: string; of: ['base']; per: 'invoice' }
async function agree(chargeCode: string, amount: Amount, category: 'base' | 'fuel' = 'base') {
  const terms = { carrierCode: 'KES', category, chargeCode, chargeText: chargeCode, from: '2026-01-01', amount }
  expect((await of.portal.call(invoices.saveAgreed, { body: terms }, of.operator)).status).toBe(200)
}
/** What the charges of an invoice are, once what was noted is judged. */
async function chargesOf(summaryID: string): Promise<string[]> {
  await judgeNoted(of.portal.database)
  const rows = await of.rows(summaryID)
  return rows.filter(({ trackingNumber }) => trackingNumber === '').map((row) => `${row.verdict} ${row.expected}`)
}

test('a percentage of an invoice is expected of the rows that are left once others are deleted', async () => {
  await agree('Fuel', { kind: 'percent', percent: '10', of: ['base'], per: 'invoice' })
  const summaryID = await bill([10, 10, ['Fuel', 2]])
  expect(await chargesOf(summaryID)).toEqual(['Matched 2.00'])
  const [first] = await of.rows(summaryID)
  const id = first?.parcelID ?? ''
  await of.portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body: { parcelIDs: id } }, of.operator)
  expect((await of.portal.call(invoices.removeParcels, { query: { id } }, of.operator)).status).toBe(200)
  expect(await chargesOf(summaryID)).toEqual(['Overcharged 1.00'])
})
