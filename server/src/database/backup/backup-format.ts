import { z } from 'zod'

/**
 * A backup is one file: a line that names the format, then frames compressed with zstd. A frame is a kind, a length and that many
 * bytes. The order is: the header; for each table its name, its rows as COPY text in pieces, and their count and sum; the
 * sequences; at the end the totals of all frames before. A file without that last frame is incomplete.
 */
export const FIRST_LINE = 'Despatch backup, format 1\n'

export const FRAME = { header: 1, table: 2, rows: 3, tableEnd: 4, sequences: 5, end: 6 } as const
export type FrameKind = (typeof FRAME)[keyof typeof FRAME]
/** The kind and the length of the payload. */
export const FRAME_HEAD_BYTES = 5
/** Rows are written in pieces as they are read, so a longer frame is damage. */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
/** A table with its stored columns; generated columns are left out. */
export type BackedUpTable = z.infer<typeof table>

export const backupHeader = z.object({
  madeAt: z.string(),
  /** The version of PostgreSQL that wrote the rows. */
  postgres: z.string(),
  /** The applied migrations, with the hash of each text. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(table),
  /** Identifies the secret that sealed seeds and mail, without revealing it; null if unknown. */
  secretMark: z.string().nullable(),
})
export type BackupHeader = z.infer<typeof backupHeader>

export const tableEnd = z.object({ rows: z.number(), sum: z.string() })
export const backupSequences = z.array(
  z.object({ schema: z.string(), name: z.string(), last: z.string(), isCalled: z.boolean() }),
)
export type BackedUpSequence = z.infer<typeof backupSequences>[number]
export const backupEnd = z.object({ tables: z.number(), rows: z.number(), sha256: z.string() })

export function frame(kind: FrameKind, payload: Uint8Array): Buffer[] {
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUInt8(kind, 0)
  head.writeUInt32BE(payload.length, 1)
  return [head, Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)]
}

export function jsonFrame(kind: FrameKind, content: unknown): Buffer[] {
  return frame(kind, Buffer.from(JSON.stringify(content)))
}

/** A table's qualified name, quotedName for SQL. */
export function quotedName({ schema, name }: { schema: string; name: string }): string {
  return `${quotedIdentifier(schema)}.${quotedIdentifier(name)}`
}

export function quotedIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
