import type { carriers as routes } from '@despatch/contract/routing/active-dates/carriers'
import type { RouteChecked } from '@despatch/contract/route/types'
import { activeDatesProblems, sortByFirstDay } from '@despatch/domain/routing/active-dates/active-dates'
import { itemInForce } from '../rule-book/book-items.ts'
import { refuseOtherClient } from '../rule-book/check-client.ts'
import type { BookDraft } from '../rule-book/publish.ts'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import { noSuchCarrier } from './queries.ts'

/**
 * Drafts a change of a carrier's active flag and active dates. Throws an AppError: 404 if the client does not have the
 * carrier; 400, with a field for each problem, if the dates overlap or are out of order.
 */
export async function carrierStatusDraft(
  context: Pick<Context, 'transaction' | 'client'>,
  { body }: RouteChecked<typeof routes.update>,
): Promise<BookDraft> {
  refuseOtherClient(context, body.client)
  const item = await itemInForce(context.transaction, context.client, 'carrier', body.carrier)
  if (!item) throw noSuchCarrier(body.carrier)
  const { carrier: key, active, activeDates = item.content.activeDates } = body
  const problems = activeDatesProblems(activeDates)
  if (problems.length > 0)
    throw refuseFields(problems.map(({ path, message }) => ({ path: `activeDates.${path}`, message })))
  return {
    summary: `Active dates of ${item.content.name}`,
    changes: [{ kind: 'carrier', key, content: { ...item.content, active, activeDates: sortByFirstDay(activeDates) } }],
    known: [{ kind: 'carrier', key, version: body.version }],
  }
}
