import { dayOf } from '@despatch/domain/calendar/day'
import {
  isPriced,
  NO_PRICING,
  pricesInUse,
  type PublishedPrices,
  defaultHoldsFrom,
} from '@despatch/domain/routing/prices/holds-from'
import { checkPrices } from '@despatch/domain/routing/prices/check/price-check'
import { priceWarningText } from '@despatch/domain/routing/prices/check/price-warning-text'
import type { BookContents, ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import { isSameJson } from '@despatch/domain/text/same-json'
import { sql } from 'kysely'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'

type PricingContext = Pick<Context, 'transaction' | 'client' | 'now'>
type Pricing = BookContents['method']['pricing']

/** A published version of a method, with the first day that its prices apply. */
type MethodVersion = PublishedPrices & { readonly carrierService: string; readonly isInForce: boolean }

/**
 * Completes changes for publication. Each method gets the first day that its prices apply: the one in the change, the
 * current one if the prices do not change, else the default. The warnings compare the prices with everything published
 * for the method before, in the client's currency. With `isOfSeveral`, each warning names its method.
 */
export async function withPriceWarnings(
  context: PricingContext,
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
    const current = versions.find(({ isInForce }) => isInForce)
    const { content, holdsFrom = today } = change
    const [before, after] = [current?.pricing ?? NO_PRICING, content?.pricing ?? NO_PRICING]
    if (isSameJson(before, after) && (!content || !current || current.holdsFrom === holdsFrom)) return []
    const check = checkPrices(before, after, { today, holdsFrom, published: versions })
    const name = `${content?.carrierService ?? current?.carrierService} (${change.key}): `
    return check.warnings.map(
      (warning) => `${isOfSeveral ? name : ''}${priceWarningText(check.method, warning, currency)}`,
    )
  })
  return { changes: dated, warnings }
}

function withHoldsFrom(change: ItemChange, versions: readonly MethodVersion[], today: string): ItemChange {
  if (change.kind !== 'method' || !change.content || change.holdsFrom !== undefined) return change
  const { pricing } = change.content
  const current = versions.find(({ isInForce }) => isInForce)
  if (current && isSameJson(current.pricing, pricing)) return { ...change, holdsFrom: current.holdsFrom }
  const last = versions.some((version) => isPriced(version.pricing)) ? versions.at(-1) : undefined
  return { ...change, holdsFrom: defaultHoldsFrom(last?.pricing ?? null, pricing, today) }
}

/**
 * Loads the versions of methods to compare prices with, in order of publication: those in use on some day, and the last
 * one with a price.
 */
export async function publishedMethods(
  { transaction, client }: Pick<PricingContext, 'transaction' | 'client'>,
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

/** A caller's acknowledgement of warnings about prices. */
export type Acknowledgement = { readonly note?: string | undefined; readonly acknowledged?: boolean | undefined }

/** Throws an AppError if there are warnings that the caller has not acknowledged (422) or given no note for (400). */
export function refuseUnacknowledged(warnings: readonly string[], { note = '', acknowledged }: Acknowledgement): void {
  if (warnings.length === 0) return
  if (acknowledged === false) throw new UnacknowledgedWarnings(warnings)
  if (acknowledged && note === '') throw refuseFields([{ path: 'note', message: 'Add a note to explain these prices' }])
}

/** Refuses prices until the caller acknowledges the warnings. */
export class UnacknowledgedWarnings extends AppError {
  readonly warnings: readonly string[]
  constructor(warnings: readonly string[]) {
    super(
      'unprocessable',
      `Check these prices: ${warnings.join(' ')} If they are right, save them with a note and acknowledged: true.`,
      { fields: warnings.map((message) => ({ path: 'acknowledged', message })) },
    )
    this.warnings = warnings
  }
}
