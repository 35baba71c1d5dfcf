import type { TrendChoice } from '@despatch/contract/returns/figures/return-figures'
import { COUNTED_BY } from '@despatch/domain/returns/figures/counted-by'
import { type RawBuilder, sql } from 'kysely'

/** The returns (`line`) that a choice counts: the one predicate of facts, lists and files. */
export function isCounted(clients: readonly string[], choice: TrendChoice): RawBuilder<boolean> {
  const { day, needs } = COUNTED_BY[choice.countedBy]
  const parts = [
    sql<boolean>`line.client_code = any (${clients}::text[])`,
    sql<boolean>`${sql.ref(`line.${day}`)} between ${choice.startDate}::date and ${choice.endDate}::date`,
    sql<boolean>`${sql.ref(`line.${needs}`)} is not null`,
  ]
  if (choice.SKU !== '') parts.push(sql`line.sku_code collate any_case = ${choice.SKU}`)
  if (choice.reason !== '') parts.push(sql`line.reason_code = ${reasonOf(choice.reason)}`)
  if (choice.carrier !== '') parts.push(sql`line.carrier = ${choice.carrier}`)
  if (choice.region !== '') parts.push(sql`line.region = ${choice.region}`)
  if (choice.category !== '')
    parts.push(sql`exists (
      select from skus where skus.client_code = line.client_code and skus.sku_code = line.sku_code
        and ${choice.category} = any (skus.categories))`)
  return sql.join(parts, sql` and `) as RawBuilder<boolean>
}

/** The pieces that a return is counted with. */
export const piecesOf = ({ countedBy }: TrendChoice): RawBuilder<number> =>
  sql<number>`${sql.ref(`line.${COUNTED_BY[countedBy].pieces}`)}`

/** The day on which it is. */
export const dayOf = ({ countedBy }: TrendChoice): RawBuilder<string> =>
  sql<string>`${sql.ref(`line.${COUNTED_BY[countedBy].day}`)}`

/** What is chosen where returns without a reason are meant. */
export const NO_REASON = 'No reason'
export const reasonOf = (chosen: string) => (chosen === NO_REASON ? '' : chosen)

/** What a reason is called. Reason codes' own titles, and what they were merged into, are to be joined here. */
export const reasonTitle = (code: string) => (code === '' ? NO_REASON : code)
