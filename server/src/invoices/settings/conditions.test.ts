import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { importInvoice } from '../../testing/invoices/import-invoices.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, refusalOf, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  await makeClient(on, { code: 'ACME', name: 'Acme Ltd' })
  await makeRuleBook(on, 'ACME', [carrierItem('KES', { name: 'Kestrel' }), methodItem('KES-1', 'KES', 45_000)])
  await on.asOwner(`update rule_books set published_at = '2026-01-01'`, [])
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
})
afterAll(() => portal.close())

const TERM = {
  carrierCode: 'KES',
  chargeCode: 'SDZ',
  category: 'remote area' as const,
  chargeText: 'Scottish zone',
  amount: { kind: 'money' as const, money: '2.00', per: 'parcel' as const },
  from: '2026-01-01',
}

async function despatched(trackingNumber: string, postcode: string) {
  await makeParcel(portal.testDatabase, {
    client: 'ACME',
    trackingNumber,
    orderNumber: `O-${trackingNumber}`,
    carrier: 'KES',
    clientMethodId: 'KES-1',
  })
  await portal.testDatabase.asOwner('update orders set post_code = $2 where order_number = $1', [
    `O-${trackingNumber}`,
    postcode,
  ])
}

test('a surcharge for postcodes is expected there, refused elsewhere, and unchecked without a postcode', async () => {
  await despatched('KES10000001', 'IV1 1AA')
  await despatched('KES10000002', 'N1 9GU')
  await despatched('KES10000003', '')
  const saved = await portal.call(
    invoices.saveAgreed,
    { body: { ...TERM, conditions: { postcodes: ['IV', 'KA27-28'] } } },
    operator,
  )
  expect(saved.status).toBe(200)
  expect((await portal.call(invoices.agreed, {}, operator)).body.agreed).toMatchObject([
    { conditions: { countries: [], postcodes: ['IV', 'KA27-28'], weight: null } },
  ])
  const rows = ['KES10000001', 'KES10000002', 'KES10000003'].map((tracking) => ({ tracking, remote: '2.00' }))
  const summaryID = await importInvoice(portal, operator, { number: 'Z-1', rows })
  const { parcels } = (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body
  expect(parcels.map(({ verdict, expected, verdictText }) => [verdict, expected, verdictText])).toEqual([
    ['Matched', '6.50', ''],
    ['Overcharged', '4.50', ''],
    [
      'Not judged',
      null,
      "We couldn’t calculate what Kestrel may bill. We don’t know whether 'Scottish zone' is agreed for this parcel.",
    ],
  ])
  const rejection = await portal.call(
    invoices.rejection,
    { body: { of: 'parcels', ids: parcels[2]?.parcelID ?? '' } },
    operator,
  )
  expect(rejection.body.claims).toMatchObject([{ verdict: 'Not judged', rows: 1, claimed: '2.00' }])
  expect(parcels[2]?.charges.map(({ expected }) => expected)).toEqual(['4.50', null])
})

test.each([
  [{ postcodes: ['KA28-27'] }, {}, 'conditions.postcodes.0', 'The range KA28-27 ends before it begins'],
  [{ weight: { above: 20, upTo: 10 } }, {}, 'conditions.weight.upTo', 'Up to is more than above'],
  [
    { countries: ['GB'] },
    { amount: { kind: 'money', money: '2.00', per: 'invoice' } },
    'conditions',
    'Only a charge of parcels or consignments has conditions: choose one of these, or take the conditions away',
  ],
])('meaningless conditions are refused: %j', async (conditions, given, path, message) => {
  const answer = await portal.send(invoices.saveAgreed, { body: { ...TERM, ...given, conditions } }, operator)
  expect(refusalOf(answer).fields).toContainEqual({ path, message })
})

test('an agreement is added once, even if it is sent again after a lost answer', async () => {
  const body = { ...TERM, chargeText: 'Once', chargeCode: 'ONE' }
  expect((await portal.call(invoices.saveAgreed, { body }, operator)).status).toBe(200)
  expect(refusalOf(await portal.call(invoices.saveAgreed, { body }, operator))).toMatchObject({
    message: 'An identical entry already exists. Nothing was added.',
  })
  const later = { ...body, from: '2026-02-01' }
  expect((await portal.call(invoices.saveAgreed, { body: later }, operator)).status).toBe(200)
  const { body: all } = await portal.call(invoices.agreed, {}, operator)
  expect(all.agreed.filter(({ chargeText }) => chargeText === 'Once')).toHaveLength(2)
})
