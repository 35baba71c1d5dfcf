import type { Readable } from 'node:stream'
import { AppError } from '../../process/app-error.ts'

/** All that comes out of one upload, in bytes. */
const MAX_UNPACKED = 1_000_000_000
/** Texts of invoices are packed to a tenth or a twentieth; what is packed far better is nothing but the same again and again. */
const MAX_RATIO = 250
/** From here on the ratio counts: small files may be packed well. */
const MIN_COUNTED = 20_000_000

const TOO_LARGE = 'Unpacked, this archive is far larger than an invoice can be: it is not read.'

/** Counts what is unpacked of an upload, as it comes: what an archive says of itself need not be so. */
export class Unpacked {
  readonly #packed: number
  #size = 0

  constructor(packed: number) {
    this.#packed = packed
  }

  /** The bytes of a stream that unpacks. Throws an AppError for too many of them, and for an archive that is damaged. */
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

const DAMAGED = 'The archive is damaged or was cut off, and cannot be unpacked. Get it from the carrier once more.'
