import { type AnsweredReturn, type AskedItem, DRAFT_HOURS } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { hashToken, isToken, newToken } from '../../http/authentication/token.ts'
import { AppError } from '../../process/app-error.ts'
import type { PageContext } from './page-context.ts'

/** A return that a shopper is about to announce. */
export type Draft = {
  readonly tokenHash: Buffer
  readonly orderNumber: string
  readonly asked: readonly AskedItem[] | null
  readonly answer: AnsweredReturn | null
  readonly options: readonly string[] | null
  /** The return that it became. */
  readonly reference: string | null
}

/** Of one order: nobody who knows it begins drafts without end. */
const MAX_DRAFTS_A_DAY = 50
const DAY_MS = 86_400_000

/** Holds the drafts of an order against everybody who adds to them, until the transaction ends. */
export const holdDraftsOf = (transaction: Transaction, client: string, orderNumber: string): Promise<unknown> =>
  transaction.write(
    sql`select pg_advisory_xact_lock(hashtextextended(${`drafts of ${client} ${orderNumber}`}, 0))`.compile(db),
  )

/** Begins a draft of an order. Gives the token that its shopper keeps. Throws an AppError (429) after many of one order. */
export async function beginDraft(
  transaction: Transaction,
  { shop, now }: Pick<PageContext, 'shop' | 'now'>,
  orderNumber: string,
): Promise<string> {
  const token = newToken()
  await holdDraftsOf(transaction, shop.client, orderNumber)
  const row = await transaction.writeRow(
    db
      .selectFrom('shopper_drafts')
      .select(({ fn }) => fn.countAll<string>().as('drafts'))
      .where('client_code', '=', shop.client)
      .where('order_number', '=', orderNumber)
      .where('made_at', '>', new Date(now.getTime() - DAY_MS)),
  )
  if (Number(row?.drafts) >= MAX_DRAFTS_A_DAY)
    throw new AppError(
      'too_many_attempts',
      'Returns of this order have been started too often today. Try again tomorrow, or write to us.',
      { retryAfterSeconds: DAY_MS / 1000 },
    )
  await transaction.write(
    db.insertInto('shopper_drafts').values({
      client_code: shop.client,
      token_hash: hashToken(token),
      order_number: orderNumber,
      asked: null,
      answer: null,
      options: null,
      made_at: now,
      return_reference: null,
    }),
  )
  return token
}

/** The draft of a token; undefined where there is none, or it is too old. With `hold` it is held until the end. */
export async function readDraft(
  transaction: Transaction,
  { shop, now }: Pick<PageContext, 'shop' | 'now'>,
  token: string,
  { hold = false }: { hold?: boolean } = {},
): Promise<Draft | undefined> {
  if (!isToken(token)) return undefined
  const draft = db
    .selectFrom('shopper_drafts')
    .selectAll()
    .where('client_code', '=', shop.client)
    .where('token_hash', '=', hashToken(token))
    .where('made_at', '>', new Date(now.getTime() - DRAFT_HOURS * 3_600_000))
  const row = hold ? await transaction.writeRow(draft.forUpdate()) : await transaction.row(draft)
  return (
    row && {
      tokenHash: row.token_hash,
      orderNumber: row.order_number,
      asked: row.asked,
      answer: row.answer,
      options: row.options,
      reference: row.return_reference,
    }
  )
}

/** Keeps what a shopper chose and was answered. */
export async function keepDraft(
  transaction: Transaction,
  { shop }: Pick<PageContext, 'shop'>,
  draft: Pick<Draft, 'tokenHash'>,
  change: Partial<Pick<Draft, 'asked' | 'answer' | 'options' | 'reference'>>,
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await transaction.write(
    db
      .updateTable('shopper_drafts')
      .set({
        ...(change.asked !== undefined && { asked: json(change.asked) }),
        ...(change.answer !== undefined && { answer: json(change.answer) }),
        ...(change.options !== undefined && { options: json(change.options) }),
        ...(change.reference !== undefined && { return_reference: change.reference }),
      })
      .where('client_code', '=', shop.client)
      .where('token_hash', '=', draft.tokenHash),
  )
}
