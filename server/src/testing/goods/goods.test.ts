import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomBy } from '../money/random.ts'
import { openGoodsPortal } from './drive.ts'
import type { GoodsPortal } from './history.ts'
import { type Breach, play, shrink } from './play.ts'
import { randomSteps } from './random-steps.ts'
import { SMALLEST_HISTORIES } from './smallest.ts'
import { SMALLEST_ORDER_HISTORIES } from './smallest-orders.ts'
import { describeStep, type Step } from './step.ts'

/** Set GOODS_STEPS=10000 GOODS_SEED=7 to play more steps with another seed. */
const STEPS = Number(process.env['GOODS_STEPS'] ?? 40)
const SEED = Number(process.env['GOODS_SEED'] ?? 1)
/** Steps per history; each has its own orders and returns. */
const LENGTH = 40

let on: GoodsPortal
beforeAll(async () => {
  on = await openGoodsPortal()
})
afterAll(() => on.close())

const inWords = (steps: readonly Step[], { step, texts }: Breach) =>
  [
    ...steps.slice(0, step + 1).map((one, at) => `  ${at + 1}. ${describeStep(one)}`),
    ...texts.map((text) => `  ${text}`),
  ].join('\n')

test.each([...SMALLEST_HISTORIES, ...SMALLEST_ORDER_HISTORIES])('$title', async ({ steps }) => {
  const breach = await play(on, steps)
  expect(breach && inWords(steps, breach)).toBeUndefined()
})

test(
  'every piece is in one place and refunded once after random steps',
  async () => {
    for (let done = 0, seed = SEED * 1000; done < STEPS; seed++) {
      const steps = randomSteps(randomBy(seed), Math.min(LENGTH, STEPS - done))
      done += steps.length
      const breach = await play(on, steps)
      if (!breach) continue
      const smallest = await shrink(on, steps.slice(0, breach.step + 1))
      const again = (await play(on, smallest)) ?? breach
      throw new Error(
        `History ${seed}: ${breach.texts.join('; ')}\nThe smallest that goes wrong:\n${inWords(smallest, again)}`,
      )
    }
  },
  60_000 + STEPS * 2_000,
)
