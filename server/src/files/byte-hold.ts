/** Chunks held before they are joined: senders may send one byte at a time. */
const MAX_PIECES = 256

/** The bytes of an incomplete cell or line. */
export class ByteHold {
  #pieces: Buffer[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#size += piece.length
    // Copy: a small chunk may be a view that keeps a large buffer in memory.
    if (this.#pieces.length >= MAX_PIECES) this.#pieces = [Buffer.concat(this.#pieces)]
  }

  /** Returns all held bytes followed by the last chunk, and clears them. */
  take(last: Buffer): Buffer {
    if (this.#size === 0) return last
    const all = Buffer.concat([...this.#pieces, last])
    this.clear()
    return all
  }

  clear(): void {
    this.#pieces = []
    this.#size = 0
  }
}
