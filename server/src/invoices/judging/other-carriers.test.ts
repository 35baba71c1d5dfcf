import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../testing/factories.ts'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { saveKestrel, sendKestrel } from '../../testing/invoices/send-invoices.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'

/** A second carrier beside Osprey: Kestrel, with invoices of 2 April 2026 and parcels that cost 4.50. */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
  const on = of.portal.testDatabase
  await makeClient(on, { code: 'JAY', name: 'Jay Ltd' })
  await makeRuleBook(on, 'JAY', [carrierItem('KES', { name: 'Kestrel' }), methodItem('KES-1', 'KES', 45_000)])
  await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = 'JAY'`)
  await saveKestrel(of.portal, of.operator)
})
afterAll(() => of.close())

let count = 0
/** Makes a parcel that left with Kestrel on 2 March 2026 and returns its number. */
async function parcel(): Promise<string> {
  const trackingNumber = `KES90000${++count}`
  await makeParcel(of.portal.testDatabase, {
    client: 'JAY',
    trackingNumber,
    orderNumber: `O-${trackingNumber}`,
    carrier: 'KES',
    clientMethodId: 'KES-1',
    carrierService: 'Parcel',
  })
  return trackingNumber
}
const send = (number: string, rows: Parameters<typeof sendKestrel>[3]) =>
  sendKestrel(of.portal, of.operator, number, rows)

test('a parcel billed by the wrong carrier is still due to its own carrier', async () => {
  const tracking = 'OSP720001X1'
  await of.order('ZED', 'OSP720001', [tracking])
  const rows = [await parcel(), await parcel(), tracking].map((one) => ({ parcel: one, base: 4.5 }))
  const wrong = await send('K-1', rows)
  expect(await of.judged(wrong)).toEqual(['Matched 4.50', 'Matched 4.50', 'Not despatched 0.00'])
  const right = [{ tracking, base: 3.26 }]
  expect(await of.billed('O-1', right, { day: '2026-04-10' })).toEqual(['Matched 3.26'])
  expect(await of.billed('O-2', right, { day: '2026-04-17' })).toEqual(['Already billed 0.00'])
  expect((await of.rows(await send('K-2', rows)))[2]).toMatchObject({ verdict: 'Already billed', clientCode: 'ZED' })
})

/** Deletes earlier invoices, and agrees an amount with Kestrel for a charge code. */
async function agree(chargeCode: string, amount: { kind: 'minimum' | 'money'; money: string; per: 'week' }) {
  for (const { summaryID } of (await of.portal.call(invoices.summary, { query: {} }, of.operator)).body.summary)
    await of.portal.call(invoices.removeSummary, { query: { id: summaryID } }, of.operator)
  const terms = { carrierCode: 'KES', category: 'base' as const, chargeText: chargeCode, from: '2026-01-01' }
  const saved = await of.portal.call(invoices.saveAgreed, { body: { ...terms, chargeCode, amount } }, of.operator)
  expect(saved.status).toBe(200)
}

test('a weekly fee is due once a week, on however many invoices it is billed', async () => {
  await agree('Fee', { kind: 'money', money: '10.00', per: 'week' })
  const bill = async (number: string) =>
    send(number, [
      { parcel: await parcel(), base: 4.5 },
      { parcel: '', base: 10, note: 'Fee' },
    ])
  const first = await bill('K-5')
  expect(await of.judged(first)).toEqual(['Matched 4.50', 'Matched 10.00'])
  const second = await bill('K-6')
  expect(await of.judged(second)).toEqual(['Matched 4.50', 'Overcharged 0.00'])
  await of.portal.call(invoices.judgeAgain, { body: { summaryID: first } }, of.operator)
  expect(await of.judged(first)).toEqual(['Matched 4.50', 'Matched 10.00'])
  expect((await of.decide(first, 'rejected', 'Withdrawn')).status).toBe(200)
  await of.portal.call(invoices.judgeAgain, { body: { summaryID: second } }, of.operator)
  expect(await of.judged(second)).toEqual(['Matched 4.50', 'Matched 10.00'])
})

test("an invoice rejected as a whole does not count towards its week's minimum", async () => {
  await agree('Minimum', { kind: 'minimum', money: '50.00', per: 'week' })
  const one = await parcel()
  expect((await of.decide(await send('K-3', [{ parcel: one, base: 4.5 }]), 'rejected', 'Withdrawn')).status).toBe(200)
  const reissue = await send('K-4', [
    { parcel: one, base: 4.5 },
    { parcel: '', base: 45.5, note: 'Minimum' },
  ])
  expect(await of.judged(reissue)).toEqual(['Matched 4.50', 'Matched 45.50'])
})
