import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'

/** What is still to be billed as of a day is valued by the prices and terms entered by the end of that day. */

const { invoices, prices } = contract
const today = dayOf(new Date())
const yesterday = addDays(today, -1)
const left = addDays(today, -10)

let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

const asked = (asOf?: string) => ({ carriercode: 'OSP', ...(asOf && { asOf }) })
const required = async (asOf?: string) =>
  (await of.portal.call(invoices.required, { query: asked(asOf) }, of.operator)).body.required
const parcels = async (asOf?: string) =>
  (await of.portal.call(invoices.requiredParcels, { query: { ...asked(asOf), week: left } }, of.operator)).body.parcels
/**
 * The expected cost of all missing parcels by currency, and the number without a known cost; checks that weeks and
 * parcels agree.
 */
async function accrued(asOf?: string): Promise<string[]> {
  const weeks = await required(asOf)
  const costs = await parcels(asOf)
  for (const week of weeks) {
    const own = costs.filter(({ currency }) => currency === week.currency)
    expect(own.filter(({ cost }) => cost === null)).toHaveLength(week.unpriced)
    expect(own.reduce((sum, { cost }) => sum + Math.round(Number(cost) * 100), 0)).toBe(
      Math.round(Number(week.accrual) * 100),
    )
  }
  return weeks.map(({ currency, accrual, missing, unpriced }) => `${accrual} ${currency} ${missing} ${unpriced}`)
}

const setPrice = (baseCost: string, holdsFrom: string) =>
  of.portal.call(
    prices.updateSingle,
    {
      params: { id: 'OSP-1' },
      body: {
        pricingMethod: 'By Parcel',
        primaryCosting: { fromParcel: 1, baseCost, incrementalCost: '0.00', incrementStart: 0, increment: 0 },
        holdsFrom,
      },
    },
    { ...of.operator, client: 'ZED' },
  )

test('prices and terms entered today count today, but not as of yesterday', async () => {
  await of.order('ZED', 'ASOF000001', ['ASOF000001X1'], left)
  await of.order('QUE', 'ASOF000002', ['ASOF000002X1'], left)
  const before = ['3.26 EUR 1 0', '3.26 GBP 1 0']
  expect(await accrued(yesterday)).toEqual(before)
  expect(await accrued()).toEqual(before)

  expect((await setPrice('4.00', addDays(left, -1))).status).toBe(200)
  expect(await accrued()).toEqual(['3.26 EUR 1 0', '4.00 GBP 1 0'])
  expect(await accrued(yesterday)).toEqual(before)

  const { body: saved } = await of.portal.call(
    invoices.saveAgreed,
    {
      body: {
        carrierCode: 'OSP',
        category: 'fuel',
        chargeText: 'Fuel',
        amount: { kind: 'percent', percent: '10', of: ['base'], per: 'detail' },
        when: 'always',
        from: left,
      },
    },
    of.operator,
  )
  expect(await accrued()).toEqual(['3.59 EUR 1 0', '4.40 GBP 1 0'])
  expect(await accrued(yesterday)).toEqual(before)

  await of.portal.call(invoices.removeAgreed, { query: { id: saved.id } }, of.operator)
  expect(await accrued()).toEqual(['3.26 EUR 1 0', '4.00 GBP 1 0'])
  expect(await accrued(today)).toEqual(await accrued())

  // One that holds from a later day does not affect parcels despatched before.
  expect((await setPrice('9.00', addDays(left, 1))).status).toBe(200)
  expect(await accrued()).toEqual(['3.26 EUR 1 0', '4.00 GBP 1 0'])
})

test('a parcel billed today was missing yesterday, at the cost known then', async () => {
  await of.order('YAK', 'ASOF000003', ['ASOF000003X1'], left)
  const yak = async (asOf?: string) =>
    (await parcels(asOf)).filter(({ clientCode }) => clientCode === 'YAK').map(({ cost }) => cost)
  expect(await yak()).toEqual(['3.26'])
  await of.bill('ASOF-1', [{ tracking: 'ASOF000003X1', base: 3.26, shipped: left }], { day: today })
  expect(await yak()).toEqual([])
  expect(await yak(yesterday)).toEqual(['3.26'])
})

test('a zone changed today counts as of yesterday as it was then', async () => {
  await of.order('YAK', 'ASOF000004', ['ASOF000004X1'], left)
  await of.portal.testDatabase.asOwner(
    `update orders set country = 'GB', post_code = 'KA27 8SQ' where order_number = 'ASOF000004'`,
  )
  const cost = async (asOf?: string) =>
    (await parcels(asOf)).find(({ trackingNumber }) => trackingNumber === 'ASOF000004X1')?.cost
  const islands = {
    carrierCode: 'OSP',
    code: 'ISL',
    name: 'Islands',
    countries: ['GB'],
    postcodes: ['KA27'],
    from: left,
  }
  const saveZone = (body: object) =>
    of.portal.call(invoices.saveZone, { body: { ...islands, ...body } }, of.operator).then((answer) => answer.body)
  const backdate = async (...tables: string[]) => {
    const earlier = `${addDays(yesterday, -1)}T12:00:00Z`
    for (const table of tables) await of.portal.testDatabase.asOwner(`update ${table} set changed_at = $1`, [earlier])
  }
  const later = await saveZone({ from: addDays(left, 1) })
  const agreed = await of.portal.call(
    invoices.saveAgreed,
    {
      body: {
        carrierCode: 'OSP',
        category: 'remote area',
        chargeText: 'Islands',
        amount: { kind: 'money', money: '2.00', per: 'parcel' },
        when: 'always',
        from: left,
        conditions: { zones: ['ISL'] },
      },
    },
    of.operator,
  )
  await backdate('invoice_zones', 'invoice_agreed')
  // Delete the history of earlier tests, so that nothing else changed since yesterday.
  await of.portal.testDatabase.asOwner('delete from invoice_agreements_before')
  // Without knowing what the zone covers on the day, the amount due is unknown.
  expect([await cost(yesterday), await cost()]).toEqual([null, null])
  const zone = await saveZone({ to: left })
  expect([await cost(yesterday), await cost()]).toEqual([null, '5.26'])
  await backdate('invoice_zones')
  expect([await cost(yesterday), await cost()]).toEqual(['5.26', '5.26'])
  await saveZone({ zoneID: zone.id, version: 1, to: left, postcodes: ['PO30-41'] })
  expect([await cost(yesterday), await cost()]).toEqual(['5.26', '3.26'])
  await of.portal.call(invoices.removeAgreed, { query: { id: agreed.body.id } }, of.operator)
  for (const { id } of [zone, later]) await of.portal.call(invoices.removeZone, { query: { id } }, of.operator)
  expect([await cost(yesterday), await cost()]).toEqual(['5.26', '3.26'])
})

test('an exchange rate entered today counts today, but not as of yesterday', async () => {
  await of.order('QUE', 'ASOF000005', ['ASOF000005X1'], left)
  const cost = async (asOf?: string) =>
    (await parcels(asOf)).find(({ trackingNumber }) => trackingNumber === 'ASOF000005X1')?.cost
  const handling = {
    carrierCode: 'OSP',
    clientCode: 'QUE',
    category: 'other' as const,
    chargeText: 'Handling',
    amount: { kind: 'money' as const, money: '1.70', per: 'parcel' as const },
    when: 'always' as const,
    from: left,
  }
  await of.portal.call(invoices.saveAgreed, { body: handling }, of.operator)
  const { testDatabase: on } = of.portal
  await on.asOwner('update invoice_agreed set changed_at = $1', [`${addDays(yesterday, -1)}T12:00:00Z`])
  await on.asOwner('delete from invoice_agreements_before')
  expect([await cost(yesterday), await cost()]).toEqual([null, null])
  const rate = { from: 'EUR', to: 'GBP', day: left, rate: '0.85' }
  expect((await of.portal.call(invoices.saveRate, { body: rate }, of.operator)).status).toBe(200)
  expect([await cost(yesterday), await cost()]).toEqual([null, '5.26'])
})
