import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'

/** Prices are in the client's currency, so changing it changes accruals. */

const { clients, invoices } = contract
const today = dayOf(new Date())
const left = addDays(today, -10)

let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
  const rate = { from: 'EUR', to: 'GBP', day: '2026-01-01', rate: '0.85' }
  await of.portal.call(invoices.saveRate, { body: rate }, of.operator)
  const handling = {
    carrierCode: 'OSP',
    clientCode: 'QUE',
    category: 'other' as const,
    chargeText: 'Handling',
    amount: { kind: 'money' as const, money: '1.70', per: 'parcel' as const },
    when: 'always' as const,
    from: '2026-01-01',
  }
  expect((await of.portal.call(invoices.saveAgreed, { body: handling }, of.operator)).status).toBe(200)
})
afterAll(() => of.close())

const required = async () => {
  const query = { carriercode: 'OSP', clientCode: 'QUE' }
  const { body } = await of.portal.call(invoices.required, { query }, of.operator)
  return body.required.map(({ missing, accrual, currency }) => `${missing} ${accrual} ${currency}`)
}

test("unposted accruals are recalculated when the client's currency changes", async () => {
  await of.order('QUE', 'CUR0000001', ['CUR0000001X1'], left)
  await of.order('QUE', 'CUR0000002', ['CUR0000002X1'], left)
  expect(await required()).toEqual(['2 10.52 EUR'])
  const bill = await of.bill('CUR-1', [{ tracking: 'CUR0000002X1', base: 3.26, shipped: left }], { day: today })
  expect(await required()).toEqual(['1 5.26 EUR'])

  const changed = await of.portal.call(clients.update, { body: { code: 'QUE', currencyCode: 'GBP' } }, of.operator)
  expect(changed.status).toBe(200)
  expect(await required()).toEqual(['1 4.96 GBP'])
  const parcelIDs = (await of.rows(bill)).map(({ parcelID }) => parcelID).join()
  await of.portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body: { parcelIDs } }, of.operator)
  await of.decide(bill, 'accepted')
  const { body } = await of.portal.call(invoices.post, { body: { summaryIDs: [bill] } }, of.operator)
  const query = { postingID: body.posting?.postingID ?? '', limit: '999999' }
  const { lines } = (await of.portal.call(invoices.postingLines, { query }, of.operator)).body
  const reversed = lines.filter(({ account }) => account === 'Accrued carriage')
  expect(reversed.map(({ debit, currency }) => `${debit} ${currency}`)).toEqual(['4.96 GBP'])
})
