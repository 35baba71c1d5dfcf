import type { AnsweredReturn, AskedItem } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import type { Transaction } from '../../database/transaction.ts'
import { inOrder } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { type Announced, type AnnouncedLineAsked, announceReturn } from '../portal/announce-return.ts'
import { confirmView } from './confirm-view.ts'
import { keepDraft } from './drafts.ts'
import { answerAnew, lineNames, openDraft, type OpenDraft, reasonTitles, standingAnswer } from './open-draft.ts'
import { inShop, type PageContext } from './page-context.ts'
import { givePhotos } from './photos.ts'
import { returnPath } from './return-link.ts'
import { mailSteps } from './return-mails.ts'
import { draftIsGone, sealOf, type StepAnswer, type StepInput } from './steps.ts'

/** Step 4: all that is about to be announced. */
export function showConfirm(context: PageContext, { token }: StepInput): Promise<StepAnswer> {
  return inShop(context.database, context.shop.client, async (transaction) => {
    const ready = await readyToConfirm(transaction, context, { token })
    return 'open' in ready ? confirmPage(context, ready, token) : ready
  })
}

/** Step 4, confirmed: announces the return. The same form sent again leads to the same return. */
export function announce(context: PageContext, { token }: Required<StepInput>): Promise<StepAnswer> {
  return inShop(context.database, context.shop.client, async (transaction) => {
    // Anyone who announces goods of the same order goes on before the disk has this; its own shopper does not.
    transaction.releaseEarly()
    const ready = await readyToConfirm(transaction, context, { token, hold: true })
    if (!('open' in ready)) return ready
    const { open, asked, answer } = ready
    const { shop, services } = context
    let announced: Announced
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
      const fresh = await answerAnew(transaction, context, open, answer)
      if (fresh.before) return { to: `/returns/${shop.client}/options` }
      return { ...confirmPage(context, ready, token, goneText(announced)), status: 409 }
    }
    const { reference } = announced
    const lineNumbers = asked.map(({ lineNumber }) => lineNumber)
    // The draft is held: no photo comes to it meanwhile.
    if (open.photos.size > 0) await givePhotos(transaction, context, open.draft, { reference, lineNumbers })
    await inOrder([
      keepDraft(transaction, context, open.draft, { reference }),
      mailSteps(transaction, { client: shop.client, reference }, context),
    ])
    return { to: returnPath(services.secrets, { client: shop.client, reference }) }
  })
}

/** Why what could come back a moment ago cannot: someone announced it meanwhile, or its time is over. */
const goneText = ({ decision }: Exclude<Announced, { outcome: 'announced' }>) =>
  decision.lines.some(({ why }) => why === 'already-returned')
    ? 'You’ve already announced a return of this. Our email has its reference. To send back something else, go back and change it.'
    : 'This can’t be returned any more.'

type Ready = {
  readonly open: OpenDraft
  readonly asked: readonly AskedItem[]
  readonly answer: AnsweredReturn
  readonly options: readonly string[]
}

/** A draft of which everything was chosen; else where its shopper has to go first. */
async function readyToConfirm(
  transaction: Transaction,
  context: PageContext,
  { token, hold = false }: { token: string; hold?: boolean },
): Promise<Ready | StepAnswer> {
  const { shop, services } = context
  const open = await openDraft(transaction, context, token, { hold })
  if (!open) return draftIsGone(context)
  const { reference, asked } = open.draft
  if (reference !== null) return { to: returnPath(services.secrets, { client: shop.client, reference }) }
  const answer = await standingAnswer(transaction, context, open)
  if (!asked || !answer) return { to: `/returns/${shop.client}/items` }
  // What is answered otherwise by now has to be read first; its options are chosen again.
  const options = answer === open.draft.answer || !answer.before ? open.draft.options : null
  const isOpen = answer.lines.some((line) => line.answer !== 'refused')
  if (!options || options.length < answer.parcels.length || !isOpen) return { to: `/returns/${shop.client}/options` }
  const coming = new Set(answer.lines.flatMap((line) => (line.answer === 'refused' ? [] : line.lineNumber)))
  return { open, asked: asked.filter(({ lineNumber }) => coming.has(lineNumber)), answer, options }
}

function linesToAnnounce({ asked, answer, options }: Ready): AnnouncedLineAsked[] {
  const optionOf = new Map(
    answer.parcels.flatMap(({ lineNumbers }, place) => lineNumbers.map((line) => [line, options[place]])),
  )
  return asked.map(({ lineNumber, ...line }) => {
    const option = optionOf.get(lineNumber)
    return { lineNumber, ...line, ...(option !== undefined && { option }) }
  })
}

function confirmPage(context: PageContext, ready: Ready, token: string, message?: string): StepAnswer & object {
  const { open, asked, answer, options } = ready
  return {
    page: confirmView({
      shop: context.shop,
      orderNumber: open.draft.orderNumber,
      asked,
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
