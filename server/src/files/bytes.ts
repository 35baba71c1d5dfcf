import type { Readable } from 'node:stream'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { ENOUGH } from './sniff.ts'

/** The sender went away before the end of the file. */
export class BrokenOff extends Error {
  override name = 'BrokenOff'
}

/**
 * The bytes of a stream as they come; a stream that fails, or closes before its end, throws BrokenOff. The stream is
 * left open when nobody reads on, so that the sender can still be answered.
 */
export async function* bytesOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch (error) {
    throw new BrokenOff('The file broke off', { cause: error })
  }
}

/** Reads a file's beginning, to tell what it is; `all` gives every byte again, from the first. */
export async function peek(bytes: AsyncGenerator<Buffer>): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  let head: Buffer = Buffer.alloc(0)
  let failure: BrokenOff | undefined
  while (head.length < ENOUGH) {
    const next = await bytes.next().catch((error: unknown) => {
      // Told when the reading comes to it: what came before counts.
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

/** What is gone through at once: a piece of the size in which files come over the network. */
const PIECE = 16 * 1024

/** A chunk of a file in pieces that are small enough to be gone through at once. */
export function* inPieces(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE)
}

/** The bytes as UTF-8, whatever the mapping says that they are. */
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
