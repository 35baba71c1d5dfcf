import { check } from './check.ts'
import { doStep } from './do-step.ts'
import { act, openHistory, settle } from './drive.ts'
import { type GoodsPortal, UnexpectedAnswer } from './history.ts'
import type { StepOutcome } from './do-orders.ts'
import { type Model, openModel } from './model.ts'
import type { Step } from './step.ts'

/** The step at which a history fails, and the differences. */
export type Breach = { readonly step: number; readonly texts: readonly string[] }

/**
 * Plays a history against the product.
 *
 * @returns the first breach; undefined if there is none
 */
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
      if (!(error instanceof UnexpectedAnswer)) throw error
      return { step: place, texts: [error.message] }
    }
  }
  return undefined
}

/** Possible outcomes of a step: of two simultaneous steps either can be first. Empty if it is impossible. */
function outcomesOf(model: Model, step: Step): { after: Model; done: StepOutcome }[] {
  const steps: Step[] = step.do === 'at once' ? [step, { ...step, steps: [step.steps[1], step.steps[0]] }] : [step]
  return steps.flatMap((one) => {
    const after = structuredClone(model)
    const done = doStep(after, one)
    return done === 'skipped' ? [] : { after, done }
  })
}

/** Shrinks a failing history by removing steps while it still fails: halves first, then single steps. */
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
