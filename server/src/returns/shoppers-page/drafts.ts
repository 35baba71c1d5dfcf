import { type AnsweredReturn, type AskedItem, DRAFT_HOURS } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { sql } from 'kysely'
import { fixed, prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { hashToken, isToken, newToken } from '../../http/authentication/token.ts'
import { networkOf } from '@despatch/domain/sign-in/password/network'
import { AppError } from '../../process/app-error.ts'
import type { PageContext, Shop } from './page-context.ts'

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

/** Holds the drafts of an order against everyone who adds to them, until the transaction ends. */
export const holdDraftsOf = (transaction: Transaction, client: string, orderNumber: string): Promise<unknown> =>
  transaction.write(holdName(`drafts of ${client} ${orderNumber}`))
const holdName = fixed((name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.compile(db))

/** Begins a draft of an order. Gives the token that its shopper keeps. Throws an AppError (429) after many of one order. */
export async function beginDraft(
  transaction: Transaction,
  context: Pick<PageContext, 'shop' | 'now' | 'services' | 'address'>,
  orderNumber: string,
): Promise<string> {
  const { shop, now } = context
  const token = newToken()
  const since = new Date(now.getTime() - DAY_MS)
  const [, begun] = await inOrder([
    holdDraftsOf(transaction, shop.client, orderNumber),
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

/** Gives a row where the order had fewer drafts than it may have. */
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

/** What a draft keeps of the network that began it. */
export const networkHash = ({ services, address }: Pick<PageContext, 'services' | 'address'>): Buffer =>
  services.secrets.fingerprint(networkOf(address), 'network of a draft')

/** The draft of a token; undefined where there is none, or it is too old. With `hold` it is held until the end. */
export async function readDraft(
  transaction: Transaction,
  { shop, now }: { readonly shop: Pick<Shop, 'client'>; readonly now: Date },
  token: string,
  { hold = false }: { hold?: boolean } = {},
): Promise<Draft | undefined> {
  if (!isToken(token)) return undefined
  const since = new Date(now.getTime() - DRAFT_HOURS * 3_600_000)
  const named = [shop.client, hashToken(token), since] as const
  const row = hold ? await transaction.writeRow(heldDraft(...named)) : await transaction.row(draftRow(...named))
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

const draftOf = (client: string, tokenHash: Buffer, since: Date) =>
  db
    .selectFrom('shopper_drafts')
    .selectAll()
    .where('client_code', '=', client)
    .where('token_hash', '=', tokenHash)
    .where('made_at', '>', since)
const draftRow = fixed((client: string, tokenHash: Buffer, since: Date) => draftOf(client, tokenHash, since).compile())
const heldDraft = fixed((client: string, tokenHash: Buffer, since: Date) =>
  draftOf(client, tokenHash, since).forUpdate().compile(),
)

/** Keeps what a shopper chose and was answered. */
export async function keepDraft(
  transaction: Transaction,
  { shop }: Pick<PageContext, 'shop'>,
  draft: Pick<Draft, 'tokenHash'>,
  change: Partial<Pick<Draft, 'asked' | 'answer' | 'options' | 'reference'>>,
): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await transaction.write(
    prepared(
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
    ),
  )
}
