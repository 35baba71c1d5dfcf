import { contract } from '@despatch/contract/contract'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  goshawkFile as csv,
  goshawkParcel,
  goshawkRow as row,
  openGoshawkPortal,
  sendInvoices,
  settledImport,
} from '../../testing/invoices/goshawk.ts'
import type { SignedIn, TestPortal } from '../../testing/test-portal.ts'

const { invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  ;({ portal, operator } = await openGoshawkPortal())
})
afterAll(() => portal.close())

const send = async (name: string, text: string) =>
  (await sendInvoices(portal.url, { [name]: text }, operator)).body.imports[0]?.importID ?? ''
const settled = (importID: string) => settledImport(portal, importID, operator)
const importsOf = async (id: string) => (await portal.call(invoices.imports, { query: { id } }, operator)).body.imports
const countOf = async (table: string, where = 'true') =>
  Number((await portal.testDatabase.asOwner(`select count(*)::int as n from ${table} where ${where}`))[0]?.['n'])

/** Locks a table, so that every transaction that needs it waits until `unlockTable`. */
let holder: pg.Client | undefined
async function lockTable(table: string): Promise<void> {
  holder = new pg.Client({ connectionString: portal.testDatabase.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`lock table ${table} in access exclusive mode`)
}
async function unlockTable(): Promise<void> {
  await holder?.end()
  holder = undefined
}
afterEach(unlockTable)

const reaches = (importID: string, state: string) =>
  vi.waitFor(async () => expect((await importsOf(importID))[0]?.state).toBe(state), { timeout: 120_000, interval: 20 })

describe('a cancelled import', () => {
  test.each([
    ['Reading', 'invoice_layouts', 'GOS70000110'],
    ['Matching', 'rule_book_items', 'GOS70000111'],
    ['Judging', 'parcels', 'GOS70000112'],
  ])('while it is %s leaves nothing, and can be sent again', async (state, table, tracking) => {
    const number = `C-${state}`
    await goshawkParcel(portal.testDatabase, 'ACME', tracking)
    const text = csv(row(number, tracking))
    await lockTable(table)
    const importID = await send(`${state}.csv`, text)
    await reaches(importID, state)
    expect((await portal.call(invoices.cancelImport, { body: { importID } }, operator)).status).toBe(200)
    await unlockTable()
    await vi.waitFor(async () => expect(await countOf('invoice_files', `file_id = ${importID}`)).toBe(0), {
      timeout: 120_000,
      interval: 20,
    })
    expect(await countOf('invoices', `invoice_number = '${number}'`)).toBe(0)
    expect(await countOf('invoice_file_pieces', `file_id = ${importID}`)).toBe(0)
    expect(await settled(await send(`${state}.csv`, text))).toMatchObject({
      state: 'Imported',
      invoices: [{ invoiceNumber: number }],
    })
  })

  test('that waited for another one leaves nothing, and the other continues', async () => {
    await lockTable('invoice_layouts')
    const first = await send('first.csv', csv(row('C-FIRST', 'GOS79900110')))
    await reaches(first, 'Reading')
    const second = await send('second.csv', csv(row('C-SECOND', 'GOS79900111')))
    await reaches(second, 'Waiting')
    expect((await portal.call(invoices.cancelImport, { body: { importID: second } }, operator)).status).toBe(200)
    await unlockTable()
    expect((await settled(first)).state).toBe('Imported')
    expect(await importsOf(second)).toEqual([])
    expect(await countOf('invoices', "invoice_number = 'C-SECOND'")).toBe(0)
  })
})

test('a file sent twice at once is imported once; the other is refused', async () => {
  const text = csv(row('TWICE', 'GOS79900210'), row('TWICE', 'GOS79900211'))
  const ids = await Promise.all([send('one.csv', text), send('other.csv', text)])
  const both = await Promise.all(ids.map(settled))
  expect(both.map(({ state }) => state).toSorted()).toEqual(['Imported', 'Refused'])
  expect(both.find(({ state }) => state === 'Refused')?.message).toMatch(/one\.csv|other\.csv/)
  expect(await countOf('invoices', "invoice_number = 'TWICE'")).toBe(1)
})

test('of two users who decide the same row at once, one is refused', async () => {
  const made = await settled(await send('both.csv', csv(row('BOTH', 'GOS79900310'))))
  const summaryID = made.invoices[0]?.summaryID ?? ''
  const [read] = (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels
  const decide = (value: string) =>
    portal.call(
      invoices.decideParcels,
      { params: { value }, body: { parcelIDs: read?.parcelID ?? '', reason: 'Ours', version: read?.version ?? 0 } },
      operator,
    )
  const answers = await Promise.all([decide('Accepted'), decide('Rejected')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const told = answers.find(({ status }) => status === 409)?.body
  expect(told).toMatchObject({ code: 'version_conflict', message: expect.stringMatching(/changed|decided/i) })
  const [now] = (await portal.call(invoices.parcels, { body: { summaryID } }, operator)).body.parcels
  expect(now?.status).toBe(answers[0]?.status === 200 ? 'Accepted' : 'Rejected')
})
