/** Random choices, repeatable by their seed. */
export type Random = {
  /** From the first to the last, both included. */
  whole(first: number, last: number): number
  of<One>(some: readonly One[]): One
  /** True in `percent` per cent of calls. */
  chance(percent: number): boolean
}

/** Mulberry32: small, and uniform enough for choices. */
export function randomBy(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (first: number, last: number) => first + Math.floor(next() * (last - first + 1))
  return {
    whole,
    of(some) {
      const one = some[whole(0, some.length - 1)]
      if (one === undefined) throw new Error('There is nothing to choose from')
      return one
    },
    chance: (percent) => next() * 100 < percent,
  }
}
