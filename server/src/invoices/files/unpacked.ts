import type { Readable } from 'node:stream'
import { AppError } from '../../process/app-error.ts'

/** The limit for everything unpacked from one upload, in bytes. */
const MAX_UNPACKED = 1_000_000_000
/** Texts of invoices compress ten- to twentyfold; far better compression means endless repetition, so a zip bomb. */
const MAX_RATIO = 250
/** The ratio is checked from this size on, because small files may compress well. */
const MIN_COUNTED = 20_000_000

const TOO_LARGE = 'This archive is too large once unpacked. Import its files in parts.'

/** Counts the bytes unpacked from an upload: the sizes that an archive states may be wrong. */
export class Unpacked {
  readonly #packed: number
  #size = 0

  constructor(packed: number) {
    this.#packed = packed
  }

  /**
   * Passes on the bytes of an unpacking stream. Throws an AppError if there are too many, or the archive is damaged.
   */
  async *count(stream: Readable): AsyncGenerator<Buffer> {
    const chunks = stream.iterator() as AsyncGenerator<Buffer>
    try {
      for (;;) {
        const next = await chunks.next().catch(() => {
          throw new AppError('unsupported_file', DAMAGED)
        })
        if (next.done) return
        this.#size += next.value.length
        if (this.#size > MAX_UNPACKED || (this.#size > MIN_COUNTED && this.#size > this.#packed * MAX_RATIO))
          throw new AppError('too_large', TOO_LARGE)
        yield next.value
      }
    } finally {
      stream.destroy()
    }
  }
}

const DAMAGED = 'The archive is damaged or incomplete. Ask the carrier for it again.'
