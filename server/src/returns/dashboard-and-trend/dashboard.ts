import type {
  returnFigures as routes,
  ReturnsPart,
  TrendChoice,
} from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { LIFE_STATES, type LifeState } from '@despatch/domain/returns/life/return-state'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { type FiguresQuery, waitingDays } from '../../figures/waiting-days.ts'
import type { Context } from '../../http/context.ts'
import { carrierNamesOf } from '../../figures/carrier-names.ts'
import { isCounted, NONE, piecesOf, reasonTitles } from './counted-lines.ts'
import { basesOf, postageOf, RATED, type RatedKind, refundsOf } from './part-rates.ts'

/** More bars cannot be read at a glance; the list shows the rest. */
const MAX_BARS = 12

/** The title of a SKU by reason is its reason. */
type Row = { kind: string; name: string; title: string; lines: number; pieces: number }

/** The SKUs with most pieces, by reason. */
const SKUS_BY_REASON = sql`
  select 'SKUsByReason', sku_code, reason_code, count(*)::int, sum(pieces)::int from counted
  where sku_code in (select sku_code from by_sku group by 1 order by sum(pieces) desc, sku_code collate "C" limit ${MAX_BARS})
  group by sku_code, reason_code`

/** Figures that rates are based on. Counts of returns need none: they are read live. */
export const dashboardFigures = (choice: TrendChoice): FiguresQuery => ({
  kinds: ['order', 'parcel'],
  periods: [choice],
})

/**
 * Returns of a period by reason, SKU, category, carrier, region and state. One statement reads them, so that they are
 * consistent.
 */
export async function dashboard(
  context: Pick<Context, 'transaction' | 'clients' | 'now'>,
  { body }: RouteChecked<typeof routes.dashboard>,
): Promise<RouteAnswer<typeof routes.dashboard>> {
  const { transaction, clients } = context
  const part = (kind: string, name: string) =>
    sql`select ${kind}::text, ${sql.ref(name)}::text, '', count(*)::int, sum(pieces)::int from counted group by 2`
  const waiting = await waitingDays(transaction, clients, dashboardFigures(body))
  const rows = await transaction.rows(
    sql<Row>`
      with counted as materialized (
        select line.*, ${piecesOf(body)} as pieces from return_lines as line where ${isCounted(clients, body)}
      ), by_sku as (
        select client_code, sku_code, count(*)::int as lines, sum(pieces)::int as pieces from counted group by 1, 2
      )
      select 'all' as kind, '' as name, '' as title, count(*)::int as lines, coalesce(sum(pieces), 0)::int as pieces from counted
      union all ${part('reasons', 'reason_code')} union all ${part('carriers', 'carrier')}
      union all ${part('regions', 'region')} union all ${part('states', 'state')}
      union all
      select 'SKUs', s.sku_code, coalesce(max(k.description), ''), sum(s.lines)::int, sum(s.pieces)::int
      from by_sku s left join skus k on k.client_code = s.client_code and k.sku_code = s.sku_code group by 2
      union all ${SKUS_BY_REASON}
      union all
      select 'categories', category, '', sum(s.lines)::int, sum(s.pieces)::int
      from by_sku s join skus k on k.client_code = s.client_code and k.sku_code = s.sku_code
      cross join lateral unnest(k.categories) as category group by 2
      union all
      select 'days', percentile_disc(0.5) within group (order by refunded_on - announced_on)::text,
        percentile_disc(0.9) within group (order by refunded_on - announced_on)::text, count(*)::int, 0
      from counted where announced_on is not null and refunded_on >= announced_on`.compile(db),
  )
  const reasonTitle = await reasonTitles(context)
  const carrierName = await carrierNamesOf(context)
  const all = rows.find(({ kind }) => kind === 'all')
  const days = rows.find(({ kind }) => kind === 'days')
  const most = (kind: string) => mostOf(rows, kind)
  const namesOf = (kind: string) => most(kind).map(({ name }) => name)
  const baseOf = await basesOf(context, body, { skus: namesOf('SKUs'), categories: namesOf('categories') })
  const parts = (kind: string, titleOf: (row: Row) => string): ReturnsPart[] =>
    most(kind).map((row) => {
      const rate = isRated(kind) ? rateOf(row, baseOf(kind, row.name)) : null
      return { name: row.name, title: titleOf(row), lines: row.lines, pieces: row.pieces, rate }
    })
  return {
    lines: all?.lines ?? 0,
    pieces: all?.pieces ?? 0,
    reasons: parts('reasons', ({ name }) => reasonTitle(name)),
    SKUs: parts('SKUs', ({ name, title }) => (title === '' ? name : `${name} ${title}`)),
    SKUsByReason: skusByReason(rows, namesOf('reasons')),
    categories: parts('categories', ({ name }) => name),
    carriers: parts('carriers', ({ name }) => carrierName(name)),
    regions: parts('regions', ({ name }) => name || NONE.region),
    states: parts('states', ({ name }) => LIFE_STATES[name as LifeState]),
    refunds: await refundsOf(context, body),
    postage: await postageOf(context, body),
    waitingDays: waiting,
    daysToRefund:
      days && days.lines > 0 ? { middle: Number(days.name), ninthOfTen: Number(days.title), lines: days.lines } : null,
  }
}

/** The rows of SKUs by reason, for some reasons. */
const skusByReason = (rows: readonly Row[], reasons: readonly string[]) =>
  rows
    .filter(({ kind, title }) => kind === 'SKUsByReason' && reasons.includes(title))
    .map(({ name, title, pieces }) => ({ SKU: name, reason: title, pieces }))

const mostOf = (rows: readonly Row[], kind: string) =>
  rows
    .filter((row) => row.kind === kind)
    .toSorted((one, other) => other.pieces - one.pieces || (one.name < other.name ? -1 : 1))
    .slice(0, MAX_BARS)

/** Rate per 100, to one decimal. */
const rateOf = ({ pieces }: Row, base: number | null) =>
  base === null ? null : Math.round((pieces / base) * 1000) / 10

const isRated = (kind: string): kind is RatedKind => (RATED as readonly string[]).includes(kind)

/** Filter values for the caller's clients. */
export async function choices(context: Context): Promise<RouteAnswer<typeof routes.choices>> {
  const { transaction, clients } = context
  // Query each client separately: the index on facts starts with the client.
  const values = (split: string) => sql<{ split: string; value: string }>`
    select distinct ${split}::text as split, f.value from unnest(${clients}::text[]) as c (client_code) cross join lateral (
      select distinct value from return_facts where client_code = c.client_code and split = ${split}
    ) f`
  const rows = await transaction.rows(
    sql<{ split: string; value: string }>`
      ${values('reason')} union all ${values('carrier')} union all ${values('region')}
      union all select distinct 'category', category from skus cross join lateral unnest(categories) as category
        where skus.client_code = any (${clients}::text[])`.compile(db),
  )
  const of = (split: string) =>
    rows
      .filter((row) => row.split === split && row.value !== '')
      .map(({ value }) => value)
      .toSorted()
  const withNone = (split: keyof typeof NONE) =>
    rows.some((row) => row.split === split && row.value === '') ? [...of(split), NONE[split]] : of(split)
  const [reasonTitle, carrierName] = [await reasonTitles(context), await carrierNamesOf(context)]
  return {
    reasons: withNone('reason').map((code) => ({ code, title: reasonTitle(code) })),
    carriers: withNone('carrier').map((carrier) => ({ carrier, carrierName: carrierName(carrier) })),
    regions: withNone('region'),
    categories: of('category'),
  }
}
