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

/** What a shopper typed: the number of an order, and its postcode or email. `token` is that of the browser's last draft, or ''. */
export type TypedOrder = { readonly orderNumber: string; readonly proof: string; readonly token: string }

/** Wrong postcodes or emails of one order from one network that cost nothing. */
const FREE_OF_AN_ORDER = 4
/** Different orders that may fail from one network: mobile networks have thousands of shoppers behind one address. */
const FREE_ORDERS_OF_A_NETWORK = 100
const ORDER_FORGETS_MINUTES = 60
const NETWORK_FORGETS_MINUTES = 1
const KIND = 'return'

/** Longer than either of the ways to fail takes, so that neither can be told by its time. */
const SHORTEST_MS = 250

/**
 * Finds the order of a shopper who can name its postcode or email, and gives what `open` makes of its number, as it is kept, in
 * the same transaction; undefined, after the same time, where they cannot and where there is no such order. Throws an AppError
 * (429) after many failures at an order from one network or from everywhere, or of a network. A browser or network that has
 * begun a draft of the order waits for its own failures alone.
 */
export async function findShoppersOrder<Opened>(
  context: PageContext,
  typed: TypedOrder,
  open: (transaction: Transaction, orderNumber: string) => Promise<Opened>,
): Promise<Opened | undefined> {
  const started = performance.now()
  const late = () => sleep(Math.max(0, started + SHORTEST_MS - performance.now()))
  try {
    const found = await inShop(context.database, context.shop.client, async (transaction) => {
      const { orderNumber, own, everywhere, failures } = await judge(transaction, context, typed)
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
    await late()
    throw error
  }
  await late()
  return undefined
}

const detailsOf = ({ address }: PageContext) => ({ kind: KIND, userId: undefined, network: networkOf(address) })

function networkCounter({ shop, address }: PageContext): Counter {
  const subject = counterKey(KIND, 'network', shop.client, networkOf(address))
  return { subject, scope: 'shopper', free: FREE_ORDERS_OF_A_NETWORK, forgetsMinutes: NETWORK_FORGETS_MINUTES }
}

/**
 * The counter of an order over all networks, of postcodes and of emails by itself: postcodes can be guessed, and anyone who knows
 * the email is let in meanwhile.
 */
const everywhereCounter = ({ shop }: PageContext, number: string, { proof }: TypedOrder): Counter => ({
  subject: counterKey(KIND, 'everywhere', shop.client, sameName(number), isEmail(proof) ? 'email' : 'postcode'),
  scope: 'shopper',
  free: FREE_FAILURES_EVERYWHERE,
  forgetsMinutes: ORDER_FORGETS_MINUTES,
})

/**
 * CounterFacts before it is judged, and taken back when it is right: attempts at once cannot slip by together. `everywhere` is given
 * where it was counted.
 */
async function judge(
  transaction: Transaction,
  context: PageContext,
  typed: TypedOrder,
): Promise<{ orderNumber: string | undefined; own: Counter; everywhere: Counter | undefined; failures: number }> {
  const { shop, now } = context
  const number = writtenOnce(typed.orderNumber)
  const own: Counter = {
    subject: counterKey(KIND, 'order', shop.client, sameName(number), networkOf(context.address)),
    scope: 'shopper',
    free: FREE_OF_AN_ORDER,
    forgetsMinutes: ORDER_FORGETS_MINUTES,
  }
  const [, failures, order] = await inOrder([
    refuseBlocked(transaction, networkCounter(context), now),
    countFailure(transaction, own, detailsOf(context), now),
    transaction.row(provableOrder(shop.client, number, hashToken(typed.token), networkHash(context), draftsSince(now))),
  ])
  const everywhere = order?.is_known ? undefined : everywhereCounter(context, number, typed)
  if (everywhere)
    await countFailure(transaction, everywhere, detailsOf(context), now).catch((error: unknown) => {
      throw isEmail(typed.proof) ? error : withEmailInstead(error)
    })
  // The database takes some writings for the same that are counted apart here: they are no order's.
  const isOrder = order !== undefined && sameName(writtenOnce(order.order_number)) === sameName(number)
  return {
    orderNumber: isOrder && proves(typed.proof, order) ? order.order_number : undefined,
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
 * An order by its number in any case, of which there may be twins: the one that is written so, else the first. It is known where
 * the browser or the network has begun a draft of it.
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

/** A number in one writing: without blanks around it, marks that nobody sees, and letters that only look otherwise. */
const writtenOnce = (text: string): string =>
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

/** Whether what was typed is the postcode that an order is sent to, in any writing, or its email. */
function proves(proof: string, { post_code: postCode, email }: { post_code: string; email: string }): boolean {
  if (isEmail(proof)) return email.trim() !== '' && email.trim().toLowerCase() === proof.trim().toLowerCase()
  return lettersOf(postCode) !== '' && lettersOf(postCode) === lettersOf(proof)
}
