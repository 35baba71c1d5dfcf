import type { planTheDay as routes } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { piecesOf, sequenceMoves } from '@despatch/domain/routing/plan-the-day/sequence-moves'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type ClientMoves, PIECE_SIZE, runMoves } from '../carrier-stops/run-moves.ts'
import { refuseOtherBody } from '../commands/run-order-command.ts'
import { freePlaces } from './moved-orders.ts'
import { fingerprintOf, type MovesOfPlan, planClients } from './preview-plan.ts'

/**
 * Moves the orders of a plan, in an order in which each finds its place free, with a receipt for each. An order that
 * has changed, or whose place has gone meanwhile, stays. Sent again it resumes: it plans once more, and leaves out orders
 * with a receipt. Throws an AppError (409) if orders, costs or places have changed since the plan was shown.
 */
export async function applyPlan(
  context: StreamingContext,
  { body: { commandId, from, to, fingerprint } }: RouteChecked<typeof routes.apply>,
): Promise<RouteAnswer<typeof routes.apply>> {
  const { database, clients } = context
  const receipts = await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    await refuseOtherBody(transaction, context, { commandId, from, to, fingerprint })
    return transaction.row(
      sql<{ count: number; undone: number }>`select count(*)::int as count, count(undone_at)::int as undone
        from order_receipts where client_code = any (${clients}::text[]) and command_id = ${commandId}`.compile(db),
    )
  })
  context.audited.push('order.allocated')
  const { count = 0, undone = 0 } = receipts ?? {}
  // Sent again after it was undone: nothing is moved.
  const plans = undone > 0 ? [] : await planClients(context, { from, to })
  if (count === 0 && undone === 0 && fingerprintOf(plans) !== fingerprint)
    throw new AppError(
      'version_conflict',
      'Orders, costs or places have changed since this plan was shown. Nothing was changed. Look at the new plan.',
    )
  return runMoves(
    context,
    {
      action: 'plan-the-day',
      commandId,
      act: 'Moved',
      note: '',
      isExchange: true,
      isToMove: () => true,
    },
    plans.map(movesOf),
  )
}

function movesOf({ plan: { client, compiled, usage, days }, moved }: MovesOfPlan): ClientMoves {
  const free = freePlaces(
    compiled,
    days.map(({ day }) => day),
    usage,
  )
  const moveOf = new Map(moved.map(({ orderNumber, move }) => [orderNumber, move]))
  const pieces = piecesOf(sequenceMoves(moved, free, PIECE_SIZE), PIECE_SIZE)
  return { client, pieces: pieces.map((piece) => piece.flatMap(({ orderNumber }) => moveOf.get(orderNumber) ?? [])) }
}
