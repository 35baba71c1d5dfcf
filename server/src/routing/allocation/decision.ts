import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import type { Selectable } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import { versionInForce } from '../rule-book/rule-book-cache.ts'
import { momentsOf } from '../terms/counted-terms.ts'
import { toDecisionDto } from './decision-dto.ts'

const MAX_DECISIONS = 50

/**
 * Explains an order's consignments by replaying each decision on its stored inputs. domain.md: 'the consignment, the
 * rule-book version and the usage that it saw are kept, and the engine run on them again gives the same decision.'
 * Throws an AppError (404) if the client does not have the order.
 */
export async function readDecision(
  { transaction, client, services }: Context,
  { body: { orderNumber: requestedNumber } }: RouteChecked<typeof routes.decision>,
): Promise<RouteAnswer<typeof routes.decision>> {
  const orderNumber = await findStoredOrderNumber(transaction, [client], requestedNumber)
  const ofOrder = { client_code: client, order_number: orderNumber }
  const [order, rows, ruleBookVersion, currency] = await Promise.all([
    transaction.row(
      db
        .selectFrom('orders')
        .select(['order_number', 'version', 'status'])
        .where((is) => is.and(ofOrder)),
    ),
    transaction.rows(
      db
        .selectFrom('consignments')
        .selectAll()
        .where((is) => is.and(ofOrder))
        .orderBy('attempt', 'desc')
        .orderBy('number')
        .limit(MAX_DECISIONS),
    ),
    versionInForce(transaction, client),
    currencyOf(transaction, client),
  ])
  if (!order) throw new AppError('not_found', noDataAvailable(orderNumber))
  const consignments: ConsignmentDecision[] = []
  // In sequence, so that decisions of one version share the cached book.
  for (const row of rows) {
    const book = await services.books.book(transaction, client, row.rule_book_version, currency)
    consignments.push(present(row, await services.books.withTerms(transaction, book, momentsOf([row.consignment]))))
  }
  return { orderNumber, version: order.version, Status: order.status, consignments, ruleBookVersion }
}

function present(row: Selectable<Tables['consignments']>, compiled: CompiledBook): ConsignmentDecision {
  const { consignment, conflict, by_hand: byHand } = row
  return {
    number: row.number,
    attempt: row.attempt,
    at: row.at.toISOString(),
    by: row.by_name,
    state: row.state,
    why: row.why,
    ...toDecisionDto({ consignment, conflict, usageSeen: row.usage_seen, byHand }, compiled),
  }
}
