import { AppError } from '../../process/app-error.ts'
import { printForm } from '../../pdf/print-form.ts'
import { withdrawReturn } from '../portal/change-returns.ts'
import { readReturn } from '../portal/read-return.ts'
import { inShop, type PageContext } from './page-context.ts'
import { noteOf } from './parcel-note.ts'
import { withDistinctLines } from './distinct-lines.ts'
import { isReturnKey, returnPath } from './return-link.ts'
import { mailSteps } from './return-mails.ts'
import { returnView } from './return-view.ts'
import type { StepAnswer } from './steps.ts'
import { NO_PAGE, wordsView } from './word-views.ts'

/** What the address of a return's page names. */
export type NamedReturn = { readonly reference: string; readonly key: string }

/** Where a return is, for anyone who has its link; anyone else is told that there is no such page. */
export async function showReturn(context: PageContext, named: NamedReturn, message?: string): Promise<StepAnswer> {
  const { shop, services, now } = context
  const of = await openReturn(context, named)
  if (!of) return { status: 404, page: wordsView(undefined, NO_PAGE) }
  const path = returnPath(services.secrets, { client: shop.client, reference: of.reference })
  return { page: returnView({ shop, of, path, now, ...(message !== undefined && { message }) }) }
}

/** Takes a return back, as far as it has not been sent, and shows it. Asked twice it is one. */
export async function withdraw(context: PageContext, named: NamedReturn): Promise<StepAnswer> {
  const { shop, services, now } = context
  const { client } = shop
  const { reference, key } = named
  if (!isReturnKey(services.secrets, { client, reference }, key)) return showReturn(context, named)
  try {
    await inShop(context.database, client, async (transaction) => {
      await withdrawReturn(transaction, { client, reference, by: '', now })
      await mailSteps(transaction, { client, reference }, context)
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return showReturn(context, named, error.message)
  }
  return { to: returnPath(services.secrets, { client, reference }) }
}

/** The note that goes into the parcel, as a PDF; undefined for who has not its link. */
export async function printNote(context: PageContext, named: NamedReturn): Promise<Uint8Array | undefined> {
  const of = await openReturn(context, named)
  return of && printForm(noteOf(of, context.shop))
}

async function openReturn(context: PageContext, { reference, key }: NamedReturn) {
  const { client } = context.shop
  if (!isReturnKey(context.services.secrets, { client, reference }, key)) return undefined
  const of = await inShop(context.database, client, (transaction) => readReturn(transaction, { client, reference }))
  return of && withDistinctLines(of, context.shop.currency)
}
