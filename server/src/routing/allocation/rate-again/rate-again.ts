import { randomUUID } from 'node:crypto'
import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RatedOrder } from '@despatch/contract/routing/allocation/rate-again'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { retryOnDeadlock } from '../../../database/retry-on-deadlock.ts'
import type { Context, StreamingContext } from '../../../http/context.ts'
import { AppError } from '../../../process/app-error.ts'
import { type UsageChanges, previewRating, rateOrder } from './rate-order.ts'

type Receipt = RouteAnswer<typeof routes.rateAgain>['receipts'][number]

const NOT_NOW = 'It couldn’t be re-allocated and is unchanged. Try again.'

/**
 * Shows what each order would go with now, under the current rules and the capacity left after rating the orders before
 * it. Writes nothing.
 */
export async function previewRatings(
  context: Context,
  { body }: RouteChecked<typeof routes.ratePreview>,
): Promise<RouteAnswer<typeof routes.ratePreview>> {
  const orders: RatedOrder[] = []
  const moved = new Map<string, UsageChanges>()
  for (const order of body.orders) {
    const ofClient = moved.get(order.clientCode) ?? new Map<string, number>()
    moved.set(order.clientCode, ofClient)
    orders.push(await previewRating(context, order, ofClient))
  }
  return { orders }
}

/**
 * Allocates previewed orders again, each in a transaction of its own. An order stays as it is, with the reason in its
 * receipt, if it changed since the preview or would now go with another method.
 */
export async function rateAgain(
  context: StreamingContext,
  { body }: RouteChecked<typeof routes.rateAgain>,
): Promise<RouteAnswer<typeof routes.rateAgain>> {
  const receipts: Receipt[] = []
  const commandId = randomUUID()
  for (const { clientCode, orderNumber, version, ...looked } of body.orders) {
    const message = await retryOnDeadlock(() =>
      rateOrder(context, { clientCode, orderNumber }, { version, looked, commandId }),
    ).catch((error: unknown) => {
      if (error instanceof AppError) return error
      // Report this order as failed: the orders before it are already rated.
      context.log.warn({ err: error }, 'an order could not be re-allocated')
      return new AppError('internal_error', NOT_NOW)
    })
    receipts.push({
      clientCode,
      orderNumber,
      ...(typeof message === 'string'
        ? { outcome: 'allocated', message }
        : { outcome: 'refused', message: message.message }),
    })
  }
  return { commandId, receipts }
}
