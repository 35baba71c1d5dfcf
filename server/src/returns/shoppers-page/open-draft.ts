import type { CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import { EU_COUNTRIES, linesOnPage, type PageLine } from '@despatch/domain/returns/shoppers-page/lines-on-page'
import {
  answerForShopper,
  type AnsweredReturn,
  type AskedItem,
  holdsStill,
  isSameAnswer,
} from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { distinguishOrderLines } from '@despatch/domain/returns/distinguish-lines'
import { sameName } from '@despatch/domain/text/same-name'
import type { Transaction } from '../../database/transaction.ts'
import { type KnownOrder, loadReturnOrders } from '../rules/return-orders.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'
import { type Draft, keepDraft, readDraft } from './drafts.ts'
import type { PageContext } from './page-context.ts'
import { photosOfDraft } from './photos.ts'

/** A draft with all that its pages are made of. */
export type OpenDraft = {
  readonly draft: Draft
  readonly known: KnownOrder
  readonly compiled: CompiledReturnsBook
  /** Whether the shopper may withdraw as the law of the European Union has it. */
  readonly isEu: boolean
  readonly photos: ReadonlyMap<number, number>
  /** The shop's. */
  readonly currency: string
}

/** The draft of a token with its order, the book in force and its photos; undefined where it is gone or too old. */
export async function openDraft(
  transaction: Transaction,
  context: PageContext,
  token: string,
  how: { hold?: boolean } = {},
): Promise<OpenDraft | undefined> {
  const { shop, services, now } = context
  const draft = await readDraft(transaction, context, token, how)
  if (!draft) return undefined
  const [[known], compiled, photos] = await Promise.all([
    loadReturnOrders(transaction, shop.client, { numbers: [draft.orderNumber], now }),
    returnsBook(transaction, shop.client, { services }),
    photosOfDraft(transaction, context, draft),
  ])
  if (!known) return undefined
  const isConsumer = known.order.customer === 'consumer'
  const isEu = isConsumer && (compiled.book.law === 'EU' || EU_COUNTRIES.has(known.order.country))
  return { draft, known, compiled, isEu, photos, currency: shop.currency }
}

/** The lines of an order as its shopper sees them. */
export function linesOf(open: OpenDraft, now: Date): (PageLine & { name: string })[] {
  const { known, compiled } = open
  const nameOf = lineNames(open)
  return linesOnPage(known.order, known.facts, compiled, now).map((line) => ({
    ...line,
    name: nameOf(line.lineNumber),
  }))
}

/** What a line is called on the page: lines of one SKU by what tells them apart as well. */
export function lineNames({ known, currency }: Pick<OpenDraft, 'known' | 'currency'>): (lineNumber: number) => string {
  const { lines } = known.order
  const apart = distinguishOrderLines(lines, currency)
  const names = new Map(
    lines.map(({ lineNumber, sku }) => {
      const more = apart.get(lineNumber)
      return [lineNumber, `${known.descriptions.get(sku) || sku}${more === undefined ? '' : ` (${more})`}`]
    }),
  )
  return (lineNumber) => names.get(lineNumber) ?? `Line ${lineNumber}`
}

/** What a reason is called; of one that is retired by now its code. */
export function reasonTitles({ compiled }: Pick<OpenDraft, 'compiled'>): (code: string) => string {
  const titles = new Map(compiled.book.reasons.map(({ code, title }) => [sameName(code), title]))
  return (code) => titles.get(sameName(code)) ?? code
}

/** What a shopper is answered to what they ask, by the book in force. */
export function answerNow({ known, compiled }: OpenDraft, asked: readonly AskedItem[], now: Date): AnsweredReturn {
  const decision = decideReturn(known.order, known.facts, { lines: asked }, compiled, now)
  return answerForShopper(decision, compiled, now)
}

/**
 * The answer that stands: the one that was given within a day; else one given again, which is kept, with the old one beside it
 * where they differ. undefined before anything was asked.
 */
export async function standingAnswer(
  transaction: Transaction,
  context: PageContext,
  open: OpenDraft,
): Promise<AnsweredReturn | undefined> {
  const { asked, answer } = open.draft
  if (!asked || !answer) return undefined
  if (holdsStill(new Date(answer.at), context.now)) return answer
  return answerAnew(transaction, context, open, answer)
}

/** Answers a draft again, and keeps the answer; the one before stays beside it where they differ. */
export async function answerAnew(
  transaction: Transaction,
  context: PageContext,
  open: OpenDraft,
  { before: _before, ...last }: AnsweredReturn,
): Promise<AnsweredReturn> {
  const fresh = answerNow(open, open.draft.asked ?? [], context.now)
  const isSame = isSameAnswer(last, fresh)
  const answer = isSame ? fresh : { ...fresh, before: last }
  await keepDraft(transaction, context, open.draft, { answer, ...(!isSame && { options: null }) })
  return answer
}
