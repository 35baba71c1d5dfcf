import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { copiedPieces } from './copied-pieces.ts'

test("a file's bytes arrive unchanged, and a connection that stops early is reusable", async () => {
  const on = await createTestDatabase()
  const database = openDatabase({ appUrl: on.appUrl })
  try {
    const pieces = [randomBytes(1_000_000), Buffer.from([0]), randomBytes(300_000), randomBytes(2)]
    await on.asOwner(
      `insert into invoice_files (sha256, filename, bytes, sent_at, sent_by)
       values ('1', 'one.csv', 1, now(), 'test'), ('2', 'none.csv', 0, now(), 'test')`,
    )
    for (const [piece, bytes] of pieces.entries())
      await on.asOwner('insert into invoice_file_pieces (file_id, piece, bytes) values (1, $1, $2)', [piece, bytes])
    const read = await database.copying([''], async (connection) => {
      const whole = Buffer.concat(await allOf(copiedPieces(connection, 1)))
      for await (const first of copiedPieces(connection, 1)) {
        expect(first.length).toBeGreaterThan(0)
        break
      }
      expect(await allOf(copiedPieces(connection, 2))).toEqual([])
      const { rows } = await connection.query<{ one: number }>('select 1 as one')
      return { whole, rows }
    })
    expect(read.whole.equals(Buffer.concat(pieces))).toBe(true)
    expect(read.rows).toEqual([{ one: 1 }])
  } finally {
    await database.close()
    await on.drop()
  }
})

async function allOf(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}
