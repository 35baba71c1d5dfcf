import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { carriersOfCodes, codesPage, codesTotal, presentCode, unknownCodes } from './event-code-queries.ts'

/** A page of carriers' event codes, those that nobody knows among them, with how often each came for the clients of the call. */
export async function listEventCodes(
  { transaction }: Context,
  { query: { page, limit, sort, desc, ...filter } }: RouteChecked<typeof routes.eventCodes>,
): Promise<RouteAnswer<typeof routes.eventCodes>> {
  const [rows, counted, unknown, carriers] = await Promise.all([
    transaction.rows(codesPage(filter, { page, limit, sort, desc })),
    transaction.row(codesTotal(filter)),
    transaction.row(unknownCodes()),
    transaction.rows(carriersOfCodes()),
  ])
  return {
    codes: rows.map(presentCode),
    total: counted?.total ?? 0,
    unknown: unknown ?? { codes: 0, events: 0 },
    carriers: carriers.map(({ carrier }) => carrier),
  }
}
