import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { home, invoices } = contract
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  await makeClient(on, { code: 'ACME', name: 'Acme' })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  // Twelve files wait, and behind the oldest of them 60 more were imported.
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

test('all files that wait for a mapping are listed by pages, however many came after them', async () => {
  const first = await listed({ isWaiting: 'true', limit: '10' })
  expect(first).toMatchObject({ waiting: 12, pageInfo: { total: 12, page: 1, limit: 10 } })
  expect(first.names).toHaveLength(10)
  expect(first.names[0]).toBe('file-12.csv')
  expect((await listed({ isWaiting: 'true', limit: '10', page: '2' })).names).toEqual(['file-2.csv', 'file-1.csv'])
})

test('all imports are listed by pages, and each says how many files wait', async () => {
  const first = await listed({})
  expect(first).toMatchObject({ waiting: 12, pageInfo: { total: 72, page: 1, limit: 50 } })
  const second = await listed({ page: '2' })
  expect([...first.names, ...second.names]).toHaveLength(72)
  expect(second.names.at(-1)).toBe('file-1.csv')
})

test('Home counts the files that wait, for the operator’s staff alone', async () => {
  const counted = async (as: SignedIn) =>
    (await portal.call(home.counts, {}, as)).body.counts.find(({ name }) => name === 'invoice-files-to-map')?.count
  expect(await counted(operator)).toBe(12)
  const client = await makeSession(portal.testDatabase, { clients: ['ACME'], type: 'Client Administrator' })
  expect(await counted({ ...client, client: 'ACME' })).toBeUndefined()
})
