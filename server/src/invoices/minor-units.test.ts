import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCountingBillingDays } from './still-to-be-billed/billing-days.ts'
import { AccountPortal } from '../testing/invoices/account-portal.ts'
import { finerMoney } from '../testing/invoices/finer-money.ts'
import { makeClient } from '../testing/factories.ts'
import { refusalOf } from '../testing/test-portal.ts'
import { carrierItem, makeRuleBook, methodItem } from '../testing/rule-books.ts'

/**
 * Prices and terms may be finer than money; accrued, expected, claimed, posted and charged amounts are whole minor
 * units.
 */

const { invoices } = contract
const CURRENCIES = ['GBP', 'JPY', 'KWD'] as const
let of: AccountPortal
const clientOf = (currency: string) => `M${currency}`

beforeAll(async () => {
  of = await AccountPortal.open()
  const on = of.portal.testDatabase
  const costing = (fromParcel: number, baseCost: number) => ({
    fromParcel,
    baseCost,
    incrementalCost: 0,
    incrementStart: 0,
    increment: 0,
    costingMatrix: [],
  })
  for (const currency of CURRENCIES) {
    const client = clientOf(currency)
    await makeClient(on, { code: client, name: `${client} Ltd` })
    await on.asOwner('update clients set currency_code = $2 where client_code = $1', [client, currency])
    await makeRuleBook(on, client, [
      carrierItem('OSP', { name: 'Osprey' }),
      methodItem('OSP-1', 'OSP', 33_353, {
        pricing: {
          pricingMethod: 'By Parcel',
          primaryCosting: costing(1, 33_353),
          secondaryCosting: costing(2, 22_225),
        },
      }),
    ])
    await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, [client])
  }
  for (const [from, rate] of [
    ['EUR', '0.853'],
    ['JPY', '0.00507'],
    ['KWD', '2.4391'],
  ] as const)
    await of.portal.call(invoices.saveRate, { body: { from, to: 'GBP', day: '2026-01-01', rate } }, of.operator)
  await of.portal.call(
    invoices.saveAgreed,
    {
      body: {
        carrierCode: 'OSP',
        clientCode: '',
        chargeCode: 'FUEL',
        category: 'fuel',
        chargeText: 'Fuel',
        amount: { kind: 'percent', percent: '8.55', of: ['base'], per: 'detail' },
        when: 'always',
        from: '2025-01-01',
      },
    },
    of.operator,
  )
})
afterAll(() => of.close())

async function settled(): Promise<void> {
  const stop = startCountingBillingDays(of.portal.database, { log: console })
  await expect
    .poll(async () => (await of.portal.call(invoices.required, { query: {} }, of.operator)).body.isComplete)
    .toBe(true)
  stop()
}

test.each(CURRENCIES)('every amount that follows from invoices in %s is in whole minor units', async (currency) => {
  const client = clientOf(currency)
  const tracking = (order: number, parcel: number) => `${client}00000${order}X${parcel}`
  for (const order of [1, 2, 3])
    await of.order(
      client,
      `${client}${order}`,
      [1, 2, 3].map((parcel) => tracking(order, parcel)),
    )
  await settled()
  const before = (await of.portal.call(invoices.required, { query: {} }, of.operator)).body
  expect(finerMoney(before)).toEqual([])
  expect(before.required.find((one) => one.currency === currency)?.accrual).not.toBe('0.00')
  const first = await of.bill(
    `${client}-1`,
    [
      { tracking: tracking(1, 1), base: 10.005, fuel: 0.855, tax: 2.1725 },
      { tracking: tracking(1, 2), base: 10.005, fuel: 0.855, tax: 2.1725 },
      { tracking: tracking(1, 3), base: 2.2225, fuel: 0.19, tax: 0.4825 },
      { consignment: `C-${client}2`, order: `${client}2`, items: 3, base: 17.7777, fuel: 1.5555 },
    ],
    { currency },
  )
  const rows = await of.rows(first)
  expect(finerMoney(rows, currency)).toEqual([])
  const over = rows.filter(({ verdict }) => verdict === 'Overcharged')
  const ids = over.map(({ parcelID }) => parcelID).join()
  const finer = await of.portal.call(
    invoices.decideParcels,
    {
      params: { value: 'rejected' },
      body: { parcelIDs: over[0]?.parcelID ?? '', reason: 'Not our price', claimed: '0.0005' },
    },
    of.operator,
  )
  expect(refusalOf(finer).fields).toMatchObject([{ path: 'claimed' }])
  const rejected = await of.portal.call(
    invoices.decideParcels,
    { params: { value: 'rejected' }, body: { parcelIDs: ids, reason: 'Not our price' } },
    of.operator,
  )
  expect(rejected.status).toBe(200)
  const others = rows.filter((row) => !over.includes(row)).map(({ parcelID }) => parcelID)
  if (others.length > 0)
    await of.portal.call(
      invoices.decideParcels,
      { params: { value: 'accepted' }, body: { parcelIDs: others.join() } },
      of.operator,
    )
  await of.decide(first, 'accepted')
  const readPosting = async (summaryID: string) => {
    const { posting } = (await of.portal.call(invoices.post, { body: { summaryIDs: [summaryID] } }, of.operator)).body
    const query = { postingID: posting?.postingID ?? '' }
    return (await of.portal.call(invoices.postingLines, { query }, of.operator)).body
  }
  await of.bill(`${client}-2`, [{ tracking: tracking(1, 1), type: 'ADJ', credit: -1.0005 }], { currency })
  await settled()
  const { portal, operator } = of
  const period = { from: '2026-01-01', to: '2026-12-31' }
  const answers = {
    summary: await of.summary(first),
    rows: await of.rows(first),
    why: await Promise.all(
      rows.map(async ({ parcelID }) => (await portal.call(invoices.why, { query: { parcelID } }, operator)).body),
    ),
    required: (await portal.call(invoices.required, { query: {} }, operator)).body,
    parcels: (
      await portal.call(invoices.requiredParcels, { query: { carriercode: 'OSP', week: '2026-03-02' } }, operator)
    ).body,
    causes: (await portal.call(invoices.causes, { query: period }, operator)).body,
    disputes: (await portal.call(invoices.disputes, { query: {} }, operator)).body,
    credits: (await portal.call(invoices.credits, { query: {} }, operator)).body,
    posting: await readPosting(first),
    account: await Promise.all(
      [tracking(1, 1), tracking(2, 2), tracking(3, 3)].map(
        async (trackingNumber) =>
          (await portal.call(invoices.parcelCharges, { query: { trackingNumber } }, { ...operator, client })).body,
      ),
    ),
    statement: (
      await portal.call(invoices.statement, { query: { clientCode: client, ...period } }, { ...operator, client })
    ).body,
    proof: (await portal.call(invoices.proof, { query: { summaryID: first } }, operator)).body,
  }
  expect(finerMoney(answers, currency)).toEqual([])
})

test.each([
  [clientOf('GBP'), '0.005', 400],
  [clientOf('KWD'), '0.005', 200],
  [clientOf('JPY'), '0.5', 400],
  ['', '0.0005', 400],
])('a tolerance of client %j of %s is answered %i', async (clientCode, money, status) => {
  const body = {
    carrierCode: 'OSP',
    clientCode,
    row: { money, percent: null },
    charge: { money: null, percent: null },
    invoice: null,
  }
  expect((await of.portal.call(invoices.saveTolerance, { body }, of.operator)).status).toBe(status)
})
