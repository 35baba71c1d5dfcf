import { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
beforeEach(() => portal.testDatabase.asOwner('delete from invoice_agreed; delete from invoice_zones'))

type ZoneBody = RouteInput<typeof invoices.saveZone>['body']
const SCOTLAND: ZoneBody = {
  carrierCode: 'KES',
  code: 'SCO',
  name: 'Scotland',
  countries: ['GB'],
  postcodes: ['G', 'IV', 'ka27 – 28'],
  from: '2026-01-01',
}
const save = (given: Partial<ZoneBody> = {}) =>
  portal.send(invoices.saveZone, { body: { ...SCOTLAND, ...given } }, operator)
const saved = async (given: Partial<ZoneBody> = {}) =>
  (await portal.call(invoices.saveZone, { body: { ...SCOTLAND, ...given } }, operator)).body
const agree = (zones: string[], given: { carrierCode?: string; chargeText?: string; agreedID?: string } = {}) =>
  portal.send(
    invoices.saveAgreed,
    {
      body: {
        carrierCode: 'KES',
        chargeCode: 'SDZ',
        category: 'remote area',
        chargeText: 'Scottish zone',
        amount: { kind: 'money', money: '2.00', per: 'parcel' },
        from: '2026-01-01',
        conditions: { zones },
        ...given,
      },
    },
    operator,
  )

async function despatched(trackingNumber: string, postcode: string) {
  const orderNumber = `O-${trackingNumber}`
  const on = portal.testDatabase
  await makeParcel(on, { client: 'ACME', trackingNumber, orderNumber, carrier: 'KES', clientMethodId: 'KES-1' })
  await on.asOwner('update orders set post_code = $2 where order_number = $1', [orderNumber, postcode])
}

/** The verdicts and charge steps of an invoice that bills £4.50 and a surcharge of £2.00 for each parcel. */
async function billed(number: string, rows: readonly { tracking: string; shipped?: string }[]) {
  const summaryID = await importInvoice(portal, operator, {
    number,
    rows: rows.map((row) => ({ ...row, remote: '2.00' })),
  })
  const { parcels } = (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body
  return Promise.all(
    parcels.map(async ({ parcelID, verdict, expected }) => {
      const { steps, missing } = (await portal.call(invoices.why, { query: { parcelID } }, operator)).body
      return { verdict, expected, missing, why: steps.map(({ text }) => text).join(' ') }
    }),
  )
}

test("a zone's surcharge is expected there, refused elsewhere, and unchecked if the postcode is unknown", async () => {
  await despatched('KES20000001', 'G2 1DU')
  await despatched('KES20000002', 'N1 9GU')
  await despatched('KES20000003', '')
  await saved()
  expect((await agree(['SCO'])).status).toBe(200)
  expect((await portal.call(invoices.agreed, {}, operator)).body.agreed[0]?.conditions).toMatchObject({
    zones: ['SCO'],
    postcodes: [],
  })
  const rows = ['KES20000001', 'KES20000002', 'KES20000003'].map((tracking) => ({ tracking }))
  expect(await billed('Z-1', rows)).toMatchObject([
    {
      verdict: 'Matched',
      expected: '6.50',
      why: expect.stringContaining('Scottish zone: £2.00 a parcel is agreed for zone Scotland since 1 Jan 2026'),
    },
    {
      verdict: 'Overcharged',
      expected: '4.50',
      why: expect.stringContaining("Kestrel billed £2.00 for 'Scottish zone', which is not agreed for this parcel."),
    },
    {
      verdict: 'Not judged',
      expected: null,
      missing: null,
      why: expect.stringContaining('its postcode is unknown, so it is not checked'),
    },
  ])
})

test('a changed zone counts from its day, and days without coverage are unchecked', async () => {
  for (const number of [11, 12, 13]) await despatched(`KES200000${number}`, 'KA27 8SQ')
  await saved({ to: '2026-03-31' })
  await saved({ postcodes: ['G'], from: '2026-04-01', to: '2026-04-30' })
  await agree(['SCO'])
  const rows = [
    { tracking: 'KES20000011', shipped: '31/03/2026' },
    { tracking: 'KES20000012', shipped: '01/04/2026' },
    { tracking: 'KES20000013', shipped: '01/05/2026' },
  ]
  expect(await billed('Z-2', rows)).toMatchObject([
    { verdict: 'Matched', missing: null },
    { verdict: 'Overcharged', missing: null },
    {
      verdict: 'Not judged',
      missing: 'zone',
      why: expect.stringContaining('what zone SCO covered on its despatch date is unknown, so it is not checked'),
    },
  ])
})

test('a zone has one version a day, and two zones may cover the same place', async () => {
  const first = await saved({ to: '2026-03-31' })
  const other = await save({ from: '2026-03-31' })
  expect(other.status).toBe(422)
  expect(refusalOf(other).fields).toEqual([
    {
      path: 'from',
      message:
        'Zone SCO of KES already exists from 1 Jan 2026 to 31 Mar 2026. End that one first, or choose other dates.',
    },
  ])
  expect((await save({ zoneID: first.id, version: first.version, to: null })).status).toBe(200)
  expect((await save({ code: 'ALL' })).status).toBe(200)
  expect((await save({ carrierCode: 'OSP' })).status).toBe(200)
  const { zones } = (await portal.call(invoices.zones, {}, operator)).body
  expect(zones.map(({ carrierCode, code, to }) => [carrierCode, code, to])).toEqual([
    ['KES', 'SCO', null],
    ['KES', 'ALL', null],
    ['OSP', 'SCO', null],
  ])
})

test('of two users who add the same zone at once, one is refused', async () => {
  const answers = await Promise.all([save(), save()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('a zone named by a charge can only be deleted after the charge drops it', async () => {
  const refused = await agree(['SCO'])
  expect(refusalOf(refused).fields).toEqual([
    { path: 'conditions.zones.0', message: 'KES has no zone SCO. Add it under Zones first' },
  ])
  const zone = await saved()
  const { id: agreedID } = (await agree(['SCO'])).body as { id: string }
  const remove = (id: string) => portal.send(invoices.removeZone, { query: { id } }, operator)
  const removal = await remove(zone.id)
  expect([removal.status, refusalOf(removal).message]).toEqual([
    409,
    "Zone SCO cannot be deleted: the agreed charge 'Scottish zone' uses it. Remove the zone from the charge, or give the zone a last day.",
  ])
  const change = { zoneID: zone.id, version: zone.version }
  expect(refusalOf(await save({ ...change, code: 'SCOT' })).message).toContain(
    'Zone SCO cannot be given another code or carrier',
  )
  expect((await save({ ...change, carrierCode: 'OSP' })).status).toBe(409)
  expect((await save({ ...change, name: 'The north', to: '2026-06-30' })).status).toBe(200)
  // Another row of the same zone can be deleted, because the zone remains.
  const next = await saved({ from: '2026-07-01' })
  expect((await remove(next.id)).status).toBe(200)
  expect((await agree([], { agreedID })).status).toBe(200)
  expect((await remove(zone.id)).status).toBe(200)
})

test.each<[Partial<ZoneBody>, string, string]>([
  [{ code: 'high' }, 'code', 'A code has up to 20 capitals and digits, like HIGH or 2B'],
  [{ countries: [] }, 'countries', 'Choose at least one country'],
  [{ postcodes: ['IV', 'KA28-27'] }, 'postcodes.1', 'The range KA28-27 ends before it begins'],
  [{ postcodes: ['28'] }, 'postcodes.0', "'28' has no area. Enter its letters too, like KA28"],
  [{ to: '2025-12-31' }, 'to', 'The end date is before the start date'],
  [
    { countries: ['FR', 'ES'], postcodes: ['20'] },
    'countries',
    'Postcodes are those of one country: make a zone for each country that has some',
  ],
])('a meaningless zone is refused: %j', async (given, path, message) => {
  expect(refusalOf(await save(given)).fields).toContainEqual({ path, message })
})

test('zones for the Crown dependencies and for places abroad are accepted', async () => {
  expect((await save({ countries: ['GB', 'JE', 'IM'], postcodes: ['JE', 'IM', 'HS'] })).status).toBe(200)
  expect((await save({ code: 'COR', countries: ['FR'], postcodes: ['20000-20190'] })).status).toBe(200)
})

test('charges agreed before zones existed are read unchanged', async () => {
  const none = { weight: null, length: null, volume: null }
  const terms = {
    chargeCode: 'SDZ',
    category: 'remote area',
    chargeText: 'Scottish zone',
    amount: { kind: 'money', money: '2.00', per: 'parcel' },
    conditions: { countries: [], postcodes: ['iv'], services: [], weekdays: [], ...none },
    when: 'if billed',
    least: null,
    most: null,
    currency: 'GBP',
    from: '2026-01-01',
    to: null,
  }
  await portal.testDatabase.asOwner(
    `insert into invoice_agreed (carrier, terms, changed_at, changed_by) values ('KES', $1, now(), 'ada')`,
    [JSON.stringify(terms)],
  )
  const { agreed } = (await portal.call(invoices.agreed, {}, operator)).body
  expect(agreed[0]?.conditions).toMatchObject({ postcodes: ['iv'], zones: [] })
  await despatched('KES20000021', 'IV1 1AA')
  expect(await billed('Z-3', [{ tracking: 'KES20000021' }])).toMatchObject([{ verdict: 'Matched', expected: '6.50' }])
})

test("a carrier typed in small letters gets the rule books' spelling", async () => {
  await despatched('KES20000099', 'G2 1DU')
  await saved({ carrierCode: 'kes' })
  expect(await agree(['SCO'], { carrierCode: 'Kes' })).toMatchObject({ status: 200 })
  expect((await portal.call(invoices.zones, {}, operator)).body.zones).toMatchObject([{ carrierCode: 'KES' }])
  expect((await portal.call(invoices.agreed, {}, operator)).body.agreed).toMatchObject([{ carrierCode: 'KES' }])
  expect(await billed('ZONES-99', [{ tracking: 'KES20000099' }])).toMatchObject([{ verdict: 'Matched' }])
  // A carrier that no rule book has keeps its typed spelling.
  await saved({ carrierCode: 'new' })
  expect((await portal.call(invoices.zones, {}, operator)).body.zones).toMatchObject([
    { carrierCode: 'KES' },
    { carrierCode: 'new' },
  ])
})
