import type { Line, Step, StepOf } from './step.ts'

/** The smallest histories of orders that once went wrong, each with what was wrong. */

const counted: Step = { do: 'count', sku: 'A', pieces: 20, ago: 0 }
const A = (quantity: number, price = 1000): Line => ({ sku: 'A', quantity, price })
const order = (...lines: Line[]): Step => ({ do: 'order', order: '1', lines })
const leaves = (number = '1', all = true, holds?: StepOf<'despatch'>['holds']): Step => ({
  do: 'despatch',
  order: number,
  all,
  ...(holds && { holds }),
})
const announced = (quantity: number, exchange = false): Step => ({
  do: 'return',
  ref: 'r1',
  order: '1',
  line: 1,
  quantity,
  exchange,
  known: true,
  ownName: false,
})
const command = (
  what: 'cancel' | 'undo' | 'release' | 'suspend' | 'close short' | 'reopen',
  number = 'r1-X',
): Step => ({
  do: what,
  order: number,
})
const came = (quantity: number): Step[] => [
  { do: 'happens', ref: 'r1', part: 0, quantity, state: 'received' },
  { do: 'feed says', ref: 'r1', shuffle: 1, some: false, files: true },
]
const refund = (quantity: number): Step => ({ do: 'refund', ref: 'r1', quantity, by: 'staff', much: false })
const exchanged = (quantity: number): Step[] => [counted, order(A(quantity)), leaves(), announced(quantity, true)]

export const SMALLEST_OF_ORDERS: readonly { title: string; steps: readonly Step[] }[] = [
  {
    title: 'what may be in a parcel that nobody has told of may come back',
    steps: [counted, order(A(4)), leaves('1', false), leaves('1', true, 'untold')],
  },
  {
    title: 'a piece that was sent beyond the order may come back',
    steps: [counted, order(A(2)), leaves('1', true, 'more'), announced(3)],
  },
  {
    title: 'pieces that were sent beyond the order come back after they expired',
    steps: [
      counted,
      order(A(2)),
      leaves('1', true, 'more'),
      announced(3),
      { do: 'expire', ref: 'r1', quantity: 3 },
      ...came(3),
      refund(2),
    ],
  },
  {
    title: 'what was not sent has not come back',
    steps: [counted, order(A(1)), leaves('1', true, 'another'), announced(1)],
  },
  {
    title: 'what a replacement that was closed short did not give is owed',
    steps: [
      ...exchanged(2),
      ...came(2),
      leaves('r1-X', false),
      command('close short'),
      refund(1),
      refund(1),
      command('reopen'),
    ],
  },
  {
    title: 'the rest of a replacement that was closed short replaces what came',
    steps: [...exchanged(2), ...came(2), leaves('r1-X', false), command('close short'), leaves('r1-X'), refund(1)],
  },
  {
    title:
      'what may be in a parcel of a replacement that was closed short replaces what came, while nobody tells of it',
    steps: [
      ...exchanged(2),
      ...came(2),
      leaves('r1-X', false),
      command('close short'),
      leaves('r1-X', true, 'untold'),
      refund(1),
    ],
  },
  {
    title: 'a cancelled replacement is not sent after all for what was refunded',
    steps: [...exchanged(2), ...came(2), command('cancel'), refund(1), command('undo')],
  },
  {
    title: 'a replacement whose cancelling is undone waits for the goods again',
    steps: [...exchanged(2), command('cancel'), command('undo'), ...came(2)],
  },
  {
    title: 'a replacement whose release is undone waits for the goods again',
    steps: [...exchanged(2), command('release'), command('undo'), ...came(1), refund(1)],
  },
  {
    title: 'a replacement that is suspended after its release is held',
    steps: [...exchanged(1), ...came(1), command('suspend'), refund(1), command('cancel'), refund(1)],
  },
  {
    title: 'a cancelled replacement that the warehouse sends replaces what came',
    steps: [...exchanged(1), command('cancel'), leaves('r1-X'), ...came(1), refund(1)],
  },
  {
    title: 'what a code that is deleted delivered is not delivered',
    steps: [
      counted,
      order(A(1)),
      leaves(),
      { do: 'map', to: 'delivered' },
      { do: 'scan', order: '1', parcel: 1, code: 'own', ago: 0 },
      { do: 'map', to: null },
    ],
  },
  {
    title: 'a replacement goes once all of its return is said to have come, whatever happened since',
    steps: [
      ...exchanged(1),
      { do: 'happens', ref: 'r1', part: 0, quantity: 1, state: 'received' },
      { do: 'happens', ref: 'r1', part: 0, quantity: 1, state: 'quarantined' },
      { do: 'staff receive', ref: 'r1' },
    ],
  },
  {
    title: 'pieces that were sent beyond the order come back, and are not owed',
    steps: [counted, order(A(2)), leaves('1', true, 'more'), announced(3), ...came(3), refund(3), refund(2)],
  },
  {
    title: 'a cancelled order that is sent all the same draws what is reserved for it',
    steps: [counted, { do: 'reserve', sku: 'A', pieces: 3, order: '1' }, order(A(3)), command('cancel', '1'), leaves()],
  },
]
