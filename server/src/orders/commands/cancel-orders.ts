import { randomUUID } from 'node:crypto'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { StreamingContext } from '../../http/context.ts'
import { selectionOf } from './command-selection.ts'
import { runOrderCommand } from './run-order-command.ts'

/**
 * Cancels orders that are not on a pick note, and gives their capacity back. domain.md: 'Suspending, amending and
 * cancelling give its capacity back'. A receipt for each; see {@link runOrderCommand} for what it throws.
 */
export async function cancelOrders(
  context: StreamingContext,
  { body: { commandId = randomUUID(), most, note, ...named } }: RouteChecked<typeof routes.cancel>,
): Promise<RouteAnswer<typeof routes.cancel>> {
  return runOrderCommand(context, {
    action: 'cancel',
    commandId,
    most,
    selection: selectionOf(context, named),
    reason: '',
    note,
  })
}
