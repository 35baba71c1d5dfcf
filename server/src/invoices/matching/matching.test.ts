import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { importInvoice } from '../../testing/invoices/import-invoices.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { judgeByNewRates, matchLateDespatches } from './match-late.ts'

const { invoices } = contract

let portal: TestPortal
let operator: SignedIn
let acme: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const [code, price] of [
    ['ACME', 45_000],
    ['BIRCH', 30_000],
  ] as const) {
    await makeClient(on, { code, name: `${code} Ltd` })
    await makeRuleBook(on, code, [carrierItem('KES', { name: 'Kestrel' }), methodItem('KES-1', 'KES', price)])
    await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, [code])
  }
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  acme = await makeSession(on, { clients: ['ACME'] })
  // Otherwise no carrier is known for Kestrel's numbers.
  await despatch('ACME', 'KES99999999')
})
afterAll(() => portal.close())

let numbers = 10_000_000
const tracking = () => `KES${++numbers}`
const despatch = (client: string, trackingNumber: string, orderNumber = `O-${trackingNumber}`) =>
  makeParcel(portal.testDatabase, { client, trackingNumber, orderNumber, carrier: 'KES', clientMethodId: 'KES-1' })
let count = 0
const bill = (...rows: Parameters<typeof importInvoice>[2]['rows']) =>
  importInvoice(portal, operator, { number: `M-${++count}`, rows })
const rowsOf = async (summaryID: string, as = operator) =>
  (await portal.call(invoices.parcels, { body: { summaryID } }, as)).body.parcels
const rowOf = async (summaryID: string) => {
  const [row] = await rowsOf(summaryID)
  return row ?? expect.fail('It has no row')
}
const summaryOf = async (summaryID: string, as = operator) =>
  (await portal.call(invoices.summary, { query: { summaryID } }, as)).body.summary[0]
const match = (
  { parcelID, version }: { parcelID: string; version: number },
  to: { clientCode?: string; orderNumber: string; trackingNumber?: string; remember?: boolean },
  as = operator,
) => portal.call(invoices.match, { body: { parcelID, version, clientCode: 'ACME', ...to } }, as)
const undo = ({ parcelID, version }: { parcelID: string; version: number }, as = operator) =>
  portal.call(invoices.unmatch, { body: { parcelID, version } }, as)

test("a late despatch is matched and judged; sums, the client's part and detail follow", async () => {
  const [late, never] = [tracking(), tracking()]
  const summaryID = await bill({ tracking: late, base: '5.10' }, { tracking: never })
  expect(await summaryOf(summaryID, acme)).toBeUndefined()
  await despatch('ACME', late)
  expect(await matchLateDespatches(portal.database)).toBe(1)
  expect(await rowsOf(summaryID)).toMatchObject([
    {
      clientCode: 'ACME',
      orderNumber: `O-${late}`,
      verdict: 'Overcharged',
      expected: '4.50',
      variance: '0.60',
      causes: [{ cause: 'price', amount: '0.60' }],
      version: 2,
    },
    { clientCode: '', verdict: 'Not found', version: 1 },
  ])
  expect(await summaryOf(summaryID)).toMatchObject({ parcelClient: 'ACME Ltd', expected: '4.50' })
  expect(await summaryOf(summaryID, acme)).toMatchObject({ totalCarrier: '5.10', parcels: 1 })
  const details = await portal.call(invoices.details, { body: { summaryID } }, operator)
  expect(details.body.details[0]).toMatchObject({ clientCode: 'ACME', verdict: 'Overcharged', expected: '4.50' })
  expect(await matchLateDespatches(portal.database)).toBe(0)
})

test('of two late matches of one parcel, the second is Already billed', async () => {
  const twice = tracking()
  const [first, second] = [await bill({ tracking: twice }), await bill({ tracking: twice })]
  await despatch('ACME', twice)
  await matchLateDespatches(portal.database)
  expect([(await rowOf(first)).verdict, (await rowOf(second)).verdict]).toEqual(['Matched', 'Already billed'])
})

test('an order is judged once it leaves; decided rows and accepted invoices stay', async () => {
  const [open, decided, closed] = [tracking(), tracking(), tracking()]
  const ids = []
  for (const number of [open, decided, closed]) {
    await makeParcel(portal.testDatabase, {
      client: 'ACME',
      orderNumber: `LATE-${number}`,
      carrier: 'OTHER',
      trackingNumber: `X${number}`,
    })
    ids.push(await bill({ tracking: number, reference: `LATE-${number}` }))
  }
  const [openID = '', decidedID = '', closedID = ''] = ids
  const before = await rowOf(openID)
  expect(before).toMatchObject({ verdict: 'Not despatched', clientCode: 'ACME' })
  for (const id of [decidedID, closedID])
    await portal.call(
      invoices.decideParcels,
      { params: { value: 'Accepted' }, body: { parcelIDs: (await rowOf(id)).parcelID } },
      operator,
    )
  await portal.call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID: closedID } }, operator)
  for (const number of [open, decided, closed]) await despatch('ACME', number, `LATE-${number}`)
  expect(await matchLateDespatches(portal.database)).toBe(1)
  expect((await rowOf(openID)).verdict).toBe('Matched')
  for (const id of [decidedID, closedID]) expect((await rowOf(id)).verdict).toBe('Not despatched')
})

test('matching by hand: candidates, the expected cost, and the match', async () => {
  const real = tracking()
  await despatch('BIRCH', real, 'HAND-1')
  await portal.testDatabase.asOwner(`update orders set post_code = 'LS1 4AP' where order_number = 'HAND-1'`)
  const search = async (query: { search?: string; postCode?: string; day?: string }) =>
    (await portal.call(invoices.matchCandidates, { query }, operator)).body.candidates
  for (const query of [{ search: 'hand-1' }, { search: real.toLowerCase() }, { postCode: 'ls14ap', day: '2026-03-04' }])
    expect(await search(query)).toMatchObject([
      { clientCode: 'BIRCH', clientName: 'BIRCH Ltd', orderNumber: 'HAND-1', trackingNumber: real, carrier: 'KES' },
    ])
  expect(await search({ postCode: 'LS1 4AP', day: '2026-05-04' })).toEqual([])
  expect((await portal.call(invoices.matchCandidates, { query: {} }, operator)).status).toBe(400)

  const summaryID = await bill({ tracking: tracking(), base: '4.00' })
  const row = await rowOf(summaryID)
  const to = { clientCode: 'BIRCH', orderNumber: 'HAND-1', trackingNumber: real }
  const preview = await portal.call(invoices.matchPreview, { body: { parcelID: row.parcelID, ...to } }, operator)
  expect(preview.body).toMatchObject({ billed: '4.00', expected: '3.00', variance: '1.00', verdict: 'Overcharged' })
  expect(await rowOf(summaryID)).toEqual(row)

  const own = await bill({ tracking: real, base: '3.00' })
  const again = await portal.call(invoices.matchPreview, { body: { parcelID: row.parcelID, ...to } }, operator)
  expect(again.body).toMatchObject({ verdict: 'Already billed' })
  await portal.call(invoices.removeSummary, { query: { id: own } }, operator)

  const matched = await match(row, to)
  expect(matched).toMatchObject({ status: 200, body: { version: 2, message: expect.stringContaining('overcharged') } })
  expect(await rowOf(summaryID)).toMatchObject({ clientCode: 'BIRCH', orderNumber: 'HAND-1', expected: '3.00' })
  const why = await portal.call(invoices.why, { query: { parcelID: row.parcelID } }, operator)
  expect(why.body).toMatchObject({ matchedByHand: { by: expect.any(String) }, despatch: { trackingNumber: real } })
  const [audited] = await portal.testDatabase.asOwner(
    `select act, object, after from audit where act = 'invoice.row-matched' order by audit_id desc limit 1`,
  )
  expect(audited).toMatchObject({
    object: expect.stringContaining(row.trackingNumber),
    after: { orderNumber: 'HAND-1' },
  })
  await matchLateDespatches(portal.database)
  expect((await rowOf(summaryID)).version).toBe(2)

  const undone = await undo({ parcelID: row.parcelID, version: 2 })
  expect(undone).toMatchObject({ status: 200, body: { version: 3 } })
  expect(await rowOf(summaryID)).toMatchObject({
    clientCode: '',
    orderNumber: '',
    verdict: 'Not found',
    expected: '0.00',
  })
  expect(await summaryOf(summaryID)).toMatchObject({ parcelClient: '' })
})

test('choosing between two clients for a number is remembered for the account until undone', async () => {
  const [one, other, next] = [tracking(), tracking(), tracking()]
  for (const number of [one, other, next])
    for (const client of ['ACME', 'BIRCH']) await despatch(client, number, `${client}-${number}`)
  const account = 'SHARED'
  const first = await bill({ tracking: one, account }, { tracking: other, account })
  const [row] = await rowsOf(first)
  expect(row).toMatchObject({ verdict: 'Not found', clientCode: '' })
  if (!row) return
  await match(row, { clientCode: 'BIRCH', orderNumber: `BIRCH-${one}`, trackingNumber: one, remember: true })
  expect(await matchLateDespatches(portal.database)).toBe(1)
  expect((await rowsOf(first)).map(({ clientCode }) => clientCode)).toEqual(['BIRCH', 'BIRCH'])
  expect(await rowOf(await bill({ tracking: next, account }))).toMatchObject({ clientCode: 'BIRCH' })
  const again = tracking()
  for (const client of ['ACME', 'BIRCH']) await despatch(client, again, `${client}-${again}`)
  expect(await undo({ parcelID: row.parcelID, version: 2 })).toMatchObject({ status: 200 })
  expect(await rowOf(await bill({ tracking: again, account }))).toMatchObject({ verdict: 'Not found' })
})

test('of two matches at once one is refused, as are found, decided and closed rows', async () => {
  const [real, found] = [tracking(), tracking()]
  await despatch('ACME', real)
  await despatch('ACME', found)
  const summaryID = await bill({ tracking: tracking() }, { tracking: found })
  const [row, matched] = await rowsOf(summaryID)
  if (!row || !matched) return expect.fail('It has two rows')
  const to = { orderNumber: `O-${real}`, trackingNumber: real }
  const both = await Promise.all([match(row, to), match(row, to)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await match(matched, to)).status).toBe(422)
  expect((await undo(matched)).status).toBe(422)
  const now = { parcelID: row.parcelID, version: 2 }
  expect((await match(now, { ...to, clientCode: 'BIRCH' })).status).toBe(404)
  expect((await match(now, { orderNumber: 'NONE' })).status).toBe(404)
  await portal.call(
    invoices.decideParcels,
    { params: { value: 'Accepted' }, body: { parcelIDs: row.parcelID } },
    operator,
  )
  expect((await match({ ...now, version: 3 }, to)).status).toBe(422)
  expect((await undo({ ...now, version: 3 })).status).toBe(422)
})

test('of two rows matched with one parcel, the second is billed already', async () => {
  const real = tracking()
  await despatch('ACME', real)
  const to = { clientCode: 'ACME', orderNumber: `O-${real}`, trackingNumber: real }
  const [first, second] = await rowsOf(await bill({ tracking: tracking() }, { tracking: tracking() }))
  if (!first || !second) return expect.fail('It has two rows')
  expect((await match(first, to)).body).toMatchObject({ message: expect.stringContaining('matched') })
  expect((await match(second, to)).body).toMatchObject({ message: expect.stringContaining('already billed') })
  const preview = await portal.call(invoices.matchPreview, { body: { parcelID: first.parcelID, ...to } }, operator)
  expect(preview.body).toMatchObject({ verdict: 'Matched', expected: '4.50' })
})

test('client users can neither search candidates nor match', async () => {
  const summaryID = await bill({ tracking: tracking() })
  const row = await rowOf(summaryID)
  const to = { clientCode: 'ACME', orderNumber: 'O-KES99999999', trackingNumber: 'KES99999999' }
  const answers = [
    await portal.call(invoices.matchCandidates, { query: { search: to.orderNumber } }, acme),
    await portal.call(invoices.matchPreview, { body: { parcelID: row.parcelID, ...to } }, acme),
    await match(row, to, acme),
    await undo(row, acme),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
})

test("a client's parcel shows what it was billed, including charges of its whole consignment", async () => {
  const number = tracking()
  await despatch('ACME', number)
  await despatch('BIRCH', number, 'ANOTHER')
  const summaryID = await bill({ tracking: number, account: 'SHARED-2', base: '5.10' })
  const row = await rowOf(summaryID)
  await match(row, { orderNumber: `O-${number}`, trackingNumber: number })
  const ask = (as: SignedIn) => portal.call(invoices.parcelCharges, { query: { trackingNumber: number } }, as)
  expect((await ask(acme)).body.charges).toMatchObject([
    { summaryID, billed: '5.10', expected: '4.50', verdict: 'Overcharged', isWhole: false, parcelID: row.parcelID },
  ])
  expect((await ask({ ...operator, client: 'BIRCH' })).body.charges).toEqual([])
})

test('rows without a rate are judged once it is entered; decided rows stay', async () => {
  const on = portal.testDatabase
  await makeClient(on, { code: 'EURO', name: 'Euro BV' })
  await on.asOwner(`update clients set currency_code = 'EUR' where client_code = 'EURO'`)
  await makeRuleBook(on, 'EURO', [carrierItem('KES', { name: 'Kestrel' }), methodItem('KES-1', 'KES', 50_000)])
  await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = 'EURO'`)
  const [first, second] = [tracking(), tracking()]
  for (const number of [first, second]) await despatch('EURO', number)
  const summaryID = await bill({ tracking: first }, { tracking: second })
  const rows = async () => (await rowsOf(summaryID)).map(({ verdict, status }) => [verdict, status])
  const [open, decided] = await rowsOf(summaryID)
  const missing = async (of = open) =>
    (await portal.call(invoices.why, { query: { parcelID: of?.parcelID ?? '' } }, operator)).body.missing
  await portal.call(
    invoices.decideParcels,
    { params: { value: 'Accepted' }, body: { parcelIDs: decided?.parcelID ?? '' } },
    operator,
  )
  const waiting = [
    ['Not judged', 'Imported'],
    ['Not judged', 'Accepted'],
  ]
  expect(await rows()).toEqual(waiting)
  expect([await missing(), await missing(decided)]).toEqual(['rate', null])
  const rate = (from: string, day: string) =>
    portal.call(invoices.saveRate, { body: { from, to: 'GBP', day, rate: '0.9' } }, operator)
  await rate('USD', '2026-01-01')
  await rate('EUR', '2099-01-01')
  expect(await judgeByNewRates(portal.database)).toBe(0)
  expect(await rows()).toEqual(waiting)
  await rate('EUR', '2026-01-01')
  expect(await judgeByNewRates(portal.database)).toBe(1)
  expect(await rows()).toEqual([['Matched', 'Imported'], waiting[1]])
  expect(await missing()).toBeNull()
})
