import { usageKey } from '@despatch/domain/routing/allocation/consignment'
import { piecesOf, type PlaceMove, sequenceMoves } from '@despatch/domain/routing/plan-the-day/sequence-moves'
import { sql } from 'kysely'
import { inClient } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { StreamingContext } from '../../http/context.ts'
import { loadUsage } from '../../routing/allocation/allocation-inputs.ts'
import type { BeforeRating } from '../../routing/allocation/rate-again/rate-order.ts'
import { PIECE_SIZE } from '../carrier-stops/run-moves.ts'
import { loadStanding } from '../carrier-stops/standing-orders.ts'
import { undoMoves } from '../carrier-stops/undo-moves.ts'
import { freePlaces } from './moved-orders.ts'

/** Undoes the moves of a plan: orders may go back to places that others of the same piece leave. */
export const undoPlan = (context: StreamingContext, undone: Parameters<typeof undoMoves>[1]) =>
  undoMoves(context, undone, { isExchange: true })

/** The caller's orders that a plan moved and that are not undone, in pieces in which each finds its former place free. */
export async function undoPieces(
  { database, caller, services }: StreamingContext,
  commandId: string,
  client: string,
): Promise<string[][]> {
  return inClient(database, client, async (transaction) => {
    const rows = await transaction.rows(
      sql<{ order_number: string; before: BeforeRating }>`
        select order_number, before from order_receipts
        where client_code = ${client} and command_id = ${commandId} and user_id = ${caller.userId} and outcome = 'done'
          and undone_at is null
        order by order_number`.compile(db),
    )
    if (rows.length === 0) return []
    const names = rows.map(({ order_number }) => order_number)
    const standing = await loadStanding(transaction, client, names)
    const days = [...new Set([...standing.values()].flat().map(({ despatch_day }) => despatch_day))]
    const compiled = await services.books.book(transaction, client)
    const usage = await loadUsage({ transaction, client }, days)
    const carrierOf = new Map(compiled.methods.map(({ clientMethodID, carrier }) => [clientMethodID, carrier]))
    const moves = rows.map(({ order_number, before }): PlaceMove => {
      const own = standing.get(order_number) ?? []
      return {
        orderNumber: order_number,
        gives: own.flatMap(({ carrier, despatch_day, parcels }) =>
          carrier === null ? [] : [{ room: usageKey(carrier, despatch_day), parcels }],
        ),
        takes: before.consignments.flatMap(({ clientMethodID }, index) => {
          const [carrier, current] = [carrierOf.get(clientMethodID ?? ''), own[index]]
          return carrier !== undefined && current
            ? [{ room: usageKey(carrier, current.despatch_day), parcels: current.parcels }]
            : []
        }),
      }
    })
    const groups = sequenceMoves(moves, freePlaces(compiled, days, usage), PIECE_SIZE)
    return piecesOf(groups, PIECE_SIZE).map((piece) => piece.map(({ orderNumber }) => orderNumber))
  })
}
