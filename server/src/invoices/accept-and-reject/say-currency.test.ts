import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { saveKestrel, sendKestrel } from '../../testing/invoices/send-invoices.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { judgeByNewRates } from '../matching/match-late.ts'

const { invoices } = contract

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

test('setting the currency of an invoice judges it and later ones of its account', async () => {
  const on = portal.testDatabase
  await makeClient(on, { code: 'ACME', name: 'Acme Ltd' })
  await makeRuleBook(on, 'ACME', [carrierItem('KES', { name: 'Kestrel' }), methodItem('KES-1', 'KES', 45_000)])
  await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = 'ACME'`)
  const operator = {
    ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })),
    client: 'All_client',
  }
  const acme = await makeSession(on, { clients: ['ACME'] })
  await saveKestrel(portal, operator, { currency: null })
  for (const trackingNumber of ['KX0001', 'KX0002', 'KX0003'])
    await makeParcel(on, {
      client: 'ACME',
      trackingNumber,
      carrier: 'KES',
      clientMethodId: 'KES-1',
      carrierService: 'Parcel',
      orderNumber: `O-${trackingNumber}`,
    })
  const first = await sendKestrel(portal, operator, 'C-1', [{ parcel: 'KX0001', base: 4.5 }])
  const another = await sendKestrel(portal, operator, 'C-2', [{ parcel: 'KX0002', base: 5 }])
  const rowOf = async (summaryID: string) =>
    (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels[0]
  const summaryOf = async (summaryID: string) =>
    (await portal.call(invoices.summary, { query: { summaryID } }, operator)).body.summary[0]
  expect(await summaryOf(first)).toMatchObject({ currency: '', totalCarrier: '4.50' })
  expect(await rowOf(first)).toMatchObject({
    verdict: 'Not judged',
    verdictText: expect.stringContaining('The invoice has no currency.'),
  })

  // The invoice lacks a currency, so the message asks for it.
  const parcelID = (await rowOf(first))?.parcelID ?? ''
  expect((await portal.call(invoices.why, { query: { parcelID } }, operator)).body.missing).toBeNull()

  const say = (currency: string, as = operator) =>
    portal.call(invoices.sayCurrency, { body: { summaryID: first, currency } }, as)
  expect((await say('GBP', { ...acme, client: 'ACME' })).status).toBe(403)
  expect((await say('XXY')).status).toBe(422)
  expect(await summaryOf(first)).toMatchObject({ currency: '' })
  expect((await say('GBP')).body).toMatchObject({ message: expect.stringContaining('2 invoices are in GBP now') })
  const database = openDatabase({ appUrl: on.appUrl, connections: 2 })
  try {
    expect(await judgeByNewRates(database)).toBe(2)
    expect(await judgeByNewRates(database)).toBe(0)
  } finally {
    await database.close()
  }
  expect([await summaryOf(first), await summaryOf(another)]).toMatchObject([{ currency: 'GBP' }, { currency: 'GBP' }])
  expect([await rowOf(first), await rowOf(another)]).toMatchObject([
    { verdict: 'Matched', variance: '0.00' },
    { verdict: 'Overcharged', variance: '0.50' },
  ])
  expect((await say('EUR')).status).toBe(422)

  const next = await sendKestrel(portal, operator, 'C-3', [{ parcel: 'KX0003', base: 4.5 }])
  expect(await summaryOf(next)).toMatchObject({ currency: 'GBP' })
  expect(await rowOf(next)).toMatchObject({ verdict: 'Matched' })
})
