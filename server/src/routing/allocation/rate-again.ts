import { randomUUID } from 'node:crypto'
import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RatedOrder } from '@despatch/contract/routing/allocation/rate-again'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import type { Context, StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type Moved, previewOf, rateOne } from './rate-order.ts'

type Receipt = RouteAnswer<typeof routes.rateAgain>['receipts'][number]

const NOT_NOW = 'It could not be rated just now, and is as it was: try it again.'

/**
 * What each of some orders would go with now, by the rules and what is left of capacities once those before it are rated: nothing
 * is written.
 */
export async function ratePreview(
  context: Context,
  { body }: RouteChecked<typeof routes.ratePreview>,
): Promise<RouteAnswer<typeof routes.ratePreview>> {
  const orders: RatedOrder[] = []
  const moved = new Map<string, Moved>()
  for (const asked of body.orders) {
    const ofClient = moved.get(asked.clientCode) ?? new Map<string, number>()
    moved.set(asked.clientCode, ofClient)
    orders.push(await previewOf(context, asked, ofClient))
  }
  return { orders }
}

/**
 * Allocates orders again as they were looked at, each in a transaction of its own. One that was changed since, or that would
 * go another way by now, is left as it is, with the reason in its receipt.
 */
export async function rateAgain(
  context: StreamingContext,
  { body }: RouteChecked<typeof routes.rateAgain>,
): Promise<RouteAnswer<typeof routes.rateAgain>> {
  const receipts: Receipt[] = []
  const commandId = randomUUID()
  for (const { clientCode, orderNumber, version, ...looked } of body.orders) {
    const message = await retryOnDeadlock(() =>
      rateOne(context, { clientCode, orderNumber }, { version, looked, commandId }),
    ).catch((error: unknown) => {
      if (error instanceof AppError) return error
      // Those before it are rated, and have to be told.
      context.log.warn({ err: error }, 'an order could not be rated again')
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
