import type { CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import type { ReturnsTry } from '@despatch/contract/returns/rules/returns-try'
import { type RawBuilder, sql } from 'kysely'

/** A line that is tried, with all that the books of the trial look at. Days are counted from 1 January 1970. */
export type TriedRow = {
  order_number: string
  line_number: number
  sku_code: string
  quantity: number
  bought: number
  /** Ten-thousandths, as texts. */
  line_value: string
  order_value: string
  reason: string
  asked_on: number
  is_trade: boolean
  ordered_on: number
  despatched_on: number | null
  delivered_on: number | null
  country: string
  post_code: string
  weight: number | null
  length: number | null
  categories: string[]
  has_exception: boolean
  has_serials: boolean
  earlier: number[]
}

export type TriedOf = {
  client: string
  over: ReturnsTry['over']
  /** The first day, and the day of who asked. */
  since: string
  today: string
  reason: string
}

const EPOCH = sql`date '1970-01-01'`
const numbered = (instant: RawBuilder<unknown>) => sql`(${instant} at time zone 'Europe/London')::date - ${EPOCH}`

/** What the books of a trial look at beside the order and its lines: what none does is not looked up. */
export type LooksAt = {
  parcels: boolean
  serials: boolean
  /** Of a trial of many lines the earlier returns of all shoppers are put together at once. */
  earlier: boolean | 'of all'
  /** Of a trial of very many lines what their orders hold is read in the order of orders, not line by line. */
  isOfAllOrders: boolean
}

export function looksAt(books: readonly CompiledReturnsBook[]): LooksAt {
  const rules = books.flatMap((book) => book.rules)
  const days = rules.flatMap(({ conditions, outcomes }) => [conditions.days?.since, outcomes.until?.since])
  return {
    parcels:
      days.some((since) => since === 'delivery' || since === 'despatch') ||
      rules.some(({ conditions }) => conditions.deliveryException !== null),
    serials: rules.some(({ conditions }) => conditions.serialNumbered !== null),
    earlier: books.some(({ earlier }) => earlier.length > 0),
    isOfAllOrders: false,
  }
}

/** What was asked to come back since a day, each SKU of a return once; or what is left of orders that were sent out. */
function asked({ client, over, since, today, reason }: TriedOf, isOfAllOrders: boolean): RawBuilder<unknown> {
  return over === 'returns'
    ? sql`
      select r.order_number, r.sku_code, r.quantity, r.reason_code as reason,
        coalesce(r.announced_on, r.received_on) - ${EPOCH} as asked_on, l.line_number, l.bought, l.total_value
      from return_lines r
      join ${isOfAllOrders ? FIRST_LINES(client) : FIRST_LINE}
      where r.client_code = ${client} and r.quantity > 0
        and (r.announced_on >= ${since}::date or (r.announced_on is null and r.received_on >= ${since}::date))`
    : sql`
      select l.order_number, l.sku_code, l.quantity - b.returned as quantity, ${reason}::text as reason,
        ${today}::date - ${EPOCH} as asked_on, l.line_number, l.quantity as bought, l.total_value
      from orders s
      join order_lines l on l.client_code = s.client_code and l.order_number = s.order_number
      cross join lateral (
        select coalesce(sum(quantity), 0)::int as returned from return_lines
        where client_code = l.client_code and order_number = l.order_number and sku_code = l.sku_code
      ) b
      where s.client_code = ${client} and s.status in ('D', 'V')
        and s.ordered_at >= ${since}::date::timestamp at time zone 'Europe/London' and l.quantity > b.returned`
}

/** The first line of its SKU in the order of what came back (`r`). */
const FIRST_LINE = sql`lateral (
        select line_number, quantity as bought, total_value from order_lines
        where client_code = r.client_code and order_number = r.order_number and sku_code = r.sku_code
        order by line_number limit 1
      ) l on true`
const FIRST_LINES = (client: string) => sql`(
        select distinct on (order_number, sku_code) order_number, sku_code, line_number, quantity as bought, total_value
        from order_lines where client_code = ${client} order by order_number, sku_code, line_number
      ) l on l.order_number = r.order_number and l.sku_code = r.sku_code`

/** The lines that a trial is about: a statement for a cursor, and one that counts them. */
export const linesToTry = (of: TriedOf, { parcels, serials, earlier, isOfAllOrders }: LooksAt) => sql<TriedRow>`
  select a.order_number, a.line_number, a.sku_code, least(a.quantity, a.bought) as quantity, a.bought,
    (a.total_value * 10000)::bigint as line_value, (o.total_value * 10000)::bigint as order_value, a.reason, a.asked_on,
    o.is_trade, ${numbered(sql`o.ordered_at`)} as ordered_on, p.despatched_on, p.delivered_on, o.country, o.post_code,
    k.weight, k.length, k.categories, coalesce(p.has_exception, false) as has_exception, c.has_serials, e.earlier
  from (${asked(of, isOfAllOrders)}) a
  join orders o on o.client_code = ${of.client} and o.order_number = a.order_number
  join skus k on k.client_code = ${of.client} and k.sku_code = a.sku_code
  ${parcels ? (isOfAllOrders ? PARCELS_OF_ALL(of) : sql`cross join lateral (${PARCELS(of)}) p`) : NO_PARCELS}
  cross join lateral (${serials ? SERIALS(of) : sql`select false as has_serials`}) c
  ${earlier === 'of all' ? EARLIER_OF_ALL(of) : sql`cross join lateral (${earlier ? EARLIER(of) : sql`select '{}'::int[] as earlier`}) e`}`

export const countLinesToTry = (of: TriedOf) => sql<{ total: number }>`
  select count(*)::int as total from (${asked(of, false)}) a`

const NO_PARCELS = sql`cross join (values (null::int, null::int, false)) p (despatched_on, delivered_on, has_exception)`
const OF_PARCELS = sql`${numbered(sql`max(despatched_at)`)} as despatched_on,
    case when count(*) > 0 and count(*) = count(delivered_on) then max(delivered_on) - ${EPOCH} end as delivered_on,
    count(*) filter (where delivered_on > promised_date or state in ('delivery_failed', 'return_to_sender')) > 0 as has_exception`
const PARCELS = ({ client }: TriedOf) => sql`
  select ${OF_PARCELS} from parcels where client_code = ${client} and order_number = a.order_number`
const PARCELS_OF_ALL = ({ client }: TriedOf) => sql`left join (
    select order_number, ${OF_PARCELS} from parcels where client_code = ${client} group by order_number
  ) p on p.order_number = a.order_number`

const SERIALS = ({ client }: TriedOf) => sql`
  select exists (
    select from parcels s join parcel_contents pc on pc.client_code = s.client_code and pc.tracking_number = s.tracking_number
    where s.client_code = ${client} and s.order_number = a.order_number and pc.sku_code = a.sku_code
      and pc.serial_number <> ''
  ) as has_serials`

/** The first days of this shopper's returns of the two years before, of which those before the day that was asked count. */
const EARLIER = ({ client, today }: TriedOf) => sql`
  select coalesce(array_agg(first_on) filter (where first_on < a.asked_on), '{}') as earlier from (
    select ${numbered(sql`min(r.occurred_at)`)} as first_on
    from orders other
    join return_events r on r.client_code = other.client_code and r.order_number = other.order_number
    where o.email <> '' and other.client_code = ${client} and other.email <> ''
      and other.email collate any_case = o.email collate any_case and r.occurred_at >= ${today}::date - 730
    group by r.return_reference
    limit 200
  ) returns`

/** A shopper as emails in any case are compared, by bytes: to compare a million by the rules of a language takes ten times as long. */
const shopper = (email: RawBuilder<unknown>) => sql`lower(${email} collate "C")`
/** The newest returns of a shopper that are looked at: whoever has more is out of all bounds. */
const MAX_EARLIER = 1000

/** The same of all shoppers of the client by one join, for a trial of many lines. */
const EARLIER_OF_ALL = ({ client, today }: TriedOf) => sql`
  left join (
    select email, (array_agg(first_on order by first_on desc))[1:${sql.lit(MAX_EARLIER)}] as days from (
      select ${shopper(sql`other.email`)} as email, ${numbered(sql`min(r.occurred_at)`)} as first_on
      from return_events r
      join orders other on other.client_code = ${client} and other.order_number = r.order_number and other.email <> ''
      where r.client_code = ${client} and r.occurred_at >= ${today}::date - 730
      group by 1, r.return_reference
    ) returns group by email
  ) s on s.email = ${shopper(sql`o.email`)}
  cross join lateral (select array(select day from unnest(s.days) day where day < a.asked_on) as earlier) e`
