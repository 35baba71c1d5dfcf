import { setTimeout as sleep } from 'node:timers/promises'
import { DRAFT_HOURS } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { FREE_FAILURES_EVERYWHERE } from '@despatch/domain/sign-in/password/lockout'
import { networkOf } from '@despatch/domain/sign-in/password/network'
import { sameName } from '@despatch/domain/text/same-name'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { hashToken } from '../../http/authentication/token.ts'
import { AppError } from '../../process/app-error.ts'
import {
  type Counter,
  countFailure,
  commitWithoutFlush,
  refuseBlocked,
  counterKey,
  undoFailureAndWait,
} from '../../sign-in/password/attempts.ts'
import { networkHash } from './drafts.ts'
import { inShop, type PageContext } from './page-context.ts'

/**
 * What the shopper entered. `proof` is the postcode or email of the order; `token` is that of the browser's last draft,
 * or ''.
 */
export type EnteredOrder = { readonly orderNumber: string; readonly proof: string; readonly token: string }

/** Free wrong attempts at one order from one network. */
const FREE_OF_AN_ORDER = 4
/** Free failing orders per network: mobile networks have thousands of shoppers behind one address. */
const FREE_ORDERS_OF_A_NETWORK = 100
const ORDER_FORGETS_MINUTES = 60
const NETWORK_FORGETS_MINUTES = 1
const KIND = 'return'

/** Longer than any kind of failure takes, so that the response time reveals nothing. */
const SHORTEST_MS = 250

/**
 * Finds the order of a shopper who knows its postcode or email, and runs `open` with its stored number in the same
 * transaction.
 * A browser or network that has started a draft of the order counts only its own failures.
 *
 * @returns the result of `open`; undefined, always after the same time, if the proof is wrong or there is no such order
 * @throws AppError 429 after many failures for an order (from one network or all) or for a network
 */
export async function findShoppersOrder<Opened>(
  context: PageContext,
  entered: EnteredOrder,
  open: (transaction: Transaction, orderNumber: string) => Promise<Opened>,
): Promise<Opened | undefined> {
  const started = performance.now()
  const waitForMinimum = () => sleep(Math.max(0, started + SHORTEST_MS - performance.now()))
  try {
    const found = await inShop(context.database, context.shop.client, async (transaction) => {
      const { orderNumber, own, everywhere, failures } = await checkAttempt(transaction, context, entered)
      if (orderNumber === undefined) {
        await commitWithoutFlush(transaction)
        return { isFirst: failures === 1 }
      }
      const [, , opened] = await inOrder([
        transaction.write(forgetFailures(own.subject)),
        everywhere && undoFailureAndWait(transaction, everywhere),
        open(transaction, orderNumber),
      ])
      return { opened }
    })
    if ('opened' in found) return found.opened
    if (found.isFirst)
      await context.database.transaction(async (transaction) => {
        await commitWithoutFlush(transaction)
        await countFailure(transaction, networkCounter(context), detailsOf(context), context.now)
      })
  } catch (error) {
    await waitForMinimum()
    throw error
  }
  await waitForMinimum()
  return undefined
}

const detailsOf = ({ address }: PageContext) => ({ kind: KIND, userId: undefined, network: networkOf(address) })

function networkCounter({ shop, address }: PageContext): Counter {
  const subject = counterKey(KIND, 'network', shop.client, networkOf(address))
  return { subject, scope: 'shopper', free: FREE_ORDERS_OF_A_NETWORK, forgetsMinutes: NETWORK_FORGETS_MINUTES }
}

/**
 * Counter of an order over all networks, separate for postcodes and emails: while guessed postcodes are blocked, the
 * email still works.
 */
const everywhereCounter = ({ shop }: PageContext, number: string, { proof }: EnteredOrder): Counter => ({
  subject: counterKey(KIND, 'everywhere', shop.client, sameName(number), isEmail(proof) ? 'email' : 'postcode'),
  scope: 'shopper',
  free: FREE_FAILURES_EVERYWHERE,
  forgetsMinutes: ORDER_FORGETS_MINUTES,
})

/**
 * Counts an attempt before checking it, and removes the count if it is right: parallel attempts cannot pass together.
 * `everywhere` is set if it was counted.
 */
async function checkAttempt(
  transaction: Transaction,
  context: PageContext,
  entered: EnteredOrder,
): Promise<{ orderNumber: string | undefined; own: Counter; everywhere: Counter | undefined; failures: number }> {
  const { shop, now } = context
  const number = normaliseNumber(entered.orderNumber)
  const own: Counter = {
    subject: counterKey(KIND, 'order', shop.client, sameName(number), networkOf(context.address)),
    scope: 'shopper',
    free: FREE_OF_AN_ORDER,
    forgetsMinutes: ORDER_FORGETS_MINUTES,
  }
  const [, failures, order] = await inOrder([
    refuseBlocked(transaction, networkCounter(context), now),
    countFailure(transaction, own, detailsOf(context), now),
    transaction.row(
      provableOrder(shop.client, number, hashToken(entered.token), networkHash(context), draftsSince(now)),
    ),
  ])
  const everywhere = order?.is_known ? undefined : everywhereCounter(context, number, entered)
  if (everywhere)
    await countFailure(transaction, everywhere, detailsOf(context), now).catch((error: unknown) => {
      throw isEmail(entered.proof) ? error : withEmailInstead(error)
    })
  // The database treats some spellings as equal that are counted separately here; such an order does not match.
  const isOrder = order !== undefined && sameName(normaliseNumber(order.order_number)) === sameName(number)
  return {
    orderNumber: isOrder && isValidProof(entered.proof, order) ? order.order_number : undefined,
    own,
    everywhere,
    failures,
  }
}

const draftsSince = (now: Date) => new Date(now.getTime() - DRAFT_HOURS * 3_600_000)

const withEmailInstead = (error: unknown) =>
  error instanceof AppError && error.code === 'too_many_attempts'
    ? new AppError(error.code, `${error.message.replace(/\.$/, '')}, or give the email of the order.`, {
        ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
      })
    : error

const forgetFailures = fixed((subject: Buffer) =>
  db.deleteFrom('sign_in_failures').where('subject', '=', subject).compile(),
)

/**
 * Finds an order by its number in any case: an exact match first, else the first of several. `is_known` if the browser
 * or network has started a draft of it.
 */
const provableOrder = fixed((client: string, orderNumber: string, token: Buffer, network: Buffer, since: Date) =>
  sql<{ order_number: string; post_code: string; email: string; is_known: boolean }>`
    select order_number, post_code, email, exists (
      select from shopper_drafts d
      where d.client_code = named.client_code and d.order_number = named.order_number and d.made_at > ${since}
        and (d.token_hash = ${token} or d.network_hash = ${network})
    ) as is_known from (
      select client_code, order_number, post_code, email from orders
      where client_code = ${client} and order_number collate any_case = ${orderNumber}
      order by order_number <> ${orderNumber}, case_twin nulls first limit 1
    ) named
    -- Of an order whose person was erased nobody can prove anything: what is left of its postcode is many people's.
    where not exists (
      select from erased_orders e where e.client_code = named.client_code and e.order_number = named.order_number
    )`.compile(db),
)

/** Normalises an order number: no surrounding blanks, no invisible characters, no lookalike letters. */
const normaliseNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

const isEmail = (proof: string) => proof.includes('@')

/** Whether the proof is the order's delivery postcode, in any spelling, or its email. */
function isValidProof(proof: string, { post_code: postCode, email }: { post_code: string; email: string }): boolean {
  if (isEmail(proof)) return email.trim() !== '' && email.trim().toLowerCase() === proof.trim().toLowerCase()
  return lettersOf(postCode) !== '' && lettersOf(postCode) === lettersOf(proof)
}
