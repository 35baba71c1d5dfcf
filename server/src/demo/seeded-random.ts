/** A random source that repeats itself for the same seed. */
export type Random = {
  /** A number from 0 to 1, without 1. */
  next(): number
  /** An integer between two bounds, inclusive. */
  whole(from: number, to: number): number
  /** True with this probability (0 to 1). */
  happens(probability: number): boolean
  /** An element of a non-empty list. */
  of<Item>(items: readonly Item[]): Item
}

/** Mulberry32: 32 bits of state, good enough for demo data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    happens: (probability) => next() < probability,
    of<Item>(items: readonly Item[]): Item {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('There is nothing to choose from')
      return item
    },
  }
}
