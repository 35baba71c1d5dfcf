import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { to } from 'pg-copy-streams'

/** What a binary COPY begins with: its signature, flags, and the length of what else may follow. */
const HEADER = 19
/** The length of a row's header with one column: the number of columns and the length of the value. */
const ROW_HEADER = 6
const LENGTH_AT = 2

/**
 * Streams the bytes of an uploaded file by binary COPY. As text, bytes would take twice the room and would have to be
 * encoded and decoded. A reader who stops before the end waits until the connection has received the rest.
 */
export async function* copiedPieces(connection: pg.PoolClient, fileId: number): AsyncGenerator<Buffer> {
  const stream = connection.query(
    to(
      `copy (select bytes from invoice_file_pieces where file_id = ${fileId} order by piece) to stdout (format binary)`,
    ),
  )
  const rows = new BinaryRows()
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield* rows.take(chunk as Buffer)
  } finally {
    if (!stream.readableEnded && !stream.errored) {
      stream.resume()
      await finished(stream, { writable: false })
    }
  }
}

/** Extracts the values of a single column from a binary COPY, in the chunks in which they arrive. */
class BinaryRows {
  /** The bytes of an incomplete header, and its full length. */
  #header = Buffer.alloc(0)
  #wanted = HEADER
  /** The bytes of the value that have not arrived. */
  #left = 0

  take(chunk: Buffer): Buffer[] {
    const values: Buffer[] = []
    let rest = chunk
    while (rest.length > 0) {
      if (this.#left > 0) {
        const value = rest.subarray(0, this.#left)
        this.#left -= value.length
        rest = rest.subarray(value.length)
        values.push(value)
        continue
      }
      const missing = this.#wanted - this.#header.length
      this.#header = Buffer.concat([this.#header, rest.subarray(0, missing)])
      rest = rest.subarray(missing)
      if (this.#header.length < this.#wanted) break
      if (this.#wanted === ROW_HEADER) this.#left = this.#header.readInt32BE(LENGTH_AT)
      this.#wanted = ROW_HEADER
      this.#header = Buffer.alloc(0)
    }
    return values
  }
}
