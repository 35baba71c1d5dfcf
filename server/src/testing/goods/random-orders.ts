import type { Random } from '../money/random.ts'
import type { Model } from './model.ts'
import { areContentsReported, isShort } from './order-model.ts'
import type { Step } from './step.ts'

/** Random next steps on orders. */

type MakeStep = (random: Random, model: Model) => Step

const anOrder = (random: Random, { orders }: Model) => random.of([...orders.keys()])

export const orderOf: MakeStep = (random, { orders }) => {
  const line = (sku: 'A' | 'B', price: number) => ({ sku, quantity: random.whole(1, 4), price })
  const prices = [0, 333, 1000, 1250]
  const lines = random.chance(40)
    ? [line('A', 0), line('A', random.of(prices.slice(1)))]
    : random.chance(50)
      ? [line('A', random.of(prices)), line('B', random.of(prices))]
      : [line(random.of(['A', 'B']), random.of(prices))]
  return { do: 'order', order: `${orders.size + 1}`, lines, ...(random.chance(25) && { byHand: true }) }
}

const commandOf: MakeStep = (random, model) => ({
  do: random.of(['cancel', 'suspend', 'release', 'undo', 'undo'] as const),
  order: anOrder(random, model),
})
const amendOf: MakeStep = (random, model) => {
  const order = anOrder(random, model)
  const line = random.whole(1, model.orders.get(order)?.lines.length ?? 1)
  return { do: 'amend', order, line, quantity: random.chance(80) ? random.whole(1, 5) : 60 }
}
const warehouseOf: MakeStep = (random, model) => ({
  do: random.of(['pick', 'pack'] as const),
  order: anOrder(random, model),
})
const despatchOf: MakeStep = (random, model) => {
  const holds = random.chance(60) ? undefined : random.of(['untold', 'untold', 'another', 'more'] as const)
  return { do: 'despatch', order: anOrder(random, model), all: random.chance(70), ...(holds && { holds }) }
}
const scanOf: MakeStep = (random, model) => {
  const order = anOrder(random, model)
  return {
    do: 'scan',
    order,
    parcel: random.whole(1, Math.max(1, model.orders.get(order)?.parcels.length ?? 1)),
    code: random.of([
      'in_transit',
      'delivery_failed',
      'delivered',
      'delivered',
      'own',
      'own',
      'return_to_sender',
    ] as const),
    ago: random.chance(60) ? 0 : random.whole(1, 9),
  }
}
const mapOf: MakeStep = (random) => ({
  do: 'map',
  to: random.of(['delivered', 'delivered', 'in_transit', null] as const),
})
const atOnceOf: MakeStep = (random, model) => {
  const order = anOrder(random, model)
  const amend = { do: 'amend', line: 1, quantity: random.whole(1, 5) } as const
  const others = [{ do: 'cancel' }, { do: 'suspend' }, { do: 'release' }, { do: 'take back' }] as const
  const first = random.of([...others, amend])
  // What the warehouse picks or sends must not depend on which step is first.
  const goes = first.do === 'amend' ? [] : ([{ do: 'pick' }, { do: 'despatch', all: random.chance(50) }] as const)
  return { do: 'at once', order, steps: [first, random.of([...others, ...goes])] }
}
/** Mostly orders that can be closed short or reopened. */
const shortOf: MakeStep = (random, model) => {
  const short = [...model.orders].filter(([, of]) => isShort(of))
  const [order, of] = random.chance(90) && short.length > 0 ? random.of(short) : random.of([...model.orders])
  return { do: of.isClosedShort === random.chance(90) ? 'reopen' : 'close short', order }
}
const contentsOf: MakeStep = (random, model) => {
  const unreported = [...model.orders]
    .filter(([, of]) => of.parcels.length > 0 && !areContentsReported(of))
    .map(([order]) => order)
  return { do: 'contents', order: unreported.length > 0 ? random.of(unreported) : 'none' }
}
const fileOf: MakeStep = (random, model) => ({
  do: random.of(['take back', 'feed again'] as const),
  order: anOrder(random, model),
})

export const ORDER_STEP_WEIGHTS: readonly (readonly [MakeStep, number])[] = [
  [orderOf, 1],
  [commandOf, 5],
  [amendOf, 3],
  [warehouseOf, 1],
  [despatchOf, 3],
  [contentsOf, 2],
  [scanOf, 3],
  [shortOf, 2],
  [mapOf, 1],
  [atOnceOf, 2],
  [fileOf, 2],
]
