import { contract } from '@despatch/contract/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '../../database/sql.ts'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { makeParcel } from '../../testing/parcels.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract

let portal: TestPortal
let operator: SignedIn
let acme: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH']) await makeClient(on, { code, name: `${code} Ltd` })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  acme = await makeSession(on, { clients: ['ACME'] })
})
afterAll(() => portal.close())

type Rows = Parameters<typeof makeInvoice>[1]['rows']
const accept = (summaryID: string) =>
  portal.call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID } }, operator)
async function accepted(rows: Rows, day?: string) {
  const made = await makeInvoice(portal.testDatabase, { rows, ...(day && { day }) })
  expect((await accept(made.id)).status).toBe(200)
  return made
}
const post = (summaryIDs?: string[], as = operator) =>
  portal.call(invoices.post, { body: { ...(summaryIDs && { summaryIDs }) } }, as)
const list = async () => (await portal.call(invoices.postings, { query: {} }, operator)).body
async function linesOf(postingID: string) {
  const { body } = await portal.call(invoices.postingLines, { query: { postingID, limit: '999999' } }, operator)
  return body.lines
}
const short = (lines: Awaited<ReturnType<typeof linesOf>>) =>
  lines.map(({ account, category, clientCode, debit, credit }) =>
    [account, category, clientCode, debit === '0.00' ? `-${credit}` : debit].filter(Boolean).join(' '),
  )

test('an accepted invoice is posted once: costs, tax, accruals and the payable amount', async () => {
  const on = portal.testDatabase
  await makeParcel(on, { client: 'ACME', trackingNumber: 'PST1', orderNumber: 'O-PST1', carrier: 'DPD' })
  await on.asOwner(`insert into parcel_accruals values ('ACME', 'PST1', 44000)`)
  const made = await makeInvoice(on, {
    rows: [
      { client: 'ACME', despatchedAs: 'PST1', billed: 45_050 },
      { client: 'BIRCH', billed: 45_050 },
    ],
  })
  const charges = [
    { code: 'B', text: 'Base', category: 'base', net: 40_025, line: 1 },
    { code: 'F', text: 'Fuel', category: 'fuel', net: 5025, line: 1 },
  ]
  await on.asOwner(`update invoice_parcels set charges = $2, tax = 9010, verdict = 'Matched' where invoice_id = $1`, [
    made.id,
    JSON.stringify(charges),
  ])
  expect(await post([made.id])).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('not accepted') },
  })
  expect((await accept(made.id)).status).toBe(200)
  expect((await list()).waiting).toEqual([{ currency: 'GBP', invoices: 1, net: '9.01' }])

  const answer = await post()
  expect(answer).toMatchObject({ status: 200, body: { posting: { number: 'P-000001', invoices: 1 } } })
  const { posting } = answer.body
  if (!posting) throw new Error('No posting')
  const lines = await linesOf(posting.postingID)
  // Half pennies are distributed so that the lines add up to the invoice.
  expect(short(lines)).toEqual([
    'Carriage base ACME 4.01',
    'Carriage fuel ACME 0.50',
    'Carriage base BIRCH 4.00',
    'Carriage fuel BIRCH 0.50',
    'Input tax ACME 0.90',
    'Input tax BIRCH 0.90',
    'Carriers payable -10.81',
    'Accrued carriage ACME 4.40',
    'Carriage accrual ACME -4.40',
  ])
  expect(posting.totals).toEqual([{ currency: 'GBP', debit: '15.21', payable: '10.81' }])
  expect(lines[0]).toMatchObject({
    line: 1,
    date: '2026-01-05',
    reference: 'P-000001',
    invoiceNumber: made.number,
    taxCode: 'Taxed',
    text: `P-000001: DPD invoice ${made.number}, base`,
  })

  const again = await post([made.id])
  expect(again).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('posted already, in P-000001') },
  })
  expect(await post()).toMatchObject({ status: 422, body: { message: 'There are no accepted invoices to post.' } })
  const { body } = await portal.call(invoices.summary, { query: { summaryID: made.id } }, operator)
  expect(body.summary[0]?.posting).toBe('P-000001')
  const theirs = await portal.call(invoices.summary, { query: { summaryID: made.id } }, acme)
  expect(theirs.body.summary[0]?.posting).toBeNull()
})

test("the payable amount includes the whole document's tax; a client's part does not", async () => {
  const on = portal.testDatabase
  const { id } = await makeInvoice(on, { rows: [{ client: 'ACME' }, { client: 'BIRCH' }] })
  const stated = `update invoices set proof_details = jsonb_set(proof_details, '{proof,tax}', '18000') where invoice_id = $1`
  await on.asOwner(stated, [id])
  const of = async (as: SignedIn) =>
    (await portal.call(invoices.summary, { query: { summaryID: id } }, as)).body.summary[0]
  expect(await of(operator)).toMatchObject({ totalCarrier: '9.00', totalTax: '1.80', payable: '10.80' })
  expect(await of(acme)).toMatchObject({ totalCarrier: '4.50', totalTax: null, payable: '4.50' })
})

test.each([
  ['billed less disputed', 'Carriers payable -4.50', ['Withheld from carriers -4.50']],
  ['billed', 'Carriers payable -9.00', []],
] as const)('a disputed amount is not cost, and is paid by the terms: %s', async (payable, paid, more) => {
  const on = portal.testDatabase
  const carrier = payable === 'billed' ? 'PAY' : 'HOLD'
  const terms = { carrierCode: carrier, payable, deadlineDays: 30, email: '', contact: '' }
  expect((await portal.call(invoices.saveDisputeTerms, { body: terms }, operator)).status).toBe(200)
  const made = await makeInvoice(on, {
    carrier,
    rows: [{ client: 'ACME' }, { client: 'ACME', verdict: 'Not despatched', expected: null }],
  })
  const rejected = await portal.call(
    invoices.decideParcels,
    { params: { value: 'Rejected' }, body: { parcelIDs: made.parcels[1] ?? '', reason: 'never sent' } },
    operator,
  )
  expect(rejected.status).toBe(200)
  expect((await accept(made.id)).status).toBe(200)
  const { body } = await post([made.id])
  expect(short(await linesOf(body.posting?.postingID ?? ''))).toEqual([
    'Carriage base ACME 4.50',
    'Disputed with carriers ACME 4.50',
    paid,
    ...more,
  ])
  // The carrier refuses, so the amount is cost, and owed where it was withheld. The accrual does not change.
  const [dispute] = (await portal.call(invoices.disputes, { query: { summaryID: made.id } }, operator)).body.disputes
  const act = (what: 'send' | 'refuse' | 'reopen') =>
    portal.call(
      invoices.actOnDisputes,
      { params: { act: what }, body: { disputes: [{ disputeID: dispute?.disputeID ?? '' }], reason: 'as agreed' } },
      operator,
    )
  await act('send')
  expect((await list()).waitingCorrections).toBe(0)
  await act('refuse')
  expect((await list()).waitingCorrections).toBe(1)
  const corrected = await post()
  expect(corrected.body).toMatchObject({ posting: { invoices: 0, corrections: 1 } })
  const lines = await linesOf(corrected.body.posting?.postingID ?? '')
  expect(lines[0]?.text).toContain('correction')
  expect(short(lines)).toEqual(
    payable === 'billed'
      ? ['Carriage base ACME 4.50', 'Disputed with carriers ACME -4.50']
      : [
          'Carriage base ACME 4.50',
          'Carriers payable -4.50',
          'Disputed with carriers ACME -4.50',
          'Withheld from carriers 4.50',
        ],
  )
  // A correction without a difference posts nothing, and waits no longer.
  await portal.testDatabase.asOwner('insert into invoice_posting_changes values ($1, now())', [made.id])
  expect((await post()).body).toMatchObject({ posting: null })
  expect((await list()).waitingCorrections).toBe(0)
})

test('two users who post at once post each invoice once, without gaps in numbers', async () => {
  const first = await accepted([{ client: 'ACME' }])
  const second = await accepted([{ client: 'BIRCH' }])
  const answers = await Promise.all([post([first.id]), post([first.id]), post([second.id])])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422])
  const { postings } = await list()
  expect(postings.map(({ number }) => Number(number.slice(2)))).toEqual(
    postings.map((_posting, index) => postings.length - index),
  )
  const posted = await portal.testDatabase.asOwner(
    'select count(*)::int as n from invoice_posted where invoice_id = $1',
    [first.id],
  )
  expect(posted).toEqual([{ n: 1 }])
})

test('a posting never changes, and its lines come in pages', async () => {
  const { postings } = await list()
  const [newest] = postings
  const page = await portal.call(
    invoices.postingLines,
    { query: { postingID: newest?.postingID ?? '', page: '2', limit: '1' } },
    operator,
  )
  expect(page.body).toMatchObject({ lines: [{ line: 2, account: 'Carriers payable' }], pageInfo: { total: 2 } })
  for (const statement of ['update invoice_posting_lines set debit = 1', 'delete from invoice_posted'])
    await expect(
      portal.database.transaction((transaction) => transaction.write(sql.raw(statement).compile(db))),
    ).rejects.toThrow('permission denied')
  const none = await portal.call(invoices.postingLines, { query: { postingID: '999' } }, operator)
  expect(none.status).toBe(404)
  for (const answer of [await post(undefined, acme), await portal.call(invoices.postings, { query: {} }, acme)])
    expect(answer.status).toBe(403)
})
