import { EXPIRE_DAYS } from '@despatch/domain/returns/portal/announced-return'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { movePieces, unsentPieces } from './change-returns.ts'
import { lockReturns } from './load-returns.ts'
import { saveReturns } from './save-returns.ts'

const BATCH_SIZE = 100

/**
 * Expires unsent pieces {@link EXPIRE_DAYS} after they were announced or allowed, for all clients. They can be
 * announced again, and are accepted if they arrive after all. Returns in review do not expire.
 *
 * @returns how many returns expired
 */
export async function expireReturns(database: Database, now: Date): Promise<number> {
  const clients = await database.transaction((transaction) =>
    transaction.rows(db.selectFrom('clients').select('client_code').orderBy('client_code')),
  )
  let expired = 0
  for (const { client_code: client } of clients) {
    const nextBatch = () =>
      retryOnDeadlock(() => inClient(database, client, (transaction) => expireBatch(transaction, { client, now })))
    for (let count = await nextBatch(); count > 0; count = await nextBatch()) expired += count
  }
  return expired
}

async function expireBatch(transaction: Transaction, input: { client: string; now: Date }): Promise<number> {
  const { client, now } = input
  const before = startOfDay(addDays(dayOf(now), -EXPIRE_DAYS))
  const due = await transaction.rows(
    sql<{ return_reference: string }>`
      select return_reference from announced_returns
      where client_code = ${client} and state = 'announced' and announced_at < ${before}
        and (reviewed_at is null or reviewed_at < ${before}) and review <> 'waiting'
      order by return_reference limit ${BATCH_SIZE}`.compile(db),
  )
  if (due.length === 0) return 0
  const locked = await lockReturns(
    transaction,
    client,
    due.map((row) => row.return_reference),
  )
  // A return that was sent or withdrawn while this waited for its lock has nothing to expire.
  const changed = locked.flatMap((one) => {
    const pieces = unsentPieces(one)
    if (pieces.length === 0 || one.review === 'waiting') return []
    const to = movePieces(
      one,
      pieces.map((piece) => ({ ...piece, state: 'expired' as const })),
      now,
    )
    return [{ to, steps: [{ step: 'expired' as const, at: now, by: '', pieces }] }]
  })
  await saveReturns(transaction, { client, now, source: 'portal' }, changed)
  return changed.length
}
