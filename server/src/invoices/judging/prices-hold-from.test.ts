import { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  goshawkFile,
  goshawkParcel,
  goshawkRow,
  openGoshawkPortal,
  sendInvoices,
  settledImport,
} from '../../testing/invoices/goshawk.ts'
import { makeClient } from '../../testing/factories.ts'
import { makeParcel } from '../../testing/parcels.ts'
import type { SignedIn, TestPortal } from '../../testing/test-portal.ts'

const { invoices, prices, allocation } = contract
const TODAY = dayOf(new Date())

let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  ;({ portal, operator } = await openGoshawkPortal())
})
afterAll(() => portal.close())

const as = (client: string) => ({ ...operator, client })
type PriceOptions = Pick<RouteInput<typeof prices.updateSingle>['body'], 'holdsFrom'>
const charge = (baseCost: string) => ({ baseCost, incrementalCost: '0.00', incrementStart: 0, increment: 0 })
const price = (client: string, id: string, baseCost: string, options: PriceOptions = {}) =>
  portal.call(
    prices.updateSingle,
    {
      params: { id },
      body: { pricingMethod: 'By Parcel', primaryCosting: { fromParcel: 1, ...charge(baseCost) }, ...options },
    },
    as(client),
  )
/** Prices for any number of parcels, each valid from a day. */
const tariff = (client: string, id: string, ...rows: readonly [baseCost: string, effectiveFrom: string | null][]) =>
  portal.call(
    prices.updateMatrix,
    {
      params: { id },
      body: {
        pricingMethod: 'By Parcel',
        primaryCosting: {
          fromParcel: 1,
          costingMatrix: rows.map(([baseCost, effectiveFrom]) => ({
            ...charge(baseCost),
            from: 0,
            to: null,
            effectiveFrom,
          })),
        },
      },
    },
    as(client),
  )

const METHOD = {
  carrier: 'GOS',
  carrierName: 'Goshawk',
  carrierService: 'Parcel',
  methodDescription: 'Goshawk Parcel',
  contracts: [],
  serviceTypes: ['STANDARD'],
  countries: [],
  regions: [],
  transitDays: 1,
} satisfies Partial<RouteInput<typeof prices.createMethod>['body']>

async function imported(number: string, ...rows: string[]): Promise<string> {
  const { body } = await sendInvoices(portal.url, { [`${number}.csv`]: goshawkFile(...rows) }, operator)
  const is = await settledImport(portal, body.imports[0]?.importID ?? '', operator)
  return is.invoices[0]?.summaryID ?? ''
}
const rowsOf = async (summaryID: string) =>
  (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels
const judge = async (summaryID: string) =>
  (await portal.call(invoices.judgeAgain, { body: { summaryID } }, operator)).body
const why = async (parcelID = '') => (await portal.call(invoices.why, { query: { parcelID } }, operator)).body

test('an earlier tariff applies once the invoice is judged again; Why? shows both times', async () => {
  await goshawkParcel(portal.testDatabase, 'ACME', 'GOS30000001')
  const summaryID = await imported('H-1', goshawkRow('H-1', 'GOS30000001', '5.20'))
  expect((await rowsOf(summaryID))[0]).toMatchObject({ verdict: 'Overcharged', expected: '4.50' })
  const saved = await tariff('ACME', 'GOS-1', ['4.50', null], ['5.20', '2026-03-01'])
  expect(saved.body.warnings.join(' ')).toContain(
    'It changes the past too: what was despatched from 1 Mar 2026 on is priced otherwise',
  )
  expect(await judge(summaryID)).toMatchObject({ changed: 1 })
  const [row] = await rowsOf(summaryID)
  expect(row).toMatchObject({ verdict: 'Matched', expected: '5.20' })
  expect(await why(row?.parcelID)).toMatchObject({
    price: {
      publishedBy: expect.stringMatching(/./),
      holdsFrom: '2026-03-01',
      publishedAt: expect.stringMatching(TODAY),
    },
  })
  expect((await why(row?.parcelID)).steps.map(({ text }) => text).join(' ')).toMatch(/and applies from 1 Mar 2026\./)
})

test('a price without dates holds from today, otherwise from its day; earlier days keep theirs', async () => {
  await goshawkParcel(portal.testDatabase, 'BIRCH', 'GOS30000011')
  const summaryID = await imported('H-2', goshawkRow('H-2', 'GOS30000011', '6.00'))
  const expected = async () => {
    await judge(summaryID)
    return (await rowsOf(summaryID))[0]?.expected
  }
  await price('BIRCH', 'GOS-1', '6.00')
  expect(await expected()).toBe('4.50')
  // Saving the same price from another day is another publication.
  expect((await price('BIRCH', 'GOS-1', '6.00', { holdsFrom: '2026-03-02' })).body.message).toMatch(/updated/)
  expect(await expected()).toBe('6.00')
  await price('BIRCH', 'GOS-1', '7.00', { holdsFrom: '2026-03-03' })
  expect(await expected()).toBe('6.00')
  await price('BIRCH', 'GOS-1', '8.00', { holdsFrom: null })
  expect(await expected()).toBe('8.00')
})

test("parcels before the first rule book are judged by the method's first prices", async () => {
  await makeClient(portal.testDatabase, { code: 'CEDAR', name: 'Cedar Ltd' })
  await makeParcel(portal.testDatabase, {
    client: 'CEDAR',
    trackingNumber: 'GOS30000021',
    carrier: 'GOS',
    carrierService: 'Parcel',
    orderNumber: 'O-GOS30000021',
  })
  const summaryID = await imported('H-3', goshawkRow('H-3', 'GOS30000021', '3.20'))
  const [before] = await rowsOf(summaryID)
  expect(before).toMatchObject({
    verdict: 'Not judged',
    verdictText: expect.stringMatching(/No carrier rules are published/),
  })
  expect(await why(before?.parcelID)).toMatchObject({ missing: 'price' })
  await portal.call(prices.createMethod, { body: { ...METHOD, clientMethodID: 'C-1' } }, as('CEDAR'))
  expect((await price('CEDAR', 'C-1', '3.20')).body.warnings).toEqual([])
  expect(await judge(summaryID)).toMatchObject({ changed: 1 })
  const [row] = await rowsOf(summaryID)
  expect(row).toMatchObject({ verdict: 'Matched', expected: '3.20' })
  expect(await why(row?.parcelID)).toMatchObject({ price: { holdsFrom: null } })
})

test('a restored version holds from today', async () => {
  await makeClient(portal.testDatabase, { code: 'DOGWOOD', name: 'Dogwood Ltd' })
  await portal.call(prices.createMethod, { body: { ...METHOD, clientMethodID: 'D-1' } }, as('DOGWOOD'))
  await price('DOGWOOD', 'D-1', '3.20')
  await price('DOGWOOD', 'D-1', '3.60', { holdsFrom: '2026-03-01' })
  const parcel = (trackingNumber: string, despatchedAt: string) =>
    makeParcel(portal.testDatabase, {
      client: 'DOGWOOD',
      trackingNumber,
      carrier: 'GOS',
      carrierService: 'Parcel',
      orderNumber: `O-${trackingNumber}`,
      despatchedAt,
    })
  await parcel('GOS30000031', '2026-03-02T10:00:00Z')
  await parcel('GOS30000032', `${TODAY}T00:30:00Z`)
  await portal.call(allocation.bringBack, { params: { version: '2' }, body: { version: 3 } }, as('DOGWOOD'))
  const summaryID = await imported(
    'H-4',
    goshawkRow('H-4', 'GOS30000031', '3.60'),
    goshawkRow('H-4', 'GOS30000032', '3.20'),
  )
  expect((await rowsOf(summaryID)).map(({ expected }) => expected)).toEqual(['3.60', '3.20'])
  const { body } = await portal.call(
    prices.costing,
    { params: { clientMethodId: 'D-1' }, query: { client: 'DOGWOOD' } },
    as('DOGWOOD'),
  )
  expect(body).toMatchObject({ holdsFrom: TODAY, primaryCosting: { baseCost: '3.20' } })
})

test('prices raised by a percentage hold from today', async () => {
  await tariff('BIRCH', 'GOS-1', ['4.00', '2026-01-01'])
  await portal.call(
    contract['all-clients'].change,
    {
      body: {
        change: { change: 'prices', percent: 10 },
        targets: [{ client: 'BIRCH', items: [{ key: 'GOS-1' }] }],
      },
    },
    operator,
  )
  const { body } = await portal.call(
    prices.costing,
    { params: { clientMethodId: 'GOS-1' }, query: { client: 'BIRCH' } },
    as('BIRCH'),
  )
  expect(body).toMatchObject({ holdsFrom: TODAY, primaryCosting: { costingMatrix: [{ baseCost: '4.40' }] } })
})

test('accepted invoices and rejected rows stay, and the difference is listed', async () => {
  await portal.call(
    prices.createMethod,
    { body: { ...METHOD, clientMethodID: 'A-2', carrierService: 'Night' } },
    as('ACME'),
  )
  await price('ACME', 'A-2', '4.00')
  const numbers = ['GOS30000041', 'GOS30000042', 'GOS30000043']
  for (const trackingNumber of numbers)
    await makeParcel(portal.testDatabase, {
      client: 'ACME',
      trackingNumber,
      carrier: 'GOS',
      carrierService: 'Night',
      clientMethodId: 'A-2',
      orderNumber: `O-${trackingNumber}`,
    })
  const night = (number: string, tracking: string, base: string) =>
    goshawkRow(number, tracking, base).replace(',Parcel,', ',Night,')
  const accepted = await imported('H-5', night('H-5', 'GOS30000041', '4.00'))
  const disputed = await imported('H-6', night('H-6', 'GOS30000042', '4.40'), night('H-6', 'GOS30000043', '4.40'))
  await portal.call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID: accepted } }, operator)
  const [rejected] = await rowsOf(disputed)
  await portal.call(
    invoices.decideParcels,
    { params: { value: 'rejected' }, body: { parcelIDs: rejected?.parcelID ?? '', reason: 'Too dear' } },
    operator,
  )
  const differences = async (summaryID: string) =>
    (await portal.call(invoices.differences, { query: { summaryID } }, operator)).body
  expect(await differences(accepted)).toEqual({ code: 200, rows: [], after: null })
  await price('ACME', 'A-2', '4.40', { holdsFrom: '2026-03-01' })
  await judge(disputed)
  expect(await rowsOf(accepted)).toMatchObject([{ expected: '4.00', status: 'Accepted' }])
  expect(await rowsOf(disputed)).toMatchObject([
    { expected: '4.00', status: 'Rejected' },
    { expected: '4.40', status: 'Imported', verdict: 'Matched' },
  ])
  const changed = { expected: '4.00', expectedNow: '4.40', difference: '0.40', clientCode: 'ACME' }
  expect((await differences(accepted)).rows).toMatchObject([
    { trackingNumber: 'GOS30000041', status: 'Accepted', billed: '4.00', ...changed },
  ])
  expect((await differences(disputed)).rows).toMatchObject([
    { trackingNumber: 'GOS30000042', status: 'Rejected', billed: '4.40', ...changed },
  ])
  expect((await portal.call(invoices.differences, { query: { summaryID: '999999' } }, operator)).status).toBe(404)
})
