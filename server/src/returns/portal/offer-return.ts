import type { announcedReturns as routes } from '@despatch/contract/returns/portal/announced-returns'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { askable } from '@despatch/domain/returns/askable'
import type { Context } from '../../http/context.ts'
import { decideOrder } from '../rules/decide-order.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'

/** What of an order may come back now, with the reasons that shoppers are asked. Nothing is kept. Throws an AppError (404). */
export async function offerReturn(
  context: Context,
  { body }: RouteChecked<typeof routes.offer>,
): Promise<RouteAnswer<typeof routes.offer>> {
  const { transaction, client, services } = context
  const decision = await decideOrder(context, { query: {}, body })
  const compiled = await returnsBook(transaction, client, { services })
  const codes = new Set(askable(compiled))
  const reasons = compiled.book.reasons
    .filter(({ code }) => codes.has(code))
    .map(({ code, title }) => ({ code, title }))
  return { decision, reasons }
}
