import { type CarrierStop, stopsWithin } from '@despatch/domain/routing/carrier-stops/carrier-stop'
import { clockOf, type CutOffRule, type DecisionClock } from '@despatch/domain/routing/cut-offs/cut-off'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { DAYS_AHEAD, type Usage } from '@despatch/domain/routing/allocation/consignment'
import type { Goods, OrderToShip } from '@despatch/domain/routing/allocation/plan-consignments'
import { type Day, type DaysOff, daysOffAfter } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'
import { loadTermsInForce, type TermsInForce } from '../terms/counted-terms.ts'
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
  /** All cut-offs of carriers; null if there are none. */
  cut_offs: CutOffRule[] | null
  /** From the client's despatch times; null if nobody has set any. */
  pick_minutes: number | null
  is_same_day: boolean | null
  promised_by: number | null
  /** The moment of the last change of carriers' terms; null before the first one. */
  terms_moment: string | null
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

/** The cut-offs of all carriers, as JSON. */
const CUT_OFFS = sql<CutOffRule[] | null>`
  select json_agg(json_build_object('carrier', carrier, 'service', service, 'weekdays', weekdays, 'exceptions', exceptions)
    order by carrier, service)
  from carrier_cut_offs`

export const loadCutOffs = async (transaction: Transaction): Promise<readonly CutOffRule[]> =>
  (await transaction.row(sql<{ rules: CutOffRule[] | null }>`select (${CUT_OFFS}) as rules`.compile(db)))?.rules ?? []

export const loadStops = async (transaction: Transaction): Promise<readonly CarrierStop[]> =>
  (await transaction.row(sql<{ stops: CarrierStop[] | null }>`select (${STOPS_IN_FORCE}) as stops`.compile(db)))
    ?.stops ?? []

const selectInputs = fixed((client: string, skus: readonly string[], from: Day, to: Day) =>
  sql<OrderInputs>`select g.*, (${STOPS_IN_FORCE}) as stops, (${CUT_OFFS}) as cut_offs, t.pick_minutes, t.is_same_day, t.promised_by,
      (select moment from carrier_terms_moment) as terms_moment
    from order_grounds(${client}, ${skus}::text[], ${from}, ${to}) g
    left join client_despatch_times t on t.client_code = ${client}`.compile(db),
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
  /** The clock of a decision made now; undefined unless the day is today and has cut-offs. */
  clockOn: (despatchDay: Day) => DecisionClock | undefined
  /** Whether orders of the client without a despatch date may leave today. */
  isSameDay: boolean
  countTerms: TermsInForce['countFor']
}

/** Prepares loaded data for deciding. */
export async function prepareInputs(
  transaction: Transaction,
  { client, books, now }: { client: string; books: RuleBookCache; now: Date },
  read: Omit<OrderInputs, 'new_order_line' | 'order_line_value' | 'promised_by'>,
  daysOff: DaysOff,
): Promise<AllocationInputs> {
  const {
    currency_code,
    book_version,
    used,
    goods,
    stops,
    cut_offs,
    pick_minutes,
    is_same_day,
    terms_moment: moment,
  } = read
  const bySku = new Map((goods ?? []).map((row) => [row.sku, goodsOfRow(row)]))
  const book = await books.book(transaction, client, book_version ?? 0, currency_code)
  const { compiled, countFor } = await loadTermsInForce(transaction, books, { compiled: book, moment })
  return {
    compiled,
    countTerms: countFor,
    goodsOf: (sku) => bySku.get(sku),
    usage: toUsage(used),
    daysOff,
    stops: stops ?? [],
    clockOn: (despatchDay) => clockOf(cut_offs ?? [], { now, despatchDay, pickMinutes: pick_minutes ?? 0 }),
    isSameDay: is_same_day ?? false,
  }
}

/**
 * Adds the days off of the client's calendar, which reasons must not suggest, the stops and terms of carriers that count
 * for the order, and the clock if it is despatched today. They are stored with the plan.
 */
export function withDayRules<
  Order extends Pick<OrderToShip, 'country' | 'postcode' | 'despatchDay' | 'daysOff' | 'stops' | 'clock' | 'terms'>,
>(
  order: Order,
  { daysOff, stops, clockOn, countTerms }: Pick<AllocationInputs, 'daysOff' | 'stops' | 'clockOn' | 'countTerms'>,
): Order {
  const off = daysOffAfter(order.despatchDay, daysOff, DAYS_AHEAD)
  const within = stopsWithin(stops, order.despatchDay, DAYS_AHEAD)
  const clock = clockOn(order.despatchDay)
  const terms = countTerms(order)
  return {
    ...order,
    ...(off.length > 0 && { daysOff: off }),
    ...(within.length > 0 && { stops: within }),
    ...(clock && { clock }),
    ...(terms && { terms }),
  }
}
