import type { stockSkusInput } from '@despatch/contract/reports/stock-flow-shapes'
import type { reports as routes } from '@despatch/contract/reports/reports'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { addDays, dayOf, daysBetween, startOfDay } from '@despatch/domain/calendar/day'
import type { StockFigure } from '@despatch/domain/reports/figures'
import { grainsOf, type Period } from '@despatch/domain/reports/periods'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { NOT_KNOWN } from './parcel-sums.ts'

/** SKUs on the screen; a file lists all. */
const MAX_SKUS = 100

export type StockFlowChoice = Pick<z.output<typeof stockSkusInput>, 'startDate' | 'endDate' | 'category'> & {
  figure?: StockFigure | ''
}
/** SQL for each figure of a SKU's row `f`. */
const FIGURE_COLUMN: Record<StockFigure, RawBuilder<number>> = {
  opening: sql`f.opening`,
  goodsIn: sql`f.goods_in`,
  returned: sql`f.returned`,
  despatched: sql`f.despatched`,
  adjusted: sql`f.adjusted`,
  closing: sql`f.closing`,
}
type Flow = {
  opening: number
  goods_in: number
  returned: number
  despatched: number
  adjusted: number
  closing: number
  skus: number
}
type Row = Flow & { kind: string; client: string; name: string; title: string }

/**
 * Opening, incoming, outgoing and closing stock by SKU in a period, with categories: shared by the report and its file.
 */
export const stockFlowRows = (
  clients: readonly string[],
  { startDate, endDate, category, figure = '' }: StockFlowChoice,
) => sql`
  select f.*, k.description, k.categories
  from stock_flow(${clients}::text[], ${startOfDay(startDate)}, ${startOfDay(addDays(endDate, 1))}) f
  join skus k on k.client_code = f.client_code and k.sku_code = f.sku_code
  where ${
    figure === ''
      ? sql`(f.opening, f.goods_in, f.returned, f.despatched, f.adjusted, f.closing) is distinct from (0, 0, 0, 0, 0, 0)`
      : sql`${FIGURE_COLUMN[figure]} <> 0`
  }
    ${
      category === ''
        ? sql``
        : category === NOT_KNOWN
          ? sql`and cardinality(k.categories) = 0`
          : sql`and ${category} = any (k.categories)`
    }`

const SUMS = sql`coalesce(sum(opening), 0)::int as opening, coalesce(sum(goods_in), 0)::int as goods_in,
  coalesce(sum(returned), 0)::int as returned, coalesce(sum(despatched), 0)::int as despatched,
  coalesce(sum(adjusted), 0)::int as adjusted, coalesce(sum(closing), 0)::int as closing, count(*)::int as skus`

/** A client's stock flow by category, SKU and week. */
export async function stockFlow(
  { transaction, clients, now }: Pick<Context, 'transaction' | 'clients' | 'now'>,
  { body }: RouteChecked<typeof routes.stockFlow>,
): Promise<RouteAnswer<typeof routes.stockFlow>> {
  const { startDate, endDate } = body
  const [rows, weeks] = await Promise.all([
    transaction.rows(
      sql<Row>`
        with flow as materialized (${stockFlowRows(clients, body)})
        select 'all'::text as kind, ''::text as client, ''::text as name, ''::text as title, ${SUMS} from flow
        union all
        select 'categories', '', category, category, ${SUMS}
        from flow cross join lateral unnest(case when cardinality(categories) = 0 then array[${NOT_KNOWN}] else categories end) as category
        group by 3
        union all
        select * from (
          select 'skus', client_code, sku_code, coalesce(description, ''), opening::int, goods_in::int, returned::int, despatched::int,
            adjusted::int, closing::int, 1 from flow order by despatched desc, closing desc, client_code, sku_code limit ${MAX_SKUS}
        ) as most`.compile(db),
    ),
    transaction.rows(weeksOf(clients, body).compile(db)),
  ])
  const byWeek = new Map(weeks.map((week) => [week.start, week]))
  const days = daysBetween(startDate, endDate) + 1
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const all = of('all')[0]
  return {
    startDate,
    endDate,
    ...presentFlow(all, days),
    categories: of('categories')
      .map((row) => ({ name: row.name, ...presentFlow(row, days) }))
      .toSorted((one, other) => other.despatched - one.despatched || (one.name < other.name ? -1 : 1)),
    topSkus: of('skus').map((row) => ({
      clientCode: row.client,
      SKU: row.name,
      Item_Description: row.title,
      ...presentFlow(row, days),
    })),
    weeks: grainsOf(body, 'week').map((start) => ({
      start,
      goodsIn: byWeek.get(start)?.goods_in ?? 0,
      returned: byWeek.get(start)?.returned ?? 0,
      despatched: byWeek.get(start)?.despatched ?? 0,
    })),
    today: dayOf(now),
  }
}

/** Days until the closing stock runs out at the pace of the period; null if nothing went out. */
export const coverOf = ({ closing, despatched }: Pick<Flow, 'closing' | 'despatched'>, days: number) =>
  despatched > 0 ? Math.round((Math.max(closing, 0) / despatched) * days) : null

const presentFlow = (row: Flow | undefined, days: number) => ({
  opening: row?.opening ?? 0,
  goodsIn: row?.goods_in ?? 0,
  returned: row?.returned ?? 0,
  despatched: row?.despatched ?? 0,
  adjusted: row?.adjusted ?? 0,
  closing: row?.closing ?? 0,
  skus: row?.skus ?? 0,
  daysOfCover: row ? coverOf(row, days) : null,
})

const weeksOf = (clients: readonly string[], { startDate, endDate, category }: Period & { category: string }) => sql<{
  start: string
  goods_in: number
  returned: number
  despatched: number
}>`
  select date_trunc('week', london_day(m.at))::date::text as start,
    coalesce(sum(m.pieces) filter (where m.kind = 'goods-in'), 0)::int as goods_in,
    coalesce(sum(m.pieces) filter (where m.kind = 'return'), 0)::int as returned,
    coalesce(-sum(m.pieces) filter (where m.kind = 'despatch'), 0)::int as despatched
  from stock_movements m
  where m.client_code = any (${clients}::text[]) and m.at >= ${startOfDay(startDate)} and m.at < ${startOfDay(addDays(endDate, 1))}
    and not exists (select from sku_components c where c.client_code = m.client_code and c.sku_code = m.sku_code)
    ${
      category === ''
        ? sql``
        : sql`and exists (
            select from skus k where k.client_code = m.client_code and k.sku_code = m.sku_code
              and ${category === NOT_KNOWN ? sql`cardinality(k.categories) = 0` : sql`${category} = any (k.categories)`}
          )`
    }
  group by 1`

/** The SKUs behind a figure, most pieces first, and their total. */
export async function stockSkus(
  { transaction, clients }: Context,
  { body }: RouteChecked<typeof routes.stockSkus>,
): Promise<RouteAnswer<typeof routes.stockSkus>> {
  const { page, limit, startDate, endDate, figure } = body
  const counted = FIGURE_COLUMN[figure || 'closing']
  const rows = await transaction.rows(
    sql<Flow & { client: string; sku: string; title: string; total: number; pieces: number }>`
      with f as materialized (${stockFlowRows(clients, body)}),
        whole as (select count(*)::int as total, coalesce(sum(${counted}), 0)::int as pieces from f)
      select w.total, w.pieces, coalesce(p.client_code, '') as client, p.sku_code as sku, coalesce(p.description, '') as title,
        p.opening::int, p.goods_in::int, p.returned::int, p.despatched::int, p.adjusted::int, p.closing::int, 1 as skus
      from whole w left join (
        select f.*, abs(${counted}) as size from f order by size desc, f.client_code, f.sku_code
        limit ${limit} offset ${(page - 1) * limit}
      ) p on true
      order by p.size desc, p.client_code, p.sku_code`.compile(db),
  )
  const days = daysBetween(startDate, endDate) + 1
  return {
    rows: rows
      .filter(({ client }) => client !== '')
      .map((row) => ({ clientCode: row.client, SKU: row.sku, Item_Description: row.title, ...presentFlow(row, days) })),
    total: rows[0]?.total ?? 0,
    pieces: rows[0]?.pieces ?? 0,
  }
}
