import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { dayOf } from '@despatch/domain/calendar/day'
import { fallbackDay } from '@despatch/domain/routing/cut-offs/fallback-day'
import { whyCarrierStays } from '@despatch/domain/orders/order-status'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { inClient } from '../../database/in-client.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import { reallocate } from './reallocate.ts'
import { presentRouting } from './allocate-orders.ts'
import {
  loadAllocationInputs,
  type LockedOrder,
  lockOrders,
  moveToDay,
  rescheduleIfOverdue,
} from './orders-to-allocate.ts'

type Answer = RouteAnswer<typeof routes.allocateAgain>
type Receipt = Answer['receipts'][number]
type Outcome = Pick<Receipt, 'outcome' | 'message'>

const NOT_NOW = 'It couldn’t be allocated and is unchanged. Try again.'

/**
 * Allocates orders with a routing exception again, each in a transaction of its own. Returns a receipt for each, in the
 * order of the call. An order is always reallocated whole, because new rules may split it into other consignments.
 */
export async function allocateAgain(
  context: StreamingContext,
  { body }: RouteChecked<typeof routes.allocateAgain>,
): Promise<Answer> {
  const receipts = new Map<string, Receipt>()
  for (const { clientCode, orderNumber } of body.orders) {
    const key = `${clientCode} ${orderNumber}`
    if (receipts.has(key)) continue
    const outcome = await retryOnDeadlock(() => allocateOne(context, clientCode, orderNumber)).catch(
      (error: unknown) => {
        if (error instanceof AppError) return { outcome: 'refused' as const, message: error.message }
        // Report this order as failed: the orders before it are already allocated.
        context.log.warn({ err: error }, 'an order could not be re-allocated')
        return { outcome: 'refused' as const, message: NOT_NOW }
      },
    )
    receipts.set(key, { clientCode, orderNumber, ...outcome })
  }
  return { receipts: [...receipts.values()] }
}

async function allocateOne(context: StreamingContext, client: string, orderNumber: string): Promise<Outcome> {
  const { database, caller, clients, now, services, audited } = context
  // Another client's order is answered like an unknown one.
  if (!clients.includes(client)) throw new AppError('not_found', noDataAvailable(orderNumber))
  return inClient(database, client, async (transaction) => {
    await refuseChangedCaller(transaction, caller)
    const [held] = await lockOrders(transaction, client, [
      await findStoredOrderNumber(transaction, [client], orderNumber),
    ])
    if (!held) throw new AppError('not_found', noDataAvailable(orderNumber))
    refuseUnfit(held)
    const order = await rescheduleIfOverdue(transaction, { client, now, byName: caller.username }, held)
    const on = { transaction, client, now, byName: caller.username, books: services.books }
    const inputs = await loadAllocationInputs(on, [order])
    audited.push('order.allocated')
    await writeAudit(transaction, {
      context,
      clientCode: client,
      userId: caller.userId,
      byName: caller.username,
      act: 'order.allocated',
      object: `order ${orderNumber}`,
      ...(order.despatchDay !== held.despatchDay && { before: { despatchDay: held.despatchDay } }),
      after: {
        attempt: order.attempt,
        ruleBookVersion: inputs.compiled.book.version,
        ...(order.despatchDay !== held.despatchDay && { despatchDay: order.despatchDay }),
      },
    })
    const fallback = fallbackDay(order, dayOf(now), inputs.daysOff)
    const decided = await reallocate(on, { ...order, fallback }, inputs, { isAllocatedAgain: true })
    const day = decided[0]?.consignment.despatchDay ?? order.despatchDay
    if (day !== order.despatchDay) await moveToDay(transaction, { client, now, byName: caller.username }, order, day)
    const { consignments, exception } = presentRouting(decided)
    return exception === null
      ? {
          outcome: 'allocated',
          message: consignments
            .map(({ carrierName, methodDescription }) => `${carrierName}: ${methodDescription}`)
            .join(', '),
        }
      : { outcome: 'exception', message: exception }
  })
}

/** Throws an AppError if the order does not wait for a carrier. */
function refuseUnfit({ orderNumber, status, consignments }: LockedOrder): void {
  const refuse = (why: string) => new AppError('version_conflict', `Order ${orderNumber} ${why}.`)
  const stays = whyCarrierStays(status, 'is suspended and will be allocated on release')
  if (stays) throw refuse(stays)
  if (consignments.length > 0 && consignments.every(({ carrier }) => carrier !== null))
    throw refuse('is already allocated')
}
