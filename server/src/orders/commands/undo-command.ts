import { amendmentCalls } from '@despatch/contract/orders/amend/amend-order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import { planTheDay } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { carrierStops } from '@despatch/contract/orders/carrier-stops/carrier-stops'
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
import { countReceipts, MAX_RECEIPTS, type Receipt, readReceipts } from './order-receipts.ts'
import { undoMoves } from '../carrier-stops/undo-moves.ts'
import { undoPieces, undoPlan } from '../plan-the-day/undo-plan.ts'
import { undoAmendment } from '../amend/undo-amendment.ts'
import { undoChoice } from '../../routing/allocation/undo/undo-choice.ts'
import { undoRating } from '../../routing/allocation/undo/undo-rating.ts'
import { undoPiece } from './undo-piece.ts'

const MINUTE = 60_000
/** Orders per transaction; each may need allocation. */
const PIECE_SIZE = 100

/**
 * Undoes the caller's own command, amendment ({@link undoAmendment}), carrier choice ({@link undoChoice}) or rating
 * ({@link undoRating}) for a quarter of an hour. Orders unchanged since get their previous status and are allocated
 * again if they were; others are refused. Works in pieces, one transaction each; sent again, it resumes. Throws an
 * AppError: 404 if the command does not exist, 409 if it is too old, 403 if the caller may no longer do it.
 */
export async function undoCommand(
  context: StreamingContext,
  { params: { commandId } }: RouteChecked<typeof routes.undo>,
): Promise<RouteAnswer<typeof routes.undo>> {
  const action = await readUndoableAction(context, commandId)
  const [undo, clients, pieces = readDonePieces] = undoHandlers[action]?.(context) ?? [undoPiece, context.clients]
  let refused = 0
  const refusals: Receipt[] = []
  for (const client of clients)
    for await (const piece of await pieces(context, commandId, client)) {
      const unchanged = await retryOnDeadlock(() =>
        undo({ ...context, now: new Date() }, { commandId, client, orderNumbers: piece }),
      )
      refused += unchanged.length
      for (const { orderNumber, message } of unchanged)
        if (refusals.length < MAX_RECEIPTS)
          refusals.push({ clientCode: client, orderNumber, outcome: 'refused', message, shortOf: [], undoneAt: null })
    }
  return buildAnswer(context, commandId, { refused, refusals })
}

type UndoHandler = readonly [
  undo: typeof undoPiece,
  clients: readonly string[],
  pieces?: (context: StreamingContext, commandId: string, client: string) => Promise<string[][]>,
]

/** Undoing these repeats them, so the caller needs their permission. Other actions are status commands. */
const undoHandlers: Readonly<Record<string, (context: StreamingContext) => UndoHandler>> = {
  amend: (context) => [
    undoAmendment,
    permittedClients(context, amendmentCalls.amend, 'amend orders, so you can’t undo this amendment'),
  ],
  'choose-carrier': (context) => [
    undoChoice,
    permittedClients(context, carrierChoiceCalls.chooseCarrier, 'choose carriers, so you can’t undo this choice'),
  ],
  'rate-again': (context) => [
    undoRating,
    permittedClients(context, rateAgainCalls.rateAgain, 're-allocate orders, so you can’t undo this'),
  ],
  'leave-carrier': (context) => [
    undoMoves,
    permittedClients(context, carrierStops.move, 'move orders from a carrier, so you can’t undo this'),
  ],
  'bring-back': (context) => [
    undoMoves,
    permittedClients(context, carrierStops.bringBack, 'bring orders back to a carrier, so you can’t undo this'),
  ],
  'plan-the-day': (context) => [
    undoPlan,
    permittedClients(context, planTheDay.apply, 'move orders as planned, so you can’t undo this'),
    undoPieces,
  ],
}

/** The clients for which the caller may still make a call. Throws an AppError if there is none. */
function permittedClients(
  { caller, clients }: StreamingContext,
  { permission, shows = [] }: Pick<Route, 'permission' | 'shows'>,
  what: string,
): readonly string[] {
  const able = clients.filter((client) => mayCall(permission, permissionsFor(caller, client)))
  if (!shows.every((key) => caller.sees[key])) throw new AppError('unauthorized_access', NOT_SHOWN)
  if (able.length === 0)
    throw new AppError('unauthorized_access', `You can no longer ${what}. Ask your administrator for access.`)
  return able
}

/** Returns the action of the command, or throws if it cannot be undone. */
async function readUndoableAction(
  { database, clients, caller, now }: StreamingContext,
  commandId: string,
): Promise<string> {
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
  if (!found?.given_at) throw new AppError('not_found', 'This action can’t be found. Change its orders one by one.')
  if (now.getTime() - found.given_at.getTime() > UNDO_MINUTES * MINUTE)
    throw new AppError(
      'version_conflict',
      `The ${UNDO_MINUTES} minutes for undoing this have passed. Change the orders directly instead.`,
    )
  return found.action
}

/** Yields the orders that the command changed and that are not undone, in pieces. */
async function* readDonePieces(
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
          order by order_number limit ${PIECE_SIZE}`.compile(db),
      ),
    )
    if (rows.length > 0) yield rows.map(({ order_number }) => order_number)
    if (rows.length < PIECE_SIZE) return
    after = rows.at(-1)?.order_number ?? ''
  }
}

async function buildAnswer(
  { database, clients, caller }: StreamingContext,
  commandId: string,
  { refused, refusals }: { refused: number; refusals: readonly Receipt[] },
): Promise<RouteAnswer<typeof routes.undo>> {
  const { done, undone } = await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    const of = { clients, commandId, userId: caller.userId, isUndone: true }
    const [{ done }, undone] = await Promise.all([
      countReceipts(transaction, of),
      readReceipts(transaction, of, { limit: MAX_RECEIPTS - refusals.length, offset: 0 }),
    ])
    return { done, undone }
  })
  const receipts = [...refusals, ...undone]
  const only = done + refused === 1 ? receipts[0] : undefined
  return { message: undoMessage({ done, refused, only }), commandId, done, refused, unchanged: 0, short: 0, receipts }
}
