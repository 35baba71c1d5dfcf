import type { carrierStops as routes } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { UNDO_MINUTES, undoMessage } from '@despatch/domain/orders/commands/command-text'
import { offMethods } from '@despatch/domain/routing/carrier-stops/off-methods'
import { skipAudit, writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context, StreamingContext } from '../../http/context.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import { AppError } from '../../process/app-error.ts'
import { type AllocationInputs, loadStops } from '../../routing/allocation/allocation-inputs.ts'
import { buildAnswer, otherCommand, refuseOtherBody } from '../commands/run-order-command.ts'
import { undoCommand } from '../commands/undo-command.ts'
import { loadCarriers } from '../../routing/carrier-stops/carriers-of-clients.ts'
import type { MoveCommand } from './move-piece.ts'
import { offCarriers, planClient } from './preview-moves.ts'
import { buildMovedAnswer, type ClientMoves, inPieces, runMoves } from './run-moves.ts'
import type { StandingConsignment } from './standing-orders.ts'

type Outcome = RouteAnswer<typeof routes.stop>

/**
 * Stops a carrier for all clients from now on, then moves its new and released orders of those despatch days to the
 * others by one assignment for each client; each order has a receipt. Orders that nobody takes are left without a
 * carrier. New orders avoid the carrier as soon as the stop is committed, before any order moves. Sent again, it
 * resumes. Throws an AppError if the id belongs to another stop or the client's rules know no such carrier.
 */
export async function stopCarrier(
  context: StreamingContext,
  { body }: RouteChecked<typeof routes.stop>,
): Promise<Outcome> {
  const { database, clients, caller, now } = context
  const { stopId, carrier, services, from, to, reason } = body
  const name = await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    await refuseOtherBody(transaction, context, { commandId: stopId, ...body })
    const known = (await loadCarriers(transaction, clients)).find((one) => one.carrier === carrier)
    if (!known) throw new AppError('not_found', noDataAvailable(carrier))
    const made = await transaction.writeRow(
      db
        .insertInto('carrier_stops')
        .values({
          stop_id: stopId,
          carrier,
          carrier_name: known.carrierName,
          services,
          first_day: from,
          last_day: to,
          reason,
          stopped_at: now,
          stopped_by: caller.username,
          user_id: caller.userId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('stop_id'),
    )
    if (made) await auditStop(transaction, context, known.carrierName, body)
    else if (!(await isOwnInForce(transaction, context, stopId))) return undefined
    return known.carrierName
  })
  context.audited.push('carrier.stopped')
  // Sent again after it was ended or undone: nothing more is moved.
  if (name === undefined) return buildMovedAnswer(context, stopId)
  return leaveCarrier(context, { commandId: stopId, carrier, because: `${name} is stopped` })
}

/** Whether the caller's own stop is in force. Throws an AppError if the id belongs to another user's. */
async function isOwnInForce(transaction: Transaction, { caller }: StreamingContext, stopId: string): Promise<boolean> {
  const stop = await transaction.row(
    db.selectFrom('carrier_stops').select(['user_id', 'ended_at']).where('stop_id', '=', stopId),
  )
  if (stop?.user_id !== caller.userId) throw otherCommand()
  return stop.ended_at === null
}

/** Moves the orders of a carrier that is off, however it was switched off. Throws like {@link stopCarrier}. */
export async function moveFromCarrier(
  context: StreamingContext,
  { body: { commandId, carrier } }: RouteChecked<typeof routes.move>,
): Promise<Outcome> {
  const { database, clients } = context
  await database.transaction(async (transaction) => {
    await seeClients(transaction, clients)
    await refuseOtherBody(transaction, context, { commandId, carrier })
  })
  context.audited.push('order.allocated')
  return leaveCarrier(context, { commandId, carrier, because: 'Its carrier is off' })
}

async function leaveCarrier(
  context: StreamingContext,
  { commandId, carrier, because }: { commandId: string; carrier: string; because: string },
): Promise<Outcome> {
  const off = await offCarriers(context, carrier)
  const moves: ClientMoves[] = []
  for (const client of new Set(off.map((one) => one.client))) {
    const { moves: planned } = await planClient(context, { client, off })
    moves.push({
      client,
      pieces: inPieces(
        planned.map(({ orderNumber, methods }) => ({
          orderNumber,
          assigned: { methods, because: 'carrier-off' as const },
        })),
      ),
    })
  }
  const today = dayOf(context.now)
  const command: MoveCommand = {
    action: 'leave-carrier',
    commandId,
    act: 'Moved',
    note: because,
    isToMove: (standing, inputs) => standing.some((one) => hasOffMethod(one, inputs, today)),
  }
  return runMoves(context, command, moves)
}

/** Whether a consignment's carrier is off by the rules and stops that its transaction read. */
function hasOffMethod(
  { carrier, client_method_id, despatch_day }: StandingConsignment,
  { compiled, stops }: AllocationInputs,
  today: string,
): boolean {
  if (carrier === null || client_method_id === null) return false
  const day = despatch_day < today ? today : despatch_day
  return offMethods(compiled, stops, { carrier, day }).methods.includes(client_method_id)
}

async function auditStop(
  transaction: Transaction,
  context: StreamingContext,
  name: string,
  { from, to, services, reason }: RouteChecked<typeof routes.stop>['body'],
): Promise<void> {
  await writeAudit(transaction, {
    context,
    clientCode: null,
    userId: context.caller.userId,
    byName: context.caller.username,
    act: 'carrier.stopped',
    object: `${name} from ${formatDayShort(from)}${to === null ? '' : ` to ${formatDayShort(to)}`}`,
    after: { from, to, ...(services.length > 0 && { services }), ...(reason && { reason }) },
  })
}

/** Ends a stop: the carrier takes orders again. Throws an AppError (404) if there is none with this id in force. */
export async function endStop(
  { transaction, caller, now, ...context }: Context,
  { params: { stopId } }: RouteChecked<typeof routes.end>,
): Promise<RouteAnswer<typeof routes.end>> {
  const ended = await end(transaction, { ...context, caller, now }, stopId)
  if (!ended) throw new AppError('not_found', 'This stop has ended already.')
  const other = (await loadStops(transaction)).some(({ carrier }) => carrier === ended.carrier)
  const name = ended.carrier_name
  return {
    message: other ? `This stop of ${name} has ended. Another one is in force.` : `${name} takes orders again.`,
  }
}

/** Ends a stop and writes the audit row. Returns its carrier; undefined if it was not in force. */
async function end(
  transaction: Transaction,
  context: Pick<Context, 'caller' | 'now' | 'requestId' | 'audited'>,
  stopId: string,
): Promise<{ carrier: string; carrier_name: string } | undefined> {
  const { caller, now } = context
  const ended = await transaction.writeRow(
    db
      .updateTable('carrier_stops')
      .set({ ended_at: now, ended_by: caller.username })
      .where('stop_id', '=', stopId)
      .where('ended_at', 'is', null)
      .returning(['carrier', 'carrier_name']),
  )
  if (!ended) {
    skipAudit(context)
    return undefined
  }
  context.audited.push('carrier.stop-ended')
  await writeAudit(transaction, {
    context,
    clientCode: null,
    userId: caller.userId,
    byName: caller.username,
    act: 'carrier.stop-ended',
    object: ended.carrier_name,
  })
  return ended
}

const MINUTE = 60_000

/**
 * Undoes the caller's own stop for a quarter of an hour: it ends, and every order that nobody has touched since goes
 * back to its former methods. Throws an AppError: 404 for an unknown stop, 409 if it is too old.
 */
export async function undoStop(
  context: StreamingContext,
  { params: { stopId } }: RouteChecked<typeof routes.undo>,
): Promise<Outcome> {
  const { database, caller, now } = context
  await database.transaction(async (transaction) => {
    const stop = await transaction.row(
      db
        .selectFrom('carrier_stops')
        .select('stopped_at')
        .where('stop_id', '=', stopId)
        .where('user_id', '=', caller.userId),
    )
    if (!stop) throw new AppError('not_found', 'This stop can’t be found.')
    if (now.getTime() - stop.stopped_at.getTime() > UNDO_MINUTES * MINUTE)
      throw new AppError(
        'version_conflict',
        `The ${UNDO_MINUTES} minutes for undoing this have passed. End the stop instead.`,
      )
    await end(transaction, context, stopId)
  })
  const answer = await buildAnswer(context, { commandId: stopId, message: undoMessage })
  return answer.done === 0
    ? { ...answer, message: 'The stop has ended. It had moved no orders.' }
    : undoCommand(context, { params: { commandId: stopId } })
}
