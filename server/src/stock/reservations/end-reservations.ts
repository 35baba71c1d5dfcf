import { dayOf } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import { AppError } from '../../process/app-error.ts'
import { endReservation } from './reserve.ts'

const SYSTEM_NAME = 'Despatch'

/**
 * Ends reservations after their last day, releases what is left of each, and records it in Activity.
 *
 * @returns how many ended
 */
export async function endReservations(database: Database, now: Date): Promise<number> {
  const today = dayOf(now)
  const clients = await database.transaction((transaction) =>
    transaction.rows(db.selectFrom('clients').select('client_code').orderBy('client_code')),
  )
  let ended = 0
  for (const { client_code: client } of clients) {
    const due = await inClient(database, client, (transaction) =>
      transaction.rows(
        sql<{ id: string }>`select reservation_id as id from stock_reservations
          where client_code = ${client} and ended_at is null and until_day < ${today} order by sku_code, reservation_id`.compile(
          db,
        ),
      ),
    )
    for (const { id } of due) {
      try {
        await retryOnDeadlock(() =>
          inClient(database, client, (transaction) => endOne({ transaction, client, now }, id)),
        )
        ended++
      } catch (error) {
        // Another server or a user ended it first.
        if (!(error instanceof AppError)) throw error
      }
    }
  }
  return ended
}

async function endOne(on: Omit<Parameters<typeof endReservation>[0], 'byName'>, id: string): Promise<void> {
  const { sku, pieces, drawn, heldBy, until } = await endReservation({ ...on, byName: SYSTEM_NAME }, id, 'expired')
  await writeAudit(on.transaction, {
    context: { now: on.now, requestId: '' },
    clientCode: on.client,
    userId: null,
    byName: SYSTEM_NAME,
    act: 'stock.reservation-ended',
    object: `${formatCount(pieces - drawn)} of ${sku}`,
    after: { sku, left: pieces - drawn, heldBy, until },
  })
}
