import type { Step } from './step.ts'

/** The smallest history of each fault that was found, which is mended. */
export const SMALLEST: readonly { readonly title: string; readonly steps: readonly Step[] }[] = [
  {
    title: 'a note that is typed on an order stands on that order alone, though another is opened in its place',
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
    title: 'a reservation whose answer was lost is saved once, over F5',
    steps: [
      { do: 'type', in: 'my first tab', form: 'reservation', order: 1, text: 'Once', count: '5' },
      { do: 'send', in: 'my first tab', fault: 'its answer is lost' },
      { do: 'leave', in: 'my first tab', way: 'F5' },
      { do: 'send', in: 'my first tab', fault: 'none' },
    ],
  },
  {
    title: 'a reservation that is saved while its page is loaded again is saved once',
    steps: [
      { do: 'type', in: 'my first tab', form: 'reservation', order: 1, text: 'Once', count: '5' },
      { do: 'send', in: 'my first tab', fault: 'the page is loaded again meanwhile' },
      { do: 'send', in: 'my first tab', fault: 'none' },
    ],
  },
  {
    title: 'an order that is typed is its client’s, though another tab works for another client',
    steps: [
      { do: 'type', in: 'my first tab', form: 'order', order: 1, text: 'Lovelace', count: '5' },
      { do: 'switch', in: 'my second tab' },
      { do: 'leave', in: 'my first tab', way: 'F5' },
      { do: 'send', in: 'my first tab', fault: 'none' },
    ],
  },
  {
    title: 'an order that stands open and that a colleague suspended says so before it is released',
    steps: [
      { do: 'look', in: 'the colleague', order: 1 },
      { do: 'look', in: 'my first tab', order: 1 },
      { do: 'command', in: 'the colleague', action: 'suspend', fault: 'none', meanwhile: false, goesOn: true },
      { do: 'command', in: 'my first tab', action: 'release', fault: 'none', meanwhile: false, goesOn: true },
    ],
  },
  {
    title: 'a list that stands open has within a minute what a colleague suspended and created',
    steps: [
      { do: 'list', in: 'my first tab' },
      { do: 'look', in: 'the colleague', order: 1 },
      { do: 'command', in: 'the colleague', action: 'suspend', fault: 'none', meanwhile: false, goesOn: true },
      { do: 'type', in: 'the colleague', form: 'order', order: 1, text: 'Lovelace', count: '5' },
      { do: 'send', in: 'the colleague', fault: 'none' },
      { do: 'minute', in: 'my first tab' },
    ],
  },
]
