import type { skuReport as routes, SkuReportSort } from '@despatch/contract/stock/sku-file-report/sku-report'
import type { RouteChecked } from '@despatch/contract/route/types'
import { type RawBuilder, sql } from 'kysely'

export type SkuSelection = RouteChecked<typeof routes.skuFileReportTotals>['body']
type Place = { sort: SkuReportSort; desc: boolean; limit: number; offset: number }

/** Conditions on SKUs `s`. */
const hasBoxes = (client: string) =>
  sql`exists (select from sku_components c where c.client_code = ${client} and c.sku_code = s.sku_code)`
const isOrdered = (client: string) =>
  sql`exists (select from sku_activity a where a.client_code = ${client} and a.sku_code = s.sku_code)`
/** An expression on `pieces` in stock, which is null if never counted. */
const onHand = (client: string, expression: RawBuilder<unknown>) => sql`(
  select ${expression} from (
    select (
      select on_hand from counted_skus k where k.client_code = ${client} and k.sku_code = s.sku_code
    ) as pieces
  ) h
)`
const LACKS_WEIGHT = sql`s.weight is null`
const LACKS_SIZE = sql`(s.length is null or s.volume is null)`

/** Conditions of a selection on columns of SKUs `s`; empty ones are always true. */
export function matchesOwnColumns({ search, category }: SkuSelection): RawBuilder<unknown> {
  const pattern = search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  return sql`(${pattern}::text = '' or lower(s.sku_code) like ${pattern}::text || '%' or lower(s.description) like '%' || ${pattern}::text || '%')
    and (${category}::text = '' or s.categories @> array[${category}::text])`
}

export const isWholeList = (selection: SkuSelection): boolean => Object.values(selection).every((value) => value === '')

/**
 * The conditions of a selection on SKUs `s`. All selections share one statement text, so its plan is cached: planning
 * takes longer than reading a page.
 */
function andSelected(client: string, selection: SkuSelection): RawBuilder<unknown> {
  if (isWholeList(selection)) return sql``
  const { stock, movement, missing } = selection
  const stocked = onHand(
    client,
    sql`case when pieces is null then 'uncounted' when pieces > 0 then 'in' else 'out' end`,
  )
  return sql`and ${matchesOwnColumns(selection)}
    and case when ${missing}::text = '' then true when ${missing}::text = 'weight' then ${LACKS_WEIGHT}
      when ${missing}::text = 'size' then ${LACKS_SIZE} else ${LACKS_WEIGHT} or ${LACKS_SIZE} end
    and case when ${missing}::text = '' then true else not (${hasBoxes(client)}) end
    and case when ${movement}::text = '' then true else (${isOrdered(client)}) = (${movement}::text = 'moving') end
    and case when ${stock}::text = '' then true else ${stocked} = ${stock}::text end`
}

/**
 * Selects the codes of a page of SKUs in order; equal ones by code in the same direction. It reads an index in order
 * and stops after the page. SKUs without orders, or never counted, come from a second branch.
 */
export function pageOfSkus(
  client: string,
  selection: SkuSelection,
  { sort, desc, limit, offset }: Place,
): RawBuilder<unknown> {
  const and = andSelected(client, selection)
  const way = desc ? sql`desc` : sql`asc`
  const onePage = sql`limit ${limit} offset ${offset}`
  const bySkus = (order: RawBuilder<unknown>) =>
    sql`select s.sku_code from skus s where s.client_code = ${client} ${and} order by ${order} ${onePage}`
  const both = (values: RawBuilder<unknown>, isNeither: RawBuilder<unknown>, restComesFirst: boolean) => {
    const most = limit + offset
    const some = (other: RawBuilder<unknown>) => sql`limit greatest(0, ${most}::int - (select count(*) from ${other}))`
    const [firstLimit, restLimit] = restComesFirst
      ? [some(sql`rest`), sql`limit ${most}`]
      : [sql`limit ${most}`, some(sql`valued`)]
    const valued = sql`valued as materialized (
      select v.sku_code, v.value from (${values}) v
      join skus s on s.client_code = ${client} and s.sku_code = v.sku_code ${and}
      order by v.value ${way}, v.sku_code ${way} ${firstLimit}
    )`
    const rest = sql`rest as materialized (
      select s.sku_code from skus s where s.client_code = ${client} and ${isNeither} ${and}
      order by s.sku_code ${way} ${restLimit}
    )`
    return sql`
      with ${restComesFirst ? sql`${rest}, ${valued}` : sql`${valued}, ${rest}`}
      select sku_code from (
        select sku_code, value, ${restComesFirst} as is_later from valued
        union all select sku_code, null, ${!restComesFirst} from rest
      ) found order by is_later, value ${way}, sku_code ${way} ${onePage}`
  }
  switch (sort) {
    case 'code':
      return bySkus(sql`s.sku_code ${way}`)
    case 'title':
      return bySkus(sql`left(lower(trim(s.description)), 200) ${way}, s.sku_code ${way}`)
    case 'weight':
      return bySkus(desc ? sql`s.weight desc nulls last, s.sku_code desc` : sql`s.weight, s.sku_code`)
    case 'orders':
      return both(
        sql`select sku_code, orders as value from sku_activity where client_code = ${client}`,
        sql`not (${isOrdered(client)})`,
        !desc,
      )
    case 'onHand':
      return both(
        sql`select sku_code, on_hand as value from counted_skus where client_code = ${client}`,
        sql`${onHand(client, sql`pieces`)} is null`,
        false,
      )
  }
}
