import { formatCount } from '@despatch/domain/money/money'
import { COMMAND_DONE } from '@despatch/domain/orders/command-words'
import type { OrderCommand } from '@despatch/domain/orders/order-verdict'

/** What each action is called before it is done and while it is, and what it does to orders. */
export const COMMAND_WORDS = {
  release: {
    verb: 'Release',
    doing: 'Releasing',
    effect: 'Those without a carrier are allocated to one, and the warehouse may pick them.',
  },
  suspend: {
    verb: 'Suspend',
    doing: 'Suspending',
    effect: 'They are held back until they are released, and give back what they took of carriers’ capacity.',
  },
  cancel: {
    verb: 'Cancel',
    doing: 'Cancelling',
    effect: 'They are not sent, give back what they took of carriers’ capacity, and go from this list.',
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
