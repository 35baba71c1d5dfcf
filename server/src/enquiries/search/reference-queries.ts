import { MAX_COUNTED, type OrderKeyKind } from '@despatch/domain/enquiries/search/any-reference'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db, clientRows } from '../../database/sql.ts'

/** As many of each kind as are answered. */
export const MAX_MATCHES = 10

export type ReferenceRow = {
  reference: string
  client_code: string
  order_number: string
  tracking_number: string
  status: OrderStatus
  ordered_at: Date
  customer_first_name: string
  customer_last_name: string
  post_code: string
  /** How many there are of the kind, to one more than are counted. */
  count: number
}

const COUNTED = sql`limit ${sql.lit(MAX_COUNTED + 1)}`

/** A tracking number as its parcel has it. */
const WRITTEN = sql`coalesce(written_as, tracking_number)`

/** What of a client (`mine`) a text (`asked`) refers to, in the order of the index that serves it. */
const FOUND: Record<OrderKeyKind, RawBuilder<unknown>> = {
  // Those that begin so, too, and the one that it is in any other case; U+10FFFF comes after all that may follow.
  order: sql`
    (
      select order_number as reference, client_code, order_number, '' as tracking_number from orders
      where client_code = mine.client_code and order_number >= asked.text
        and order_number < asked.text || U&'\\+10FFFF'
      order by order_number ${COUNTED}
    )
    union all
    select order_number, client_code, order_number, '' from orders
    where asked.nth = 1 and client_code = mine.client_code and order_number collate any_case = asked.text
      and order_number <> all (array[asked.text, upper(asked.text), lower(asked.text)])`,
  email: sql`
    select email as reference, client_code, order_number, '' as tracking_number from orders
    where client_code = mine.client_code and email <> '' and email collate any_case = asked.text
    order by ordered_at desc ${COUNTED}`,
  // U+FFFF comes after all that may follow, in the order of this collation.
  emailBegin: sql`
    select email as reference, client_code, order_number, '' as tracking_number from orders
    where client_code = mine.client_code and email <> '' and email collate any_case >= asked.text
      and email collate any_case < asked.text || U&'\\FFFF'
    order by email collate any_case desc, ordered_at desc ${COUNTED}`,
  postcode: sql`
    select post_code as reference, client_code, order_number, '' as tracking_number from orders
    where client_code = mine.client_code and post_code <> '' and post_code = asked.text
    order by ordered_at desc ${COUNTED}`,
  parcel: sql`
    select ${WRITTEN} as reference, client_code, order_number, ${WRITTEN} as tracking_number from parcels
    where client_code = mine.client_code and tracking_number = asked.text`,
  // Kept from its last digit to the first.
  parcelEnd: sql`
    select ${WRITTEN} as reference, client_code, order_number, ${WRITTEN} as tracking_number from parcels
    where client_code = mine.client_code and number_backwards >= asked.text
      and number_backwards < asked.text || U&'\\+10FFFF'
      and tracking_number <> reverse(asked.text)
    order by number_backwards ${COUNTED}`,
  serial: sql`
    select content.serial_number as reference, content.client_code, order_number, ${WRITTEN} as tracking_number
    from parcel_contents content join parcels using (client_code, tracking_number)
    where content.client_code = mine.client_code and content.serial_number <> '' and content.serial_number = asked.text
    ${COUNTED}`,
  return: sql`
    select distinct return_reference as reference, client_code, order_number, '' as tracking_number from return_events
    where client_code = mine.client_code and return_reference = asked.text ${COUNTED}`,
  claim: sql`
    select 'C-' || lpad(claim_id::text, 6, '0') as reference, client_code, order_number, tracking_number from claims
    where client_code = mine.client_code and claim_id = asked.text::bigint`,
  sku: sql`
    select distinct sku_code as reference, client_code, order_number, '' as tracking_number from order_lines
    where client_code = mine.client_code and sku_code = (
      select sku_code from skus where client_code = mine.client_code and sku_code collate any_case = asked.text
    )
    order by order_number desc ${COUNTED}`,
}

/** Of orders the one that is asked for comes first, whichever client's it is; then those that begin so. */
const IN_ORDER = sql`order by found.reference <> asked.text, found.reference`

type Matches = (...clientAndTexts: string[]) => CompiledQuery<ReferenceRow>
const ofOneClient = new Map<string, Matches>()

/** The first orders of the clients that some texts lead to as references of a kind, and how many there are. */
export function referenceMatches(kind: OrderKeyKind, clients: readonly string[], texts: readonly string[]) {
  const [client, ...others] = clients
  if (client === undefined || others.length > 0) return build(kind, clients, texts)
  const key = `${kind} ${texts.length}`
  const matches =
    ofOneClient.get(key) ?? fixed((code: string, ...asked: string[]) => build(kind, [code], asked), 1 + texts.length)
  ofOneClient.set(key, matches)
  return matches(client, ...texts)
}

function build(kind: OrderKeyKind, clients: readonly string[], texts: readonly string[]): CompiledQuery<ReferenceRow> {
  // As rows, so that the plan may be kept: see `clientRows`.
  const asked = sql.join(texts.map((text, place) => sql`(${text}::text, ${sql.lit(place + 1)})`))
  return sql<ReferenceRow>`
    select first.reference, client_code, order_number, first.tracking_number, first.count, orders.status,
      orders.ordered_at, orders.customer_first_name, orders.customer_last_name, orders.post_code
    from (
      select found.*, count(*) over () as count, row_number() over (${kind === 'order' ? IN_ORDER : sql``}) as place
      from ${clientRows(clients)} as mine (client_code)
      cross join (values ${asked}) as asked (text, nth)
      cross join lateral (${FOUND[kind]}) found
      order by place limit ${sql.lit(MAX_MATCHES)}
    ) first
    join orders using (client_code, order_number)
    order by first.place`.compile(db)
}
