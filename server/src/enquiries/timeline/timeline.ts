import type { enquiries as routes } from '@despatch/contract/enquiries/enquiries'
import type { Visibility } from '@despatch/domain/administration/clients/visibility'
import { TIMELINE_PAGE, type TimelineEntry } from '@despatch/contract/enquiries/timeline/timeline'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import {
  TIMELINE_KIND_CODES,
  type TimelineFact,
  type TimelineKind,
  timelineText,
} from '@despatch/domain/enquiries/timeline/timeline'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'
import { mayReadClaims } from '../../claims/order-claims.ts'
import { clientsOfReadable } from '../../invoices/scope.ts'
import { presentChanges } from './present-changes.ts'
import { firstTimelinePage, timelineCounts, timelinePage, type TimelineRow } from './timeline-queries.ts'

/**
 * The complete timeline of an order, newest first, one page at a time. Billing and claims are included for callers who
 * may read them. Throws an AppError (404) if the client has no such order.
 */
export async function timeline(
  { transaction, client, caller }: Context,
  { query: { orderNumber: requested, kinds = TIMELINE_KIND_CODES, older } }: RouteChecked<typeof routes.timeline>,
): Promise<RouteAnswer<typeof routes.timeline>> {
  const mayRead = { invoice: clientsOfReadable({ caller }) !== undefined, claim: mayReadClaims({ caller }) }
  const seen = TIMELINE_KIND_CODES.filter((kind) => (kind in mayRead ? mayRead[kind as keyof typeof mayRead] : true))
  const wanted = seen.filter((kind) => kinds.includes(kind))
  const before = older === undefined ? undefined : { at: older.slice(0, 24), id: older.slice(25) }
  const beginsWithAll = before === undefined && wanted.length === seen.length
  const read = async (orderNumber: string) => {
    const of = { client, orderNumber }
    const countAll = () => transaction.row(timelineCounts(of, seen))
    if (beginsWithAll) {
      const rows = await transaction.rows(firstTimelinePage(of, seen, TIMELINE_PAGE + 1))
      // Nearly every order has a single page, which gives the counts without another query.
      if (rows.length > 0 && rows.length <= TIMELINE_PAGE) return { rows, counts: countKinds(rows, seen) }
      const counts = await countAll()
      return counts && { rows, counts }
    }
    const [rows, counts] = await Promise.all([
      wanted.length > 0 ? transaction.rows(timelinePage(of, wanted, before, TIMELINE_PAGE + 1)) : [],
      countAll(),
    ])
    return counts && { rows, counts }
  }
  // Most references have the stored spelling; the spelling is looked up only if nothing was found.
  const found = (await read(requested)) ?? (await readStoredSpelling())
  if (!found) throw new AppError('not_found', noDataAvailable(requested))
  const currency = await currencyOf(transaction, client)
  return {
    entries: found.rows.slice(0, TIMELINE_PAGE).map((row) => present(row, caller.sees, currency)),
    hasMore: found.rows.length > TIMELINE_PAGE,
    counts: found.counts,
  }

  async function readStoredSpelling() {
    const stored = await findStoredOrderNumber(transaction, [client], requested)
    return stored === requested ? undefined : read(stored)
  }
}

function countKinds(
  rows: readonly TimelineRow[],
  kinds: readonly TimelineKind[],
): Partial<Record<TimelineKind, number>> {
  const counts: Partial<Record<TimelineKind, number>> = Object.fromEntries(kinds.map((kind) => [kind, 0]))
  for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

function present(
  { id, kind, at, by_name, record, fact, changes }: TimelineRow,
  sees: Visibility,
  currency: string,
): TimelineEntry {
  const words = timelineText({ ...(fact as object), kind } as TimelineFact, sees, currency)
  return { id, at: at.toISOString(), kind, ...words, by: by_name, record, changes: presentChanges(changes) }
}
