import { amendmentCalls } from '@despatch/contract/orders/amend/amend-order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import { carrierChoiceCalls } from '@despatch/contract/routing/allocation/carrier-choice'
import { rateAgainCalls } from '@despatch/contract/routing/allocation/rate-again'
import { mayCall } from '@despatch/contract/route/may-call'
import type { Route } from '@despatch/contract/route/route'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { UNDO_MINUTES, undoMessage } from '@despatch/domain/orders/commands/command-text'
import { sql } from 'kysely'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { inClient } from '../../database/in-client.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { NOT_SHOWN } from '../../http/shown-answer.ts'
import { permissionsFor, seeClients } from '../../http/authentication/open-session.ts'
import { countReceipts, MAX_ANSWERED, type Receipt, readReceipts } from './order-receipts.ts'
import { undoAmendment } from '../amend/undo-amendment.ts'
import { undoChoice } from '../../routing/allocation/undo/undo-choice.ts'
import { undoRating } from '../../routing/allocation/undo/undo-rating.ts'
import { undoPiece } from './undo-piece.ts'

const MINUTE = 60_000
/** Orders of one transaction: each may have to be allocated. */
const PIECE = 100

/**
 * Undoes a command of the caller's own, an amendment ({@link undoAmendment}), a choice of a carrier ({@link undoChoice}) or a
 * rating ({@link undoRating}), for a quarter of an hour: each order that
 * nobody has touched since is in the status that it was in, allocated again where it had been; the others are refused with
 * words. It is in pieces, each a transaction: sent again, it goes on where it broke off, and undoes nothing twice. Throws a
 * AppError where there is no such command (404), it is too long ago (409), or the caller may not do it any more (403).
 */
export async function undoCommand(
  context: StreamingContext,
  { params: { commandId } }: RouteChecked<typeof routes.undo>,
): Promise<RouteAnswer<typeof routes.undo>> {
  const action = await refuseUnfit(context, commandId)
  const [undo, clients] = waysToUndo[action]?.(context) ?? [undoPiece, context.clients]
  let refused = 0
  const refusals: Receipt[] = []
  for (const client of clients)
    for await (const piece of doneOf(context, commandId, client)) {
      const kept = await retryOnDeadlock(() =>
        undo({ ...context, now: new Date() }, { commandId, client, orderNumbers: piece }),
      )
      refused += kept.length
      for (const { orderNumber, message } of kept)
        if (refusals.length < MAX_ANSWERED)
          refusals.push({ clientCode: client, orderNumber, outcome: 'refused', message, shortOf: [], undoneAt: null })
    }
  return answerOf(context, commandId, { refused, refusals })
}

type Undoing = readonly [undo: typeof undoPiece, clients: readonly string[]]

/** To undo these is to do them once more: where the caller may do that still. What is not named is a command on a status. */
const waysToUndo: Readonly<Record<string, (context: StreamingContext) => Undoing>> = {
  amend: (context) => [
    undoAmendment,
    mayStill(context, amendmentCalls.amend, 'amend orders any more, and so not undo an amendment'),
  ],
  'choose-carrier': (context) => [
    undoChoice,
    mayStill(context, carrierChoiceCalls.chooseCarrier, 'choose carriers any more, and so not undo a choice'),
  ],
  'rate-again': (context) => [
    undoRating,
    mayStill(context, rateAgainCalls.rateAgain, 'rate orders again any more, and so not undo it'),
  ],
}

/** The clients at which the caller may make a call still, and sees what it tells. Throws an AppError for none. */
function mayStill(
  { caller, clients }: StreamingContext,
  { permission, shows = [] }: Pick<Route, 'permission' | 'shows'>,
  what: string,
): readonly string[] {
  const able = clients.filter((client) => mayCall(permission, permissionsFor(caller, client)))
  if (!shows.every((key) => caller.sees[key])) throw new AppError('unauthorized_access', NOT_SHOWN)
  if (able.length === 0)
    throw new AppError('unauthorized_access', `You may not ${what}. Ask an administrator for the permission.`)
  return able
}

/** What was commanded. */
async function refuseUnfit({ database, clients, caller, now }: StreamingContext, commandId: string): Promise<string> {
  const found = await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    return transaction.row(
      sql<{
        given_at: Date | null
        action: string
      }>`select max(at) as given_at, max(action) as action from order_receipts
        where client_code = any (${clients}::text[]) and command_id = ${commandId} and user_id = ${caller.userId}`.compile(
        db,
      ),
    )
  })
  if (!found?.given_at)
    throw new AppError('not_found', 'There is no such command of yours. Its orders can be acted on one by one.')
  if (now.getTime() - found.given_at.getTime() > UNDO_MINUTES * MINUTE)
    throw new AppError(
      'version_conflict',
      `A command can be undone for ${UNDO_MINUTES} minutes, and these have passed. Act on the orders again instead.`,
    )
  return found.action
}

/** The orders that a command was done to and not undone, in order and in pieces. */
async function* doneOf(
  { database, caller }: StreamingContext,
  commandId: string,
  client: string,
): AsyncGenerator<string[]> {
  for (let after = ''; ;) {
    const rows = await inClient(database, client, (transaction) =>
      transaction.rows(
        sql<{ order_number: string }>`select order_number from order_receipts
          where client_code = ${client} and command_id = ${commandId} and order_number > ${after}
            and user_id = ${caller.userId} and outcome = 'done' and undone_at is null
          order by order_number limit ${PIECE}`.compile(db),
      ),
    )
    if (rows.length > 0) yield rows.map(({ order_number }) => order_number)
    if (rows.length < PIECE) return
    after = rows.at(-1)?.order_number ?? ''
  }
}

async function answerOf(
  { database, clients, caller }: StreamingContext,
  commandId: string,
  { refused, refusals }: { refused: number; refusals: readonly Receipt[] },
): Promise<RouteAnswer<typeof routes.undo>> {
  const { done, undone } = await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    const of = { clients, commandId, userId: caller.userId, isUndone: true }
    const [{ done }, undone] = await Promise.all([
      countReceipts(transaction, of),
      readReceipts(transaction, of, { limit: MAX_ANSWERED - refusals.length, offset: 0 }),
    ])
    return { done, undone }
  })
  const receipts = [...refusals, ...undone]
  const only = done + refused === 1 ? receipts[0] : undefined
  return { message: undoMessage({ done, refused, only }), commandId, done, refused, unchanged: 0, short: 0, receipts }
}
