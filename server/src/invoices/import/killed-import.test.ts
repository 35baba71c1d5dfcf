import { contract } from '@despatch/contract/contract'
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

/** At how many points the server is killed: `npm run test:interrupted` takes 20, which go through all states in turn. */
const POINTS = Number(process.env['INTERRUPTED_POINTS'] ?? 1)
const PATIENCE = 60_000 + POINTS * 60_000
/** Where an import is stopped: by a table that it needs, and the state in which it needs it. */
const STOPS = [
  ['Judging', 'parcels'],
  ['Matching', 'rule_book_items'],
  ['Reading', 'invoice_layouts'],
] as const
const ROWS = 40

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

async function keepLayout({ url }: ServerProcess): Promise<void> {
  const { method, path } = contract.invoices.saveLayout
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { access_token: operator.token, client: 'All_client', 'content-type': 'application/json' },
    body: JSON.stringify({ layout: GOSHAWK_LAYOUT }),
  })
  expect(answer.status).toBe(200)
}

test(
  'a server that is killed within an import leaves nothing, and the next one imports the file once',
  { timeout: PATIENCE },
  async () => {
    let server = await startServerProcess(on)
    await keepLayout(server)
    for (let point = 0; point < POINTS; point++) {
      const [state, table] = STOPS[point % STOPS.length] ?? STOPS[0]
      const number = `KILLED-${point}`
      const tracking = Array.from({ length: ROWS }, (_, row) => `GOS5${String(point * 1000 + row).padStart(7, '0')}`)
      for (const one of tracking.slice(0, 2)) await goshawkParcel(on, 'ACME', one)
      const holder = new pg.Client({ connectionString: on.ownerUrl })
      await holder.connect()
      await holder.query('begin')
      await holder.query(`lock table ${table} in access exclusive mode`)
      const sent = await sendInvoices(
        server.url,
        { [`${number}.csv`]: goshawkFile(...tracking.map((one) => goshawkRow(number, one))) },
        operator,
      )
      const importID = sent.body.imports[0]?.importID ?? ''
      await reaches(importID, state)
      const killed = server.kill()
      // What the database was doing for the server ends once the table is free.
      await holder.end()
      await killed
      expect(await keptOf(number)).toMatchObject({ invoices: 0, rows: 0, told: 0 })
      server = await startServerProcess(on)
      await reaches(importID, 'Imported')
      expect(await keptOf(number)).toMatchObject({ invoices: 1, rows: ROWS, told: 1 })
    }
    await server.terminate()
  },
)
