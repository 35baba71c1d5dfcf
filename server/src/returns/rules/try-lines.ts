import type { CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import type { ReturnsTry } from '@despatch/contract/returns/rules/returns-try'
import { type RawBuilder, sql } from 'kysely'
import { NOT_RETURNED } from '../portal/load-returns.ts'
import { EPOCH, FREQUENT_SHOPPERS, dayNumberOf, shopperHash } from './try-shoppers.ts'

/** A line of a trial, with everything that the books use. Days are counted from 1 January 1970. */
export type TrialLine = {
  order_number: string
  line_number: number
  sku_code: string
  quantity: number
  bought: number
  /** Ten-thousandths, as text. */
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
  /** The line's physical location (ctid), valid within the transaction. */
  place: string
}

export type TrialScope = {
  client: string
  over: ReturnsTry['over']
  /** First day of the period, and the day of the request. */
  since: string
  today: string
  reason: string
}

/** Data that a trial needs beyond the order and its lines; data that no book uses is not loaded. */
export type TrialLookups = {
  parcels: boolean
  serials: boolean
  /** For many lines they are collected at once, in parallel to reading lines: see `try-shoppers.ts`. */
  earlier: boolean | 'of all'
  /** For very many lines, order contents are read in order of their orders instead of line by line. */
  isOfAllOrders: boolean
}

/** Lines of a trial to read: those of orders after one number up to another, or those at some locations. */
export type TrialPart =
  | { readonly after: string; readonly upTo: string | null }
  | { readonly places: readonly string[] }
export const ALL_LINES: TrialPart = { after: '', upTo: null }

/** Repeated for every joined table, because the planner does not infer it. */
const inPart = (part: TrialPart, order: RawBuilder<unknown>) =>
  'places' in part
    ? sql``
    : sql`${part.after === '' ? sql`` : sql`and ${order} > ${part.after}`} ${part.upTo === null ? sql`` : sql`and ${order} <= ${part.upTo}`}`
/**
 * Rows of a table with their location. Given locations are read in a subquery first: the planner would otherwise use an
 * index: bench `return-lines`.
 */
const rowsOf = (table: 'return_lines' | 'order_lines', client: string, part: TrialPart) =>
  'places' in part
    ? sql`(select *, ctid as place from ${sql.table(table)} where client_code = ${client} and ctid = any (${part.places}::tid[]) offset 0)`
    : sql`(select *, ctid as place from ${sql.table(table)})`

export function lookupsOf(books: readonly CompiledReturnsBook[]): TrialLookups {
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

/**
 * The lines to try: returns requested since a day, with each SKU of a return as one line; or what is left of despatched
 * orders.
 */
function requestedLines(
  { client, over, since, today, reason }: TrialScope,
  part: TrialPart,
  isOfAllOrders: boolean,
): RawBuilder<unknown> {
  return over === 'returns'
    ? sql`
      select r.order_number, r.sku_code, r.quantity, r.reason_code as reason,
        coalesce(r.announced_on, r.received_on) - ${EPOCH} as asked_on, l.line_number, l.bought, l.total_value, r.place
      from ${rowsOf('return_lines', client, part)} r
      ${isOfAllOrders ? linesOfAll(client, part) : LINES}
      where ${isReturn({ client, since })} ${inPart(part, sql`r.order_number`)}`
    : sql`
      select l.order_number, l.sku_code, l.quantity - b.returned as quantity, ${reason}::text as reason,
        ${today}::date - ${EPOCH} as asked_on, l.line_number, l.quantity as bought, l.total_value, l.place
      from orders s
      join ${rowsOf('order_lines', client, part)} l on l.client_code = s.client_code and l.order_number = s.order_number
      cross join lateral (
        select case when exists (
          select from return_lines where client_code = l.client_code and order_number = l.order_number
        ) then l.quantity - greatest(${NOT_RETURNED}, 0) else 0 end as returned
      ) b
      where ${isSent({ client, since })} and l.quantity > b.returned
        ${inPart(part, sql`s.order_number`)}`
}

const isReturn = ({ client, since }: Pick<TrialScope, 'client' | 'since'>) => sql`
  r.client_code = ${client} and r.quantity > 0
  and (r.announced_on >= ${since}::date or (r.announced_on is null and r.received_on >= ${since}::date))`
const isSent = ({ client, since }: Pick<TrialScope, 'client' | 'since'>) => sql`
  s.client_code = ${client} and s.status in ('D', 'V')
  and s.ordered_at >= ${since}::date::timestamp at time zone 'Europe/London'`

const COMBINED = sql`min(o.line_number) as line_number, sum(o.quantity)::int as bought, sum(o.total_value) as total_value`
/** The announced lines of return `r`, or else the order's lines of its SKU, combined into one (`l`). */
const LINES = sql`cross join lateral (
        select ${COMBINED} from order_lines o
        left join announced_lines a on a.client_code = o.client_code and a.return_reference = r.return_reference
          and a.order_number = o.order_number and a.line_number = o.line_number and a.sku_code = o.sku_code
        where o.client_code = r.client_code and o.order_number = r.order_number and o.sku_code = r.sku_code
        group by a.return_reference is null order by a.return_reference is null limit 1
      ) l`
const linesOfAll = (client: string, part: TrialPart) => sql`join (
        select o.order_number, o.sku_code, ${COMBINED} from order_lines o
        where o.client_code = ${client} ${inPart(part, sql`o.order_number`)} group by o.order_number, o.sku_code
      ) b on b.order_number = r.order_number and b.sku_code = r.sku_code
      left join (
        select a.return_reference, o.order_number, o.sku_code, ${COMBINED} from announced_lines a
        join order_lines o on o.client_code = a.client_code and o.order_number = a.order_number
          and o.line_number = a.line_number and o.sku_code = a.sku_code
        where a.client_code = ${client} and o.client_code = ${client} ${inPart(part, sql`a.order_number`)}
          ${inPart(part, sql`o.order_number`)}
        group by a.return_reference, o.order_number, o.sku_code
      ) n on n.return_reference = r.return_reference and n.order_number = r.order_number and n.sku_code = r.sku_code
      cross join lateral (
        select coalesce(n.line_number, b.line_number) as line_number, coalesce(n.bought, b.bought) as bought,
          coalesce(n.total_value, b.total_value) as total_value
      ) l`

/**
 * The lines of a trial, or a part of them. If earlier returns are collected for all shoppers, lines by location have
 * them; lines of a part have the shopper's number instead.
 */
export const linesToTry = (
  of: TrialScope,
  { parcels, serials, earlier, isOfAllOrders }: TrialLookups,
  part: TrialPart,
) => sql<TrialLine>`
  select a.order_number, a.line_number, a.sku_code, least(a.quantity, a.bought) as quantity, a.bought,
    (a.total_value * 10000)::bigint as line_value, (o.total_value * 10000)::bigint as order_value, a.reason, a.asked_on,
    o.is_trade, o.ordered_at, ${dayNumberOf(sql`o.ordered_at`)} as ordered_on, p.despatched_on, p.delivered_on, o.country, o.post_code,
    k.weight, k.length, k.categories, coalesce(p.has_exception, false) as has_exception, c.has_serials, e.earlier, a.place
    ${earlier === 'of all' && !('places' in part) ? sql`, case when o.email <> '' then ${shopperHash(sql`o.email`)} end as shopper` : sql``}
  from (${requestedLines(of, part, isOfAllOrders)}) a
  join orders o on o.client_code = ${of.client} and o.order_number = a.order_number ${inPart(part, sql`o.order_number`)}
  join skus k on k.client_code = ${of.client} and k.sku_code = a.sku_code
  ${parcels ? (isOfAllOrders ? parcelsOfAll(of, part) : sql`cross join lateral (${PARCELS(of)}) p`) : NO_PARCELS}
  cross join lateral (${serials ? SERIALS(of) : sql`select false as has_serials`}) c
  ${earlier === 'of all' && 'places' in part ? EARLIER_OF_ALL : sql`cross join lateral (${earlier === true ? EARLIER(of) : sql`select '{}'::int[] as earlier`}) e`}`

/**
 * Approximate number of lines, for the progress display: a few turn out to be missing or already returned. Counts up to
 * `most` + 1.
 */
export const countLinesToTry = (of: TrialScope, most: number) => sql<{ total: number }>`
  select count(*)::int as total from (${numbersToTry(of)} limit ${most + 1}::int) some_lines`

/** Percentage of the table's pages to sample. */
const SAMPLED = 4
/**
 * Estimates the number of lines, and the order numbers that split them into parts of about `by` lines. It samples,
 * because counting takes a tenth of the whole trial.
 */
export const partsToTry = (of: TrialScope, by: number) => sql<{ total: number; ends: string[] }>`
  select total, array(select ended collate "C" from unnest(ends) ended order by 1) as ends from (
    select count(*)::int * ${sql.lit(100 / SAMPLED)} as total,
      array_agg(order_number) filter (where n % ${Math.ceil((by * SAMPLED) / 100)}::int = 0) as ends
    from (
      select order_number, row_number() over (order by order_number) as n
      from (${numbersToTry(of, sql`tablesample system (${sql.lit(SAMPLED)})`)}) each_line
    ) in_order
  ) parts`

const numbersToTry = (of: TrialScope, sampled: RawBuilder<unknown> = sql``) =>
  of.over === 'returns'
    ? sql`select r.order_number from return_lines r ${sampled} where ${isReturn(of)}`
    : sql`select s.order_number from orders s ${sampled}
      join order_lines l on l.client_code = s.client_code and l.order_number = s.order_number where ${isSent(of)}`

const NO_PARCELS = sql`cross join (values (null::int, null::int, false)) p (despatched_on, delivered_on, has_exception)`
const OF_PARCELS = sql`${dayNumberOf(sql`max(despatched_at)`)} as despatched_on,
    case when count(*) > 0 and count(*) = count(delivered_on) then max(delivered_on) - ${EPOCH} end as delivered_on,
    count(*) filter (where delivered_on > promised_date or state in ('delivery_failed', 'return_to_sender')) > 0 as has_exception`
const PARCELS = ({ client }: TrialScope) => sql`
  select ${OF_PARCELS} from parcels where client_code = ${client} and order_number = a.order_number`
const parcelsOfAll = ({ client }: TrialScope, part: TrialPart) => sql`left join (
    select order_number, ${OF_PARCELS} from parcels
    where client_code = ${client} ${inPart(part, sql`order_number`)} group by order_number
  ) p on p.order_number = a.order_number`

const SERIALS = ({ client }: TrialScope) => sql`
  select exists (
    select from parcels s join parcel_contents pc on pc.client_code = s.client_code and pc.tracking_number = s.tracking_number
    where s.client_code = ${client} and s.order_number = a.order_number and pc.sku_code = a.sku_code
      and pc.serial_number <> ''
  ) as has_serials`

/** Start days of the shopper's returns in the last two years, before the day of the request. */
const EARLIER = ({ client, today }: TrialScope) => sql`
  select coalesce(array_agg(first_on) filter (where first_on < a.asked_on), '{}') as earlier from (
    select ${dayNumberOf(sql`min(r.occurred_at)`)} as first_on
    from orders other
    join return_events r on r.client_code = other.client_code and r.order_number = other.order_number
    where o.email <> '' and other.client_code = ${client} and other.email <> ''
      and other.email collate any_case = o.email collate any_case and r.occurred_at >= ${today}::date - 730
    group by r.return_reference
    limit 200
  ) returns`

/** Like {@link EARLIER}, from the collected shoppers. */
const EARLIER_OF_ALL = sql`
  left join ${FREQUENT_SHOPPERS} s on o.email <> '' and s.shopper = ${shopperHash(sql`o.email`)}
  cross join lateral (
    select case when s.days is null then '{}' else array(select day from unnest(s.days) day where day < a.asked_on) end as earlier
  ) e`
