import type { Line, Step, StepOf } from './step.ts'

/** The smallest histories of orders that once failed, each titled with the correct behaviour. */

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

export const SMALLEST_ORDER_HISTORIES: readonly { title: string; steps: readonly Step[] }[] = [
  {
    title: 'assumed contents of an unreported parcel can be returned',
    steps: [counted, order(A(4)), leaves('1', false), leaves('1', true, 'untold')],
  },
  {
    title: 'an overshipped piece can be returned',
    steps: [counted, order(A(2)), leaves('1', true, 'more'), announced(3)],
  },
  {
    title: 'overshipped pieces can arrive after they expired',
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
    title: 'unsent pieces cannot be returned',
    steps: [counted, order(A(1)), leaves('1', true, 'another'), announced(1)],
  },
  {
    title: 'pieces missing from a replacement closed short are owed',
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
    title: 'the rest of a replacement closed short replaces returned pieces',
    steps: [...exchanged(2), ...came(2), leaves('r1-X', false), command('close short'), leaves('r1-X'), refund(1)],
  },
  {
    title: 'assumed contents of an unreported replacement parcel replace returned pieces',
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
    title: 'a cancelled replacement cannot be restored after a refund',
    steps: [...exchanged(2), ...came(2), command('cancel'), refund(1), command('undo')],
  },
  {
    title: 'a replacement waits for the goods again after its cancellation is undone',
    steps: [...exchanged(2), command('cancel'), command('undo'), ...came(2)],
  },
  {
    title: 'a replacement waits for the goods again after its release is undone',
    steps: [...exchanged(2), command('release'), command('undo'), ...came(1), refund(1)],
  },
  {
    title: 'a replacement suspended after its release needs attention',
    steps: [...exchanged(1), ...came(1), command('suspend'), refund(1), command('cancel'), refund(1)],
  },
  {
    title: 'a cancelled replacement that is sent anyway replaces returned pieces',
    steps: [...exchanged(1), command('cancel'), leaves('r1-X'), ...came(1), refund(1)],
  },
  {
    title: 'a parcel is no longer delivered after its event code is deleted',
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
    title: 'a replacement is released once the whole return is reported as received',
    steps: [
      ...exchanged(1),
      { do: 'happens', ref: 'r1', part: 0, quantity: 1, state: 'received' },
      { do: 'happens', ref: 'r1', part: 0, quantity: 1, state: 'quarantined' },
      { do: 'staff receive', ref: 'r1' },
    ],
  },
  {
    title: 'overshipped pieces come back and are not owed',
    steps: [counted, order(A(2)), leaves('1', true, 'more'), announced(3), ...came(3), refund(3), refund(2)],
  },
  {
    title: 'a cancelled order that is sent anyway draws its reservation',
    steps: [counted, { do: 'reserve', sku: 'A', pieces: 3, order: '1' }, order(A(3)), command('cancel', '1'), leaves()],
  },
]
