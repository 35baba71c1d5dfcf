import type { CountedFrom } from '@despatch/domain/returns/rules/returns-book'
import type { WhatTells } from '@despatch/domain/returns/rules/return-classes'
import { type RawBuilder, sql } from 'kysely'

/** One thing that tells lines apart: a whole number from 0, below `count`. */
type Digit = { readonly value: RawBuilder<unknown>; readonly count: number }

/** How many figures a value has reached, as the domain counts it. */
const reached = (value: RawBuilder<unknown>, figures: Float64Array): Digit => ({
  value: sql`width_bucket((${value})::float8, ${[...figures]}::float8[])`,
  count: figures.length + 1,
})

/** How many of some days an order is of or after, by the moments at which they begin: its own day takes longer to work out. */
const orderedReached = (days: Float64Array): Digit => ({
  value: sql`width_bucket(f.ordered_at, array(
    select (date '1970-01-01' + day::int)::timestamp at time zone 'Europe/London' from unnest(${[...days]}::float8[]) day order by 1
  ))`,
  count: days.length + 1,
})

/** Whether there is a digit at some place of the postcode. */
function isDigit(place: number): RawBuilder<unknown> {
  return sql`substr(f.post_code, ${sql.lit(place)}, 1) collate "C" between '0' and '9'`
}

/** A column of what tells lines apart. */
export type ClassColumn = { readonly name: string; readonly value: RawBuilder<unknown> }

/**
 * What tells the lines of `linesToTry` (`f`) apart, as columns: lines that a book may answer otherwise never have the same in all
 * of these and of {@link windowColumns}. `kinds` of SKUs are those of `tried_kinds` (`q`). What the books do not look at is not
 * worked out.
 */
export function classColumns(tells: WhatTells, kinds: number): ClassColumn[] {
  const { named, homes } = tells
  const texts = [{ name: 'reason', value: sql`f.reason` }]
  if (named.countries.size > 0)
    texts.push({
      name: 'country',
      value: sql`case when f.country = any (${[...named.countries]}::text[]) then f.country else '' end`,
    })
  if (named.regions.size > 0 && homes.has('GB')) texts.push({ name: 'area', value: AREA })
  return [...texts, ...numbered(digitsOf(tells, kinds))]
}

/**
 * The letters that a British postcode begins with, which say its region; of one with other signs, all of it. Most are told by the
 * place of their first digit: a regular expression takes four times as long.
 */
const AREA = sql`case when f.country <> 'GB' then '' when octet_length(f.post_code) > char_length(f.post_code) then f.post_code
  else upper((case when ${isDigit(2)} then left(f.post_code, 1) when ${isDigit(3)} then left(f.post_code, 2)
    else coalesce(substring(translate(f.post_code, E' \t\n\v\f\r', '') from '^([A-Za-z]{1,2})[0-9]'), '') end) collate "C") end`

/** How often the shopper of a line had returned within each number of days that a rule counts: `earlier` are the days of that. */
export function windowColumns(
  { windows }: WhatTells,
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

function digitsOf({ bounds, gone }: WhatTells, kinds: number): Digit[] {
  const truth = (value: RawBuilder<unknown>) => ({ value: sql`(${value})::int`, count: 2 })
  const since = (day: RawBuilder<unknown>, from: CountedFrom) => {
    if (gone[from].length === 0) return { value: sql`0`, count: 1 }
    const { value, count } = reached(sql`greatest(0, f.asked_on - ${day})`, gone[from])
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

const MOST = 2n ** 62n

/** Puts numbers together into as few as hold them. */
function numbered(digits: readonly Digit[]): { name: string; value: RawBuilder<unknown> }[] {
  const columns: RawBuilder<unknown>[] = []
  let [size, value] = [1n, sql`0::bigint`]
  for (const digit of digits) {
    const count = BigInt(digit.count)
    if (size * count > MOST) {
      columns.push(value)
      ;[size, value] = [1n, sql`0::bigint`]
    }
    value = size === 1n ? sql`(${digit.value})::bigint` : sql`(${value}) * ${sql.lit(digit.count)} + ${digit.value}`
    size *= count
  }
  return [...columns, value].map((each, place) => ({ name: `class_${place}`, value: each }))
}
