import { dayOf } from '@despatch/domain/calendar/day'
import { isPriced, usualHoldsFrom } from '@despatch/domain/routing/prices/holds-from'
import type { Pricing } from '@despatch/domain/routing/prices/costing'
import type { BookContents, ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import { isSameJson } from '@despatch/domain/text/same-json'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

/** An item in force, by its name. */
type Kept = { readonly content: object; readonly holds_from: string | null }

/**
 * Changes with the first day that each method's prices hold for: the one that is given, that of the prices in force where they
 * stay, else the usual one against the prices before. `before` has the items in force by kind and key.
 */
export async function withHoldsFrom(
  context: Pick<Context, 'transaction' | 'client' | 'now'>,
  changes: readonly ItemChange[],
  before: ReadonlyMap<string, Kept>,
): Promise<ItemChange[]> {
  const open = changes.filter(({ kind, content, holdsFrom }) => kind === 'method' && content && holdsFrom === undefined)
  const last = await lastPricings(context, open)
  const today = dayOf(context.now)
  return changes.map((change) => {
    if (change.kind !== 'method' || !change.content || change.holdsFrom !== undefined) return change
    const kept = before.get(`${change.kind} ${change.key}`)
    const { pricing } = change.content
    if (kept && isSameJson(pricingOf(kept.content), pricing)) return { ...change, holdsFrom: kept.holds_from }
    return { ...change, holdsFrom: usualHoldsFrom(last.get(change.key) ?? null, pricing, today) }
  })
}

const pricingOf = (content: object) => (content as BookContents['method']).pricing

/** The last prices of methods that ever had any, whether or not they are in force. */
async function lastPricings(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  methods: readonly { readonly key: string }[],
): Promise<ReadonlyMap<string, Pricing>> {
  if (methods.length === 0) return new Map()
  const rows = await transaction.rows(
    sql<{ item_key: string; pricing: Pricing }>`
      select item_key, content -> 'pricing' as pricing from rule_book_items
      where client_code = ${client} and kind = 'method' and item_key = any (${methods.map(({ key }) => key)}::text[])
      order by item_key, from_version`.compile(db),
  )
  const priced = new Set(rows.flatMap(({ item_key, pricing }) => (isPriced(pricing) ? item_key : [])))
  return new Map(
    rows.filter(({ item_key }) => priced.has(item_key)).map(({ item_key, pricing }) => [item_key, pricing]),
  )
}
