const LINE_END = 10

/** What the rows of a table come to: the same whatever order they are read in. */
export type TableSum = { rows: number; sum: string }

/** Adds up rows of COPY text, which come in pieces cut anywhere: each row is hashed by itself, and the hashes added. */
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

/** Spreads what a row comes to over all bits, so that rows do not make up for each other when they are added. */
function mixed(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return (second ^ (second >>> 16)) >>> 0
}
