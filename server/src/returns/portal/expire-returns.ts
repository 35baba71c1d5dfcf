import { EXPIRE_DAYS } from '@despatch/domain/returns/portal/announced-return'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { moved, waitingPieces } from './change-returns.ts'
import { holdReturns } from './load-returns.ts'
import { saveReturns } from './save-returns.ts'

const AT_ONCE = 100

/**
 * Ends the pieces of all clients that were never sent, {@link EXPIRE_DAYS} after they were announced or allowed: they may be
 * announced again, and what arrives all the same is taken. What waits for a review does not end. Gives how many returns.
 */
export async function expireReturns(database: Database, now: Date): Promise<number> {
  const clients = await database.transaction((transaction) =>
    transaction.rows(db.selectFrom('clients').select('client_code').orderBy('client_code')),
  )
  let expired = 0
  for (const { client_code: client } of clients) {
    const some = () =>
      retryOnDeadlock(() => inClient(database, client, (transaction) => expireSome(transaction, { client, now })))
    for (let count = await some(); count > 0; count = await some()) expired += count
  }
  return expired
}

async function expireSome(transaction: Transaction, given: { client: string; now: Date }): Promise<number> {
  const { client, now } = given
  const before = startOfDay(addDays(dayOf(now), -EXPIRE_DAYS))
  const due = await transaction.rows(
    sql<{ return_reference: string }>`
      select return_reference from announced_returns
      where client_code = ${client} and state = 'announced' and announced_at < ${before}
        and (reviewed_at is null or reviewed_at < ${before}) and review <> 'waiting'
      order by return_reference limit ${AT_ONCE}`.compile(db),
  )
  if (due.length === 0) return 0
  const held = await holdReturns(
    transaction,
    client,
    due.map((row) => row.return_reference),
  )
  // One that was sent, or taken back, while it was waited for has nothing left to end.
  const changed = held.flatMap((one) => {
    const pieces = waitingPieces(one)
    if (pieces.length === 0 || one.review === 'waiting') return []
    const to = moved(
      one,
      pieces.map((piece) => ({ ...piece, state: 'expired' as const })),
      now,
    )
    return [{ to, steps: [{ step: 'expired' as const, at: now, by: '', pieces }] }]
  })
  await saveReturns(transaction, { client, now, source: 'portal' }, changed)
  return changed.length
}
