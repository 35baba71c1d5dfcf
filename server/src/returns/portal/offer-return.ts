import type { announcedReturns as routes } from '@despatch/contract/returns/portal/announced-returns'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { offeredReasonCodes } from '@despatch/domain/returns/offered-reason-codes'
import type { Context } from '../../http/context.ts'
import { decideOrder } from '../rules/decide-order.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'

/**
 * What can come back of an order now, and the reasons to choose from. Stores nothing.
 *
 * @throws AppError 404
 */
export async function offerReturn(
  context: Context,
  { body }: RouteChecked<typeof routes.offer>,
): Promise<RouteAnswer<typeof routes.offer>> {
  const { transaction, client, services } = context
  const decision = await decideOrder(context, { query: {}, body })
  const compiled = await returnsBook(transaction, client, { services })
  const codes = new Set(offeredReasonCodes(compiled))
  const reasons = compiled.book.reasons
    .filter(({ code }) => codes.has(code))
    .map(({ code, title }) => ({ code, title }))
  return { decision, reasons }
}
