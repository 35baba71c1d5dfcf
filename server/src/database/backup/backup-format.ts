import { z } from 'zod'

/**
 * A backup is one file: a line that says what it is, and behind it, compressed with zstd, frames of a kind, a length and
 * that many bytes. First the header; for each table its name, its rows as COPY text in pieces, and what they come to; the
 * sequences; last what all frames before come to. A file without that last frame is not whole.
 */
export const FIRST_LINE = 'Despatch backup, format 1\n'

export const FRAME = { header: 1, table: 2, rows: 3, tableEnd: 4, sequences: 5, end: 6 } as const
export type FrameKind = (typeof FRAME)[keyof typeof FRAME]
/** The kind, and the length of what follows. */
export const FRAME_HEAD_BYTES = 5
/** Rows come in pieces as they are read: a longer frame is damage, and not to be waited for. */
export const LONGEST_FRAME = 64 * 1024 * 1024

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })
/** A table with the columns that are kept: those that PostgreSQL works out itself are not. */
export type BackedUpTable = z.infer<typeof table>

export const backupHeader = z.object({
  madeAt: z.string(),
  /** The version of the PostgreSQL that the rows come from. */
  postgres: z.string(),
  /** The schema that the rows are of: every migration applied, with the hash of its text. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(table),
  /** Tells whether a secret is the one that seeds and mail were sealed with, without telling the secret; null: not known. */
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

/** A table's name as SQL has it. */
export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
