import type { CountedFrom } from '@despatch/domain/returns/rules/returns-book'
import type { Distinctions } from '@despatch/domain/returns/rules/return-classes'
import { type RawBuilder, sql } from 'kysely'

/** One property that distinguishes lines, as a whole number from 0 to `count` - 1. */
type Digit = { readonly value: RawBuilder<unknown>; readonly count: number }

/** How many of the ascending figures a value has reached, as in the domain. */
const reached = (value: RawBuilder<unknown>, figures: Float64Array): Digit => ({
  value: sql`width_bucket((${value})::float8, ${[...figures]}::float8[])`,
  count: figures.length + 1,
})

/**
 * How many of some days an order was placed on or after. Compares instants, because converting each order to its day is
 * slower.
 */
const orderedReached = (days: Float64Array): Digit => ({
  value: sql`width_bucket(f.ordered_at, array(
    select (date '1970-01-01' + day::int)::timestamp at time zone 'Europe/London' from unnest(${[...days]}::float8[]) day order by 1
  ))`,
  count: days.length + 1,
})

/** Whether a position of the postcode is a digit. */
function isDigit(place: number): RawBuilder<unknown> {
  return sql`substr(f.post_code, ${sql.lit(place)}, 1) collate "C" between '0' and '9'`
}

/** A column that distinguishes lines. */
export type ClassColumn = { readonly name: string; readonly value: RawBuilder<unknown> }

/**
 * Columns that distinguish the lines of `linesToTry` (`f`): lines that a book may decide differently differ in one of
 * these or of {@link windowColumns}. `kinds` is the number of kinds of SKUs in `tried_kinds` (`q`). Properties that no
 * book uses are left out.
 */
export function classColumns(distinctions: Distinctions, kinds: number): ClassColumn[] {
  const { named, homes } = distinctions
  const texts = [{ name: 'reason', value: sql`f.reason` }]
  if (named.countries.size > 0)
    texts.push({
      name: 'country',
      value: sql`case when f.country = any (${[...named.countries]}::text[]) then f.country else '' end`,
    })
  if (named.regions.size > 0 && homes.has('GB')) texts.push({ name: 'area', value: AREA })
  return [...texts, ...packNumbers(digitsOf(distinctions, kinds))]
}

/**
 * The leading letters of a British postcode, which give its region; a postcode with other characters is used whole.
 * Most are found by the position of the first digit: a regular expression takes four times as long.
 */
const AREA = sql`case when f.country <> 'GB' then '' when octet_length(f.post_code) > char_length(f.post_code) then f.post_code
  else upper((case when ${isDigit(2)} then left(f.post_code, 1) when ${isDigit(3)} then left(f.post_code, 2)
    else coalesce(substring(translate(f.post_code, E' \t\n\v\f\r', '') from '^([A-Za-z]{1,2})[0-9]'), '') end) collate "C") end`

/**
 * Counts of the shopper's returns within each window that a rule uses. `earlier` is an array of the days of those
 * returns.
 */
export function windowColumns(
  { windows }: Distinctions,
  { earlier, askedOn }: { earlier: RawBuilder<unknown>; askedOn: RawBuilder<unknown> },
): ClassColumn[] {
  return Array.from(windows, ([days, figures], place) => ({
    name: `window_${place}`,
    value: reached(
      sql`case when coalesce(${earlier}, '{}') = '{}' then 0 else (
        select count(*) from unnest(${earlier}) day where day < ${askedOn} and day >= ${askedOn} - ${days}::int
      ) end`,
      figures,
    ).value,
  }))
}

function digitsOf({ bounds, elapsed }: Distinctions, kinds: number): Digit[] {
  const truth = (value: RawBuilder<unknown>) => ({ value: sql`(${value})::int`, count: 2 })
  const since = (day: RawBuilder<unknown>, from: CountedFrom) => {
    if (elapsed[from].length === 0) return { value: sql`0`, count: 1 }
    const { value, count } = reached(sql`greatest(0, f.asked_on - ${day})`, elapsed[from])
    return { value: sql`coalesce(1 + ${value}, 0)`, count: count + 1 }
  }
  const all = [
    { value: sql`coalesce(q.kind, 0)`, count: kinds },
    truth(sql`f.is_trade`),
    truth(sql`f.has_serials`),
    truth(sql`f.has_exception`),
    reached(sql`f.quantity`, bounds.quantity),
    reached(sql`f.line_value`, bounds.lineValue),
    reached(sql`f.order_value`, bounds.orderValue),
    orderedReached(bounds.ordered),
    reached(sql`f.asked_on`, bounds.today),
    reached(sql`coalesce(f.weight, 0)::float8 * f.quantity`, bounds.grams),
    reached(sql`coalesce(f.length, 0)`, bounds.length),
    since(sql`f.delivered_on`, 'delivery'),
    since(sql`f.despatched_on`, 'despatch'),
    since(sql`f.ordered_on`, 'order'),
  ]
  return all.filter(({ count }) => count > 1)
}

const MAX_COLUMN_VALUE = 2n ** 62n

/** Packs the numbers into as few bigint columns as possible. */
function packNumbers(digits: readonly Digit[]): { name: string; value: RawBuilder<unknown> }[] {
  const columns: RawBuilder<unknown>[] = []
  let [size, value] = [1n, sql`0::bigint`]
  for (const digit of digits) {
    const count = BigInt(digit.count)
    if (size * count > MAX_COLUMN_VALUE) {
      columns.push(value)
      ;[size, value] = [1n, sql`0::bigint`]
    }
    value = size === 1n ? sql`(${digit.value})::bigint` : sql`(${value}) * ${sql.lit(digit.count)} + ${digit.value}`
    size *= count
  }
  return [...columns, value].map((each, place) => ({ name: `class_${place}`, value: each }))
}
