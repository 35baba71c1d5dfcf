import type { WorkSort } from '@despatch/contract/orders/order-criteria'
import { type RawBuilder, sql } from 'kysely'
import { refuseFields } from '../process/app-error.ts'

export type ListOrder = { sort: WorkSort; desc: boolean }

/** Converts a sort value to a text without spaces for a place, and back. */
type PlaceFormat = {
  to: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  shape: RegExp
  from: (text: string) => unknown
}

const instant: PlaceFormat = {
  to: (column) => sql`(extract(epoch from ${column}) * 1000000)::bigint`,
  shape: /^-?\d{1,16}$/,
  from: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
}
const day: PlaceFormat = {
  to: (column) => sql`${column} - date 'epoch'`,
  shape: /^-?\d{1,6}$/,
  from: (text) => sql`date 'epoch' + ${text}::int`,
}
const amount: PlaceFormat = {
  to: (column) => column,
  shape: /^-?\d{1,12}(\.\d{1,4})?$/,
  from: (text) => sql`${text}::numeric`,
}
const count: PlaceFormat = { to: (column) => column, shape: /^-?\d{1,10}$/, from: (text) => sql`${text}::bigint` }
const code: PlaceFormat = { to: (column) => column, shape: /^[A-Z]$/, from: (text) => text }
/** Hexadecimal, because spaces separate the parts of a place. */
const hexText: PlaceFormat = {
  to: (column) => sql`'x' || encode(convert_to(${column}, 'UTF8'), 'hex')`,
  shape: /^x(?:(?!00)[0-9a-f]{2}){0,125}$/,
  from: (text) => Buffer.from(text.slice(1), 'hex').toString('utf8').replaceAll('\u0000', ''),
}

const column = sql.ref
// Further letters hardly affect the order, and places stay short.
const CUSTOMER = sql`left(lower(customer_first_name || ' ' || customer_last_name), 30)`

const SORTS = {
  orderDate: { by: column('ordered_at'), kind: instant },
  orderNumber: undefined,
  Status: { by: column('status'), kind: code },
  totalValue: { by: column('total_value'), kind: amount },
  quantity: { by: column('quantity'), kind: count },
  despatchDate: { by: column('despatch_date'), kind: day },
  customer: { by: CUSTOMER, kind: hexText },
  postCode: { by: column('post_code'), kind: hexText },
  dispatchService: { by: column('dispatch_service'), kind: hexText },
} as const satisfies Record<WorkSort, { by: RawBuilder<unknown>; kind: PlaceFormat } | undefined>

const NUMBER = sql.ref('order_number')

/** Sort terms within a client, chosen so that an index can serve them. */
export function sortTerms(sort: WorkSort): RawBuilder<unknown>[] {
  const sorted = SORTS[sort]
  return sorted ? [sorted.by, NUMBER] : [NUMBER]
}

/** 'order by' with one direction for all terms. */
export function orderByTerms(terms: readonly RawBuilder<unknown>[], desc: boolean): RawBuilder<unknown> {
  return sql`order by ${sql.join(terms.map((term) => sql`${term} ${desc ? sql`desc` : sql`asc`}`))}`
}

/**
 * The place of a row, as {@link fromPlace} reads it: client, sort value ('-' when sorting by number) and order number,
 * separated by spaces. `by` replaces the column of the sort value.
 */
export function placeText(sort: WorkSort, by?: RawBuilder<unknown>): RawBuilder<unknown> {
  const sorted = SORTS[sort]
  const value = sorted ? sorted.kind.to(by ?? sorted.by) : sql`'-'`
  return sql`concat_ws(' ', client_code, ${value}, order_number)`
}

/** The condition 'at this place or after it', starting with 'and'. Throws an AppError if the place is malformed. */
export function fromPlace(place: string, { sort, desc }: ListOrder): RawBuilder<unknown> {
  const [, client, value = '', orderNumber] = /^(\S+) (\S+) (.+)$/u.exec(place) ?? []
  const sorted = SORTS[sort]
  if (!orderNumber || (sorted && !sorted.kind.shape.test(value)))
    throw refuseFields([{ path: 'from', message: 'A place is as the total of a list in this order gave it' }])
  const values = [...(sorted ? [sorted.kind.from(value)] : []), orderNumber, client]
  const terms = [...sortTerms(sort), sql.ref('client_code')]
  // A single row comparison, because an index can serve it.
  return sql`and (${sql.join(terms)}) ${desc ? sql`<=` : sql`>=`} (${sql.join(values)})`
}
