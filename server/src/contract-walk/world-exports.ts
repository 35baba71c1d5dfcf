import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../testing/test-database.ts'

/** A file of the returns trend that a user asked for and that is made; its bytes are its mark. Gives its id. */
export async function makeExport(
  on: TestDatabase,
  { client, userId, mark }: { client: string; userId: number; mark: string },
): Promise<string> {
  const id = randomUUID()
  const input = { startDate: '2026-01-05', endDate: '2026-04-05', countedBy: 'received' }
  const all = { ...input, SKU: '', category: '', reason: '', carrier: '', region: '' }
  await on.asOwner(
    `insert into export_jobs (export_id, user_id, client_codes, report, file_name, format, input, status, asked_at, finished_at,
       expires_at, bytes)
     values ($1, $2, $3, 'returns-trend', $4, 'xlsx', $5, 'Succeeded', now(), now(), now() + interval '1 day', $6)`,
    [id, userId, [client], `${mark}.xlsx`, JSON.stringify(all), mark.length],
  )
  await on.asOwner(`insert into export_pieces values ($1, 'file', 0, $2, now())`, [id, Buffer.from(mark)])
  return id
}
