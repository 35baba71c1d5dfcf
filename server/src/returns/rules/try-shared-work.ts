import type { TrialLookups, TrialPart } from './try-lines.ts'
import type { TrialLines } from './try-part.ts'
import type { FrequentShoppers } from './try-shoppers.ts'

/** The parts in which a trial reads its lines. `next` hands out each part once; `total` and `done` count lines. */
export type TryParts = { next(): TrialPart | undefined; readonly total: number; done: number }

/** Work done once for all connections of a trial. Each method throws the error that stopped it, on whichever connection. */
export type SharedWork = {
  /** The parts to read; the first caller works them out. */
  parts(lines: TrialLines): Promise<TryParts>
  /**
   * Collects frequent returners, unless another connection has started to: that caller continues with the parts
   * meanwhile.
   */
  beginShoppers(lines: TrialLines): Promise<void>
  /** The shoppers that one connection collected; null if none are needed or they are too many to pass on. */
  readonly shoppers: Promise<FrequentShoppers | null>
}

/** Shares work between the connections of a trial: while one collects frequent returners, the others read lines. */
export function shareWork(
  { lookups, total }: { lookups: TrialLookups; total: number },
  linesOfPart: number,
): SharedWork {
  const parts = once(async (lines) => {
    if (!lookups.isOfAllOrders) return partsOf(total, [])
    const sampled = await lines.parts(linesOfPart)
    return partsOf(Math.max(total, sampled.total), sampled.ends)
  })
  const shoppers = once((lines) =>
    lookups.earlier === 'of all' ? lines.collectShoppers() : Promise.resolve<FrequentShoppers | null>(null),
  )
  return {
    async parts(lines) {
      await parts.begin(lines)
      return parts.result
    },
    beginShoppers: shoppers.begin,
    shoppers: shoppers.result,
  }
}

function once<Result>(work: (lines: TrialLines) => Promise<Result>) {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  // Callers that await the result get the error. If none does, an unhandled rejection would end the process.
  promise.catch(() => undefined)
  let isBegun = false
  return {
    result: promise,
    async begin(lines: TrialLines): Promise<void> {
      if (isBegun) return
      isBegun = true
      try {
        resolve(await work(lines))
      } catch (error) {
        reject(error)
        throw error
      }
    },
  }
}

/** Parts up to each of the order numbers, and one after the last. */
function partsOf(total: number, ends: readonly string[]): TryParts {
  const starts = ['', ...new Set(ends)]
  const parts = starts.map((after, place) => ({ after, upTo: starts[place + 1] ?? null }))
  return { total, done: 0, next: () => parts.shift() }
}
