import type { LooksAt, TriedPart } from './try-lines.ts'
import type { TriedLines } from './try-part.ts'
import type { MadeShoppers } from './try-shoppers.ts'

/** The parts that a trial is read in, each taken once; how many lines there are, and were read. */
export type TryParts = { next(): TriedPart | undefined; readonly total: number; done: number }

/** What is worked out once for all connections of a trial, before any of them reads its lines. */
export type TryDuties = {
  /** Takes what nobody else has begun, and gives all of it when it is done. Throws what stopped it, wherever that was. */
  done(lines: TriedLines): Promise<{ parts: TryParts; shoppers: MadeShoppers | null }>
}

type Duty<Result> = { readonly result: Promise<Result>; take(lines: TriedLines): Promise<void> }

/** The connections of a trial share its duties: while one counts the lines, another puts together who returned often. */
export function dutiesOf({ looks, total }: { looks: LooksAt; total: number }, linesOfPart: number): TryDuties {
  const parts = duty(async (lines) => {
    if (!looks.isOfAllOrders) return partsOf(total, [])
    const counted = await lines.parts(linesOfPart)
    return partsOf(counted.total, counted.ends)
  })
  const shoppers = duty((lines) =>
    looks.earlier === 'of all' ? lines.putShoppersTogether() : Promise.resolve<MadeShoppers | null>(null),
  )
  const waiting: Duty<unknown>[] = [shoppers, parts]
  return {
    async done(lines) {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next.take(lines)
      return { parts: await parts.result, shoppers: await shoppers.result }
    },
  }
}

function duty<Result>(work: (lines: TriedLines) => Promise<Result>): Duty<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  // Anyone who waits for it is told; nobody may.
  promise.catch(() => undefined)
  return {
    result: promise,
    async take(lines) {
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
