import { dayOf } from '@despatch/domain/calendar/day'
import {
  isPriced,
  NO_PRICING,
  pricesInUse,
  type PublishedPrices,
  usualHoldsFrom,
} from '@despatch/domain/routing/prices/holds-from'
import { priceBrakes } from '@despatch/domain/routing/prices/brakes/price-brakes'
import { priceWarningText } from '@despatch/domain/routing/prices/brakes/price-warning-text'
import type { BookContents, ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import { isSameJson } from '@despatch/domain/text/same-json'
import { sql } from 'kysely'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'

type Given = Pick<Context, 'transaction' | 'client' | 'now'>
type Pricing = BookContents['method']['pricing']

/** A version of a method that was published, with the first day that its prices hold for. */
type MethodVersion = PublishedPrices & { readonly carrierService: string; readonly isInForce: boolean }

/**
 * Changes of a rule book as they are published, in whatever way: each method's prices with the first day that they hold for
 * (the one that is given, that of the prices in force where they stay, else the usual one), and what looks wrong in them against
 * all that was published of the method before, in words and in the client's currency. Where several items change (`isOfSeveral`),
 * each warning names its method.
 */
export async function withPriceWarnings(
  context: Given,
  changes: readonly ItemChange[],
  isOfSeveral = changes.length > 1,
): Promise<{ readonly changes: readonly ItemChange[]; readonly warnings: string[] }> {
  const methods = changes.filter(({ kind }) => kind === 'method')
  if (methods.length === 0) return { changes, warnings: [] }
  const [published, currency] = await Promise.all([
    publishedMethods(
      context,
      methods.map(({ key }) => key),
    ),
    currencyOf(context.transaction, context.client),
  ])
  const today = dayOf(context.now)
  const dated = changes.map((change) => withHoldsFrom(change, published.get(change.key) ?? [], today))
  const warnings = dated.flatMap((change) => {
    if (change.kind !== 'method') return []
    const versions = published.get(change.key) ?? []
    const kept = versions.find(({ isInForce }) => isInForce)
    const { content, holdsFrom = today } = change
    const [before, after] = [kept?.pricing ?? NO_PRICING, content?.pricing ?? NO_PRICING]
    if (isSameJson(before, after) && (!content || !kept || kept.holdsFrom === holdsFrom)) return []
    const brakes = priceBrakes(before, after, { today, holdsFrom, published: versions })
    const name = `${content?.carrierService ?? kept?.carrierService} (${change.key}): `
    return brakes.warnings.map(
      (warning) => `${isOfSeveral ? name : ''}${priceWarningText(brakes.method, warning, currency)}`,
    )
  })
  return { changes: dated, warnings }
}

function withHoldsFrom(change: ItemChange, versions: readonly MethodVersion[], today: string): ItemChange {
  if (change.kind !== 'method' || !change.content || change.holdsFrom !== undefined) return change
  const { pricing } = change.content
  const kept = versions.find(({ isInForce }) => isInForce)
  if (kept && isSameJson(kept.pricing, pricing)) return { ...change, holdsFrom: kept.holdsFrom }
  const last = versions.some((version) => isPriced(version.pricing)) ? versions.at(-1) : undefined
  return { ...change, holdsFrom: usualHoldsFrom(last?.pricing ?? null, pricing, today) }
}

/**
 * The versions of methods whose prices a day is still compared with, in the order of publication: those in use on some day, and the
 * last one that had a price.
 */
export async function publishedMethods(
  { transaction, client }: Pick<Given, 'transaction' | 'client'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly MethodVersion[]>> {
  const rows = await transaction.rows(
    sql<{
      item_key: string
      pricing: Pricing
      carrier_service: string
      holds_from: string | null
      is_in_force: boolean
    }>`
      select item_key, content -> 'pricing' as pricing, content ->> 'carrierService' as carrier_service, holds_from::text,
        to_version is null as is_in_force
      from rule_book_items
      where client_code = ${client} and kind = 'method' and item_key = any (${keys}::text[])
      order by item_key, from_version`.compile(db),
  )
  const versions = rows.map(({ item_key, pricing, carrier_service, holds_from, is_in_force }) => ({
    key: item_key,
    pricing,
    carrierService: carrier_service,
    holdsFrom: holds_from,
    isInForce: is_in_force,
  }))
  const ofMethods = [...Map.groupBy(versions, ({ key }) => key)]
  return new Map(ofMethods.map(([key, own]) => [key, comparedVersions(own)]))
}

function comparedVersions(published: readonly MethodVersion[]): MethodVersion[] {
  const inUse = new Set(pricesInUse(published))
  const lastPriced = published.findLast(({ pricing }) => isPriced(pricing))
  return published.filter((version) => inUse.has(version) || version === lastPriced)
}

/** What a caller says of prices that are published, beside them. */
export type Acknowledgement = { readonly note?: string | undefined; readonly acknowledged?: boolean | undefined }

/** Throws an AppError where something looks wrong and the caller has yet to look at it (422), or gives no note (400). */
export function refuseUnseen(warnings: readonly string[], { note = '', acknowledged }: Acknowledgement): void {
  if (warnings.length === 0) return
  if (acknowledged === false) throw new NotLookedAt(warnings)
  if (acknowledged && note === '')
    throw refuseFields([{ path: 'note', message: 'Say in the note why these prices are right' }])
}

/** Prices were refused to a caller who has yet to look at what looks wrong in them. */
export class NotLookedAt extends AppError {
  readonly warnings: readonly string[]
  constructor(warnings: readonly string[]) {
    super(
      'unprocessable',
      `Look at these prices again: ${warnings.join(' ')} Save them with a note and acknowledged: true where they are right.`,
      { fields: warnings.map((message) => ({ path: 'acknowledged', message })) },
    )
    this.warnings = warnings
  }
}
