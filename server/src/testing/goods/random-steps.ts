import type { Random } from '../money/random.ts'
import { doStep } from './do-step.ts'
import { ORDER_STEP_WEIGHTS, orderOf } from './random-orders.ts'
import { cameOf, type Model, openModel, owedOf, replacementOf, toComeOf } from './model.ts'
import type { GoodsState, Step } from './step.ts'

/** A random history of about `length` steps that were possible in the model. */
export function randomSteps(random: Random, length: number): Step[] {
  const model = openModel()
  const steps: Step[] = []
  const take = (step: Step) => {
    if (doStep(model, step) !== 'skipped') steps.push(step)
  }
  take({ do: 'client', picked: random.chance(30), refuses: random.chance(30) })
  for (const sku of ['A', 'B'] as const) take({ do: 'count', sku, pieces: random.whole(20, 60), ago: 0 })
  take(orderOf(random, model))
  for (let tries = 0; steps.length < length && tries < length * 20; tries++) take(random.of(KINDS)(random, model))
  return steps
}

type MakeStep = (random: Random, model: Model) => Step

const anOrder = (random: Random, { orders }: Model) => random.of([...orders.keys()])
const aReturn = (random: Random, { returns }: Model) =>
  random.of(['none', ...returns.keys()].slice(returns.size > 0 ? 1 : 0))
const aSku = (random: Random) => random.of(['A', 'B'] as const)

const returnOf: MakeStep = (random, model) => {
  const order = anOrder(random, model)
  const known = random.chance(80)
  return {
    do: 'return',
    ref: `r${model.returns.size + 1}`,
    order,
    line: random.whole(1, model.orders.get(order)?.lines.length ?? 1),
    quantity: random.whole(1, 3),
    exchange: known && random.chance(30),
    known,
    ownName: known && random.chance(20),
  }
}
const STATES = ['in_transit', 'received', 'received', 'inspected', 'restocked', 'restocked', 'quarantined'] as const
const happensOf: MakeStep = (random, model) => {
  const ref = aReturn(random, model)
  const one = model.returns.get(ref)
  const state: GoodsState = random.of(STATES)
  const [parts, coming] = [one?.parts.length ?? 0, one ? Math.max(1, toComeOf(one) + one.expired) : 1]
  return {
    do: 'happens',
    ref,
    part: random.whole(Math.max(0, parts - 2), parts),
    quantity: random.whole(1, coming),
    state,
  }
}
const saysOf: MakeStep = (random, model) => ({
  do: 'feed says',
  ref: aReturn(random, model),
  shuffle: random.whole(1, 9),
  some: random.chance(25),
  files: random.chance(50),
})
const refundOf: MakeStep = (random, model) => {
  const ref = aReturn(random, model)
  const one = model.returns.get(ref)
  const owed = one ? owedOf(model, one) : 0
  return {
    do: 'refund',
    ref,
    quantity: Math.max(1, random.chance(80) ? random.whole(1, Math.max(1, owed)) : owed + 1),
    by: random.chance(75) ? 'staff' : 'feed',
    much: random.chance(15),
  }
}
const endOf: MakeStep = (random, model) => {
  const ref = aReturn(random, model)
  const one = model.returns.get(ref)
  const quantity = one ? Math.max(1, one.quantity - cameOf(one)) : 1
  return { do: random.of(['withdraw', 'expire'] as const), ref, quantity: random.whole(1, quantity) }
}
const replacementLeaves: MakeStep = (random, model) => ({
  ...random.of([
    { do: 'despatch', all: true } as const,
    { do: 'despatch', all: false } as const,
    { do: 'cancel' } as const,
    { do: 'undo' } as const,
    { do: 'release' } as const,
    { do: 'suspend' } as const,
    { do: 'close short' } as const,
    { do: 'reopen' } as const,
  ]),
  order: replacementOf(aReturn(random, model)),
})

const movesOf: MakeStep = (random, model) => ({ do: 'moves', ref: aReturn(random, model) })
const staffReceive: MakeStep = (random, model) => ({
  do: random.of(['staff receive', 'staff and feed receive'] as const),
  ref: aReturn(random, model),
})
const repeatsOf: MakeStep = (random, model) => ({
  do: 'feed repeats',
  ref: aReturn(random, model),
  asOthers: random.chance(50),
})
const stockOf: MakeStep = (random, { orders }) => {
  const sku = aSku(random)
  return random.of<Step>([
    { do: 'count', sku, pieces: random.whole(10, 60), ago: random.whole(0, 12) },
    { do: 'goods in', sku, pieces: random.whole(1, 9) },
    { do: 'reserve', sku, pieces: random.chance(80) ? random.whole(1, 5) : 99 },
    { do: 'reserve', sku, pieces: random.whole(1, 5), order: `${orders.size + 1}` },
    { do: 'release reservation', sku },
  ])
}

/** Kinds of next steps with their weights; many attempts are impossible and skipped. */
const STEP_WEIGHTS: readonly (readonly [MakeStep, number])[] = [
  ...ORDER_STEP_WEIGHTS,
  [stockOf, 2],
  [replacementLeaves, 6],
  [returnOf, 6],
  [happensOf, 16],
  [saysOf, 5],
  [repeatsOf, 2],
  [staffReceive, 8],
  [movesOf, 2],
  [refundOf, 6],
  [endOf, 4],
]
const KINDS = STEP_WEIGHTS.flatMap(([make, times]) => Array.from({ length: times }, () => make))
