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
]
