import type { carrierStops as routes } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { movedMessage } from '@despatch/domain/orders/commands/command-text'
import { sql } from 'kysely'
import { inClients } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { StreamingContext } from '../../http/context.ts'
import { buildAnswer } from '../commands/run-order-command.ts'
import { type KeepResults, type MoveCommand, movePiece, type MoveResult, type OrderMove } from './move-piece.ts'

/** Orders per transaction. Their capacity is locked only for its end. */
export const PIECE_SIZE = 100

/** The orders of a client that a command moves, in pieces that are moved in one transaction each. */
export type ClientMoves = { readonly client: string; readonly pieces: readonly (readonly OrderMove[])[] }

/** Orders in pieces. */
export const inPieces = (wanted: readonly OrderMove[]): readonly (readonly OrderMove[])[] =>
  Array.from({ length: Math.ceil(wanted.length / PIECE_SIZE) }, (_, at) =>
    wanted.slice(at * PIECE_SIZE, (at + 1) * PIECE_SIZE),
  )

/**
 * Moves orders in pieces with a receipt for each. It goes on when the caller disconnects; sent again, orders with a
 * receipt are left out. Throws an AppError if the caller lost access.
 */
export async function runMoves(
  context: StreamingContext,
  command: MoveCommand,
  clients: readonly ClientMoves[],
): Promise<RouteAnswer<typeof routes.move>> {
  for (const { client, pieces } of clients)
    for (const piece of pieces) {
      const keep = receiptsOf({ ...context, now: new Date() }, command, client)
      await retryOnDeadlock(() => movePiece({ ...context, now: new Date() }, command, { client, wanted: piece, keep }))
    }
  return buildMovedAnswer(context, command.commandId)
}

/** The answer of a command that moved orders, from all its receipts: also those of an earlier try. */
export async function buildMovedAnswer(
  context: StreamingContext,
  commandId: string,
): Promise<RouteAnswer<typeof routes.move>> {
  const { database, clients } = context
  const counted = await inClients(database, clients, (transaction) =>
    transaction.row(
      sql<{ left: number }>`select count(*)::int as left from order_receipts
        where client_code = any (${clients}::text[]) and command_id = ${commandId}
          and (before ->> 'isLeft')::boolean`.compile(db),
    ),
  )
  return buildAnswer(context, {
    commandId,
    message: (counts) => movedMessage({ ...counts, left: counted?.left ?? 0 }),
  })
}

/** Writes a receipt for each order, with what undoing it goes back to. */
const receiptsOf =
  ({ caller, now }: StreamingContext, { action, commandId }: MoveCommand, client: string): KeepResults =>
  (transaction: Transaction, results: readonly MoveResult[]) => {
    const rows = results.map(({ orderNumber, message, moved }) => ({
      order_number: orderNumber,
      outcome: moved ? 'done' : 'refused',
      message,
      status_before: moved?.order.status ?? null,
      version_after: moved ? moved.order.version + 1 : null,
      before: moved ? { ...moved.before, isLeft: moved.isLeft } : null,
    }))
    return transaction.write(
      sql`insert into order_receipts (client_code, command_id, user_id, at, action, order_number, outcome, message,
          status_before, version_after, before)
        select ${client}, ${commandId}, ${caller.userId}, ${now}, ${action}, r.*
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (order_number text, outcome text, message text,
          status_before text, version_after int, before jsonb)
        on conflict do nothing`.compile(db),
    )
  }
