/** Pieces that are kept apart before they are put together: senders may send a byte at a time. */
const MAX_PIECES = 256

/** The bytes of a cell or a line of which the end has not come yet. */
export class ByteHold {
  #pieces: Buffer[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#size += piece.length
    // A small piece may hold on to a large buffer that it was cut from.
    if (this.#pieces.length >= MAX_PIECES) this.#pieces = [Buffer.concat(this.#pieces)]
  }

  /** All that was held, with the last piece behind it; nothing is held afterwards. */
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
