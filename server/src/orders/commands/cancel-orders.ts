import { randomUUID } from 'node:crypto'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { StreamingContext } from '../../http/context.ts'
import { toSelection } from './command-selection.ts'
import { runOrderCommand } from './run-order-command.ts'

/**
 * Cancels orders that are not on a pick note. domain.md: 'Suspending, amending and cancelling give its capacity back'.
 * Throws like {@link runOrderCommand}.
 */
export async function cancelOrders(
  context: StreamingContext,
  { body: { commandId = randomUUID(), most, note, ...named } }: RouteChecked<typeof routes.cancel>,
): Promise<RouteAnswer<typeof routes.cancel>> {
  return runOrderCommand(context, {
    action: 'cancel',
    commandId,
    most,
    selection: toSelection(context, named),
    reason: '',
    note,
  })
}
