import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { StartError } from '../../process/start-error.ts'
import {
  type BackupHeader,
  backupEnd,
  backupHeader,
  backupSequences,
  type BackedUpSequence,
  type BackedUpTable,
  FIRST_LINE,
  FRAME,
  FRAME_HEAD_BYTES,
  MAX_FRAME_BYTES,
  tableEnd,
} from './backup-format.ts'
import { lineSum, type TableSum } from './line-sum.ts'

/** Receives the content of a backup in the order of the file. */
export type BackupReader = {
  /** Called for each table with its rows as COPY text; it must read them to the end. */
  table?: (table: BackedUpTable, rows: AsyncIterable<Buffer>) => Promise<void>
}

export type BackupContent = {
  header: BackupHeader
  sums: ReadonlyMap<string, TableSum>
  sequences: readonly BackedUpSequence[]
  rows: number
}

/** Reads a backup's header. Throws a StartError if the file is not a backup, or a newer program made it. */
export async function readHeader(file: string): Promise<BackupHeader> {
  const frames = framesOf(file)
  try {
    const first = await frames.next()
    if (first.done || first.value.kind !== FRAME.header) throw damaged(file)
    return jsonOf(file, backupHeader, first.value.payload)
  } finally {
    await frames.return(undefined)
  }
}

/**
 * Reads a backup to the end, passes on the rows of each table, and returns its totals. Throws a StartError if the file is truncated
 * or altered: the rows passed on must then be discarded.
 */
export async function readBackup(file: string, reader: BackupReader = {}): Promise<BackupContent> {
  const frames = framesOf(file)
  try {
    return await readFrames(file, frames, reader)
  } finally {
    await frames.return(undefined)
  }
}

async function readFrames(file: string, frames: AsyncGenerator<Frame>, reader: BackupReader): Promise<BackupContent> {
  const hash = createHash('sha256')
  const next = async (): Promise<Frame> => {
    const { value, done } = await frames.next()
    if (done) throw damaged(file)
    if (value.kind !== FRAME.end) hash.update(value.head).update(value.payload)
    return value
  }
  const take = async <Shape extends z.ZodType>(kind: number, shape: Shape): Promise<z.infer<Shape>> => {
    const { kind: found, payload } = await next()
    if (found !== kind) throw damaged(file)
    return jsonOf(file, shape, payload)
  }
  /** Yields the rows of a table and checks them against the sum in the file. */
  async function* rowsOfTable(sum: ReturnType<typeof lineSum>): AsyncGenerator<Buffer> {
    for (;;) {
      const { kind, payload } = await next()
      if (kind === FRAME.rows) {
        sum.add(payload)
        yield payload
        continue
      }
      if (kind !== FRAME.tableEnd) throw damaged(file)
      const [expected, actual] = [jsonOf(file, tableEnd, payload), sum.total()]
      if (expected.rows !== actual.rows || expected.sum !== actual.sum) throw damaged(file)
      return
    }
  }
  const header = await take(FRAME.header, backupHeader)
  const sums = new Map<string, TableSum>()
  let count = 0
  for (const table of header.tables) {
    const { schema, name } = await take(FRAME.table, TABLE_NAME)
    if (schema !== table.schema || name !== table.name) throw damaged(file)
    const sum = lineSum()
    const rows = rowsOfTable(sum)
    await (reader.table ?? readToEnd)(table, rows)
    count += sum.total().rows
    sums.set(`${schema}.${name}`, sum.total())
  }
  const sequences = await take(FRAME.sequences, backupSequences)
  const end = await take(FRAME.end, backupEnd)
  if (end.sha256 !== hash.digest('hex') || end.rows !== count || !(await frames.next()).done) throw damaged(file)
  return { header, sums, sequences, rows: count }
}

async function readToEnd(_table: BackedUpTable, rows: AsyncIterable<Buffer>): Promise<void> {
  for await (const piece of rows) void piece
}

const TABLE_NAME = z.object({ schema: z.string(), name: z.string() })

type Frame = { kind: number; head: Buffer; payload: Buffer }

async function* framesOf(file: string): AsyncGenerator<Frame, undefined> {
  await checkFirstLine(file)
  const plain = createZstdDecompress()
  const reading = pipeline(createReadStream(file, { start: FIRST_LINE.length }), plain)
  // Errors surface where the pieces are read.
  reading.catch(() => undefined)
  const pieces = bytesOf(plain)
  try {
    for (;;) {
      const head = await pieces.take(FRAME_HEAD_BYTES)
      if (head.length === 0) return undefined
      if (head.length < FRAME_HEAD_BYTES) throw damaged(file)
      const length = head.readUInt32BE(1)
      if (length > MAX_FRAME_BYTES) throw damaged(file)
      const payload = await pieces.take(length)
      if (payload.length < length) throw damaged(file)
      yield { kind: head.readUInt8(0), head, payload }
    }
  } catch (error) {
    const isZlib =
      error instanceof Error && 'code' in error && /^(?:ZSTD|Z|ERR_ZSTD|ERR_BUFFER)_/.test(String(error.code))
    throw isZlib ? damaged(file) : error
  } finally {
    plain.destroy()
  }
}

/** Takes a number of bytes from a stream; fewer at its end. */
function bytesOf(stream: AsyncIterable<Buffer>): { take(count: number): Promise<Buffer> } {
  const pieces = stream[Symbol.asyncIterator]()
  let left = Buffer.alloc(0)
  return {
    async take(count) {
      const taken: Buffer[] = [left]
      let length = left.length
      while (length < count) {
        const { value, done } = await pieces.next()
        if (done) break
        taken.push(value)
        length += value.length
      }
      const all = taken.length === 1 ? left : Buffer.concat(taken)
      left = all.subarray(count)
      return all.subarray(0, count)
    },
  }
}

async function checkFirstLine(file: string): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}.`,
    )
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_LINE.length), 0, FIRST_LINE.length, 0)
    const line = buffer.subarray(0, bytesRead).toString('latin1')
    if (line === FIRST_LINE) return
    if (/^Despatch backup, format \d/.test(line))
      throw new StartError(`${file} was made by a newer Despatch: restore it with that version.`)
    throw new StartError(`${file} is no backup of Despatch.`)
  } finally {
    await handle.close()
  }
}

function jsonOf<Shape extends z.ZodType>(file: string, shape: Shape, payload: Buffer): z.infer<Shape> {
  let json: unknown
  try {
    json = JSON.parse(payload.toString('utf8'))
  } catch {
    throw damaged(file)
  }
  const read = shape.safeParse(json)
  if (!read.success) throw damaged(file)
  return read.data
}

function damaged(file: string): StartError {
  return new StartError(`${file} is cut short or was altered: take another backup. Nothing of it was kept.`)
}
