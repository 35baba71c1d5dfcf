import { AppError } from '../../process/app-error.ts'
import { printForm } from '../../pdf/print-form.ts'
import { withdrawReturn } from '../portal/change-returns.ts'
import { readReturn } from '../portal/read-return.ts'
import { inShop, type PageContext } from './page-context.ts'
import { parcelNote } from './parcel-note.ts'
import { withDistinctLines } from './distinct-lines.ts'
import { isReturnKey, returnPath } from './return-link.ts'
import { mailSteps } from './return-mails.ts'
import { returnView } from './return-view.ts'
import type { StepAnswer } from './steps.ts'
import { NO_PAGE, messageView } from './message-views.ts'

/** Path parameters of a return's page. */
export type ReturnAddress = { readonly reference: string; readonly key: string }

/** Shows a return to anyone with its link; otherwise the page is not found. */
export async function showReturn(context: PageContext, address: ReturnAddress, message?: string): Promise<StepAnswer> {
  const { shop, services, now } = context
  const of = await openReturn(context, address)
  if (!of) return { status: 404, page: messageView(undefined, NO_PAGE) }
  const path = returnPath(services.secrets, { client: shop.client, reference: of.reference })
  return { page: returnView({ shop, of, path, now, ...(message !== undefined && { message }) }) }
}

/** Withdraws the unsent pieces of a return, and shows it. Repeating it has no effect. */
export async function withdraw(context: PageContext, address: ReturnAddress): Promise<StepAnswer> {
  const { shop, services, now } = context
  const { client } = shop
  const { reference, key } = address
  if (!isReturnKey(services.secrets, { client, reference }, key)) return showReturn(context, address)
  try {
    await inShop(context.database, client, async (transaction) => {
      await withdrawReturn(transaction, { client, reference, by: '', now })
      await mailSteps(transaction, { client, reference }, context)
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return showReturn(context, address, error.message)
  }
  return { to: returnPath(services.secrets, { client, reference }) }
}

/** The parcel note as a PDF; undefined without a valid link. */
export async function printNote(context: PageContext, address: ReturnAddress): Promise<Uint8Array | undefined> {
  const of = await openReturn(context, address)
  return of && printForm(parcelNote(of, context.shop))
}

async function openReturn(context: PageContext, { reference, key }: ReturnAddress) {
  const { client } = context.shop
  if (!isReturnKey(context.services.secrets, { client, reference }, key)) return undefined
  const of = await inShop(context.database, client, (transaction) => readReturn(transaction, { client, reference }))
  return of && withDistinctLines(of, context.shop.currency)
}
