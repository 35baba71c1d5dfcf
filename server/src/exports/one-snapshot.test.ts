import { createHash } from 'node:crypto'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../testing/factories.ts'
import { waitUntilBlocked } from '../testing/wait-until-blocked.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import type { ExportedReport } from './exported-report.ts'
import { runExport } from './run-export.ts'

/** Several batches of the cursor, and more bytes than are buffered while a chunk is stored. */
const ROWS = 6000
const FILLER = 500
/** The advisory lock that storing a chunk waits for. */
const HELD = 77

let portal: TestPortal
let client: string
beforeAll(async () => {
  portal = await openTestPortal()
  client = await makeClient(portal.testDatabase)
  const { asOwner } = portal.testDatabase
  await asOwner(`create function wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${HELD}); return new; end $$`)
  await asOwner(
    'create trigger wait_for_test before insert on export_pieces for each row execute function wait_for_test()',
  )
})
afterAll(() => portal.close())

/** What the sheets beside the rows counted. */
const beside: { rows: number; old: number }[] = []
const skus: ExportedReport<unknown> = {
  report: 'skus',
  title: 'SKUs',
  fileName: 'SKUs',
  permission: 'session',
  choice: z.unknown(),
  layoutOf: () => ({ rowsName: 'SKUs', header: ['SKU', 'Description', 'Filler'] }),
  manifestOf: () => ({ definitions: [], filters: [] }),
  count: () => Promise.resolve(ROWS),
  query: (clients) => ({
    text: `select sku_code, description, repeat('.', ${FILLER}) as filler from skus
      where client_code = any ($1::text[]) order by sku_code`,
    values: [clients],
  }),
  reader: () => ({
    cellsOf: ({ sku_code, description, filler }) => [String(sku_code), String(description), String(filler)],
    async sheets(connection, clients) {
      const { rows } = await connection.query<{ rows: number; old: number }>(
        `select count(*)::int as rows, (count(*) filter (where description = 'before'))::int as old from skus
         where client_code = any ($1::text[])`,
        [clients],
      )
      beside.push(...rows)
      return [{ name: 'Beside', header: ['Rows'], rows: [[rows[0]?.rows ?? 0]] }]
    },
  }),
}

test.each(['csv', 'xlsx'])('changes while a file is made as %s are not in it', async (format) => {
  const { asOwner } = portal.testDatabase
  await asOwner('delete from skus where client_code = $1', [client])
  await asOwner(
    `insert into skus (client_code, sku_code, description)
     select $1, 'S' || lpad(n::text, 5, '0'), 'before' from generate_series(1, ${ROWS}) n`,
    [client],
  )
  const [job] = await asOwner(
    `insert into export_jobs (export_id, user_id, client_codes, report, file_name, format, input, asked_at, shown_rows)
     values (gen_random_uuid(), 1, array[$1::text], 'skus', 'SKUs', $2, '{}', now(), ${ROWS}) returning export_id`,
    [client, format],
  )
  const exportId = String(job?.['export_id'])
  // Storing a chunk waits for this lock, so the export stops in the middle of its rows.
  await asOwner(`select pg_advisory_lock(${HELD})`)
  const running = runExport(portal.database, [skus], { exportId, clients: [client] })
  await waitUntilBlocked(portal.testDatabase)
  await asOwner("update skus set description = 'after' where client_code = $1", [client])
  await asOwner("delete from skus where client_code = $1 and sku_code > 'S03000'", [client])
  await asOwner("insert into skus (client_code, sku_code, description) values ($1, 'S99999', 'after')", [client])
  await asOwner(`select pg_advisory_unlock(${HELD})`)
  await running
  const [made] = await asOwner('select status, done::int as done, manifest from export_jobs where export_id = $1', [
    exportId,
  ])
  const sum = createHash('sha256')
  for (let n = 1; n <= ROWS; n++) sum.update(`S${String(n).padStart(5, '0')}\tbefore\t${'.'.repeat(FILLER)}\n`)
  expect(made).toMatchObject({
    status: 'Succeeded',
    done: ROWS,
    manifest: { rows: ROWS, checksum: sum.digest('hex') },
  })
  if (format === 'xlsx') expect(beside).toEqual([{ rows: ROWS, old: ROWS }])
  expect(made?.['manifest']).not.toHaveProperty('changedFrom')
})
