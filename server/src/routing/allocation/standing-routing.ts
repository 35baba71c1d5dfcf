import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import type { KeptChoice } from '@despatch/domain/routing/allocation/by-hand'
import { trimMoney } from '@despatch/domain/money/money'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { carrierName } from './decide-orders.ts'

/** A consignment of an order as it stands. */
export type StandingRow = {
  number: number
  by_hand: KeptChoice | null
  carrier: string | null
  client_method_id: string | null
  cost: string | null
  despatch_day: string
  parcels: number
  rule_book_version: number
  why: string
}

/** The consignments of an order that stand, by their numbers. */
export function standingOf(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  orderNumber: string,
): Promise<StandingRow[]> {
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

/** What carries them, as the rule book of each decision called it, and why the rest has nothing that does. */
export async function routingOfStanding(
  { transaction, client, services }: Pick<Context, 'transaction' | 'client' | 'services'>,
  standing: readonly StandingRow[],
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
