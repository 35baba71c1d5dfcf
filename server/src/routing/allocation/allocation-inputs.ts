import type { CarrierStop } from '@despatch/domain/routing/carrier-stops/carrier-stop'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import type { Usage } from '@despatch/domain/routing/allocation/consignment'
import type { Goods } from '@despatch/domain/routing/allocation/plan-consignments'
import type { Day, DaysOff } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import { lastRelevantDay, type UsageRecord, toUsage } from './capacity-usage.ts'
import { goodsOfRow, type GoodsRow } from './goods-of-skus.ts'

/** A client's data for allocating orders, read by the SQL function `order_grounds`. */
export type OrderInputs = {
  currency_code: string
  new_order_line: boolean
  order_line_value: boolean
  /** null if the client has no rule book yet. */
  book_version: number | null
  used: UsageRecord | null
  goods: (GoodsRow & { sku: string; unitValue: string })[] | null
  /** Stops of carriers that are in force; null if there are none. */
  stops: CarrierStop[] | null
}

/**
 * Loads the data for orders with these SKUs and despatch days. Returns undefined if the transaction cannot see the
 * client.
 */
export function loadOrderInputs(
  transaction: Transaction,
  client: string,
  { skus, from, to }: { skus: readonly string[]; from: Day; to: Day },
): Promise<OrderInputs | undefined> {
  return transaction.row(selectInputs(client, skus, from, lastRelevantDay(to)))
}

/** The stops that count for new decisions, as JSON. The database’s day may be behind the operator’s by hours. */
const STOPS_IN_FORCE = sql<CarrierStop[] | null>`
  select json_agg(json_build_object('carrier', carrier, 'services', services, 'from', first_day, 'to', last_day)
    order by first_day, stop_id)
  from carrier_stops where ended_at is null and (last_day is null or last_day >= current_date - 1)`

export const loadStops = async (transaction: Transaction): Promise<readonly CarrierStop[]> =>
  (await transaction.row(sql<{ stops: CarrierStop[] | null }>`select (${STOPS_IN_FORCE}) as stops`.compile(db)))
    ?.stops ?? []

const selectInputs = fixed((client: string, skus: readonly string[], from: Day, to: Day) =>
  sql<OrderInputs>`select g.*, (${STOPS_IN_FORCE}) as stops
    from order_grounds(${client}, ${skus}::text[], ${from}, ${to}) g`.compile(db),
)

/** Loads the current usage of the client's carriers on some days, and on the later days that decisions look at. */
export async function loadUsage(
  { transaction, client }: { transaction: Transaction; client: string },
  days: readonly Day[],
): Promise<Usage> {
  if (days.length === 0) return new Map()
  const inOrder = days.toSorted()
  const [from = '', to = ''] = [inOrder[0], inOrder.at(-1)]
  const read = await loadOrderInputs(transaction, client, { skus: [], from, to })
  return toUsage(read?.used ?? null)
}

/** Everything that a decision needs. */
export type AllocationInputs = {
  compiled: CompiledBook
  goodsOf: (sku: string) => Goods | undefined
  /** Parcels allocated to carriers on the days of the orders. */
  usage: Usage
  /** From the client's calendar. */
  daysOff: DaysOff
  stops: readonly CarrierStop[]
}

/** Prepares loaded data for deciding. */
export async function prepareInputs(
  transaction: Transaction,
  { client, books }: { client: string; books: RuleBookCache },
  { currency_code, book_version, used, goods, stops }: Omit<OrderInputs, 'new_order_line' | 'order_line_value'>,
  daysOff: DaysOff,
): Promise<AllocationInputs> {
  const bySku = new Map((goods ?? []).map((row) => [row.sku, goodsOfRow(row)]))
  return {
    compiled: await books.book(transaction, client, book_version ?? 0, currency_code),
    goodsOf: (sku) => bySku.get(sku),
    usage: toUsage(used),
    daysOff,
    stops: stops ?? [],
  }
}
