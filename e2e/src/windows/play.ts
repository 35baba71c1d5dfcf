import type { Stage } from '../support/portal.ts'
import { Breach } from './breach.ts'
import { check } from './check.ts'
import { openWorld } from './desk.ts'
import { doStep } from './do-step.ts'
import { initialRecords } from './client-records.ts'
import { describeStep, type Step } from './step.ts'

/** The step after which a history failed, and how. */
export type Failure = { readonly step: number; readonly text: string }

/** Plays a history in the windows that it names. Returns its first failure; undefined if there is none. */
export async function play(stage: Stage, steps: readonly Step[]): Promise<Failure | undefined> {
  const world = await openWorld(stage, new Set(steps.map((step) => step.in)))
  const expected = new Map(world.clients.map((client) => [client, initialRecords()]))
  try {
    for (const [at, step] of steps.entries()) {
      try {
        if ((await doStep(world, expected, step)) === 'left out') continue
        await check(world, expected)
      } catch (error) {
        if (error instanceof Breach) return { step: at, text: error.message }
        // A timeout of a page is a failure too.
        return { step: at, text: `${describeStep(step)}: ${String(error).split('\n').slice(0, 4).join(' ')}` }
      }
    }
    return undefined
  } finally {
    await world.close()
  }
}

/** Removes steps while the rest still fails: half of them first, then one at a time. */
export async function shrink(stage: Stage, steps: readonly Step[]): Promise<readonly Step[]> {
  let smallest = steps
  for (;;) {
    const half = Math.floor(smallest.length / 2)
    const candidates = [
      ...(half > 1 ? [smallest.slice(half)] : []),
      ...smallest.map((_step, at) => smallest.toSpliced(at, 1)),
    ]
    let next: readonly Step[] | undefined
    for (const some of candidates) {
      const found = await play(stage, some)
      if (!found) continue
      next = some.slice(0, found.step + 1)
      break
    }
    if (!next) return smallest
    smallest = next
  }
}
