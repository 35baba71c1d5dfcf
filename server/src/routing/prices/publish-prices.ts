import type { Pricing } from '@despatch/domain/routing/prices/costing'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { priceBrakes, priceWarningText } from '@despatch/domain/routing/prices/price-brakes'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { type BookDraft, publish, type Published } from '../rule-book/publish.ts'

/** What a caller says of prices that are published, beside them. */
type Said = { readonly note: string; readonly acknowledged?: boolean | undefined }

/** A draft of other prices, with those in force. */
export type PricingDraft = BookDraft & {
  readonly before: Pricing
  readonly after: Pricing
  /** The first day that they hold for; undefined where nobody says. */
  readonly holdsFrom: Day | null | undefined
}

/**
 * Publishes prices with brakes: what looks wrong in them against those in force is kept with the version, and answered. Throws
 * what {@link publish} throws, and an AppError where something looks wrong: 422 with what, for a caller that has yet to look at it
 * (`acknowledged` is false), 400 for one that did and gives no note.
 */
export async function publishPrices(
  context: Context,
  { note, acknowledged }: Said,
  draft: () => Promise<PricingDraft>,
): Promise<Published & { warnings: string[] }> {
  let warnings: string[] = []
  const published = await publish(context, async () => {
    const { before, after, holdsFrom, ...change } = await draft()
    warnings = await warningsOf(context, { before, after, holdsFrom })
    refuseUnseen(warnings, { note, acknowledged })
    return { ...change, note, warnings }
  })
  return { ...published, warnings }
}

/** What looks wrong in prices against those in force, in words and in the client's currency. */
export async function warningsOf(
  { transaction, client, now }: Pick<Context, 'transaction' | 'client' | 'now'>,
  { before, after, holdsFrom }: Pick<PricingDraft, 'before' | 'after' | 'holdsFrom'>,
): Promise<string[]> {
  const { method, warnings } = priceBrakes(before, after, { today: dayOf(now), holdsFrom })
  if (warnings.length === 0) return []
  const currency = await currencyOf(transaction, client)
  return warnings.map((warning) => priceWarningText(method, warning, currency))
}

/** Throws an AppError where something looks wrong and the caller has yet to look at it (422), or gives no note (400). */
export function refuseUnseen(warnings: readonly string[], { note, acknowledged }: Said): void {
  if (warnings.length === 0) return
  if (acknowledged === false) throw notLookedAt(warnings)
  if (acknowledged && note === '')
    throw refuseFields([{ path: 'note', message: 'Say in the note why these prices are right' }])
}

function notLookedAt(warnings: readonly string[]): AppError {
  return new AppError(
    'unprocessable',
    `Look at these prices again: ${warnings.join(' ')} Save them with a note and acknowledged: true where they are right.`,
    { fields: warnings.map((message) => ({ path: 'acknowledged', message })) },
  )
}
