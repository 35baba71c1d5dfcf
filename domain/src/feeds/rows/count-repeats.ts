const FIRST_SIZE = 1024
const MAX_LOAD = 0.7

/**
 * Makes a counter of identical rows. It returns how many identical rows came before, so the same file always gives the
 * same numbers. It needs about ten bytes a row, because files have millions of rows: rows are recognised by a 53-bit
 * hash.
 */
export function countRepeats(): (text: string) => number {
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
    if (used > hashes.length * MAX_LOAD) grow()
    const hash = hashOf(text)
    const slot = slotOf(hash)
    const before = counts[slot] ?? 0
    if (before === 0) {
      used++
      hashes[slot] = hash
    }
    // Further rows after 65,534 identical ones count as the same row.
    if (before < 0xffff) counts[slot] = before + 1
    return before
  }
}

/** cyrb53: two multiplied sums of 32 bits, reduced to 53. */
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
