import { formatCount } from '@despatch/domain/money/money'
import { COMMAND_DONE } from '@despatch/domain/orders/commands/command-words'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'

/** What each action is called before it is done and while it is, and what it does, in words for one order and for many. */
export const COMMAND_WORDS = {
  release: {
    verb: 'Release',
    doing: 'Releasing',
    effect: 'Orders without a carrier are allocated now and can then be picked.',
  },
  suspend: {
    verb: 'Suspend',
    doing: 'Suspending',
    effect: 'What is suspended is held back until it is released, and gives back what it took of carriers’ capacity.',
  },
  cancel: {
    verb: 'Cancel',
    doing: 'Cancelling',
    effect: 'What is cancelled is not sent: its carrier capacity is released, and it leaves the work lists.',
  },
} as const satisfies Record<OrderCommand, { verb: string; doing: string; effect: string }>

/** '1 order', '1,284 orders'. */
export const ordersText = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`

/** What a command would do: '1,281 orders will be released, 3 are refused.' */
export function preflightWords(
  action: OrderCommand,
  { allowed, refused }: { allowed: number; refused: number },
): string {
  const will = `${allowed === 0 ? 'No order' : ordersText(allowed)} will be ${COMMAND_DONE[action]}`
  return refused === 0 ? `${will}.` : `${will}, ${formatCount(refused)} ${refused === 1 ? 'is' : 'are'} refused.`
}
