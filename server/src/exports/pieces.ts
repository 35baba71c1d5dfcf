import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { inClients } from '../database/in-client.ts'
import { db } from '../database/sql.ts'

const PIECE = 512 * 1024

/** An export, and the clients that it is of. */
export type ExportRef = { exportId: string; clients: string[] }

/** Thrown where an export was cancelled, or another run has restarted it. */
export class NotWanted extends Error {}

export type Part = 'file' | 'manifest'

/**
 * Stores a file in pieces as its bytes come, each in a transaction of its own, while the next one is made; a run that was
 * overtaken stores nothing. Throws what the database threw at a piece when the next is there, or at the end.
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
      // What a crash takes of a file is made again with all of it; that it is finished is committed behind its pieces.
      await transaction.rows(sql`select set_config('synchronous_commit', 'off', true)`.compile(db))
      const row = await transaction.writeRow(
        sql<{ piece: number }>`
          insert into export_pieces (export_id, part, piece, bytes, stored_at)
          select export_id, ${part}, ${number}::int, ${bytes}::bytea, now() from export_jobs
          where export_id = ${exportId} and status = 'Running' and run = ${run}
          returning piece`.compile(db),
      )
      if (!row) throw new NotWanted()
    })
  }
  return {
    async write(bytes: Buffer): Promise<void> {
      held.push(bytes)
      heldBytes += bytes.length
      total += bytes.length
      if (heldBytes >= PIECE) await store()
    },
    async end(): Promise<void> {
      if (heldBytes > 0) await store()
      await storing
    },
    bytes: () => total,
  }
}

/** The bytes of a stored file, a piece at a time. */
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
