import type { CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import { EU_COUNTRIES, linesOnPage, type PageLine } from '@despatch/domain/returns/shoppers-page/lines-on-page'
import {
  answerForShopper,
  type AnsweredReturn,
  type RequestedItem,
  isAnswerValid,
  isSameAnswer,
} from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { distinguishOrderLines } from '@despatch/domain/returns/distinguish-lines'
import { sameName } from '@despatch/domain/text/same-name'
import type { Transaction } from '../../database/transaction.ts'
import { type LoadedReturnOrder, loadReturnOrder } from '../rules/return-orders.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'
import { type Draft, saveDraft, readDraft } from './drafts.ts'
import type { PageContext } from './page-context.ts'
import { photosOfDraft } from './photos.ts'

/** A draft with everything that its pages show. */
export type OpenDraft = {
  readonly draft: Draft
  readonly loaded: LoadedReturnOrder
  readonly compiled: CompiledReturnsBook
  /** Whether the shopper has the right to withdraw under EU law. */
  readonly isEu: boolean
  readonly photos: ReadonlyMap<number, number>
  /** The shop's currency. */
  readonly currency: string
}

/** Loads the draft of a token with its order, the book in force and its photos; undefined if it is gone or too old. */
export async function openDraft(
  transaction: Transaction,
  context: PageContext,
  token: string,
  options: { lock?: boolean } = {},
): Promise<OpenDraft | undefined> {
  const { shop, services, now } = context
  const draft = await readDraft(transaction, context, token, options)
  if (!draft) return undefined
  const [loaded, compiled, photos] = await Promise.all([
    loadReturnOrder(transaction, shop.client, { number: draft.orderNumber, now }),
    returnsBook(transaction, shop.client, { services }),
    photosOfDraft(transaction, context, draft),
  ])
  if (!loaded) return undefined
  const isConsumer = loaded.order.customer === 'consumer'
  const isEu = isConsumer && (compiled.book.law === 'EU' || EU_COUNTRIES.has(loaded.order.country))
  return { draft, loaded, compiled, isEu, photos, currency: shop.currency }
}

/** The order's lines as shown to the shopper. */
export function linesOf(open: OpenDraft, now: Date): (PageLine & { name: string })[] {
  const { loaded, compiled } = open
  const nameOf = lineNames(open)
  return linesOnPage(loaded.order, loaded.facts, compiled, now).map((line) => ({
    ...line,
    name: nameOf(line.lineNumber),
  }))
}

/** Returns a function that names a line on the page; lines of one SKU also get what distinguishes them. */
export function lineNames({
  loaded,
  currency,
}: Pick<OpenDraft, 'loaded' | 'currency'>): (lineNumber: number) => string {
  const { lines } = loaded.order
  const apart = distinguishOrderLines(lines, currency)
  const names = new Map(
    lines.map(({ lineNumber, sku }) => {
      const more = apart.get(lineNumber)
      return [lineNumber, `${loaded.descriptions.get(sku) || sku}${more === undefined ? '' : ` (${more})`}`]
    }),
  )
  return (lineNumber) => names.get(lineNumber) ?? `Line ${lineNumber}`
}

/** Returns a function that gives the title of a reason; a retired reason is named by its code. */
export function reasonTitles({ compiled }: Pick<OpenDraft, 'compiled'>): (code: string) => string {
  const titles = new Map(compiled.book.reasons.map(({ code, title }) => [sameName(code), title]))
  return (code) => titles.get(sameName(code)) ?? code
}

/** Decides a shopper's request by the book in force. */
export function decideRequest(
  { loaded, compiled }: OpenDraft,
  requested: readonly RequestedItem[],
  now: Date,
): AnsweredReturn {
  const decision = decideReturn(loaded.order, loaded.facts, { lines: requested }, compiled, now)
  return answerForShopper(decision, compiled, now)
}

/**
 * The valid answer of a draft: the one given within the last day, or else a new one, which is saved together with the
 * old one if they differ. undefined before the first request.
 */
export async function validAnswer(
  transaction: Transaction,
  context: PageContext,
  open: OpenDraft,
): Promise<AnsweredReturn | undefined> {
  const { requested, answer } = open.draft
  if (!requested || !answer) return undefined
  if (isAnswerValid(new Date(answer.at), context.now)) return answer
  return decideAgain(transaction, context, open, answer)
}

/** Decides a draft again and saves the answer, together with the previous one if they differ. */
export async function decideAgain(
  transaction: Transaction,
  context: PageContext,
  open: OpenDraft,
  { before: _before, ...last }: AnsweredReturn,
): Promise<AnsweredReturn> {
  const fresh = decideRequest(open, open.draft.requested ?? [], context.now)
  const isSame = isSameAnswer(last, fresh)
  const answer = isSame ? fresh : { ...fresh, before: last }
  await saveDraft(transaction, context, open.draft, { answer, ...(!isSame && { options: null }) })
  return answer
}
