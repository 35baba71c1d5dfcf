import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { selectCodeCarriers, selectCodes, countCodes, presentCode, countUnknownCodes } from './event-code-queries.ts'

/** Lists carriers' event codes, including unknown ones, with their number of events for the clients of the call. */
export async function listEventCodes(
  { transaction }: Context,
  { query: { page, limit, sort, desc, ...filter } }: RouteChecked<typeof routes.eventCodes>,
): Promise<RouteAnswer<typeof routes.eventCodes>> {
  const [rows, counted, unknown, carriers] = await Promise.all([
    transaction.rows(selectCodes(filter, { page, limit, sort, desc })),
    transaction.row(countCodes(filter)),
    transaction.row(countUnknownCodes()),
    transaction.rows(selectCodeCarriers()),
  ])
  return {
    codes: rows.map(presentCode),
    total: counted?.total ?? 0,
    unknown: unknown ?? { codes: 0, events: 0 },
    carriers: carriers.map(({ carrier }) => carrier),
  }
}
