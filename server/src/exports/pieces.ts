import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { inClients } from '../database/in-client.ts'
import { db } from '../database/sql.ts'

const CHUNK_BYTES = 512 * 1024

/** An export and its clients. */
export type ExportRef = { exportId: string; clients: string[] }

/** Thrown when an export was cancelled, or another run restarted it. */
export class ExportSuperseded extends Error {}

export type Part = 'file' | 'manifest'

/**
 * Stores a file in chunks, each in a transaction of its own, while the next one is made. A run that was superseded
 * stores nothing. Throws a database error of one chunk at the next chunk, or at the end.
 */
export function storePieces(
  { database, exportId, clients, run }: ExportRef & { database: Database; run: number },
  part: Part,
) {
  let held: Buffer[] = []
  let heldBytes = 0
  let [piece, total] = [0, 0]
  let storing: Promise<void> = Promise.resolve()
  const store = async () => {
    await storing
    const bytes = Buffer.concat(held)
    held = []
    heldBytes = 0
    storing = storePiece(bytes, piece++)
    storing.catch(() => undefined)
  }
  const storePiece = async (bytes: Buffer, number: number) => {
    await inClients(database, clients, async (transaction) => {
      // After a crash the export runs again from the start, so chunks need not be flushed. The commit that finishes the
      // export comes after all chunks.
      await transaction.rows(sql`select set_config('synchronous_commit', 'off', true)`.compile(db))
      const row = await transaction.writeRow(
        sql<{ piece: number }>`
          insert into export_pieces (export_id, part, piece, bytes, stored_at)
          select export_id, ${part}, ${number}::int, ${bytes}::bytea, now() from export_jobs
          where export_id = ${exportId} and status = 'Running' and run = ${run}
          returning piece`.compile(db),
      )
      if (!row) throw new ExportSuperseded()
    })
  }
  return {
    async write(bytes: Buffer): Promise<void> {
      held.push(bytes)
      heldBytes += bytes.length
      total += bytes.length
      if (heldBytes >= CHUNK_BYTES) await store()
    },
    async end(): Promise<void> {
      if (heldBytes > 0) await store()
      await storing
    },
    bytes: () => total,
  }
}

/** Reads a stored file chunk by chunk. */
export async function* piecesOf(
  database: Database,
  { exportId, clients }: ExportRef,
  part: Part,
): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece++) {
    const row = await inClients(database, clients, (transaction) =>
      transaction.row(
        db
          .selectFrom('export_pieces')
          .select('bytes')
          .where('export_id', '=', exportId)
          .where('part', '=', part)
          .where('piece', '=', piece),
      ),
    )
    if (!row) return
    yield row.bytes
  }
}
