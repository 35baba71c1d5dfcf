import type { skuReport as routes, SkuReportRow } from '@despatch/contract/stock/sku-file-report/sku-report'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { trimMoney } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { pageOfSkus } from './sku-report-page.ts'

type Row = {
  sku_code: string
  description: string
  categories: string[]
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
  volume: number | null
  unit_value: string
  is_serial_numbered: boolean
  is_unknown: boolean
  boxes: { Code: string; quantity: number }[] | null
  on_hand: number | null
  available: number | null
  orders: number
  last_ordered_at: Date | null
}

/** A page of the client's SKUs with their data: it selects their codes first, then looks each one up by key. */
export async function skuFileReport(
  { transaction, client }: Context,
  { body: { page, limit, sort, desc, ...selection } }: RouteChecked<typeof routes.skuFileReport>,
): Promise<RouteAnswer<typeof routes.skuFileReport>> {
  // Each sort has two statement texts (whole list, selection) with cached plans, because planning takes longer than the
  // rest. A cached plan does not know the limit, and would sort all SKUs instead of reading an index in order: bench
  // `skus`.
  const [, rows] = await inOrder([
    transaction.rows(
      sql`select set_config('enable_sort', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.compile(
        db,
      ),
    ),
    transaction.rows(
      prepared(
        // The promisable codes are the same for all rows, so they are read once.
        sql<Row>`
        with promisable as materialized (
          select array_agg(code) as codes from (
            select own.code from allocation_codes own where own.client_code = ${client} and own.may_be_promised
            union all
            select usual.code from default_allocation_codes usual where usual.may_be_promised
              and not exists (select from allocation_codes own where own.client_code = ${client} and own.code = usual.code)
          ) c
        )
        select s.sku_code, s.description, s.categories, s.weight, s.length, s.width, s.height, s.volume, s.unit_value,
          s.is_serial_numbered, s.is_unknown, case when l.is_counted then l.on_hand end as on_hand,
          case when l.is_counted then l.available end as available, coalesce(a.orders, 0) as orders, a.last_ordered_at, (
            select json_agg(json_build_object('Code', component_code, 'quantity', quantity) order by component_code)
            from sku_components where client_code = ${client} and sku_code = s.sku_code
          ) as boxes
        from (
          select sku_code, row_number() over () as place
          from (${pageOfSkus(client, selection, { sort, desc, limit, offset: (page - 1) * limit })}) found
        ) k
        join skus s on s.client_code = ${client} and s.sku_code = k.sku_code
        left join lateral (
          ${stockOfSku(client)}
        ) l on true
        left join sku_activity a on a.client_code = ${client} and a.sku_code = s.sku_code
        order by k.place`.compile(db),
      ),
    ),
  ])
  return { rows: rows.map(present) }
}

/** Stock of a SKU `s`: as many as its boxes make, if it is a kit. */
const stockOfSku = (
  client: string,
) => sql`select min(e.on_hand)::bigint as on_hand, bool_and(e.is_counted) as is_counted, min(e.available)::bigint as available from (
            select floor(sum(b.on_hand) / x.quantity) as on_hand, coalesce(bool_or(b.counted_at is not null), false) as is_counted,
              floor(coalesce(sum(b.available) filter (where b.code = any ((select codes from promisable)::text[])), 0) / x.quantity) as available
            from (
              select coalesce(c.component_code, s.sku_code) as code, coalesce(c.quantity, 1) as quantity
              from (select 1) itself
              left join sku_components c on c.client_code = ${client} and c.sku_code = s.sku_code
            ) x left join stock_balances b on b.client_code = ${client} and b.sku_code = x.code
            group by x.code, x.quantity
          ) e`

function present(row: Row): SkuReportRow {
  const inUnit = (whole: number | null, unit: number) => (whole === null ? null : whole / unit)
  const boxes = row.boxes ?? []
  const lacksWeight = boxes.length === 0 && row.weight === null
  const lacksSize = boxes.length === 0 && (row.length === null || row.volume === null)
  return {
    Code: row.sku_code,
    Item_Description: row.description.trim(),
    categories: row.categories,
    weight: inUnit(row.weight, 1000),
    length: inUnit(row.length, 10),
    width: inUnit(row.width, 10),
    height: inUnit(row.height, 10),
    volume: inUnit(row.volume, 1_000_000),
    boxes,
    unitValue: trimMoney(row.unit_value),
    isSerialNumbered: row.is_serial_numbered,
    isUnknownSku: row.is_unknown,
    missing: [...(lacksWeight ? (['weight'] as const) : []), ...(lacksSize ? (['size'] as const) : [])],
    onHand: row.on_hand,
    available: row.available,
    orders: row.orders,
    lastOrderedAt: row.last_ordered_at?.toISOString() ?? null,
  }
}
