import {
  type AnsweredReturn,
  type RequestedItem,
  DRAFT_HOURS,
} from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { sql } from 'kysely'
import { fixed, prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { hashToken, isToken, newToken } from '../../http/authentication/token.ts'
import { networkOf } from '@despatch/domain/sign-in/password/network'
import { AppError } from '../../process/app-error.ts'
import type { PageContext, Shop } from './page-context.ts'

/** A return that a shopper is preparing. */
export type Draft = {
  readonly tokenHash: Buffer
  readonly orderNumber: string
  readonly requested: readonly RequestedItem[] | null
  readonly answer: AnsweredReturn | null
  readonly options: readonly string[] | null
  /** Reference of the announced return. */
  readonly reference: string | null
}

/** Per order, so that a stranger who knows it cannot create drafts without end. */
const MAX_DRAFTS_A_DAY = 50
const DAY_MS = 86_400_000

/** Locks an order against new drafts and photos until the transaction ends. */
export const lockDraftsOfOrder = (transaction: Transaction, client: string, orderNumber: string): Promise<unknown> =>
  transaction.write(lockByName(`drafts of ${client} ${orderNumber}`))
const lockByName = fixed((name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.compile(db))

/**
 * Starts a draft of an order.
 *
 * @returns the token for the shopper's browser
 * @throws AppError 429 after too many drafts of one order
 */
export async function startDraft(
  transaction: Transaction,
  context: Pick<PageContext, 'shop' | 'now' | 'services' | 'address'>,
  orderNumber: string,
): Promise<string> {
  const { shop, now } = context
  const token = newToken()
  const since = new Date(now.getTime() - DAY_MS)
  const [, begun] = await inOrder([
    lockDraftsOfOrder(transaction, shop.client, orderNumber),
    transaction.writeRow(insertDraft(shop.client, orderNumber, hashToken(token), networkHash(context), now, since)),
  ])
  if (!begun)
    throw new AppError(
      'too_many_attempts',
      'Returns of this order have been started too often today. Try again tomorrow, or write to us.',
      { retryAfterSeconds: DAY_MS / 1000 },
    )
  return token
}

/** Returns a row if the order had fewer drafts than allowed. */
const insertDraft = fixed(
  (client: string, orderNumber: string, tokenHash: Buffer, network: Buffer, now: Date, since: Date) =>
    sql<{ is_begun: boolean }>`
    insert into shopper_drafts (client_code, token_hash, order_number, network_hash, made_at)
    select ${client}, ${tokenHash}::bytea, ${orderNumber}, ${network}::bytea, ${now}::timestamptz
    where (
      select count(*) from shopper_drafts
      where client_code = ${client} and order_number = ${orderNumber} and made_at > ${since}
    ) < ${sql.lit(MAX_DRAFTS_A_DAY)}
    returning true as is_begun`.compile(db),
)

/** Hash of the network that started a draft. */
export const networkHash = ({ services, address }: Pick<PageContext, 'services' | 'address'>): Buffer =>
  services.secrets.fingerprint(networkOf(address), 'network of a draft')

/**
 * Loads the draft of a token; undefined if there is none, or it is too old. With `lock` it is locked until the
 * transaction ends.
 */
export async function readDraft(
  transaction: Transaction,
  { shop, now }: { readonly shop: Pick<Shop, 'client'>; readonly now: Date },
  token: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Draft | undefined> {
  if (!isToken(token)) return undefined
  const since = new Date(now.getTime() - DRAFT_HOURS * 3_600_000)
  const key = [shop.client, hashToken(token), since] as const
  const row = lock ? await transaction.writeRow(draftRowForUpdate(...key)) : await transaction.row(draftRow(...key))
  return (
    row && {
      tokenHash: row.token_hash,
      orderNumber: row.order_number,
      requested: row.asked,
      answer: row.answer,
      options: row.options,
      reference: row.return_reference,
    }
  )
}

const draftOf = (client: string, tokenHash: Buffer, since: Date) =>
  db
    .selectFrom('shopper_drafts')
    .selectAll()
    .where('client_code', '=', client)
    .where('token_hash', '=', tokenHash)
    .where('made_at', '>', since)
const draftRow = fixed((client: string, tokenHash: Buffer, since: Date) => draftOf(client, tokenHash, since).compile())
const draftRowForUpdate = fixed((client: string, tokenHash: Buffer, since: Date) =>
  draftOf(client, tokenHash, since).forUpdate().compile(),
)

/** Saves the shopper's choices and answers. */
export async function saveDraft(
  transaction: Transaction,
  { shop }: Pick<PageContext, 'shop'>,
  draft: Pick<Draft, 'tokenHash'>,
  change: Partial<Pick<Draft, 'requested' | 'answer' | 'options' | 'reference'>>,
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await transaction.write(
    prepared(
      db
        .updateTable('shopper_drafts')
        .set({
          ...(change.requested !== undefined && { asked: json(change.requested) }),
          ...(change.answer !== undefined && { answer: json(change.answer) }),
          ...(change.options !== undefined && { options: json(change.options) }),
          ...(change.reference !== undefined && { return_reference: change.reference }),
        })
        .where('client_code', '=', shop.client)
        .where('token_hash', '=', draft.tokenHash),
    ),
  )
}
