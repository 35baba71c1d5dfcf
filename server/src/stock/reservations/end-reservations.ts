import { dayOf } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import { AppError } from '../../process/app-error.ts'
import { endReserved } from './reserve.ts'

const BY_ITSELF = 'Despatch'

/** Ends reservations whose last day has passed: what is left of each is given back, and Activity tells of it. Answers how many. */
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
        // Another server, or a person, was quicker.
        if (!(error instanceof AppError)) throw error
      }
    }
  }
  return ended
}

async function endOne(on: Omit<Parameters<typeof endReserved>[0], 'byName'>, id: string): Promise<void> {
  const { sku, pieces, drawn, heldBy, until } = await endReserved({ ...on, byName: BY_ITSELF }, id, 'expired')
  await writeAudit(on.transaction, {
    context: { now: on.now, requestId: '' },
    clientCode: on.client,
    userId: null,
    byName: BY_ITSELF,
    act: 'stock.reservation-ended',
    object: `${formatCount(pieces - drawn)} of ${sku}`,
    after: { sku, left: pieces - drawn, heldBy, until },
  })
}
