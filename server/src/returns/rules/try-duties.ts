import type { LooksAt, TriedPart } from './try-lines.ts'
import type { TriedLines } from './try-part.ts'
import type { MadeShoppers } from './try-shoppers.ts'

/** The parts that a trial is read in, each taken once; how many lines there are, and were read. */
export type TryParts = { next(): TriedPart | undefined; readonly total: number; done: number }

/** What is worked out once for all connections of a trial. Each throws what stopped it, wherever that was. */
export type TryDuties = {
  /** The parts to be read, found by the first that asks. */
  parts(lines: TriedLines): Promise<TryParts>
  /** Puts the shoppers together who returned often, where no other connection has begun to: those go on with the parts meanwhile. */
  beginShoppers(lines: TriedLines): Promise<void>
  /** Shoppers as one connection put them together; null where there are none to tell. */
  readonly shoppers: Promise<MadeShoppers | null>
}

/** The connections of a trial share its duties: while one puts together who returned often, the others read lines. */
export function dutiesOf({ looks, total }: { looks: LooksAt; total: number }, linesOfPart: number): TryDuties {
  const parts = duty(async (lines) => {
    if (!looks.isOfAllOrders) return partsOf(total, [])
    const sampled = await lines.parts(linesOfPart)
    return partsOf(Math.max(total, sampled.total), sampled.ends)
  })
  const shoppers = duty((lines) =>
    looks.earlier === 'of all' ? lines.putShoppersTogether() : Promise.resolve<MadeShoppers | null>(null),
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

function duty<Result>(work: (lines: TriedLines) => Promise<Result>) {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  // Anyone who waits for it is told; nobody may.
  promise.catch(() => undefined)
  let isBegun = false
  return {
    result: promise,
    async begin(lines: TriedLines): Promise<void> {
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

/** Up to each of the orders, and what comes after the last of them. */
function partsOf(total: number, ends: readonly string[]): TryParts {
  const starts = ['', ...new Set(ends)]
  const parts = starts.map((after, place) => ({ after, upTo: starts[place + 1] ?? null }))
  return { total, done: 0, next: () => parts.shift() }
}
