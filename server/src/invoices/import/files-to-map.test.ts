import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { sendInvoices, settledImport } from '../../testing/invoices/goshawk.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { home, invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  await makeClient(on, { code: 'ACME', name: 'Acme' })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  // Twelve files wait, and 60 more were imported after the oldest of them.
  await on.asOwner(`
    insert into invoice_files (sha256, filename, bytes, sent_at, sent_by, creator, state)
    select decode(md5(n::text), 'hex'), 'file-' || n || '.csv', 10, timestamptz '2026-03-02 08:00Z' + n * interval '1 minute', 'ada', '',
      case when n <= 12 then 'Unknown layout' else 'Imported' end
    from generate_series(1, 72) n`)
})
afterAll(() => portal.close())

async function listed(query: { isWaiting?: 'true' | 'false'; page?: string; limit?: string; id?: string }) {
  const { imports, ...rest } = (await portal.call(invoices.imports, { query }, operator)).body
  return { ...rest, names: imports.map(({ filename }) => filename) }
}

test('all files that wait for a mapping are listed by pages, despite later files', async () => {
  const first = await listed({ isWaiting: 'true', limit: '10' })
  expect(first).toMatchObject({ waiting: 12, pageInfo: { total: 12, page: 1, limit: 10 } })
  expect(first.names).toHaveLength(10)
  expect(first.names[0]).toBe('file-12.csv')
  expect((await listed({ isWaiting: 'true', limit: '10', page: '2' })).names).toEqual(['file-2.csv', 'file-1.csv'])
})

test('all imports are listed by pages, each with the number of waiting files', async () => {
  const first = await listed({})
  expect(first).toMatchObject({ waiting: 12, pageInfo: { total: 72, page: 1, limit: 50 } })
  const second = await listed({ page: '2' })
  expect([...first.names, ...second.names]).toHaveLength(72)
  expect(second.names.at(-1)).toBe('file-1.csv')
})

test("Home counts the waiting files for the operator's staff only", async () => {
  const counted = async (as: SignedIn) =>
    (await portal.call(home.counts, {}, as)).body.counts.find(({ name }) => name === 'invoice-files-to-map')?.count
  expect(await counted(operator)).toBe(12)
  const client = await makeSession(portal.testDatabase, { clients: ['ACME'], type: 'Client Administrator' })
  expect(await counted({ ...client, client: 'ACME' })).toBeUndefined()
})

describe('a file without an invoice number', () => {
  const named = (name: string) => ({ names: [name] })
  const layout = {
    code: 'own-usps-mapped-here',
    version: 1,
    carrier: 'USPS',
    title: 'USPS, mapped here',
    row: 'parcel',
    isNumberedByDays: true,
    header: ['Label number', 'Mailing date', 'Postage'],
    fields: { trackingNumber: named('Label number'), shipmentDay: named('Mailing date') },
    charges: [{ column: named('Postage'), code: 'POSTAGE', text: 'Postage', category: 'base' }],
    amounts: { decimal: '.' },
    dates: 'year-first',
    currency: 'USD',
  }
  const file = (first: string, last: string) => `Label number,Mailing date,Postage
9205590100000000000011,${first},4.50
9205590100000000000028,${last},5.50
`
  async function imported(name: string, text: string) {
    const { body } = await sendInvoices(portal.url, { [name]: text }, operator)
    return settledImport(portal, body.imports[0]?.importID ?? '', operator)
  }

  test('is imported by its days; the same days again are the same invoice', async () => {
    const waiting = await imported('usps.csv', file('2026-06-01', '2026-06-07'))
    expect(waiting.state).toBe('Unknown layout')
    const { importID } = waiting
    const saved = await portal.call(invoices.saveLayout, { body: { layout, importID } }, operator)
    expect(saved.status).toBe(200)
    expect(await settledImport(portal, importID, operator)).toMatchObject({
      state: 'Imported',
      invoices: [{ invoiceNumber: '2026-06-01 to 2026-06-07' }],
    })
    // Different bytes for the same week.
    const again = await imported('usps-2.csv', `${file('2026-06-01', '2026-06-07')}\n`)
    expect([again.state, again.message]).toEqual([
      'Refused',
      expect.stringMatching(/^Already imported: .* delete the old one first/),
    ])
    expect(await imported('usps-3.csv', file('2026-06-08', '2026-06-14'))).toMatchObject({
      state: 'Imported',
      invoices: [{ invoiceNumber: '2026-06-08 to 2026-06-14' }],
    })
  })
})

test('the studio warns if each row would be a separate invoice', async () => {
  const text = `Receipt,Label,Postage
R-1,9205590100000000000111,4.50
R-2,9205590100000000000128,5.50
R-3,9205590100000000000135,6.50
`
  const { body } = await sendInvoices(portal.url, { 'receipts.csv': text }, operator)
  const importID = body.imports[0]?.importID ?? ''
  await settledImport(portal, importID, operator)
  const column = (name: string) => ({ names: [name] })
  const draft = {
    code: 'own-receipts',
    version: 1,
    carrier: 'USPS',
    title: 'Receipts',
    row: 'parcel',
    header: ['Receipt', 'Label', 'Postage'],
    fields: { invoiceNumber: column('Receipt'), trackingNumber: column('Label') },
    charges: [{ column: column('Postage'), code: 'POSTAGE', text: 'Postage', category: 'base' }],
    amounts: { decimal: '.' },
    dates: 'year-first',
    currency: 'USD',
  }
  const { body: preview } = await portal.call(invoices.preview, { body: { importID, draft } }, operator)
  expect(preview).toMatchObject({ problems: [], taken: 3 })
  expect(preview.doubts).toEqual([expect.stringMatching(/^Each row has another invoice number in Receipt/)])
})
