import type { Readable } from 'node:stream'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { SNIFF_BYTES } from './sniff.ts'

/** The sender went away before the end of the file. */
export class BrokenOff extends Error {
  override name = 'BrokenOff'
}

/**
 * The bytes of a stream. Throws BrokenOff if the stream fails, or closes before its end. If the reader stops early the
 * stream stays open, so that the sender can still be answered.
 */
export async function* bytesOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch (error) {
    throw new BrokenOff('The file broke off', { cause: error })
  }
}

/** Reads the beginning of a file, to detect its type. `all` yields every byte from the start. */
export async function peek(bytes: AsyncGenerator<Buffer>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  let head: Buffer = Buffer.alloc(0)
  let failure: BrokenOff | undefined
  while (head.length < SNIFF_BYTES) {
    const next = await bytes.next().catch((error: unknown) => {
      // Throw it only when the reader gets there: the bytes before count.
      failure = error instanceof BrokenOff ? error : new BrokenOff('The file broke off', { cause: error })
      return { done: true as const, value: undefined }
    })
    if (next.done) break
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  return { head, all: startingWith(head, bytes, failure) }
}

async function* startingWith(
  head: Buffer,
  rest: AsyncGenerator<Buffer>,
  failure: BrokenOff | undefined,
): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  if (failure) throw failure
  yield* rest
}

/** Bytes processed without a break: the size in which files arrive over the network. */
const PIECE = 16 * 1024

/** Splits a chunk into parts small enough to process without a break. */
export function* inPieces(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE)
}

/** Converts a file to UTF-8, whatever encoding a column mapping names. */
export async function* asUtf8(
  bytes: AsyncGenerator<Buffer>,
  encoding: ColumnMapping['encoding'],
): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    yield* bytes
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }))
}
