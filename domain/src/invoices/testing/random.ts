/** Random numbers that are the same for the same seed. */
export type Random = {
  /** A whole number of at least `from` and at most `to`. */
  whole(from: number, to: number): number
  /** True in `percent` per cent of calls. */
  happens(percent: number): boolean
  oneOf<Item>(items: readonly Item[]): Item
}

/** Mulberry32: small, and uniform enough for test invoices. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    whole,
    happens: (percent) => next() * 100 < percent,
    oneOf: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new RangeError('There is nothing to choose from')
      return item
    },
  }
}
