import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { saveKestrel, sendKestrel } from '../../testing/invoices/send-invoices.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract

let portal: TestPortal
let operator: SignedIn
let acme: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  await makeClient(on, { code: 'ACME', name: 'Acme Ltd' })
  await makeRuleBook(on, 'ACME', [carrierItem('KES', { name: 'Kestrel' }), methodItem('KES-1', 'KES', 45_000)])
  await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = 'ACME'`)
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  acme = await makeSession(on, { clients: ['ACME'] })
  await saveKestrel(portal, operator)
})
afterAll(() => portal.close())

let count = 0
/** Makes parcels of ACME that cost £4.50 each, and returns their tracking numbers. */
async function parcels(many: number): Promise<string[]> {
  const numbers = Array.from({ length: many }, () => `KX${String(++count).padStart(4, '0')}`)
  for (const trackingNumber of numbers)
    await makeParcel(portal.testDatabase, {
      client: 'ACME',
      trackingNumber,
      carrier: 'KES',
      clientMethodId: 'KES-1',
      carrierService: 'Parcel',
      orderNumber: `O-${trackingNumber}`,
    })
  return numbers
}
const send = (number: string, rows: Parameters<typeof sendKestrel>[3]) => sendKestrel(portal, operator, number, rows)
const rowsOf = async (summaryID: string) =>
  (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels
const summaryOf = async (summaryID: string) =>
  (await portal.call(invoices.summary, { query: { summaryID } }, operator)).body.summary[0]
const reject = async (summaryID: string) => {
  await portal.call(
    invoices.decideSummary,
    { params: { id: 'rejected' }, body: { summaryID, reason: 'Not the agreed price' } },
    operator,
  )
  const [dispute] = (await portal.call(invoices.disputes, { query: { summaryID } }, operator)).body.disputes
  if (!dispute) throw new Error('No dispute')
  return dispute
}
const read = async (disputeID: string) =>
  (await portal.call(invoices.dispute, { params: { disputeID } }, operator)).body
const act = (what: 'send' | 'refuse' | 'write-off', disputeID: string, version?: number) =>
  portal.call(
    invoices.actOnDisputes,
    { params: { act: what }, body: { disputes: [{ disputeID, ...(version && { version }) }], reason: 'as agreed' } },
    operator,
  )
const creditsOf = async (summaryID: string) =>
  (await portal.call(invoices.credits, { query: { summaryID, all: 'true' } }, operator)).body.credits
const matchCreditsToClaims = (creditID: string, disputes: { disputeID: string; amount: string }[], explanation = '') =>
  portal.call(invoices.settleCredit, { body: { creditID, disputes, explanation } }, operator)

test('credits settle their dispute part by part, and the rest is surplus', async () => {
  const [one = '', two = ''] = await parcels(2)
  const billed = await send('K-1', [
    { parcel: one, base: 6.5, fuel: 0.5 },
    { parcel: two, base: 5 },
  ])
  const { disputeID, claimed } = await reject(billed)
  expect(claimed).toBe('3.00')
  expect(await summaryOf(billed)).toMatchObject({
    totalCarrier: '12.00',
    payable: '0.00',
    disputes: { count: 1, open: '3.00', newest: [{ disputeID, state: 'open' }] },
  })
  await act('send', disputeID)
  expect((await rowsOf(billed)).map(({ dispute }) => dispute?.state)).toEqual(['sent', 'sent'])

  const first = await send('K-1C', [{ parcel: one, base: -2 }])
  expect(await rowsOf(first)).toMatchObject([{ verdict: 'Matched', variance: '0.00' }])
  expect(await read(disputeID)).toMatchObject({
    dispute: { state: 'partly credited', credited: '2.00', open: '1.00' },
    settlements: [{ invoiceNumber: 'K-1C', amount: '2.00', credits: 1, by: '' }],
  })
  expect(await summaryOf(billed)).toMatchObject({ payable: '0.00' })

  const second = await send('K-1D', [
    { parcel: one, credit: -0.5 },
    { parcel: two, base: -0.75 },
  ])
  expect(await read(disputeID)).toMatchObject({
    dispute: { state: 'credited', credited: '3.00', open: '0.00' },
    history: [
      { what: 'opened' },
      { what: 'sent' },
      { what: 'credited' },
      { what: 'credited', text: 'K-1D', amount: '1.00' },
    ],
  })
  expect((await rowsOf(second)).map(({ verdict, variance }) => [verdict, variance])).toEqual([
    ['Matched', '0.00'],
    ['Undercharged', '-0.25'],
  ])
  expect((await creditsOf(second)).map(({ left }) => left).toSorted((a, b) => a.localeCompare(b))).toEqual([
    '0.00',
    '0.25',
  ])

  // Deleting the credit's invoice takes the settlement back.
  expect((await portal.call(invoices.removeSummary, { query: { id: second } }, operator)).status).toBe(200)
  expect(await read(disputeID)).toMatchObject({
    dispute: { state: 'partly credited', open: '1.00' },
    settlements: [{ invoiceNumber: 'K-1C' }],
  })
  expect((await read(disputeID)).history.at(-1)).toMatchObject({
    what: 'credit taken back',
    text: 'K-1D',
    amount: '1.00',
  })
  const [row] = await rowsOf(first)
  await portal.call(invoices.removeParcels, { query: { id: row?.parcelID ?? '' } }, operator)
  expect(await read(disputeID)).toMatchObject({ dispute: { state: 'sent', open: '3.00' }, settlements: [] })
})

test('a credit of an unknown parcel is matched by its dispute, even in another category', async () => {
  const billed = await send('K-2', [{ parcel: 'KX9001', base: 4 }])
  const { disputeID } = await reject(billed)
  const credited = await send('K-2C', [
    { parcel: 'KX9001', fuel: -1 },
    { parcel: 'KX9002', base: -1, fuel: -0.1 },
  ])
  expect(await read(disputeID)).toMatchObject({ dispute: { state: 'partly credited', credited: '1.00' } })
  expect((await rowsOf(credited))[0]).toMatchObject({ verdict: 'Matched', expected: '-1.00' })
  // Each credit has the carrier's name for that charge.
  const told = (await creditsOf(credited)).map(({ left, isLumpSum, text }) => [left, isLumpSum, text].join(' '))
  expect(told.toSorted()).toEqual(['0.00 false Fuel', '0.10 false Fuel', '1.00 false Base'])
  const whole = await send('K-2D', [{ parcel: 'KX9001', base: -3 }])
  expect(await rowsOf(whole)).toMatchObject([
    { verdict: 'Matched', expected: '-3.00', variance: '0.00', verdictText: '' },
  ])
  expect(await summaryOf(whole)).toMatchObject({ matched: '-3.00', variance: '0.00' })
  expect(await read(disputeID)).toMatchObject({ dispute: { state: 'credited' } })
  // The dispute is not sent, but a credit keeps its rows.
  const undone = await portal.call(
    invoices.undoParcels,
    { body: { parcelIDs: (await rowsOf(billed)).map(({ parcelID }) => parcelID).join() } },
    operator,
  )
  expect(undone).toMatchObject({ status: 422, body: { message: expect.stringContaining('is credited') } })
})

test('one sum for base and fuel settles both', async () => {
  const [one = ''] = await parcels(1)
  const { disputeID, claimed } = await reject(await send('K-7', [{ parcel: one, base: 6.5, fuel: 0.5 }]))
  expect(claimed).toBe('2.50')
  const credited = await send('K-7C', [{ parcel: one, base: -2.5 }])
  expect(await read(disputeID)).toMatchObject({ dispute: { state: 'credited', credited: '2.50', open: '0.00' } })
  expect(await rowsOf(credited)).toMatchObject([{ verdict: 'Matched', variance: '0.00' }])
})

test('a lump sum waits until someone says what it is for', async () => {
  const [one = '', two = ''] = await parcels(2)
  const { disputeID } = await reject(
    await send('K-3', [
      { parcel: one, base: 6.5 },
      { parcel: two, base: 6.5 },
    ]),
  )
  const brought = await send('K-3C', [{ parcel: '', base: -5, note: 'Credit for March' }])
  const [lump] = await creditsOf(brought)
  if (!lump) throw new Error('No lump sum')
  expect(lump).toMatchObject({ isLumpSum: true, left: '5.00' })
  expect(await matchCreditsToClaims(lump.creditID, [{ disputeID, amount: '1.005' }])).toMatchObject({
    status: 400,
    body: { message: 'Amounts in GBP have at most 2 decimals.', fields: [{ path: 'disputes.0.amount' }] },
  })
  expect(await matchCreditsToClaims(lump.creditID, [{ disputeID, amount: '6.00' }])).toMatchObject({ status: 422 })
  expect(await matchCreditsToClaims(lump.creditID, [{ disputeID, amount: '4.50' }])).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('Only 4.00 of dispute') },
  })
  expect(await matchCreditsToClaims(lump.creditID, [{ disputeID, amount: '3.00' }])).toMatchObject({
    status: 200,
    body: { credit: { left: '2.00' } },
  })
  const rows = await portal.call(invoices.disputeRows, { params: { disputeID }, query: {} }, operator)
  expect(rows.body.rows.map(({ credited }) => credited)).toEqual(['2.00', '1.00'])
  expect((await read(disputeID)).settlements).toMatchObject([{ amount: '3.00', by: expect.stringMatching(/./) }])
  expect(await matchCreditsToClaims(lump.creditID, [], 'Volume rebate')).toMatchObject({
    status: 200,
    body: { credit: { explanation: 'Volume rebate' } },
  })
  const waiting = await portal.call(invoices.credits, { query: {} }, operator)
  expect(waiting.body.credits.map(({ creditID }) => creditID)).not.toContain(lump.creditID)
  // Taken back, the dispute is open again and the credit waits.
  const takeBack = () => portal.call(invoices.takeBackCredit, { body: { creditID: lump.creditID } }, operator)
  expect(await takeBack()).toMatchObject({
    status: 200,
    body: { credit: { left: '5.00', settled: '0.00', explanation: '' } },
  })
  expect(await read(disputeID)).toMatchObject({ dispute: { state: 'open', credited: '0.00' }, settlements: [] })
  expect(await rowsOf(brought)).toMatchObject([{ verdict: 'Undercharged', expected: '0.00', variance: '-5.00' }])
  expect(await takeBack()).toMatchObject({ status: 422 })
  expect(await matchCreditsToClaims(lump.creditID, [{ disputeID, amount: '4.00' }])).toMatchObject({ status: 200 })
  expect((await portal.call(invoices.credits, { query: {} }, acme)).status).toBe(403)
})

test('a credit that came before its dispute settles it when it opens', async () => {
  const [one = '', two = ''] = await parcels(2)
  const billed = await send('K-6', [
    { parcel: one, base: 6.5 },
    { parcel: two, base: 5.5 },
  ])
  const brought = await send('K-6C', [
    { parcel: one, base: -2 },
    { parcel: two, fuel: -1 },
  ])
  expect((await creditsOf(brought)).map(({ left }) => left)).toEqual(expect.arrayContaining(['1.00']))
  const { disputeID } = await reject(billed)
  expect(await read(disputeID)).toMatchObject({
    dispute: { state: 'credited', claimed: '3.00', credited: '3.00' },
    history: [{ what: 'opened' }, { what: 'credited', text: 'K-6C', amount: '3.00', by: '' }],
  })
  expect((await creditsOf(brought)).map(({ left }) => left)).toEqual(['0.00', '0.00'])
})

test('two users who spend one credit at once spend it only once', async () => {
  const [one = ''] = await parcels(1)
  const { disputeID } = await reject(await send('K-4', [{ parcel: one, base: 14.5 }]))
  const [lump] = await creditsOf(await send('K-4C', [{ parcel: '', base: -6, note: 'Credit for March' }]))
  const creditID = lump?.creditID ?? ''
  const answers = await Promise.all(
    [1, 2, 3].map(() => matchCreditsToClaims(creditID, [{ disputeID, amount: '4.00' }])),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  expect(await read(disputeID)).toMatchObject({ dispute: { credited: '4.00', open: '6.00' } })
})

test('a credit that comes during a write-off is either settled or surplus', async () => {
  for (let round = 0; round < 3; round++) {
    const [one = ''] = await parcels(1)
    const { disputeID, version } = await reject(await send(`K-5-${round}`, [{ parcel: one, base: 6.5 }]))
    const [brought, written] = await Promise.all([
      send(`K-5C-${round}`, [{ parcel: one, base: -2 }]),
      act('write-off', disputeID, version),
    ])
    const { dispute } = await read(disputeID)
    const [credit] = await creditsOf(brought)
    if (written.status === 200) {
      expect(dispute).toMatchObject({ state: 'written off', credited: '0.00' })
      expect(credit).toMatchObject({ left: '2.00' })
    } else {
      expect(written.status).toBe(409)
      expect(dispute).toMatchObject({ state: 'credited', credited: '2.00' })
      expect(credit).toMatchObject({ left: '0.00' })
    }
  }
})
