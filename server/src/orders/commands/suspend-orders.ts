import { randomUUID } from 'node:crypto'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { StreamingContext } from '../../http/context.ts'
import { toSelection } from './command-selection.ts'
import { runOrderCommand } from './run-order-command.ts'

/**
 * Suspends new and released orders. domain.md: 'Suspending, amending and cancelling give its capacity back'. Throws
 * like {@link runOrderCommand}.
 */
export async function suspendOrders(
  context: StreamingContext,
  { body: { commandId = randomUUID(), most, reason, note, ...named } }: RouteChecked<typeof routes.suspend>,
): Promise<RouteAnswer<typeof routes.suspend>> {
  return runOrderCommand(context, {
    action: 'suspend',
    commandId,
    most,
    selection: toSelection(context, named),
    reason,
    note,
  })
}
