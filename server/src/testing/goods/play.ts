import { check } from './check.ts'
import { doStep } from './do-step.ts'
import { act, openHistory, settle } from './drive.ts'
import { type GoodsPortal, Otherwise } from './history.ts'
import type { Done } from './do-orders.ts'
import { type Model, openModel } from './model.ts'
import type { Step } from './step.ts'

/** Where a history goes wrong: after which of its steps, and how. */
export type Breach = { readonly step: number; readonly texts: readonly string[] }

/** Plays a history against the product, and gives where it first went wrong; undefined where it did not. */
export async function play(on: GoodsPortal, steps: readonly Step[]): Promise<Breach | undefined> {
  const [first] = steps
  let model = openModel()
  const history = await openHistory(on, first?.do === 'client' ? first : model.client)
  for (const [place, step] of steps.entries()) {
    const before = model
    const outcomes = outcomesOf(model, step)
    const [first] = outcomes
    if (!first) continue
    try {
      await act(history, step, { before, after: first.after, isToBeRefused: first.done === 'refused' })
      await settle(history)
      const found = await Promise.all(outcomes.map(({ after }) => check(history, after)))
      const right = found.findIndex((texts) => texts.length === 0)
      if (right < 0) return { step: place, texts: found[0] ?? [] }
      model = outcomes[right]?.after ?? model
    } catch (error) {
      if (!(error instanceof Otherwise)) throw error
      return { step: place, texts: [error.message] }
    }
  }
  return undefined
}

/** What a step may come to: of two at once, either is the first. None where it cannot be done. */
function outcomesOf(model: Model, step: Step): { after: Model; done: Done }[] {
  const steps: Step[] = step.do === 'at once' ? [step, { ...step, steps: [step.steps[1], step.steps[0]] }] : [step]
  return steps.flatMap((one) => {
    const after = structuredClone(model)
    const done = doStep(after, one)
    return done === 'skipped' ? [] : { after, done }
  })
}

/** Leaves out steps as long as what is left goes wrong: half of them first, then one by one. */
export async function shrink(on: GoodsPortal, steps: readonly Step[]): Promise<readonly Step[]> {
  let smallest = steps
  for (;;) {
    const half = Math.floor(smallest.length / 2)
    const candidates = [
      ...(half > 1 ? [smallest.slice(half), smallest.slice(0, half)] : []),
      ...smallest.map((_step, at) => smallest.toSpliced(at, 1)),
    ]
    let next: readonly Step[] | undefined
    for (const some of candidates) {
      const found = await play(on, some)
      if (!found) continue
      next = some.slice(0, found.step + 1)
      break
    }
    if (!next) return smallest
    smallest = next
  }
}
