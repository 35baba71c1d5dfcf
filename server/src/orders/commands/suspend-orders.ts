import { randomUUID } from 'node:crypto'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { StreamingContext } from '../../http/context.ts'
import { selectionOf } from './command-selection.ts'
import { runOrderCommand } from './run-order-command.ts'

/**
 * Suspends new and released orders for a reason, and gives their capacity back. domain.md: 'Suspending, amending and
 * cancelling give its capacity back'. A receipt for each; see {@link runOrderCommand} for what it throws.
 */
export async function suspendOrders(
  context: StreamingContext,
  { body: { commandId = randomUUID(), most, reason, note, ...named } }: RouteChecked<typeof routes.suspend>,
): Promise<RouteAnswer<typeof routes.suspend>> {
  return runOrderCommand(context, {
    action: 'suspend',
    commandId,
    most,
    selection: selectionOf(context, named),
    reason,
    note,
  })
}
