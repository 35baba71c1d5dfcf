import type { BookItemKind, ItemChange } from '@despatch/domain/allocation/book-items'
import type { CompiledBook } from '@despatch/domain/allocation/compile-book'
import {
  type Goods,
  planConsignments,
  type PlannedConsignment,
  TooManyParcels,
} from '@despatch/domain/allocation/plan-consignments'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** A consignment that stands, as the cursor of a what-if reads it. */
export type StandingRow = {
  order_number: string
  number: number
  despatch_day: string
  consignment: PlannedConsignment
  has_plan: boolean
}

/** What is tried at a time: a consignment as it was planned, or an order that each book plans anew. */
export type OrderToTry = {
  orderNumber: string
  day: string
  /** The number of its first consignment. */
  number: number
  /** How many consignments of today it stands for. */
  standing: number
  before: readonly PlannedConsignment[]
  after: readonly PlannedConsignment[]
}

/** What of a rule book decides how an order is split into consignments, and what holds them. */
const PLANS: readonly BookItemKind[] = ['fixed-route', 'multi-box', 'multi-box-exception', 'packing']

/** Whether a change may split orders otherwise: then they are planned again, from their lines. */
export function plansAnew(changes: readonly ItemChange[]): boolean {
  return changes.some(({ kind }) => PLANS.includes(kind))
}

/** Consignments as they were planned: both books are asked for the very same. */
export function asPlanned(rows: readonly StandingRow[]): OrderToTry[] {
  return rows.map(({ order_number: orderNumber, number, despatch_day: day, consignment, has_plan }) => {
    const planned = has_plan ? [consignment] : []
    return { orderNumber, number, day, standing: 1, before: planned, after: planned }
  })
}

/** Plans orders anew under two books: {@link OrderPlanner} keeps what it has learnt of SKUs. */
export class OrderPlanner {
  readonly #client: string
  readonly #before: CompiledBook
  readonly #after: CompiledBook
  readonly #goods = new Map<string, Goods>()

  constructor(client: string, before: CompiledBook, after: CompiledBook) {
    this.#client = client
    this.#before = before
    this.#after = after
  }

  /** The orders of some rows, which hold all that stands of each order. */
  async plan(transaction: Transaction, rows: readonly StandingRow[]): Promise<OrderToTry[]> {
    const orders = Map.groupBy(rows, ({ order_number }) => order_number)
    const lines = await transaction.rows(
      sql<{ order_number: string; sku_code: string; quantity: number }>`
        select order_number, sku_code, quantity from order_lines
        where client_code = ${this.#client} and order_number = any (${[...orders.keys()]}::text[])
        order by order_number, line_number`.compile(db),
    )
    await this.#learn(transaction, [...new Set(lines.map(({ sku_code }) => sku_code))])
    const linesOf = Map.groupBy(lines, ({ order_number }) => order_number)
    return [...orders].flatMap(([orderNumber, standing]) => {
      const [first] = standing
      if (!first) return []
      const { service, country, region, despatchDay } = first.consignment
      const ofOrder = (linesOf.get(orderNumber) ?? []).map(({ sku_code: sku, quantity }) => ({ sku, quantity }))
      const planned = (book: CompiledBook) =>
        this.#planned(book, { service, country, region, despatchDay, lines: ofOrder })
      return {
        orderNumber,
        day: first.despatch_day,
        number: 1,
        standing: standing.length,
        before: planned(this.#before),
        after: planned(this.#after),
      }
    })
  }

  #planned(book: CompiledBook, order: Parameters<typeof planConsignments>[1]): readonly PlannedConsignment[] {
    try {
      const plan = planConsignments(book, order, (sku) => this.#goods.get(sku))
      return 'conflict' in plan ? [] : plan.consignments
    } catch (error) {
      if (error instanceof TooManyParcels) return []
      throw error
    }
  }

  async #learn(transaction: Transaction, skus: readonly string[]): Promise<void> {
    const unknown = skus.filter((sku) => !this.#goods.has(sku))
    if (unknown.length === 0) return
    type Measured = { weight: number; length: number; volume: number; categories: string[] }
    const rows = await transaction.rows(
      sql<Measured & { sku_code: string; components: (Measured & { sku: string; quantity: number })[] }>`
        select s.sku_code, coalesce(s.weight, 0) as weight, coalesce(s.length, 0) as length, coalesce(s.volume, 0) as volume,
          s.categories, coalesce(c.components, '[]') as components
        from skus s left join lateral (
          select jsonb_agg(jsonb_build_object('sku', b.sku_code, 'quantity', c.quantity, 'weight', coalesce(b.weight, 0),
            'length', coalesce(b.length, 0), 'volume', coalesce(b.volume, 0), 'categories', b.categories) order by b.sku_code) as components
          from sku_components c join skus b on b.client_code = c.client_code and b.sku_code = c.component_code
          where c.client_code = s.client_code and c.sku_code = s.sku_code
        ) c on true
        where s.client_code = ${this.#client} and s.sku_code = any (${unknown}::text[])`.compile(db),
    )
    for (const { sku_code, weight, length, volume, categories, components } of rows)
      this.#goods.set(sku_code, {
        unit: { weight, length, volume },
        categories,
        components: components.flatMap(({ sku, quantity, categories: of, ...box }) =>
          Array.from({ length: quantity }, () => ({
            sku,
            box: { weight: box.weight, length: box.length, volume: box.volume },
            categories: of,
          })),
        ),
      })
  }
}
