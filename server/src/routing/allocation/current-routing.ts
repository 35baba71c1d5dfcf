import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import type { StoredChoice } from '@despatch/domain/routing/allocation/by-hand'
import { trimMoney } from '@despatch/domain/money/money'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { carrierName } from './decide-consignment.ts'

/** A current consignment of an order. */
export type CurrentConsignmentRow = {
  number: number
  by_hand: StoredChoice | null
  carrier: string | null
  client_method_id: string | null
  cost: string | null
  despatch_day: string
  parcels: number
  rule_book_version: number
  why: string
}

/** Loads the current consignments of an order by number. */
export function loadCurrentConsignments(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  orderNumber: string,
): Promise<CurrentConsignmentRow[]> {
  return transaction.rows(
    db
      .selectFrom('consignments')
      .select([
        'number',
        'by_hand',
        'carrier',
        'client_method_id',
        'cost',
        'despatch_day',
        'parcels',
        'rule_book_version',
        'why',
      ])
      .where('client_code', '=', client)
      .where('order_number', '=', orderNumber)
      .where('ended_at', 'is', null)
      .orderBy('number'),
  )
}

/**
 * Presents the carriers of current consignments with the names from each decision's rule book, and the reasons of those
 * without a carrier.
 */
export async function presentCurrentRouting(
  { transaction, client, services }: Pick<Context, 'transaction' | 'client' | 'services'>,
  standing: readonly CurrentConsignmentRow[],
): Promise<OrderRouting> {
  const consignments: OrderRouting['consignments'] = []
  const currency = standing.length > 0 ? await currencyOf(transaction, client) : undefined
  for (const { carrier, client_method_id, cost, despatch_day, rule_book_version } of standing) {
    if (carrier === null) continue
    const compiled = await services.books.book(transaction, client, rule_book_version, currency)
    const method = compiled.methods.find(({ clientMethodID }) => clientMethodID === client_method_id)
    consignments.push({
      carrier,
      carrierName: carrierName(compiled, carrier),
      methodDescription: method?.methodDescription ?? '',
      cost: trimMoney(cost ?? '0.0000'),
      despatchDay: despatch_day,
    })
  }
  const whys = [...new Set(standing.flatMap(({ carrier, why }) => (carrier === null ? why : [])))]
  return { consignments, exception: whys.length > 0 ? whys.join('. ') : null }
}
