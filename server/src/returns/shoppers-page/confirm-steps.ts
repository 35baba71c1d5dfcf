import type { AnsweredReturn, RequestedItem } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import type { Transaction } from '../../database/transaction.ts'
import { inOrder } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { type AnnounceOutcome, type AnnouncementLine, announceReturn } from '../portal/announce-return.ts'
import { confirmView } from './confirm-view.ts'
import { saveDraft } from './drafts.ts'
import { decideAgain, lineNames, openDraft, type OpenDraft, reasonTitles, validAnswer } from './open-draft.ts'
import { inShop, type PageContext } from './page-context.ts'
import { attachPhotos } from './photos.ts'
import { returnPath } from './return-link.ts'
import { mailSteps } from './return-mails.ts'
import { draftExpired, sealOf, type StepAnswer, type StepInput } from './steps.ts'

/** Step 4: a summary of the return before it is announced. */
export function showConfirm(context: PageContext, { token }: StepInput): Promise<StepAnswer> {
  return inShop(context.database, context.shop.client, async (transaction) => {
    const ready = await readyToConfirm(transaction, context, { token })
    return 'open' in ready ? confirmPage(context, ready, token) : ready
  })
}

/** Step 4, confirmed: announces the return. Sending the form again leads to the same return. */
export function announce(context: PageContext, { token }: Required<StepInput>): Promise<StepAnswer> {
  return inShop(context.database, context.shop.client, async (transaction) => {
    // Other returns of the same order can continue before the commit is on disk; this shopper's answer waits for it.
    transaction.releaseEarly()
    const ready = await readyToConfirm(transaction, context, { token, lock: true })
    if (!('open' in ready)) return ready
    const { open, requested, answer } = ready
    const { shop, services } = context
    let announced: AnnounceOutcome
    try {
      announced = await announceReturn(transaction, context, {
        client: shop.client,
        orderNumber: open.draft.orderNumber,
        lines: linesToAnnounce(ready),
        key: `page ${open.draft.tokenHash.toString('hex')}`,
        channel: 'portal',
        by: '',
        seen: { bookVersion: answer.bookVersion, at: new Date(answer.at) },
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      return { ...confirmPage(context, ready, token, error.message), status: error.status }
    }
    if (announced.outcome !== 'announced') {
      const fresh = await decideAgain(transaction, context, open, answer)
      if (fresh.before) return { to: `/returns/${shop.client}/options` }
      return { ...confirmPage(context, ready, token, refusalText(announced)), status: 409 }
    }
    const { reference } = announced
    const lineNumbers = requested.map(({ lineNumber }) => lineNumber)
    // The draft is locked, so no photo is added meanwhile.
    if (open.photos.size > 0) await attachPhotos(transaction, context, open.draft, { reference, lineNumbers })
    await inOrder([
      saveDraft(transaction, context, open.draft, { reference }),
      mailSteps(transaction, { client: shop.client, reference }, context),
    ])
    return { to: returnPath(services.secrets, { client: shop.client, reference }) }
  })
}

/** Why a line can no longer come back: someone announced it meanwhile, or its time is over. */
const refusalText = ({ decision }: Exclude<AnnounceOutcome, { outcome: 'announced' }>) =>
  decision.lines.some(({ why }) => why === 'already-returned')
    ? 'You’ve already announced a return of this. Our email has its reference. To send back something else, go back and change it.'
    : 'This can’t be returned any more.'

type ReadyDraft = {
  readonly open: OpenDraft
  readonly requested: readonly RequestedItem[]
  readonly answer: AnsweredReturn
  readonly options: readonly string[]
}

/** Loads a draft with all choices made; otherwise says which page the shopper has to complete. */
async function readyToConfirm(
  transaction: Transaction,
  context: PageContext,
  { token, lock = false }: { token: string; lock?: boolean },
): Promise<ReadyDraft | StepAnswer> {
  const { shop, services } = context
  const open = await openDraft(transaction, context, token, { lock })
  if (!open) return draftExpired(context)
  const { reference, requested } = open.draft
  if (reference !== null) return { to: returnPath(services.secrets, { client: shop.client, reference }) }
  const answer = await validAnswer(transaction, context, open)
  if (!requested || !answer) return { to: `/returns/${shop.client}/items` }
  // A changed answer must be read first, and its options chosen again.
  const options = answer === open.draft.answer || !answer.before ? open.draft.options : null
  const isOpen = answer.lines.some((line) => line.answer !== 'refused')
  if (!options || options.length < answer.parcels.length || !isOpen) return { to: `/returns/${shop.client}/options` }
  const coming = new Set(answer.lines.flatMap((line) => (line.answer === 'refused' ? [] : line.lineNumber)))
  return { open, requested: requested.filter(({ lineNumber }) => coming.has(lineNumber)), answer, options }
}

function linesToAnnounce({ requested, answer, options }: ReadyDraft): AnnouncementLine[] {
  const optionOf = new Map(
    answer.parcels.flatMap(({ lineNumbers }, place) => lineNumbers.map((line) => [line, options[place]])),
  )
  return requested.map(({ lineNumber, ...line }) => {
    const option = optionOf.get(lineNumber)
    return { lineNumber, ...line, ...(option !== undefined && { option }) }
  })
}

function confirmPage(context: PageContext, ready: ReadyDraft, token: string, message?: string): StepAnswer & object {
  const { open, requested, answer, options } = ready
  return {
    page: confirmView({
      shop: context.shop,
      orderNumber: open.draft.orderNumber,
      requested,
      answer,
      options,
      nameOfLine: lineNames(open),
      titleOfReason: reasonTitles(open),
      isEu: open.isEu,
      ...(message !== undefined && { message }),
      seal: sealOf(context, token),
    }),
  }
}
