import { contract } from '@despatch/contract/contract'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  GOSHAWK_LAYOUT,
  goshawkFile,
  goshawkParcel,
  goshawkRow,
  openGoshawk,
  sendInvoices,
} from '../../testing/invoices/goshawk.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { SignedIn } from '../../testing/test-portal.ts'

/** The number of points at which the server is killed. `npm run test:interrupted` takes 20, which covers all states. */
const POINTS = Number(process.env['INTERRUPTED_POINTS'] ?? 1)
const PATIENCE = 60_000 + POINTS * 180_000
/** Where an import is stopped: by locking a table that it needs in a certain state. */
const STOPS = [
  ['Judging', 'parcels'],
  ['Matching', 'rule_book_items'],
  ['Reading', 'invoice_layouts'],
] as const
const ROWS = 40
/** So many of them bill a despatched parcel. */
const MATCHED = 2

let on: TestDatabase
let operator: SignedIn
beforeAll(async () => {
  on = await createTestDatabase()
  operator = await openGoshawk(on)
})
afterAll(() => on?.drop())

const stateOf = async (importID: string) =>
  (await on.asOwner('select state from invoice_files where file_id = $1', [importID]))[0]?.['state']
const reaches = (importID: string, state: string) =>
  vi.waitFor(async () => expect(await stateOf(importID)).toBe(state), { timeout: 60_000, interval: 25 })
const keptOf = async (number: string) => {
  const [row] = await on.asOwner(
    `select count(distinct i.invoice_id)::int as invoices, count(p.parcel_no)::int as rows,
       (select count(*)::int from audit where act = 'invoice.imported' and after -> 'invoices' ? $1) as told
     from invoices i left join invoice_parcels p using (invoice_id) where invoice_number = $1`,
    [number],
  )
  return row
}

const post = (
  { url }: ServerProcess,
  { method, path }: { readonly method: string; readonly path: string },
  body: unknown,
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method,
    headers: { access_token: operator.token, client: 'All_client', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function saveTestLayout(server: ServerProcess): Promise<void> {
  expect((await post(server, contract.invoices.saveLayout, { layout: GOSHAWK_LAYOUT })).status).toBe(200)
}

/** Locks a table and returns what releases it. */
async function lockTable(table: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: on.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(`lock table ${table} in access exclusive mode`)
  return () => holder.end()
}

const acceptedOf = async (number: string) => {
  const [row] = await on.asOwner(
    `select count(*) filter (where p.status = 'Accepted')::int as accepted,
       (select count(*)::int from invoice_receipts r where r.invoice_id = i.invoice_id) as receipts
     from invoices i join invoice_parcels p using (invoice_id) where invoice_number = $1 group by i.invoice_id`,
    [number],
  )
  return row
}

/** Kills a server after it accepted rows and before it writes the audit row. Returns the next server. */
async function killAccepting(server: ServerProcess, number: string): Promise<ServerProcess> {
  const [invoice] = await on.asOwner('select invoice_id::text as id from invoices where invoice_number = $1', [number])
  const command = { summaryIDs: [invoice?.['id']], commandId: randomUUID(), most: MATCHED }
  const release = await lockTable('audit')
  const cut = post(server, contract.invoices.acceptMatched, command).catch(() => 'no answer')
  await vi.waitFor(
    async () =>
      expect(await on.asOwner("select from pg_locks where relation = 'audit'::regclass and not granted")).not.toEqual(
        [],
      ),
    { timeout: 60_000, interval: 25 },
  )
  const killed = server.kill()
  await release()
  await killed
  expect(await cut).toBe('no answer')
  expect(await acceptedOf(number)).toEqual({ accepted: 0, receipts: 0 })
  const next = await startServerProcess(on)
  for (const _twice of [1, 2]) {
    const answer = await post(next, contract.invoices.acceptMatched, command)
    expect(await answer.json()).toMatchObject({ code: 200, done: MATCHED })
    expect(await acceptedOf(number)).toEqual({ accepted: MATCHED, receipts: MATCHED })
  }
  return next
}

test(
  'a server that is killed while it imports or accepts leaves nothing done, and the next one does it once',
  { timeout: PATIENCE },
  async () => {
    let server = await startServerProcess(on)
    await saveTestLayout(server)
    for (let point = 0; point < POINTS; point++) {
      const [state, table] = STOPS[point % STOPS.length] ?? STOPS[0]
      const number = `KILLED-${point}`
      const tracking = Array.from({ length: ROWS }, (_, row) => `GOS5${String(point * 1000 + row).padStart(7, '0')}`)
      for (const one of tracking.slice(0, MATCHED)) await goshawkParcel(on, 'ACME', one)
      const release = await lockTable(table)
      const sent = await sendInvoices(
        server.url,
        { [`${number}.csv`]: goshawkFile(...tracking.map((one) => goshawkRow(number, one))) },
        operator,
      )
      const importID = sent.body.imports[0]?.importID ?? ''
      await reaches(importID, state)
      const killed = server.kill()
      // The database ends the killed server's statement when the table is free.
      await release()
      await killed
      expect(await keptOf(number)).toMatchObject({ invoices: 0, rows: 0, told: 0 })
      server = await startServerProcess(on)
      await reaches(importID, 'Imported')
      expect(await keptOf(number)).toMatchObject({ invoices: 1, rows: ROWS, told: 1 })
      server = await killAccepting(server, number)
    }
    await server.kill()
  },
)
