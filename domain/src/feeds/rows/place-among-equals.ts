const FIRST_SIZE = 1024
const FULLEST = 0.7

/**
 * Tells the rows of a file that say the same apart, by how many of them went before: the same file sent again gives the
 * same places. It keeps ten bytes or so a row, for files have millions: rows are known by a hash of 53 bits.
 */
export function placesAmongEquals(): (text: string) => number {
  let [hashes, counts] = [new Float64Array(FIRST_SIZE), new Uint16Array(FIRST_SIZE)]
  let used = 0
  const slotOf = (hash: number) => {
    let slot = hash % hashes.length
    while (counts[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) % hashes.length
    return slot
  }
  const grow = () => {
    const [oldHashes, oldCounts] = [hashes, counts]
    hashes = new Float64Array(oldHashes.length * 2)
    counts = new Uint16Array(oldHashes.length * 2)
    for (const [at, count] of oldCounts.entries()) {
      if (count === 0) continue
      const slot = slotOf(oldHashes[at] ?? 0)
      hashes[slot] = oldHashes[at] ?? 0
      counts[slot] = count
    }
  }
  return (text) => {
    if (used > hashes.length * FULLEST) grow()
    const hash = hashOf(text)
    const slot = slotOf(hash)
    const before = counts[slot] ?? 0
    if (before === 0) {
      used++
      hashes[slot] = hash
    }
    // Beyond 65,534 equals all others are one.
    if (before < 0xffff) counts[slot] = before + 1
    return before
  }
}

/** cyrb53: two multiplied sums of 32 bits, of which 53 are kept. */
function hashOf(text: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 4294967296 * (2097151 & other) + (one >>> 0)
}
