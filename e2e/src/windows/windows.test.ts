import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomBy } from '../../../server/src/testing/money/random.ts'
import { CORNER } from '../support/corner.ts'
import { openStage, type Stage } from '../support/portal.ts'
import { type Failure, play, shrink } from './play.ts'
import { randomSteps } from './random-steps.ts'
import { SMALLEST } from './smallest.ts'
import { describeStep, type Step } from './step.ts'

/** WINDOWS_STEPS=10000 WINDOWS_SEED=7 plays this many steps with another seed. */
const STEPS = Number(process.env['WINDOWS_STEPS'] ?? 20)
const SEED = Number(process.env['WINDOWS_SEED'] ?? 1)
/** Steps of a history. Each history has its own windows, clients and orders. */
const LENGTH = 60

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const inWords = (steps: readonly Step[], { step, text }: Failure) =>
  [...steps.slice(0, step + 1).map((one, at) => `  ${at + 1}. ${describeStep(one)}`), `  ${text}`].join('\n')

test.each(SMALLEST)('$title', { tags: CORNER }, async ({ steps }) => {
  const found = await play(stage, steps)
  expect(found && inWords(steps, found)).toBeUndefined()
})

test(
  'known histories, then random steps in three windows with faults lose nothing and save nothing twice',
  async () => {
    for (let done = 0, seed = SEED * 1000; done < STEPS; seed++) {
      const random = randomSteps(randomBy(seed), Math.min(LENGTH, STEPS - done))
      // npm test plays the known histories only here, one after another, because opening windows takes the most time.
      const steps = done === 0 ? [...SMALLEST.flatMap((known) => known.steps), ...random] : random
      done += random.length
      const found = await play(stage, steps)
      if (!found) continue
      console.error(`History ${seed} goes wrong: looking for the smallest.\n${inWords(steps, found)}`)
      const smallest = await shrink(stage, steps.slice(0, found.step + 1))
      const again = (await play(stage, smallest)) ?? found
      throw new Error(`History ${seed}: ${found.text}\nThe smallest that goes wrong:\n${inWords(smallest, again)}`)
    }
  },
  120_000 + STEPS * 3_000,
)
