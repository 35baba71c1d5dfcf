import { dayOf } from '@despatch/domain/calendar/day'
import { dayNumber, dayOfNumber } from '@despatch/domain/returns/day-numbers'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { type LoadedReturnOrder, loadReturnOrder } from '../../returns/rules/return-orders.ts'
import { linesToTry, type TrialLine, ALL_LINES } from '../../returns/rules/try-lines.ts'
import { collectShoppers } from '../../returns/rules/try-shoppers.ts'

const keyOf = (row: TrialLine) => `${row.order_number} ${row.sku_code} ${row.asked_on} ${row.reason} ${row.quantity}`
const LOOKS_AT_ALL = { parcels: true, serials: true, earlier: true, isOfAllOrders: false } as const
const numbered = (day: string | null) => (day === null ? null : dayNumber(day))

/**
 * Loads every line that a trial of a client's book reads, and what the engine gets for the same line when a shopper asks. Both
 * must be equal.
 */
export function compareTrialWithRequests(
  database: Database,
  { client, over, now }: { client: string; over: 'returns' | 'orders'; now: Date },
): Promise<{ tried: object; asked: object }[]> {
  return inClient(database, client, async (transaction) => {
    const of = { client, over, since: '2020-01-01', today: dayOf(now), reason: 'CHANGED_MIND' }
    const rows = await transaction.rows<TrialLine>(linesToTry(of, LOOKS_AT_ALL, ALL_LINES).compile(db))
    await transaction.rows(sql`select set_config('enable_nestloop', 'off', true)`.compile(db))
    for (const one of collectShoppers({ ...of, atLeast: 1 })) await transaction.write(one.compile(db))
    const ofAllOrders = await transaction.rows<TrialLine>(
      linesToTry(of, { ...LOOKS_AT_ALL, earlier: false, isOfAllOrders: true }, ALL_LINES).compile(db),
    )
    const together = new Map(ofAllOrders.map((row) => [keyOf(row), trialFacts(row)]))
    // In a trial of very many lines only some include what is known of their shoppers.
    const detailed = await transaction.rows<TrialLine>(
      linesToTry(of, { ...LOOKS_AT_ALL, earlier: 'of all' }, { places: rows.map(({ place }) => place) }).compile(db),
    )
    const withShoppers = new Map(detailed.map((row) => [keyOf(row), trialFacts(row)]))
    const byNumber = new Map<string, LoadedReturnOrder | undefined>()
    for (const number of new Set(rows.map(({ order_number }) => order_number)))
      byNumber.set(number, await loadReturnOrder(transaction, client, { number, now }))
    return rows.flatMap((row) => {
      const one = byNumber.get(row.order_number)
      if (!one) return []
      const requested = requestFacts(one, row)
      return [
        { tried: trialFacts(row), asked: requested },
        { tried: together.get(keyOf(row)) ?? {}, asked: { ...requested, earlier: [] } },
        { tried: withShoppers.get(keyOf(row)) ?? {}, asked: requested },
      ]
    })
  })
}

const trialFacts = (row: TrialLine) => ({
  orderNumber: row.order_number,
  customer: row.is_trade ? 'trade' : 'consumer',
  days: [row.ordered_on, row.despatched_on, row.delivered_on],
  country: row.country,
  value: Number(row.order_value),
  lineNumber: row.line_number,
  categories: row.categories,
  quantity: row.bought,
  lineValue: Number(row.line_value),
  size: [row.weight, row.length],
  serialNumbered: row.has_serials,
  hadDeliveryException: row.has_exception,
  earlier: row.earlier.toSorted((one, other) => one - other),
})

function requestFacts({ order, facts }: LoadedReturnOrder, row: TrialLine) {
  const line = order.lines.find(({ sku }) => sku === row.sku_code)
  const before = facts.earlierReturns.filter((day) => day < dayOfNumber(row.asked_on))
  return {
    orderNumber: order.orderNumber,
    customer: order.customer,
    days: [order.orderedOn, order.despatchedOn, order.deliveredOn].map(numbered),
    country: order.country,
    value: order.value,
    lineNumber: line?.lineNumber,
    categories: line?.categories,
    quantity: line?.quantity,
    lineValue: line?.value,
    size: [line?.weight, line?.length],
    serialNumbered: line?.serialNumbered,
    hadDeliveryException: facts.hadDeliveryException,
    earlier: before.map(dayNumber).toSorted((one, other) => one - other),
  }
}
