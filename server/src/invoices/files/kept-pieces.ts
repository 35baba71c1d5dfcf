import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

type InTransaction = <Result>(read: (transaction: Transaction) => Promise<Result>) => Promise<Result>

/** The bytes of a file that was sent, a piece at a time: all in one transaction, or each in one of its own. */
export async function* keptPieces(inTransaction: InTransaction, fileId: number): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece++) {
    const row = await inTransaction((transaction) =>
      transaction.row(
        db.selectFrom('invoice_file_pieces').select('bytes').where('file_id', '=', fileId).where('piece', '=', piece),
      ),
    )
    if (!row) return
    yield row.bytes
  }
}
