import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Streams the bytes of an uploaded file. */
export async function* storedPieces(transaction: Transaction, fileId: number): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece++) {
    const row = await transaction.row(
      db.selectFrom('invoice_file_pieces').select('bytes').where('file_id', '=', fileId).where('piece', '=', piece),
    )
    if (!row) return
    yield row.bytes
  }
}
