import type { OrderSort } from '@despatch/contract/orders/order-criteria'
import { type RawBuilder, sql } from 'kysely'
import { refuseFields } from '../process/app-error.ts'

/** The order of a list. */
export type ListOrder = { sort: OrderSort; desc: boolean }

/** How a place in a list says what the list is sorted by: as a text without spaces, and back. */
type Kind = { to: (column: RawBuilder<unknown>) => RawBuilder<unknown>; shape: RegExp; from: (text: string) => unknown }

const instant: Kind = {
  to: (column) => sql`(extract(epoch from ${column}) * 1000000)::bigint`,
  shape: /^-?\d{1,16}$/,
  from: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
}
const day: Kind = {
  to: (column) => sql`${column} - date 'epoch'`,
  shape: /^-?\d{1,6}$/,
  from: (text) => sql`date 'epoch' + ${text}::int`,
}
const amount: Kind = {
  to: (column) => column,
  shape: /^-?\d{1,12}(\.\d{1,4})?$/,
  from: (text) => sql`${text}::numeric`,
}
const count: Kind = { to: (column) => column, shape: /^-?\d{1,10}$/, from: (text) => sql`${text}::bigint` }
const code: Kind = { to: (column) => column, shape: /^[A-Z]$/, from: (text) => text }

const SORTS = {
  orderDate: { column: 'ordered_at', kind: instant },
  orderNumber: undefined,
  Status: { column: 'status', kind: code },
  totalValue: { column: 'total_value', kind: amount },
  quantity: { column: 'quantity', kind: count },
  despatchDate: { column: 'despatch_date', kind: day },
} as const satisfies Record<OrderSort, { column: string; kind: Kind } | undefined>

/** The columns that a list in this order is sorted by within a client, where an index may have them so. */
export function sortColumns(sort: OrderSort): string[] {
  const sorted = SORTS[sort]
  return sorted ? [sorted.column, 'order_number'] : ['order_number']
}

/** 'order by' these columns, all of them one way. */
export function orderedBy(columns: string[], desc: boolean): RawBuilder<unknown> {
  return sql`order by ${sql.join(columns.map((name) => sql`${sql.ref(name)} ${desc ? sql`desc` : sql`asc`}`))}`
}

/**
 * The place of a row in a list, which {@link fromPlace} understands: its client, what the list is sorted by and its number,
 * with spaces between; a list by number says nothing in the middle.
 */
export function placeText(sort: OrderSort): RawBuilder<unknown> {
  const sorted = SORTS[sort]
  const value = sorted ? sorted.kind.to(sql.ref(sorted.column)) : sql`'-'`
  return sql`concat_ws(' ', client_code, ${value}, order_number)`
}

/**
 * The condition that a row stands at a place of such a list or after it, with an 'and' before it. Throws an AppError for what
 * is none.
 */
export function fromPlace(place: string, { sort, desc }: ListOrder): RawBuilder<unknown> {
  const [, client, value = '', orderNumber] = /^(\S+) (\S+) (.+)$/u.exec(place) ?? []
  const sorted = SORTS[sort]
  if (!orderNumber || (sorted && !sorted.kind.shape.test(value)))
    throw refuseFields([{ path: 'from', message: 'A place is as the total of a list in this order gave it' }])
  const values = [...(sorted ? [sorted.kind.from(value)] : []), orderNumber, client]
  const columns = [...sortColumns(sort), 'client_code'].map((name) => sql.ref(name))
  // One comparison of rows, because an index serves it.
  return sql`and (${sql.join(columns)}) ${desc ? sql`<=` : sql`>=`} (${sql.join(values)})`
}
