import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract
type Body = NonNullable<Parameters<typeof portal.call<typeof invoices.saveLedgerAccount>>[1]>['body']

let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  for (const code of ['ACME', 'BIRCH']) await makeClient(portal.testDatabase, { code, name: `${code} Ltd` })
  operator = {
    ...(await makeSession(portal.testDatabase, { clients: [], type: 'Internal Administrator' })),
    client: 'All_client',
  }
})
afterAll(() => portal.close())

const save = (body: Body, as = operator) => portal.call(invoices.saveLedgerAccount, { body }, as)
const list = async () => (await portal.call(invoices.ledgerAccounts, {}, operator)).body.accounts
async function accepted(rows: Parameters<typeof makeInvoice>[1]['rows']) {
  const made = await makeInvoice(portal.testDatabase, { rows })
  return { ...made, accept: () => accept(made.id) }
}
const accept = async (summaryID: string) =>
  expect(
    await portal.call(invoices.decideSummary, { params: { id: 'Accepted' }, body: { summaryID } }, operator),
  ).toMatchObject({ status: 200 })
async function post(summaryID: string): Promise<string> {
  const { body } = await portal.call(invoices.post, { body: { summaryIDs: [summaryID] } }, operator)
  return body.posting?.postingID ?? ''
}
async function codesOf(postingID: string): Promise<string[]> {
  const { body } = await portal.call(invoices.postingLines, { query: { postingID, limit: '999999' } }, operator)
  return body.lines.map(({ account, accountCode, category, clientCode, debit, credit }) =>
    [accountCode || 'none', account, category, clientCode, debit === '0.00' ? `-${credit}` : debit]
      .filter(Boolean)
      .join(' '),
  )
}

test('lines have the most specific code at posting, and corrections and reversals keep it', async () => {
  for (const body of [
    { account: 'Carriage', code: '5000' },
    { account: 'Carriage', clientCode: 'ACME', code: '5100' },
    { account: 'Carriage', clientCode: 'ACME', category: 'fuel', code: '5110' },
    { account: 'Carriers payable', code: '2100' },
  ] as const)
    expect((await save(body)).status).toBe(200)
  const made = await accepted([
    { client: 'ACME', verdict: 'Overcharged', expected: 32_600 },
    { client: 'ACME' },
    { client: 'BIRCH' },
  ])
  const charges = [
    { code: 'B', text: 'Base', category: 'base', net: 40_000, line: 1 },
    { code: 'F', text: 'Fuel', category: 'fuel', net: 5000, line: 1 },
  ]
  await portal.testDatabase.asOwner(`update invoice_parcels set charges = $2 where invoice_id = $1 and parcel_no > 1`, [
    made.id,
    JSON.stringify(charges),
  ])
  const reject = { params: { value: 'Rejected' }, body: { parcelIDs: made.parcels[0] ?? '', reason: 'Too dear' } }
  expect((await portal.call(invoices.decideParcels, reject, operator)).status).toBe(200)
  await made.accept()
  const look = await portal.call(invoices.preflightPosting, { body: { summaryIDs: [made.id] } }, operator)
  const posting = await post(made.id)
  const posted = [
    '5100 Carriage base ACME 7.26',
    '5110 Carriage fuel ACME 0.50',
    '5000 Carriage base BIRCH 4.00',
    '5000 Carriage fuel BIRCH 0.50',
    'none Disputed with carriers ACME 1.24',
    '2100 Carriers payable -12.26',
    'none Withheld from carriers -1.24',
  ]
  expect(await codesOf(posting)).toEqual(posted)
  expect(look.body.invoices[0]?.lines.map(({ accountCode }) => accountCode)).toEqual(
    posted.map((line) => (line.startsWith('none') ? '' : line.slice(0, 4))),
  )

  // The code has changed since; corrections and reversals use the one of the original posting.
  expect((await save({ account: 'Carriage', clientCode: 'ACME', code: '5900' })).status).toBe(200)
  expect((await save({ account: 'Withheld from carriers', code: '2190' })).status).toBe(200)
  const [dispute] = (await portal.call(invoices.disputes, { query: { summaryID: made.id } }, operator)).body.disputes
  for (const act of ['send', 'refuse'] as const)
    await portal.call(
      invoices.actOnDisputes,
      { params: { act }, body: { disputes: [{ disputeID: dispute?.disputeID ?? '' }], reason: 'as agreed' } },
      operator,
    )
  const correction = await post(made.id)
  expect(await codesOf(correction)).toEqual([
    '5100 Carriage base ACME 1.24',
    '2100 Carriers payable -1.24',
    'none Disputed with carriers ACME -1.24',
    'none Withheld from carriers 1.24',
  ])
  const reverse = async (postingID: string) =>
    (await portal.call(invoices.reversePosting, { body: { postingID } }, operator)).body.posting.postingID
  expect((await codesOf(await reverse(correction)))[0]).toBe('5100 Carriage base ACME -1.24')
  expect((await codesOf(await reverse(posting)))[0]).toBe('5100 Carriage base ACME -7.26')
  expect((await codesOf(await post(made.id)))[0]).toBe('5900 Carriage base ACME 8.50')
})

test('each account, client and charge has one code, which is set and deleted', async () => {
  const body = { account: 'Input tax', clientCode: 'BIRCH', code: '2200' } as const
  expect(await save(body)).toMatchObject({ body: { version: 1 } })
  const again = await save({ ...body, code: ' 2201 ', version: 1 })
  expect(again).toMatchObject({ status: 200, body: { version: 2 } })
  expect((await save({ ...body, version: 1 })).status).toBe(409)
  // A user who tries to add it learns that it exists.
  expect((await save({ ...body, version: 0 })).status).toBe(409)
  const kept = (await list()).filter(({ account }) => account === 'Input tax')
  expect(kept).toMatchObject([{ account: 'Input tax', clientCode: 'BIRCH', category: '', code: '2201', version: 2 }])
  const id = kept[0]?.ledgerAccountID ?? ''
  expect((await portal.call(invoices.removeLedgerAccount, { query: { id } }, operator)).status).toBe(200)
  expect((await portal.call(invoices.removeLedgerAccount, { query: { id } }, operator)).status).toBe(404)
})

test.each([
  ['a charge for an account without charges', { account: 'Input tax', category: 'fuel', code: '1' }, 'category'],
  [
    'a client for an account without clients',
    { account: 'Carriers payable', clientCode: 'ACME', code: '1' },
    'clientCode',
  ],
  ['a code that a spreadsheet would run', { account: 'Carriage', code: '=1+1' }, 'code'],
  ['no code', { account: 'Carriage', code: ' ' }, 'code'],
] as const)('%s is refused at its field', async (_what, body, path) => {
  const answer = await save(body)
  expect(answer).toMatchObject({ status: 400, body: { fields: [{ path }] } })
})

test('ledger accounts are for the operator only, and for existing clients', async () => {
  const acme = await makeSession(portal.testDatabase, { clients: ['ACME'] })
  expect((await save({ account: 'Carriage', code: '5000' }, acme)).status).toBe(403)
  expect((await portal.call(invoices.ledgerAccounts, {}, acme)).status).toBe(403)
  expect((await save({ account: 'Carriage', clientCode: 'NOBODY', code: '5000' })).status).toBe(404)
})
