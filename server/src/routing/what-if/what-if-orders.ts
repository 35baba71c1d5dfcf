import { type Day, type DaysOff } from '@despatch/domain/calendar/day'
import { whyCarrierStays } from '@despatch/domain/orders/order-status'
import { type ChoicesBefore, withChoice } from '@despatch/domain/routing/allocation/by-hand'
import { TooManyParcels } from '@despatch/domain/routing/allocation/split/pack-parcels'
import {
  type Goods,
  type OrderToShip,
  planConsignments,
  type PlannedConsignment,
} from '@despatch/domain/routing/allocation/plan-consignments'
import type { BookItemKind, ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import type { CarrierStop } from '@despatch/domain/routing/carrier-stops/carrier-stop'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { GOODS_COLUMNS, goodsOfRow, type GoodsRow } from '../allocation/goods-of-skus.ts'
import { withDayRules } from '../allocation/allocation-inputs.ts'
import type { CurrentRow, Trial } from './what-if-sides.ts'

/** An order to try: its current consignments and its trial. */
export type OrderToTry = {
  readonly orderNumber: string
  readonly day: Day
  readonly standing: readonly CurrentRow[]
  readonly trial: Trial
}

/** The kinds of items that decide how an order is split into consignments and what they are held to. */
const PLANS: readonly BookItemKind[] = ['fixed-route', 'multi-box', 'multi-box-exception', 'packing']

/** Whether a change may split orders differently. Then past orders are planned again from their lines. */
export function splitsOrders(changes: readonly ItemChange[]): boolean {
  return changes.some(({ kind }) => PLANS.includes(kind))
}

type Planning = {
  readonly client: string
  /** The rule book including the draft. */
  readonly book: CompiledBook
  /** From the client's current calendar, as for a new order. */
  readonly daysOff: DaysOff
  /** Stops of carriers that count now. */
  readonly stops: readonly CarrierStop[]
  /** The operator's day. */
  readonly today: Day
  readonly plansPast: boolean
}

/** Choices by hand of an order, which still apply while their methods are eligible. */
const choicesOf = (standing: readonly CurrentRow[]): ChoicesBefore => ({
  consignments: standing.length,
  choices: standing.flatMap(({ consignment: { heldTo }, by_hand: choice }) =>
    choice && choice.ended === undefined ? [{ heldTo, choice }] : [],
  ),
})

/**
 * Plans how orders would travel. Orders whose carrier may still change are planned again from their lines, as rating
 * does. Other orders of today or later stay as they are. Past orders keep their plan. It caches the SKUs that it has
 * loaded.
 */
export class OrderPlanner {
  readonly #on: Planning
  readonly #goods = new Map<string, Goods>()

  constructor(on: Planning) {
    this.#on = on
  }

  /** Plans the orders of some rows, which must include all current consignments of each order. */
  async plan(transaction: Transaction, rows: readonly CurrentRow[]): Promise<OrderToTry[]> {
    const orders = [...Map.groupBy(rows, ({ order_number }) => order_number)].flatMap(([orderNumber, standing]) => {
      const [first] = standing
      return first ? [{ orderNumber, standing, first, way: this.#wayOf(first) }] : []
    })
    const linesOf = await this.#linesOf(
      transaction,
      orders.filter(({ way }) => way === 'again').map(({ orderNumber }) => orderNumber),
    )
    return orders.map(({ orderNumber, standing, first, way }) => {
      const lines = linesOf.get(orderNumber)
      const asPlanned = { consignments: standing.map(({ consignment, by_hand }) => withChoice(consignment, by_hand)) }
      const again = lines ? this.#again(first.consignment, lines, choicesOf(standing)) : asPlanned
      const trial = way === 'again' ? again : way === 'planned' ? asPlanned : 'as it stands'
      return { orderNumber, day: first.despatch_day, standing, trial }
    })
  }

  #wayOf({ despatch_day, status }: CurrentRow): 'again' | 'planned' | 'stays' {
    const { today, plansPast } = this.#on
    if (despatch_day >= today) return whyCarrierStays(status) ? 'stays' : 'again'
    return plansPast ? 'again' : 'planned'
  }

  #again(planned: PlannedConsignment, lines: OrderToShip['lines'], choices: ChoicesBefore): Trial {
    const { book, daysOff, today } = this.#on
    const { service, country, region, despatchDay } = planned
    // Past orders keep the stops of their time. All keep their terms and the minute of their decision: what differs is the
    // draft's doing.
    const stops = despatchDay < today ? (planned.stops ?? []) : this.#on.stops
    const rules = { daysOff, stops, clockOn: () => planned.clock, countTerms: () => planned.terms }
    const order = withDayRules({ service, country, region, despatchDay, lines }, rules)
    const noPlan = { ...order, parcels: [], heldTo: null, skus: [...new Set(lines.map(({ sku }) => sku))] }
    const { lines: _lines, ...consignment } = noPlan
    try {
      const plan = planConsignments(book, order, (sku) => this.#goods.get(sku))
      return 'conflict' in plan ? { consignments: [consignment] } : { plan, choices }
    } catch (error) {
      if (error instanceof TooManyParcels) return { consignments: [consignment] }
      throw error
    }
  }

  /** Loads the lines of orders and caches their SKUs. */
  async #linesOf(
    transaction: Transaction,
    orderNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, OrderToShip['lines']>> {
    if (orderNumbers.length === 0) return new Map()
    const lines = await transaction.rows(
      sql<{ order_number: string; sku: string; quantity: number }>`
        select order_number, sku_code as sku, quantity from order_lines
        where client_code = ${this.#on.client} and order_number = any (${orderNumbers}::text[])
        order by order_number, line_number`.compile(db),
    )
    await this.#loadGoods(transaction, [...new Set(lines.map(({ sku }) => sku))])
    return Map.groupBy(lines, ({ order_number }) => order_number)
  }

  async #loadGoods(transaction: Transaction, skus: readonly string[]): Promise<void> {
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
