import type { carrierStops as routes } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import { savesEnough } from '@despatch/domain/routing/carrier-stops/bring-back'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import type { BeforeRating } from '../../routing/allocation/rate-again/rate-order.ts'
import { refuseOtherBody } from '../commands/run-order-command.ts'
import { isAsWanted, type OrderMove } from './move-piece.ts'
import { planMoves } from './plan-moves.ts'
import { inPieces, runMoves } from './run-moves.ts'
import { loadStanding, type OffOrder, type StandingConsignment } from './standing-orders.ts'

/** An order that goes back, and what that saves. */
type Back = { readonly wanted: OrderMove; readonly saved: number }
type BacksOfClient = { readonly client: string; readonly backs: readonly Back[]; readonly stay: number }

/** Shows which orders that an ended stop moved would save enough by going back to their former methods. */
export async function previewBringBack(
  context: StreamingContext,
  { params: { stopId } }: RouteChecked<typeof routes.bringBackPreview>,
): Promise<RouteAnswer<typeof routes.bringBackPreview>> {
  const all = await loadBacks(context, stopId)
  const clients = []
  for (const { client, backs } of all) {
    if (backs.length === 0) continue
    const currency = await inClient(context.database, client, (transaction) => currencyOf(transaction, client))
    const saved = costText(backs.reduce((sum, one) => sum + one.saved, 0))
    clients.push({ client, currency, orders: backs.length, saved })
  }
  return { clients, stay: all.reduce((sum, { stay }) => sum + stay, 0) }
}

/** Brings those orders back, with a receipt for each. Throws an AppError if the stop has not ended. */
export async function bringBack(
  context: StreamingContext,
  { params: { stopId }, body: { commandId } }: RouteChecked<typeof routes.bringBack>,
): Promise<RouteAnswer<typeof routes.bringBack>> {
  await context.database.transaction(async (transaction) => {
    await seeClients(transaction, context.clients)
    await refuseOtherBody(transaction, context, { commandId, stopId })
  })
  context.audited.push('order.allocated')
  const backs = await loadBacks(context, stopId)
  return runMoves(
    context,
    {
      action: 'bring-back',
      commandId,
      act: 'Brought back',
      note: 'Its carrier takes orders again',
      isToMove: () => true,
    },
    backs.map(({ client, backs: own }) => ({ client, pieces: inPieces(own.map(({ wanted }) => wanted)) })),
  )
}

async function loadBacks(context: StreamingContext, stopId: string): Promise<BacksOfClient[]> {
  const { database, clients, now } = context
  const stop = await database.transaction((transaction) =>
    transaction.row(
      sql<{
        is_over: boolean
      }>`select ended_at is not null or coalesce(last_day < ${dayOf(now)}::date, false) as is_over
        from carrier_stops where stop_id = ${stopId}`.compile(db),
    ),
  )
  if (!stop?.is_over) throw new AppError('not_found', 'This stop has not ended. End it before you bring orders back.')
  const all: BacksOfClient[] = []
  for (const client of clients) {
    const moved = await inClient(database, client, (transaction) => loadMoved(transaction, client, stopId))
    if (moved.length > 0) all.push(await backsOf(context, client, moved))
  }
  return all
}

type MovedOrder = OffOrder & { readonly version: number; readonly before: BeforeRating }

/** The orders of a client that a stop moved, and that are not yet being picked. */
function loadMoved(transaction: Transaction, client: string, stopId: string): Promise<MovedOrder[]> {
  return transaction.rows(
    sql<MovedOrder>`
      select o.order_number as "orderNumber", o.status, o.despatch_date::text as "despatchDay", o.version, r.before
      from order_receipts r
      join orders o on o.client_code = r.client_code and o.order_number = r.order_number
      where r.client_code = ${client} and r.command_id = ${stopId} and r.outcome = 'done' and r.undone_at is null
        and o.status in ('N', 'R')
      order by o.dispatch_service = 'STANDARD', o.despatch_date, o.created_at, o.order_number`.compile(db),
  )
}

/** Keeps the orders that an assignment of all gives their former methods, where that saves enough. */
async function backsOf(
  { database, services, now }: StreamingContext,
  client: string,
  moved: readonly MovedOrder[],
): Promise<BacksOfClient> {
  const { moves } = await planMoves({ database, books: services.books, now }, client, moved)
  const standing = await inClient(database, client, (transaction) =>
    loadStanding(
      transaction,
      client,
      moved.map(({ orderNumber }) => orderNumber),
    ),
  )
  const byNumber = new Map(moved.map((order) => [order.orderNumber, order]))
  const backs = moves.flatMap((move): Back[] => {
    const order = byNumber.get(move.orderNumber)
    const own = standing.get(move.orderNumber) ?? []
    if (!order || move.cause !== undefined) return []
    const former = order.before.consignments.map(({ clientMethodID }) => clientMethodID)
    if (
      !isAsWanted(move.methods, former) ||
      isAsWanted(
        own.map(({ client_method_id }) => client_method_id),
        former,
      )
    )
      return []
    const cost = costOfStanding(own)
    if (!savesEnough(cost, move.cost.after)) return []
    const assigned = { methods: move.methods, because: 'brought-back' as const }
    const wanted = { orderNumber: move.orderNumber, assigned, isOnlyIfExact: true as const, version: order.version }
    return [{ wanted, saved: cost === null ? 0 : cost - move.cost.after }]
  })
  return { client, backs, stay: moved.length - backs.length }
}

/** What an order costs now; null if a consignment has no carrier. */
function costOfStanding(standing: readonly StandingConsignment[]): number | null {
  if (standing.some(({ cost }) => cost === null)) return null
  return standing.reduce((sum, { cost }) => sum + costOfText(cost ?? '0'), 0)
}
