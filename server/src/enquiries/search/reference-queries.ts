import { MAX_COUNTED, type OrderKeyKind } from '@despatch/domain/enquiries/search/any-reference'
import { FINISHED_STATUSES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db, clientRows } from '../../database/sql.ts'
import { CARRIER_NAMES } from '../../orders/carrier-names.ts'

/** Maximum results of each kind. */
export const MAX_MATCHES = 10
/** So many matches are ranked; the others are only counted. */
export const MAX_RANKED = 200

export type ReferenceRow = {
  reference: string
  client_code: string
  order_number: string
  tracking_number: string
  status: OrderStatus
  ordered_at: Date
  customer_first_name: string
  customer_last_name: string
  address_line_2: string
  address_line_3: string
  post_code: string
  carriers: string | null
  /** Total of the kind; counting stops at MAX_COUNTED + 1. */
  count: number
}

const COUNT_LIMIT = sql`limit ${sql.lit(MAX_COUNTED + 1)}`

/** The tracking number as the carrier or feed wrote it. */
const WRITTEN_NUMBER = sql`coalesce(written_as, tracking_number)`

/** For each kind, rows of a client (`mine`) that match a text (`asked`), in the order of the index. */
const MATCH_QUERIES: Record<OrderKeyKind, RawBuilder<unknown>> = {
  // Prefix matches, and the exact number in another case. U+10FFFF sorts after every possible continuation.
  order: sql`
    (
      select order_number as reference, client_code, order_number, '' as tracking_number from orders
      where client_code = mine.client_code and order_number >= asked.text
        and order_number < asked.text || U&'\\+10FFFF'
      order by order_number ${COUNT_LIMIT}
    )
    union all
    select order_number, client_code, order_number, '' from orders
    where asked.nth = 1 and client_code = mine.client_code and order_number collate any_case = asked.text
      and order_number <> all (array[asked.text, upper(asked.text), lower(asked.text)])`,
  email: sql`
    select email as reference, client_code, order_number, '' as tracking_number from orders
    where client_code = mine.client_code and email <> '' and email collate any_case = asked.text
    order by ordered_at desc ${COUNT_LIMIT}`,
  // U+FFFF sorts after every possible continuation in this collation.
  emailBegin: sql`
    select email as reference, client_code, order_number, '' as tracking_number from orders
    where client_code = mine.client_code and email <> '' and email collate any_case >= asked.text
      and email collate any_case < asked.text || U&'\\FFFF'
    order by email collate any_case desc, ordered_at desc ${COUNT_LIMIT}`,
  postcode: sql`
    select post_code as reference, client_code, order_number, '' as tracking_number from orders
    where client_code = mine.client_code and post_code <> '' and post_code = asked.text
    order by ordered_at desc ${COUNT_LIMIT}`,
  parcel: sql`
    select ${WRITTEN_NUMBER} as reference, client_code, order_number, ${WRITTEN_NUMBER} as tracking_number from parcels
    where client_code = mine.client_code and tracking_number = asked.text`,
  // Numbers are stored in reverse.
  parcelEnd: sql`
    select ${WRITTEN_NUMBER} as reference, client_code, order_number, ${WRITTEN_NUMBER} as tracking_number from parcels
    where client_code = mine.client_code and number_backwards >= asked.text
      and number_backwards < asked.text || U&'\\+10FFFF'
      and tracking_number <> reverse(asked.text)
    order by number_backwards ${COUNT_LIMIT}`,
  serial: sql`
    select content.serial_number as reference, content.client_code, order_number, ${WRITTEN_NUMBER} as tracking_number
    from parcel_contents content join parcels using (client_code, tracking_number)
    where content.client_code = mine.client_code and content.serial_number <> '' and content.serial_number = asked.text
    ${COUNT_LIMIT}`,
  return: sql`
    select distinct return_reference as reference, client_code, order_number, '' as tracking_number from return_events
    where client_code = mine.client_code and return_reference = asked.text ${COUNT_LIMIT}`,
  claim: sql`
    select 'C-' || lpad(claim_id::text, 6, '0') as reference, client_code, order_number, tracking_number from claims
    where client_code = mine.client_code and claim_id = asked.text::bigint`,
  sku: sql`
    select distinct sku_code as reference, client_code, order_number, '' as tracking_number from order_lines
    where client_code = mine.client_code and sku_code = (
      select sku_code from skus where client_code = mine.client_code and sku_code collate any_case = asked.text
    )
    order by order_number desc ${COUNT_LIMIT}`,
}

/** An exact match of any client comes first, then prefix matches. */
const EXACT_MATCH_FIRST = sql`order by found.reference <> asked.text, found.reference`
const IS_FINISHED = sql`orders.status in (${sql.join(FINISHED_STATUSES.map((status) => sql.lit(status)))})`

type Matches = (...clientAndTexts: string[]) => CompiledQuery<ReferenceRow>
const preparedForOneClient = new Map<string, Matches>()

/** Matching orders of the clients for one kind of reference, open ones first, then the newest; each with the total. */
export function referenceMatches(kind: OrderKeyKind, clients: readonly string[], texts: readonly string[]) {
  const [client, ...others] = clients
  if (client === undefined || others.length > 0) return build(kind, clients, texts)
  const key = `${kind} ${texts.length}`
  const matches =
    preparedForOneClient.get(key) ??
    fixed((code: string, ...asked: string[]) => build(kind, [code], asked), 1 + texts.length)
  preparedForOneClient.set(key, matches)
  return matches(client, ...texts)
}

function build(kind: OrderKeyKind, clients: readonly string[], texts: readonly string[]): CompiledQuery<ReferenceRow> {
  // As rows rather than an array, so that the plan can be reused: see `clientRows`.
  const asked = sql.join(texts.map((text, place) => sql`(${text}::text, ${sql.lit(place + 1)})`))
  const isExact = kind === 'order' ? sql`found.reference = asked.text` : sql`false`
  return sql<ReferenceRow>`
    select first.reference, client_code, order_number, first.tracking_number, first.count, orders.status,
      orders.ordered_at, orders.customer_first_name, orders.customer_last_name, orders.address_line_2,
      orders.address_line_3, orders.post_code, ${CARRIER_NAMES} as carriers
    from (
      select found.*, ${isExact} as is_exact, count(*) over () as count,
        row_number() over (${kind === 'order' ? EXACT_MATCH_FIRST : sql``}) as place
      from ${clientRows(clients)} as mine (client_code)
      cross join (values ${asked}) as asked (text, nth)
      cross join lateral (${MATCH_QUERIES[kind]}) found
      order by place limit ${sql.lit(MAX_RANKED)}
    ) first
    join orders using (client_code, order_number)
    order by first.is_exact desc, ${IS_FINISHED}, orders.ordered_at desc, first.place
    limit ${sql.lit(MAX_MATCHES)}`.compile(db)
}
