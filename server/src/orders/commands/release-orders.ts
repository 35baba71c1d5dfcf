import { randomUUID } from 'node:crypto'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { StreamingContext } from '../../http/context.ts'
import { selectionOf } from './command-selection.ts'
import { runOrderCommand } from './run-order-command.ts'

/**
 * Releases new and suspended orders: those of which nothing is allocated are. domain.md: 'Creating or releasing an order
 * allocates it.' A receipt for each; see {@link runOrderCommand} for what it throws.
 */
export async function releaseOrders(
  context: StreamingContext,
  { body: { commandId = randomUUID(), most, ...named } }: RouteChecked<typeof routes.release>,
): Promise<RouteAnswer<typeof routes.release>> {
  return runOrderCommand(context, {
    action: 'release',
    commandId,
    most,
    selection: selectionOf(context, named),
    reason: '',
    note: '',
  })
}
