import type { GoodsState, Step } from './step.ts'

/** The smallest histories that once failed, each titled with the correct behaviour. */

const sent = (quantity: number): Step[] => [
  { do: 'count', sku: 'A', pieces: 20, ago: 0 },
  { do: 'order', order: '1', lines: [{ sku: 'A', quantity, price: 1000 }] },
  { do: 'despatch', order: '1', all: true },
]
const announced = (ref: string, quantity = 1, exchange = false): Step => ({
  do: 'return',
  ref,
  order: '1',
  line: 1,
  quantity,
  exchange,
  known: true,
  ownName: false,
})
const named = (ref: string, quantity = 1): Step => ({
  do: 'return',
  ref,
  order: '1',
  line: 1,
  quantity,
  exchange: false,
  known: true,
  ownName: true,
})
const came = (ref: string, ...states: GoodsState[]): Step[] =>
  states.map((state) => ({ do: 'happens', ref, part: 0, quantity: 1, state }))
const says = (ref: string, shuffle = 1): Step => ({ do: 'feed says', ref, shuffle, some: false, files: true })
const refund = (ref: string, quantity = 1, much = false): Step => ({ do: 'refund', ref, quantity, by: 'staff', much })

export const SMALLEST_HISTORIES: readonly { title: string; steps: readonly Step[] }[] = [
  {
    title: 'rows about one piece count once in any order',
    steps: [1, 2, 3, 4].flatMap((shuffle): Step[] => {
      const ref = `r${shuffle}`
      const order = [...(shuffle === 1 ? sent(4) : [])]
      return [
        ...order,
        announced(ref),
        ...came(ref, 'in_transit', 'received', 'inspected', 'restocked'),
        says(ref, shuffle),
        refund(ref, 2),
      ]
    }),
  },
  {
    title: 'a report by staff and by the feed counts as one piece',
    steps: [
      ...sent(3),
      announced('r1'),
      announced('r2'),
      ...came('r1', 'received'),
      { do: 'staff receive', ref: 'r1' },
      says('r1'),
      refund('r1'),
    ],
  },
  {
    title: 'a piece that moves within stock counts once',
    steps: [
      ...sent(3),
      announced('r1'),
      announced('r2', 1, true),
      ...came('r1', 'received', 'restocked'),
      says('r1'),
      { do: 'moves', ref: 'r1' },
      says('r1'),
      { do: 'moves', ref: 'r1' },
      says('r1'),
    ],
  },
  {
    title: 'a piece that moved before another arrived stays distinct from it',
    steps: [
      ...sent(3),
      announced('r1', 2),
      ...came('r1', 'received', 'restocked'),
      { do: 'moves', ref: 'r1' },
      { do: 'happens', ref: 'r1', part: 1, quantity: 1, state: 'received' },
      says('r1', 6),
    ],
  },
  {
    title: 'a piece that arrives after its replacement left is owed',
    steps: [
      ...sent(3),
      announced('r1', 3, true),
      ...came('r1', 'received'),
      says('r1'),
      { do: 'withdraw', ref: 'r1', quantity: 1 },
      { do: 'expire', ref: 'r1', quantity: 1 },
      { do: 'happens', ref: 'r1', part: 1, quantity: 1, state: 'received' },
      says('r1'),
    ],
  },
  {
    title: 'repeats under the warehouse’s own reference count once',
    steps: [
      ...sent(3),
      named('r1'),
      ...came('r1', 'received', 'restocked'),
      says('r1', 2),
      { do: 'feed repeats', ref: 'r1', asOthers: true },
    ],
  },
  {
    title: 'an expired return is matched by the warehouse’s own reference',
    steps: [...sent(3), named('r1'), { do: 'expire', ref: 'r1', quantity: 1 }, ...came('r1', 'received'), says('r1')],
  },
  {
    title: 'pieces belong to the announced line',
    steps: [
      ...sent(1).slice(0, 1),
      {
        do: 'order',
        order: '1',
        lines: [
          { sku: 'A', quantity: 1, price: 0 },
          { sku: 'A', quantity: 2, price: 1000 },
        ],
      },
      { do: 'despatch', order: '1', all: true },
      { do: 'return', ref: 'r1', order: '1', line: 2, quantity: 2, exchange: false, known: true, ownName: false },
      { do: 'return', ref: 'r2', order: '1', line: 2, quantity: 1, exchange: false, known: true, ownName: false },
    ],
  },
  {
    title: 'no more than the price is refunded',
    steps: [...sent(1), announced('r1'), ...came('r1', 'received'), says('r1'), refund('r1', 1, true)],
  },
]
