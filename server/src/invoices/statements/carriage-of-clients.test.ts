import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeInvoice } from '../../testing/invoices/make-invoice.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

/** A client's statement shows what postings charge it, by posting date, including corrections and reversals. */

const { invoices } = contract
const CLIENTS = ['ACME', 'BIRCH']
const PERIODS = [
  ['2026-01-01', '2026-01-31'],
  ['2026-02-01', '2026-02-28'],
  ['2026-03-01', '2026-03-31'],
  ['2026-01-16', '2026-02-14'],
  ['2026-01-01', '2026-03-31'],
] as const

let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  for (const code of CLIENTS) await makeClient(portal.testDatabase, { code, name: `${code} Ltd` })
  operator = {
    ...(await makeSession(portal.testDatabase, { clients: [], type: 'Internal Administrator' })),
    client: 'All_client',
  }
})
afterAll(() => portal.close())

async function accepted(day: string, { isDisputed = false, currency = 'GBP' } = {}): Promise<string> {
  const verdict = isDisputed ? ({ verdict: 'Overcharged', expected: 32_600 } as const) : {}
  const { id, parcels } = await makeInvoice(portal.testDatabase, {
    day,
    rows: [{ client: 'ACME', ...verdict }, { client: 'BIRCH' }, { client: 'ACME' }],
  })
  await portal.testDatabase.asOwner('update invoice_parcels set tax = 9000 where invoice_id = $1', [id])
  for (const table of ['invoices', 'invoice_sums'])
    await portal.testDatabase.asOwner(`update ${table} set currency = $2 where invoice_id = $1`, [id, currency])
  const body = { parcelIDs: parcels[0] ?? '', reason: 'Too dear' }
  if (isDisputed) await portal.call(invoices.decideParcels, { params: { value: 'Rejected' }, body }, operator)
  const accept = { params: { id: 'Accepted' }, body: { summaryID: id } }
  expect((await portal.call(invoices.decideSummary, accept, operator)).status).toBe(200)
  return id
}
async function post(postingDate: string, summaryIDs: string[]): Promise<string> {
  const { body } = await portal.call(invoices.post, { body: { summaryIDs, postingDate } }, operator)
  return body.posting?.postingID ?? ''
}
const reverse = async (postingID: string, postingDate: string) =>
  expect(await portal.call(invoices.reversePosting, { body: { postingID, postingDate } }, operator)).toMatchObject({
    status: 200,
  })
async function refuseDispute(summaryID: string) {
  const [dispute] = (await portal.call(invoices.disputes, { query: { summaryID } }, operator)).body.disputes
  const disputes = [{ disputeID: dispute?.disputeID ?? '' }]
  for (const act of ['send', 'refuse'] as const)
    await portal.call(invoices.actOnDisputes, { params: { act }, body: { disputes, reason: 'as agreed' } }, operator)
}

const pence = (text: string) => Math.round(Number(text) * 100)
const add = (sums: Map<string, number>, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
const told = (sums: ReadonlyMap<string, number>) =>
  Object.fromEntries([...sums].filter(([, amount]) => amount !== 0).toSorted())

/** Sums what postings charge a client in a period: carriage by category, and tax. */
async function ledgerOf(client: string, [from, to]: readonly [string, string]) {
  const { postings } = (await portal.call(invoices.postings, { query: { limit: '100' } }, operator)).body
  const sums = new Map<string, number>()
  for (const { postingID, postingDate } of postings) {
    if (postingDate < from || postingDate > to) continue
    const { lines } = (await portal.call(invoices.postingLines, { query: { postingID, limit: '999999' } }, operator))
      .body
    for (const { account, category, clientCode, debit, credit, currency } of lines) {
      if (clientCode !== client || category === 'accrual') continue
      const amount = pence(debit) - pence(credit)
      if (account === 'Carriage') add(sums, `${currency} ${category}`, amount)
      if (account === 'Input tax') add(sums, `${currency} tax`, amount)
    }
  }
  return told(sums)
}

/** Reads the same sums from the statement, three times: by category, by invoice and in total. */
async function statementOf(clientCode: string, [from, to]: readonly [string, string]) {
  const { body } = await portal.call(invoices.statement, { query: { clientCode, from, to } }, operator)
  const sums = new Map<string, number>()
  for (const { currency, category, net } of body.lines) add(sums, `${currency} ${category}`, pence(net))
  for (const { currency, tax } of body.totals) add(sums, `${currency} tax`, pence(tax ?? '0'))
  const byInvoice = (currency: string, of: 'net' | 'tax') =>
    body.invoices.reduce((sum, one) => sum + (one.currency === currency ? pence(one[of] ?? '0') : 0), 0)
  for (const { currency, net, tax } of body.totals) {
    expect(byInvoice(currency, 'net')).toBe(pence(net))
    expect(byInvoice(currency, 'tax')).toBe(pence(tax ?? '0'))
    expect(body.lines.reduce((sum, line) => sum + (line.currency === currency ? pence(line.net) : 0), 0)).toBe(
      pence(net),
    )
  }
  return told(sums)
}
async function expectAllToAgree() {
  for (const client of CLIENTS)
    for (const period of PERIODS)
      expect([client, period, await statementOf(client, period)]).toEqual([
        client,
        period,
        await ledgerOf(client, period),
      ])
}

test("a statement is the client's part of the days' postings, corrections and reversals", async () => {
  const [plain, disputed, euros] = [
    await accepted('2026-01-05'),
    await accepted('2026-01-05', { isDisputed: true }),
    await accepted('2026-01-06', { currency: 'EUR' }),
  ]
  const january = await post('2026-01-31', [plain, disputed, euros])
  await expectAllToAgree()
  expect(await statementOf('ACME', PERIODS[0])).toEqual({
    'EUR base': 900,
    'EUR tax': 180,
    'GBP base': 1676,
    'GBP tax': 360,
  })

  await refuseDispute(disputed)
  const query = { clientCode: 'ACME', from: '2026-02-01', to: '2026-02-28' }
  const before = (await portal.call(invoices.statement, { query }, operator)).body
  expect(before.waiting.invoices).toMatchObject([{ kind: 'correction', summaryID: disputed, net: '1.24', parcels: 0 }])
  const correction = await post('2026-02-10', [disputed])
  await expectAllToAgree()

  await reverse(correction, '2026-02-12')
  await reverse(january, '2026-02-15')
  await expectAllToAgree()
  expect(await statementOf('ACME', PERIODS[4])).toEqual({})

  await post('2026-02-28', [plain])
  await post('2026-03-05', [disputed, euros])
  await expectAllToAgree()
  const { body } = await portal.call(invoices.statement, { query }, operator)
  expect(body.invoices.map(({ line, kind, postedOn, parcels, net }) => [line, kind, postedOn, parcels, net])).toEqual([
    [1, 'correction', '2026-02-10', 0, '1.24'],
    [2, 'reversal', '2026-02-12', 0, '-1.24'],
    [3, 'reversal', '2026-02-15', -2, '-9.00'],
    [4, 'reversal', '2026-02-15', -2, '-7.76'],
    [5, 'reversal', '2026-02-15', -2, '-9.00'],
    [6, 'invoice', '2026-02-28', 2, '9.00'],
  ])
  expect(body.totals).toMatchObject([
    { currency: 'GBP', invoices: 2, parcels: -2, net: '-7.76', tax: '-1.80' },
    { currency: 'EUR', invoices: 1, parcels: -2, net: '-9.00', tax: '-1.80' },
  ])
  expect(body.waiting.invoices).toEqual([])
})
