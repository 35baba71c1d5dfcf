import type { Stage } from '../support/portal.ts'
import { Breach } from './breach.ts'
import { check } from './check.ts'
import { openWorld } from './desk.ts'
import { doStep } from './do-step.ts'
import { nothingKept } from './kept.ts'
import { sayStep, type Step } from './step.ts'

/** Where a history goes wrong: after which of its steps, and how. */
export type Found = { readonly step: number; readonly text: string }

/** Plays a history in three windows, and gives where it first went wrong; undefined where it did not. */
export async function play(stage: Stage, steps: readonly Step[]): Promise<Found | undefined> {
  const world = await openWorld(stage)
  const kept = new Map(world.clients.map((client) => [client, nothingKept()]))
  try {
    for (const [at, step] of steps.entries()) {
      try {
        if ((await doStep(world, kept, step)) === 'left out') continue
        await check(world, kept)
      } catch (error) {
        if (error instanceof Breach) return { step: at, text: error.message }
        // A page that does not come to what is waited for has gone wrong too.
        return { step: at, text: `${sayStep(step)}: ${String(error).split('\n').slice(0, 4).join(' ')}` }
      }
    }
    return undefined
  } finally {
    await world.close()
  }
}

/** Leaves out steps as long as what is left goes wrong: half of them first, then one by one. */
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
