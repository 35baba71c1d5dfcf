import type { skuReport as routes } from '@despatch/contract/stock/sku-file-report/sku-report'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type RawBuilder, sql } from 'kysely'
import { fixed, prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { isWholeList, matchesOwnColumns, type SkuSelection } from './sku-report-page.ts'

type Counted = { total: number; withoutWeight: number; withoutSize: number; guesses: number }

const LACKS_WEIGHT = sql`(s.weight is null and c.sku_code is null)`
const LACKS_SIZE = sql`((s.length is null or s.volume is null) and c.sku_code is null)`
const MAX_CATEGORIES = 1000
const WITHOUT_LOOPS = sql`
  select set_config('enable_nestloop', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.compile(
  db,
)
const WITH_LOOPS = sql`select set_config('enable_nestloop', 'on', true)`.compile(db)

/** Number of selected SKUs, what they lack, and all categories. */
export async function skuFileReportTotals(
  { transaction, client }: Context,
  { body: selection }: RouteChecked<typeof routes.skuFileReportTotals>,
): Promise<RouteAnswer<typeof routes.skuFileReportTotals>> {
  // Hash joins read each table once. Without statistics on a client, the planner would look up every row in the other
  // tables.
  const [, [counted], , categories, [activity]] = await inOrder([
    transaction.rows(WITHOUT_LOOPS),
    transaction.rows(prepared(countSelected(client, selection).compile(db))),
    transaction.rows(WITH_LOOPS),
    transaction.rows(categoriesOf(client)),
    transaction.rows(activityOf(client)),
  ])
  return {
    ...(counted ?? { total: 0, withoutWeight: 0, withoutSize: 0, guesses: 0 }),
    categories: categories.map(({ category }) => category),
    countedAt: activity?.counted_at.toISOString() ?? null,
  }
}

function countSelected(client: string, selection: SkuSelection): RawBuilder<Counted> {
  const { stock, movement, missing } = selection
  // One statement text for all selections, except that stock is read only if it is filtered.
  const where = sql`where ${matchesOwnColumns(selection)}
    and case when ${missing}::text = '' then true when ${missing}::text = 'weight' then ${LACKS_WEIGHT}
      when ${missing}::text = 'size' then ${LACKS_SIZE} else ${LACKS_WEIGHT} or ${LACKS_SIZE} end
    and (${movement}::text = '' or (a.sku_code is not null) = (${movement}::text = 'moving'))
    ${stock === '' ? sql`` : sql`and case when l.is_counted is not true then 'uncounted' when l.on_hand > 0 then 'in' else 'out' end = ${stock}`}`
  const withStock = sql`left join (
    select sku_code, on_hand, true as is_counted from counted_skus where client_code = ${client}
  ) l on l.sku_code = s.sku_code`
  return sql<Counted>`
    select count(*)::int as total, (count(*) filter (where ${LACKS_WEIGHT}))::int as "withoutWeight",
      (count(*) filter (where ${LACKS_SIZE}))::int as "withoutSize",
      coalesce(sum(a.orders) filter (where ${LACKS_WEIGHT} or ${LACKS_SIZE}), 0)::int as guesses
    from (select * from skus where client_code = ${client}) s
    left join (select distinct sku_code from sku_components where client_code = ${client}) c on c.sku_code = s.sku_code
    left join (select sku_code, orders from sku_activity where client_code = ${client}) a on a.sku_code = s.sku_code
    ${stock === '' ? sql`` : withStock}
    ${isWholeList(selection) ? sql`` : where}`
}

/** Walks the index from one set of categories to the next, instead of reading all SKUs. */
const categoriesOf = fixed((client: string) =>
  sql<{ category: string }>`
  with recursive sets as (
    select ''::text collate "C" as key, '{}'::text[] as categories
    union all
    select next.category_set, next.categories from sets cross join lateral (
      select category_set, categories from skus
      where client_code = ${client} and category_set <> '' and category_set > sets.key order by category_set limit 1
    ) next
  )
  select distinct unnest(categories) as category from sets order by 1 limit ${MAX_CATEGORIES}`.compile(db),
)
const activityOf = fixed((client: string) =>
  db.selectFrom('sku_activity_counted').select('counted_at').where('client_code', '=', client).compile(),
)
