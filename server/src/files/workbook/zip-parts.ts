import { once } from 'node:events'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

type Piece = string | Uint8Array
/** A part of an archive. Its content is streamed, never held whole. */
export type StreamedPart = { readonly name: string; readonly text: AsyncIterable<Piece> | Iterable<Piece> }
type Entry = { readonly name: Buffer; readonly offset: number; crc: number; size: number; packed: number }

/** UTF-8 names, and sizes after the content, because they are not known before. */
const FLAGS = 0x808
const DEFLATED = 8
const VERSION = 20
/** 1 January 1980, the earliest date of the format. */
const DATE = 0x21
const LARGEST = 0xffffffff
/** Sheets are so repetitive that a higher level takes twice the time and saves a tenth. */
const PACKING = { level: 3, chunkSize: 128 * 1024 }

/** Writes a ZIP archive, chunk by chunk. Throws if a part or the archive would exceed 4 GB. */
export async function* zipParts(parts: AsyncIterable<StreamedPart> | Iterable<StreamedPart>): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for await (const { name, text } of parts) {
    const entry: Entry = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 }
    entries.push(entry)
    const header = numbers(
      [0x04034b50, 4],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [entry.name.length, 2],
      [0, 2],
    )
    yield Buffer.concat([header, entry.name])
    for await (const piece of deflated(text, entry)) {
      if (entry.size > LARGEST || offset + entry.packed > LARGEST) throw new Error('The archive passes 4 GiB')
      yield piece
    }
    yield numbers([0x08074b50, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4])
    offset += header.length + entry.name.length + entry.packed + 16
  }
  const directory = Buffer.concat(entries.flatMap((entry) => [directoryHeader(entry), entry.name]))
  yield directory
  yield numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [entries.length, 2],
    [entries.length, 2],
    [directory.length, 4],
    [offset, 4],
    [0, 2],
  )
}

async function* deflated(text: StreamedPart['text'], entry: Entry): AsyncGenerator<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of text) {
      const bytes = Buffer.from(piece)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  const source = Readable.from(counted())
  const packer = createDeflateRaw(PACKING)
  source.once('error', (error) => packer.destroy(error))
  try {
    for await (const piece of source.pipe(packer) as AsyncIterable<Buffer>) {
      entry.packed += piece.length
      yield piece
    }
  } finally {
    // If the reader stops, close the source too.
    if (!source.destroyed) {
      source.destroy()
      await once(source, 'close')
    }
  }
}

const directoryHeader = ({ name, offset, crc, size, packed }: Entry) =>
  numbers(
    [0x02014b50, 4],
    [VERSION, 2],
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATED, 2],
    [0, 2],
    [DATE, 2],
    [crc, 4],
    [packed, 4],
    [size, 4],
    [name.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [offset, 4],
  )

/** Little-endian integers of 2 or 4 bytes. */
function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, size]) => sum + size, 0))
  let at = 0
  for (const [value, size] of fields) at = bytes.writeUIntLE(value, at, size)
  return bytes
}
