import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { LongContext } from '../app/context.ts'
import { runOrderCommand } from './run-order-command.ts'

/**
 * Releases new and suspended orders: those of which nothing is allocated are. domain.md: 'Creating or releasing an order
 * allocates it.' A receipt for each; see {@link runOrderCommand} for what it throws.
 */
export function releaseOrders(
  context: LongContext,
  { body: { commandId, most, ...selection } }: RouteChecked<typeof routes.release>,
): Promise<RouteAnswer<typeof routes.release>> {
  return runOrderCommand(context, { action: 'release', commandId, most, selection, reason: '', note: '' })
}
