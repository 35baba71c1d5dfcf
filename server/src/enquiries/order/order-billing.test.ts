import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeDispute } from '../../testing/invoices/make-dispute.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { enquiries, invoices } = contract
const ORDER = 'BILLED-1'

let portal: TestPortal
let operator: SignedIn
let withoutInvoices: SignedIn
let acme: SignedIn
let birch: SignedIn
let hidden: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH']) await makeClient(on, { code })
  await makeClient(on, { code: 'HIDDEN', settings: { showCosts: false } })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  const holds = (leaf: string) => leaf !== 'invoiceReconciliation'
  withoutInvoices = await makeSession(on, { clients: [], type: 'Internal User', holds, client: 'ACME' })
  acme = await makeSession(on, { clients: ['ACME'] })
  birch = await makeSession(on, { clients: ['BIRCH'] })
  hidden = await makeSession(on, { clients: ['HIDDEN'] })
  for (const client of ['ACME', 'BIRCH', 'HIDDEN'])
    await makeParcel(on, { client, orderNumber: ORDER, trackingNumber: `T-${client}` })
})
afterAll(() => portal.close())

const row = (client: string, fields: object = {}) => ({
  client,
  orderNumber: ORDER,
  trackingNumber: `T${client}`,
  despatchedAs: `T${client}`,
  ...fields,
})
const timeline = async (as: SignedIn, kinds?: string) =>
  (await portal.call(enquiries.timeline, { query: { orderNumber: ORDER, ...(kinds && { kinds }) } }, as)).body
const find = async (text: string, as: SignedIn) =>
  (await portal.call(enquiries.reference, { query: { text } }, as)).body

describe('an order’s timeline', () => {
  let first: Awaited<ReturnType<typeof makeInvoice>>
  beforeAll(async () => {
    const on = portal.testDatabase
    first = await makeInvoice(on, {
      number: 'TL-1',
      carrierName: 'DPD UK',
      day: '2026-03-09',
      rows: [
        row('ACME', { billed: 61_000, verdict: 'Overcharged' }),
        row('BIRCH', { billed: 12_345, verdict: 'Undercharged' }),
        row('HIDDEN'),
      ],
    })
    await makeInvoice(on, {
      number: 'TL-2',
      day: '2026-03-20',
      rows: [row('ACME', { billed: -16_000, expected: -16_000 })],
    })
  })

  test('shows billed, expected and credited amounts, with invoice and row', async () => {
    const { entries, counts } = await timeline(acme, 'invoice')
    expect(counts['invoice']).toBe(2)
    expect(entries.map(({ at, title, detail, record }) => [at, title, detail, record])).toEqual([
      [
        '2026-03-20T12:00:00.000Z',
        'Credited by DPD',
        'Invoice TL-2, TACME, £1.60 credited, matched',
        expect.anything(),
      ],
      [
        '2026-03-09T12:00:00.000Z',
        'Billed by DPD UK',
        'Invoice TL-1, TACME, £6.10 billed, £4.50 expected, overcharged by £1.60',
        `${first.id}.${first.parcels[0]}`,
      ],
    ])
  })

  test('shows disputed amounts of a rejected row with the reason, until undone', async () => {
    const parcelIDs = first.parcels[0] ?? ''
    const reason = 'Not the agreed price'
    await portal.call(invoices.decideParcels, { params: { value: 'Rejected' }, body: { parcelIDs, reason } }, operator)
    const [rejected] = (await timeline(acme, 'invoice')).entries
    expect(rejected).toMatchObject({
      title: 'Disputed with DPD UK',
      detail: 'Invoice TL-1, TACME, £1.60 disputed, Not the agreed price',
      by: expect.stringMatching(/./),
    })
    await portal.call(invoices.undoParcels, { body: { parcelIDs } }, operator)
    expect((await timeline(acme)).counts['invoice']).toBe(2)
  })

  test('shows each client its own rows only', async () => {
    const { entries } = await timeline(birch, 'invoice')
    expect(entries.map(({ detail }) => detail)).toEqual([
      'Invoice TL-1, TBIRCH, £1.2345 billed, £4.50 expected, undercharged by £3.2655',
    ])
  })

  test('hides invoices, and their count, without costs or permission', async () => {
    for (const as of [hidden, withoutInvoices]) {
      const all = await timeline(as)
      expect(all.entries.filter(({ kind }) => kind === 'invoice')).toEqual([])
      expect(Object.keys(all.counts)).not.toContain('invoice')
      expect((await timeline(as, 'invoice')).entries).toEqual([])
    }
  })
})

describe('the enquiry by any reference', () => {
  beforeAll(async () => {
    const on = portal.testDatabase
    for (const [carrier, day] of [
      ['DPD', '2026-02-01'],
      ['UPS', '2026-02-08'],
    ] as const)
      await makeInvoice(on, {
        number: '000-77 ab',
        carrier,
        day,
        rows: [{ client: 'ACME' }, { client: 'BIRCH', billed: 10_000 }, { client: '', verdict: 'Not found' }],
      })
    await makeInvoice(on, { number: 'ONLY-HIDDEN', rows: [{ client: 'HIDDEN' }] })
  })

  test.each(['000-77 ab', '77AB', '0077-AB'])(
    'finds %s in any spelling: newest first, with carrier and day',
    async (text) => {
      const { tookItFor, invoices: found, matches } = await find(text, operator)
      expect(tookItFor).toEqual([
        { kind: 'invoice', reference: '000-77 ab', title: 'an invoice number; 2 invoices', count: 2 },
      ])
      expect(matches).toEqual([])
      expect(found.map(({ carrierName, invoiceDay, totalCarrier }) => [carrierName, invoiceDay, totalCarrier])).toEqual(
        [
          ['UPS', '2026-02-08', '10.00'],
          ['DPD', '2026-02-01', '10.00'],
        ],
      )
    },
  )

  test('shows each client its own part only', async () => {
    const sums = async (as: SignedIn) => (await find('77ab', as)).invoices.map(({ totalCarrier }) => totalCarrier)
    expect(await sums(acme)).toEqual(['4.50', '4.50'])
    expect(await sums(birch)).toEqual(['1.00', '1.00'])
    expect(await sums({ ...operator, client: 'BIRCH' })).toEqual(['1.00', '1.00'])
  })

  test('finds none without costs or permission, or of another client', async () => {
    for (const [text, as] of [
      ['ONLY-HIDDEN', hidden],
      ['ONLY-HIDDEN', acme],
      ['77ab', withoutInvoices],
    ] as const)
      expect(await find(text, as)).toMatchObject({ tookItFor: [], invoices: [] })
    const [two] = [await makeSession(portal.testDatabase, { clients: ['ACME', 'HIDDEN'], client: 'All_client' })]
    expect((await find('77ab', two)).invoices).toEqual([])
  })
})

describe('a dispute’s number', () => {
  let number: string
  let disputeID: string
  let summaryID: string
  beforeAll(async () => {
    const on = portal.testDatabase
    const invoice = await makeInvoice(on, { number: 'DSP-1', rows: [row('BIRCH'), row('ACME', { billed: 55_000 })] })
    summaryID = invoice.id
    disputeID = await makeDispute(on, { invoiceId: invoice.id, client: 'ACME' })
    number = `D-${disputeID.padStart(6, '0')}`
  })

  test('leads the operator to the dispute, in any spelling', async () => {
    for (const text of [number, number.toLowerCase(), `D${disputeID}`]) {
      const { tookItFor, disputes } = await find(text, operator)
      expect(tookItFor).toEqual([
        { kind: 'dispute', reference: number, title: 'a dispute number; 1 dispute', count: 1 },
      ])
      expect(disputes).toMatchObject([{ disputeID, number, state: 'open', invoiceNumber: 'DSP-1', claimed: '1.00' }])
    }
  })

  test('leads users of its client to the invoice', async () => {
    expect((await find(number, acme)).disputes).toMatchObject([{ disputeID: null, number, summaryID, claimed: '1.00' }])
  })

  test('finds nothing for other clients, or without costs or permission', async () => {
    for (const as of [birch, hidden, withoutInvoices, { ...operator, client: 'BIRCH' }])
      expect(await find(number, as)).toMatchObject({ tookItFor: [], disputes: [] })
    expect((await find(disputeID, operator)).disputes).toEqual([])
  })
})
