import type { TrendChoice } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { COUNTED_BY } from '@despatch/domain/returns/dashboard-and-trend/counted-by'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

/** The condition on `return_lines` as `line` for returns that a report counts. Figures, lists and files all use it. */
export function isCounted(clients: readonly string[], choice: TrendChoice): RawBuilder<boolean> {
  const { day, needs } = COUNTED_BY[choice.countedBy]
  const parts = [
    sql<boolean>`line.client_code = any (${clients}::text[])`,
    sql<boolean>`(line.in_kits = 0 or line.quantity > line.in_kits)`,
    sql<boolean>`${sql.ref(`line.${day}`)} between ${choice.startDate}::date and ${choice.endDate}::date`,
    sql<boolean>`${sql.ref(`line.${needs}`)} is not null`,
  ]
  if (choice.SKU !== '') parts.push(sql`line.sku_code collate any_case = ${choice.SKU}`)
  if (choice.reason !== '') parts.push(sql`line.reason_code = ${valueOf('reason', choice.reason)}`)
  if (choice.carrier !== '') parts.push(sql`line.carrier = ${valueOf('carrier', choice.carrier)}`)
  if (choice.region !== '') parts.push(sql`line.region = ${valueOf('region', choice.region)}`)
  if (choice.category !== '')
    parts.push(sql`exists (
      select from skus where skus.client_code = line.client_code and skus.sku_code = line.sku_code
        and ${choice.category} = any (skus.categories))`)
  return sql.join(parts, sql` and `) as RawBuilder<boolean>
}

/** Pieces of a return that count. Boxes of a kit announced in the same return count as the kit. */
export const piecesOf = ({ countedBy }: TrendChoice): RawBuilder<number> =>
  sql<number>`greatest(0, ${sql.ref(`line.${COUNTED_BY[countedBy].pieces}`)} - line.in_kits)`

/** The day on which a return counts. */
export const dayOf = ({ countedBy }: TrendChoice): RawBuilder<string> =>
  sql<string>`${sql.ref(`line.${COUNTED_BY[countedBy].day}`)}`

/** Filter values and labels for returns without a reason, carrier or region. */
export const NONE = { reason: 'No reason', carrier: 'Not known', region: 'Not known' } as const
/** The stored value for a filter value. */
export const valueOf = (of: keyof typeof NONE, chosen: string) => (chosen === NONE[of] ? '' : chosen)

const TITLES = sql`select client_code, lower(content ->> 'code') as code, max(content ->> 'title') as title
  from returns_book_items where kind = 'reason' and to_version is null`

/** Joins the reason of `line` in the client's returns book as `reason`: null if the book does not have it. */
export const withReason = (clients: readonly string[]): RawBuilder<unknown> => sql`
  left join (${TITLES} and client_code = any (${clients}::text[]) group by 1, 2) as reason
    on reason.client_code = line.client_code and reason.code = lower(line.reason_code)`

/**
 * Returns a function that gives the title of a reason code. A code that no returns book of the clients has, or that
 * they title differently, is its own title.
 */
export async function reasonTitles({
  transaction,
  clients,
}: Pick<Context, 'transaction' | 'clients'>): Promise<(code: string) => string> {
  const rows = await transaction.rows(
    sql<{ code: string; title: string }>`
      select code, min(title) as title from (${TITLES} and client_code = any (${clients}::text[]) group by 1, 2) as titles
      group by code having min(title) = max(title)`.compile(db),
  )
  const titles = new Map(rows.map(({ code, title }) => [code, title]))
  return (code) => (code === '' ? NONE.reason : (titles.get(code.toLowerCase()) ?? code))
}
