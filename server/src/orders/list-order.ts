import type { WorkSort } from '@despatch/contract/orders/order-criteria'
import { type RawBuilder, sql } from 'kysely'
import { refuseFields } from '../process/app-error.ts'

/** The order of a list. */
export type ListOrder = { sort: WorkSort; desc: boolean }

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
/** As hexadecimal digits behind an x: a place has spaces between its parts. */
const words: Kind = {
  to: (column) => sql`'x' || encode(convert_to(${column}, 'UTF8'), 'hex')`,
  shape: /^x(?:(?!00)[0-9a-f]{2}){0,125}$/,
  from: (text) => Buffer.from(text.slice(1), 'hex').toString('utf8').replaceAll('\u0000', ''),
}

const column = sql.ref
// What comes after so many letters sorts nothing that anyone would see. Places stay short by it.
const CUSTOMER = sql`left(lower(customer_first_name || ' ' || customer_last_name), 30)`

const SORTS = {
  orderDate: { by: column('ordered_at'), kind: instant },
  orderNumber: undefined,
  Status: { by: column('status'), kind: code },
  totalValue: { by: column('total_value'), kind: amount },
  quantity: { by: column('quantity'), kind: count },
  despatchDate: { by: column('despatch_date'), kind: day },
  customer: { by: CUSTOMER, kind: words },
  postCode: { by: column('post_code'), kind: words },
  dispatchService: { by: column('dispatch_service'), kind: words },
} as const satisfies Record<WorkSort, { by: RawBuilder<unknown>; kind: Kind } | undefined>

const NUMBER = sql.ref('order_number')

/** What a list in this order is sorted by within a client, where an index may have it so, of `orders`. */
export function sortTerms(sort: WorkSort): RawBuilder<unknown>[] {
  const sorted = SORTS[sort]
  return sorted ? [sorted.by, NUMBER] : [NUMBER]
}

/** 'order by' these terms, all of them one way. */
export function orderedBy(terms: readonly RawBuilder<unknown>[], desc: boolean): RawBuilder<unknown> {
  return sql`order by ${sql.join(terms.map((term) => sql`${term} ${desc ? sql`desc` : sql`asc`}`))}`
}

/**
 * The place of a row in a list, which {@link fromPlace} understands: its client, what the list is sorted by and its number,
 * with spaces between; a list by number says nothing in the middle. `by` is where a row has what it is sorted by, where not in its columns.
 */
export function placeText(sort: WorkSort, by?: RawBuilder<unknown>): RawBuilder<unknown> {
  const sorted = SORTS[sort]
  const value = sorted ? sorted.kind.to(by ?? sorted.by) : sql`'-'`
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
  const terms = [...sortTerms(sort), sql.ref('client_code')]
  // One comparison of rows, because an index serves it.
  return sql`and (${sql.join(terms)}) ${desc ? sql`<=` : sql`>=`} (${sql.join(values)})`
}
