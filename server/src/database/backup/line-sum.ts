const LINE_END = 10

/** Count and checksum of a table's rows; independent of their order. */
export type TableSum = { rows: number; sum: string }

/** Sums rows of COPY text that arrives in arbitrary pieces: each row is hashed, and the hashes are added. */
export function lineSum(): { add(piece: Uint8Array): void; total(): TableSum } {
  let rows = 0
  let [high, low] = [0, 0]
  let [one, other] = BEGIN
  return {
    add(piece) {
      for (const byte of piece) {
        if (byte !== LINE_END) {
          one = Math.imul(one ^ byte, 0x01000193)
          other = Math.imul(other ^ byte, 0x5bd1e995) ^ (other >>> 13)
          continue
        }
        low = (low + mixed(one ^ other)) >>> 0
        high = (high + mixed(Math.imul(other, 0x27d4eb2f) ^ one)) >>> 0
        rows++
        ;[one, other] = BEGIN
      }
    },
    total: () => ({ rows, sum: high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0') }),
  }
}

const BEGIN: readonly [number, number] = [0x811c9dc5, 0x9747b28c]

/** Spreads a row's hash over all bits, so that differences between rows do not cancel out in the sum. */
function mixed(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return (second ^ (second >>> 16)) >>> 0
}
