import type { Step } from './step.ts'

/** The smallest history of each bug that was found and fixed. */
export const SMALLEST: readonly { readonly title: string; readonly steps: readonly Step[] }[] = [
  {
    title: 'a note typed on one order does not move to another order opened instead',
    steps: [
      { do: 'type', in: 'my first tab', form: 'note', order: 3, text: 'Of the third', count: '5' },
      { do: 'type', in: 'my first tab', form: 'note', order: 1, text: 'Of the first', count: '5' },
      { do: 'send', in: 'my first tab', fault: 'none' },
      { do: 'send', in: 'my first tab', fault: 'none' },
    ],
  },
  {
    title: 'an order is typed and created right after another',
    steps: [
      { do: 'type', in: 'my first tab', form: 'order', order: 1, text: 'First', count: '007' },
      { do: 'send', in: 'my first tab', fault: 'none' },
      { do: 'type', in: 'my first tab', form: 'order', order: 1, text: 'Second', count: '5' },
      { do: 'send', in: 'my first tab', fault: 'none' },
    ],
  },
  {
    title: 'a reservation whose answer was lost is saved once, despite F5',
    steps: [
      { do: 'type', in: 'my first tab', form: 'reservation', order: 1, text: 'Once', count: '5' },
      { do: 'send', in: 'my first tab', fault: 'its answer is lost' },
      { do: 'leave', in: 'my first tab', way: 'F5' },
      { do: 'send', in: 'my first tab', fault: 'none' },
    ],
  },
  {
    title: 'a reservation is saved once if the page reloads while it is saved',
    steps: [
      { do: 'type', in: 'my first tab', form: 'reservation', order: 1, text: 'Once', count: '5' },
      { do: 'send', in: 'my first tab', fault: 'the page is loaded again meanwhile' },
      { do: 'send', in: 'my first tab', fault: 'none' },
    ],
  },
  {
    title: 'a typed order stays its client’s when another tab switches to another client',
    steps: [
      { do: 'type', in: 'my first tab', form: 'order', order: 1, text: 'Lovelace', count: '5' },
      { do: 'switch', in: 'my second tab' },
      { do: 'leave', in: 'my first tab', way: 'F5' },
      { do: 'send', in: 'my first tab', fault: 'none' },
    ],
  },
  {
    title: 'releasing an open order that a colleague suspended says so first',
    steps: [
      { do: 'look', in: 'the colleague', order: 1 },
      { do: 'look', in: 'my first tab', order: 1 },
      { do: 'command', in: 'the colleague', action: 'suspend', fault: 'none', meanwhile: false, confirms: true },
      { do: 'command', in: 'my first tab', action: 'release', fault: 'none', meanwhile: false, confirms: true },
    ],
  },
  {
    title: 'an open list shows within a minute the orders a colleague suspended and created',
    steps: [
      { do: 'list', in: 'my first tab' },
      { do: 'look', in: 'the colleague', order: 2 },
      { do: 'command', in: 'the colleague', action: 'suspend', fault: 'none', meanwhile: false, confirms: true },
      { do: 'type', in: 'the colleague', form: 'order', order: 1, text: 'Lovelace', count: '5' },
      { do: 'send', in: 'the colleague', fault: 'none' },
      { do: 'minute', in: 'my first tab' },
    ],
  },
]
