import type { TimelineFact, TimelineKind } from '@despatch/domain/enquiries/timeline/timeline'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { fixed, prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { countOrderClaims, orderClaims } from '../../claims/order-claims.ts'
import { countOrderExchanges, orderExchanges } from '../../returns/portal/order-exchanges.ts'
import { HISTORY_AT } from '../../routing/order-version.ts'
import { EVENT_RANK } from '../../deliveries/parcels/event-order.ts'
import { reasonTitleOf } from '../../returns/reason-codes/reason-title.ts'
import { countOrderCharges, orderCharges } from '../../invoices/order-charges.ts'

export type TimelineRow = {
  id: string
  kind: TimelineKind
  at: Date
  by_name: string
  record: string
  /** A TimelineFact without its kind. */
  fact: unknown
  changes: unknown
}

type OrderKey = { client: string; orderNumber: string }

/**
 * The source of each kind. Ids begin with a number that orders entries of the same instant: the order's history, then
 * released capacity, then new allocations.
 */
const ENTRY_QUERIES: Record<TimelineKind, (of: OrderKey) => RawBuilder<unknown>> = {
  order: (of) => sql`
    select '1:' || lpad(version::text, 9, '0') as id, 'order' as kind, ${HISTORY_AT} as at, by_name, version::text as record,
      jsonb_build_object('act', act, 'note', note) as fact, changes
    from order_history where ${ofOrder(of)}`,
  note: (of) => sql`
    select '7:' || lpad(note_id::text, 12, '0') as id, 'note' as kind, at, by_name, note_id::text as record,
      jsonb_build_object('note', note, 'isInternal', is_internal, 'mentions', mentions) as fact, '{}'::jsonb as changes
    from order_notes where ${ofOrder(of)}`,
  allocation: (of) => sql`
    select happened.*
    from (
      select c.*, greatest(count(*) over (partition by attempt), number, (by_hand ->> 'of')::int) as of,
        coalesce(carrier_item.content ->> 'name', c.carrier) as carrier_name,
        coalesce(method_item.content ->> 'methodDescription', c.client_method_id, '') as method
      from consignments c
      left join rule_book_items carrier_item on carrier_item.client_code = c.client_code and carrier_item.kind = 'carrier'
        and carrier_item.item_key = c.carrier and carrier_item.to_version is null
      left join rule_book_items method_item on method_item.client_code = c.client_code and method_item.kind = 'method'
        and method_item.item_key = c.client_method_id and method_item.to_version is null
      where c.client_code = ${of.client} and c.order_number = ${of.orderNumber}
    ) c
    cross join lateral (
      select '3:' || lpad(attempt::text, 6, '0') || '.' || number as id, 'allocation' as kind, at, by_name,
        attempt || '.' || number as record, ${allocationFact(false)} as fact, '{}'::jsonb as changes
      union all
      select '2:' || lpad(attempt::text, 6, '0') || '.' || number, 'allocation', ended_at, '',
        attempt || '.' || number, ${allocationFact(true)}, '{}'::jsonb
      where state = 'given-back' and client_method_id is not null and ended_at is not null
    ) happened`,
  parcel: (of) => sql`
    select '4:' || tracking_number as id, 'parcel' as kind, despatched_at as at, '' as by_name, tracking_number as record,
      jsonb_build_object('trackingNumber', coalesce(written_as, tracking_number), 'carrier', carrier, 'weight', weight::text,
        'promisedDate', promised_date) as fact, '{}'::jsonb as changes
    from parcels where ${ofOrder(of)}`,
  carrier: (of) => sql`
    select '5:' || e.tracking_number || ':' || lpad(e.rank::text, 2, '0') || ':' || e.event_key as id, 'carrier' as kind, e.occurred_at as at,
      e.carrier as by_name, e.tracking_number as record,
      jsonb_build_object('trackingNumber', coalesce(p.written_as, p.tracking_number), 'state', e.state, 'code', e.code, 'reason', e.reason,
        'description', e.description, 'location', e.location) as fact, '{}'::jsonb as changes
    from parcels p join (select *, ${EVENT_RANK} as rank from delivery_events) e on e.client_code = p.client_code and e.tracking_number = p.tracking_number
    where p.client_code = ${of.client} and p.order_number = ${of.orderNumber}`,
  return: (of) => sql`
    select '6:' || event_key as id, 'return' as kind, occurred_at as at, '' as by_name, return_reference as record,
      jsonb_build_object('state', state, 'returnReference', return_reference, 'SKU', sku_code, 'quantity', quantity,
        'reason', ${reasonTitleOf('return_events')}, 'condition', condition, 'note', note, 'isFromPortal', source = 'portal') as fact,
      '{}'::jsonb as changes
    from return_events where ${ofOrder(of)}`,
  exchange: orderExchanges,
  invoice: orderCharges,
  claim: orderClaims,
}

const ofOrder = ({ client, orderNumber }: OrderKey) => sql`client_code = ${client} and order_number = ${orderNumber}`

type AllocationFact = Omit<Extract<TimelineFact, { kind: 'allocation' }>, 'kind'>

/** The record type makes a missing or unknown property a compile error. */
function allocationFact(isGivenBack: boolean) {
  const columns: Record<keyof AllocationFact, RawBuilder<unknown>> = {
    isGivenBack: sql`${isGivenBack}::boolean`,
    number: sql`number`,
    of: sql`of`,
    carrier: sql`carrier_name`,
    method: sql`method`,
    cost: sql`cost::text`,
    despatchDay: sql`despatch_day`,
    parcels: sql`parcels`,
    why: sql`why`,
    byHand: sql`by_hand`,
  }
  return sql`jsonb_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql`${sql.lit(name)}`, column]),
  )})`
}

/** Millisecond precision, because the browser sends the instant back as a cursor. */
const TO_MILLISECONDS = sql`date_trunc('milliseconds', at)`

/** The newest entries of some kinds that are older than a cursor. */
export function timelinePage(
  of: OrderKey,
  kinds: readonly TimelineKind[],
  older: { at: string; id: string } | undefined,
  limit: number,
) {
  const all = sql.join(
    kinds.map((kind) => ENTRY_QUERIES[kind](of)),
    sql` union all `,
  )
  const onlyOlder = older && sql`where (at, id) < (${older.at}::timestamptz, ${older.id} collate "C")`
  return sql<TimelineRow>`
    select * from (
      select id collate "C" as id, kind, ${TO_MILLISECONDS} as at, by_name, record, fact, changes from (${all}) happened
    ) entries ${onlyOlder ?? sql``}
    order by at desc, id desc limit ${limit}`.compile(db)
}

const firstPages = new Map<string, (client: string, orderNumber: string) => CompiledQuery<TimelineRow>>()

/** The first page of an order's timeline, as a prepared statement for each set of kinds. */
export function firstTimelinePage({ client, orderNumber }: OrderKey, kinds: readonly TimelineKind[], limit: number) {
  const key = `${kinds.join()} ${limit}`
  const page =
    firstPages.get(key) ??
    fixed((code, number) => timelinePage({ client: code, orderNumber: number }, kinds, undefined, limit))
  firstPages.set(key, page)
  return page(client, orderNumber)
}

const COUNT_QUERIES: Record<TimelineKind, (of: OrderKey) => RawBuilder<unknown>> = {
  order: (of) => sql`select count(*) from order_history where ${ofOrder(of)}`,
  note: (of) => sql`select count(*) from order_notes where ${ofOrder(of)}`,
  allocation: (of) => sql`
    select count(*) + count(*) filter (where state = 'given-back' and client_method_id is not null and ended_at is not null)
    from consignments where ${ofOrder(of)}`,
  parcel: (of) => sql`select count(*) from parcels where ${ofOrder(of)}`,
  carrier: (of) => sql`
    select count(*)
    from parcels p join delivery_events e on e.client_code = p.client_code and e.tracking_number = p.tracking_number
    where p.client_code = ${of.client} and p.order_number = ${of.orderNumber}`,
  return: (of) => sql`select count(*) from return_events where ${ofOrder(of)}`,
  exchange: countOrderExchanges,
  invoice: countOrderCharges,
  claim: countOrderClaims,
}

/** Counts the entries of each kind; no row if the client has no such order. */
export function timelineCounts(of: OrderKey, kinds: readonly TimelineKind[]) {
  return prepared(
    sql<Partial<Record<TimelineKind, number>>>`
    select ${sql.join(kinds.map((kind) => sql`(${COUNT_QUERIES[kind](of)}) as ${sql.ref(kind)}`))}
    from orders where ${ofOrder(of)}`.compile(db),
  )
}
