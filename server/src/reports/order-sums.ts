import type { Day } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { type FactsQuery, factsOf } from '../figures/facts-of-days.ts'

/** Totals of orders; `values` are amounts by currency. */
export type OrderSumsRow = {
  orders: number
  lines: number
  pieces: number
  released: number
  due: number
  due_in_time: number
  despatched: number
  despatched_pieces: number
  delivered: number
  value: string
  currency: string
}

/** Facts of orders in a period, by currency. */
export const orderFactsOf = (query: FactsQuery) => factsOf('order_facts', query)

/** Totals of order facts in one currency. Orders count as due only on days before `today`. */
export const orderSumsOf = (today: Day) => {
  const isOver = sql`filter (where day < ${today}::date)`
  return sql`coalesce(sum(orders), 0)::int as orders, coalesce(sum(lines), 0)::int as lines,
    coalesce(sum(pieces), 0)::int as pieces, coalesce(sum(released), 0)::int as released,
    coalesce(sum(due) ${isOver}, 0)::int as due, coalesce(sum(due_in_time) ${isOver}, 0)::int as due_in_time,
    coalesce(sum(despatched), 0)::int as despatched, coalesce(sum(despatched_pieces), 0)::int as despatched_pieces,
    coalesce(sum(delivered), 0)::int as delivered, coalesce(sum(value), 0)::text as value`
}

/** Merges the rows of one period, one for each currency. */
export const presentOrders = (rows: readonly OrderSumsRow[]) => {
  const sum = (key: Exclude<keyof OrderSumsRow, 'value' | 'currency'>) =>
    rows.reduce((total, row) => total + row[key], 0)
  return {
    orders: sum('orders'),
    lines: sum('lines'),
    pieces: sum('pieces'),
    values: rows.filter(({ value }) => Number(value) !== 0).map(({ currency, value }) => ({ currency, amount: value })),
    released: sum('released'),
    due: sum('due'),
    dueInTime: sum('due_in_time'),
    despatched: sum('despatched'),
    despatchedPieces: sum('despatched_pieces'),
    ordersDelivered: sum('delivered'),
  }
}
