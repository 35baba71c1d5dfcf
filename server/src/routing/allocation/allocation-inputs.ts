import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import type { Usage } from '@despatch/domain/routing/allocation/consignment'
import type { Goods } from '@despatch/domain/routing/allocation/plan-consignments'
import type { Day, DaysOff } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import { lastDaySeen, type UsageRecord, usageOf } from './capacity-usage.ts'
import { goodsOfRow, type GoodsRow } from './goods-of-skus.ts'

/** What is read of a client for its orders, in one question: see `order_grounds` in the migrations. */
export type OrderInputs = {
  currency_code: string
  new_order_line: boolean
  order_line_value: boolean
  /** null where nobody has written a rule book. */
  book_version: number | null
  used: UsageRecord | null
  goods: (GoodsRow & { sku: string; unitValue: string })[] | null
}

/** Reads it, for orders of these SKUs that go between two days. Undefined where the client is not seen. */
export function loadOrderInputs(
  transaction: Transaction,
  client: string,
  { skus, from, to }: { skus: readonly string[]; from: Day; to: Day },
): Promise<OrderInputs | undefined> {
  return transaction.row(grounds(client, skus, from, lastDaySeen(to)))
}

const grounds = fixed((client: string, skus: readonly string[], from: Day, to: Day) =>
  sql<OrderInputs>`select * from order_grounds(${client}, ${skus}::text[], ${from}, ${to})`.compile(db),
)

/** What a client's carriers have been given of some days, and of those that decisions about them look at, as it is now. */
export async function usageNow(
  { transaction, client }: { transaction: Transaction; client: string },
  days: readonly Day[],
): Promise<Usage> {
  const inOrder = days.toSorted()
  const [from = '', to = ''] = [inOrder[0], inOrder.at(-1)]
  const read = await loadOrderInputs(transaction, client, { skus: [], from, to })
  return usageOf(read?.used ?? null)
}

/** What decisions are made from. */
export type AllocationInputs = {
  compiled: CompiledBook
  goodsOf: (sku: string) => Goods | undefined
  /** What carriers have been given of the days of the orders. */
  usage: Usage
  /** By the client's calendar. */
  daysOff: DaysOff
}

/** The same, made ready to decide. */
export async function allocationInputsOf(
  transaction: Transaction,
  { client, books }: { client: string; books: RuleBookCache },
  { currency_code, book_version, used, goods }: Omit<OrderInputs, 'new_order_line' | 'order_line_value'>,
  daysOff: DaysOff,
): Promise<AllocationInputs> {
  const bySku = new Map((goods ?? []).map((row) => [row.sku, goodsOfRow(row)]))
  return {
    compiled: await books.book(transaction, client, book_version ?? 0, currency_code),
    goodsOf: (sku) => bySku.get(sku),
    usage: usageOf(used),
    daysOff,
  }
}
