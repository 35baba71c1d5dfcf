import type { BookItemKind, ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import {
  carriedChoices,
  type ChoicesBefore,
  type KeptChoice,
  withChoice,
} from '@despatch/domain/routing/allocation/by-hand'
import {
  type Goods,
  type OrderToShip,
  planConsignments,
  type PlannedConsignment,
  TooManyParcels,
} from '@despatch/domain/routing/allocation/plan-consignments'
import type { DaysOff } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { withDaysOff } from '../allocation/decide-orders.ts'
import { GOODS_COLUMNS, goodsOfRow, type GoodsRow } from '../allocation/goods-of-skus.ts'
import type { Planned } from './what-if-sides.ts'

/** A consignment that stands, as the cursor of a what-if reads it. */
export type StandingRow = {
  order_number: string
  number: number
  despatch_day: string
  consignment: PlannedConsignment
  by_hand: KeptChoice | null
}

/** What is tried at a time: a consignment as it was planned, or an order that each book plans again. */
export type OrderToTry = {
  orderNumber: string
  day: string
  /** The number of its first consignment. */
  number: number
  /** How many consignments of today it stands for. */
  standing: number
  before: Planned
  after: Planned
}

/** What of a rule book decides how an order is split into consignments, and what holds them. */
const PLANS: readonly BookItemKind[] = ['fixed-route', 'multi-box', 'multi-box-exception', 'packing']

/** Whether a change may split orders otherwise: then they are planned again, from their lines. */
export function plansAnew(changes: readonly ItemChange[]): boolean {
  return changes.some(({ kind }) => PLANS.includes(kind))
}

/** Consignments as they were planned: both books are asked for the very same. */
export function asPlanned(rows: readonly StandingRow[]): OrderToTry[] {
  return rows.map(({ order_number: orderNumber, number, despatch_day: day, consignment, by_hand: choice }) => {
    const planned: Planned = [withChoice(consignment, choice)]
    return { orderNumber, number, day, standing: 1, before: planned, after: planned }
  })
}

type Planning = {
  readonly client: string
  readonly before: CompiledBook
  readonly after: CompiledBook
  /** Of the client's calendar as it is now: as an order would be planned now. */
  readonly daysOff: DaysOff
}

/** What was chosen by hand of an order: it stays there under either book, for as long as that lets it. */
const choicesOf = (standing: readonly StandingRow[]): ChoicesBefore => ({
  consignments: standing.length,
  choices: standing.flatMap(({ consignment: { heldTo }, by_hand: choice }) =>
    choice && choice.ended === undefined ? [{ heldTo, choice }] : [],
  ),
})

/** Plans orders again under two books: {@link OrderPlanner} keeps what it has learnt of SKUs. */
export class OrderPlanner {
  readonly #on: Planning
  readonly #goods = new Map<string, Goods>()

  constructor(on: Planning) {
    this.#on = on
  }

  /** The orders of some rows, which hold all that stands of each order. */
  async plan(transaction: Transaction, rows: readonly StandingRow[]): Promise<OrderToTry[]> {
    const { client, before, after, daysOff } = this.#on
    const orders = Map.groupBy(rows, ({ order_number }) => order_number)
    const lines = await transaction.rows(
      sql<{ order_number: string; sku_code: string; quantity: number }>`
        select order_number, sku_code, quantity from order_lines
        where client_code = ${client} and order_number = any (${[...orders.keys()]}::text[])
        order by order_number, line_number`.compile(db),
    )
    await this.#learn(transaction, [...new Set(lines.map(({ sku_code }) => sku_code))])
    const linesOf = Map.groupBy(lines, ({ order_number }) => order_number)
    return [...orders].flatMap(([orderNumber, standing]) => {
      const [first] = standing
      if (!first) return []
      const { service, country, region, despatchDay } = first.consignment
      const ofOrder = (linesOf.get(orderNumber) ?? []).map(({ sku_code: sku, quantity }) => ({ sku, quantity }))
      const chosen = choicesOf(standing)
      const planned = (book: CompiledBook) =>
        this.#planned(book, withDaysOff({ service, country, region, despatchDay, lines: ofOrder }, daysOff), chosen)
      return {
        orderNumber,
        day: first.despatch_day,
        number: 1,
        standing: standing.length,
        before: planned(before),
        after: planned(after),
      }
    })
  }

  #planned(book: CompiledBook, order: OrderToShip, before: ChoicesBefore): Planned {
    const { lines, ...where } = order
    const noPlan = { ...where, parcels: [], heldTo: null, skus: [...new Set(lines.map(({ sku }) => sku))] }
    try {
      const plan = planConsignments(book, order, (sku) => this.#goods.get(sku))
      if ('conflict' in plan) return [noPlan]
      const { of } = carriedChoices(plan.consignments, before)
      const [first = noPlan, ...others] = plan.consignments.map((one, index) => withChoice(one, of[index]))
      return [first, ...others]
    } catch (error) {
      if (error instanceof TooManyParcels) return [noPlan]
      throw error
    }
  }

  async #learn(transaction: Transaction, skus: readonly string[]): Promise<void> {
    const unknown = skus.filter((sku) => !this.#goods.has(sku))
    if (unknown.length === 0) return
    const rows = await transaction.rows(
      sql<GoodsRow & { sku_code: string }>`
        select sku_code, ${GOODS_COLUMNS} from skus where client_code = ${this.#on.client} and sku_code = any (${unknown}::text[])`.compile(
        db,
      ),
    )
    for (const row of rows) this.#goods.set(row.sku_code, goodsOfRow(row))
  }
}
