import { EXCHANGES_TO_DO } from '@despatch/domain/returns/portal/exchange'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Services } from '../../process/services.ts'
import { withTrial } from '../../routing/allocation/try-allocation.ts'
import { onExchangesDue } from './exchange-due.ts'
import { lockReturns } from './load-returns.ts'
import { BY_RETURNS } from './make-exchange.ts'
import { settleExchange } from './settle-exchange.ts'

const LOOK_EVERY_MS = 5000
const BATCH_SIZE = 100

type ExchangeJobOptions = {
  readonly database: Database
  readonly services: Pick<Services, 'books'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Creates, releases and cancels replacement orders of all clients, each in its own transaction: goods that a feed
 * reports as received release their replacement soon after. Also records when staff released or cancelled one
 * themselves. A failure is logged, and tried again after all other waiting exchanges.
 *
 * @returns how many were settled
 */
export async function settleExchanges(
  { database, services, log }: ExchangeJobOptions,
  now: Date,
  batchSize = BATCH_SIZE,
): Promise<number> {
  const due = await database.transaction(async (transaction) => {
    await transaction.rows(
      sql`select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true)`.compile(
        db,
      ),
    )
    return transaction.write(
      sql<{ client_code: string; return_reference: string }>`
        update announced_returns r set exchange_tried_at = ${now} from (
          select client_code, return_reference from announced_returns a
          where exchange = any (${EXCHANGES_TO_DO}::text[]) or (exchange in ('waiting', 'held') and exists (
            select from orders o where o.client_code = a.client_code and o.order_number = a.exchange_order
              and o.status not in ('S', 'N')))
          order by exchange_tried_at nulls first, client_code, return_reference limit ${batchSize}
          for no key update skip locked
        ) due
        where r.client_code = due.client_code and r.return_reference = due.return_reference
        returning r.client_code, r.return_reference`.compile(db),
    )
  })
  let settled = 0
  for (const { client_code: client, return_reference: reference } of due) {
    const settle = (isCapacityHeld: boolean) =>
      inClient(database, client, async (transaction) => {
        const [locked] = await lockReturns(transaction, client, [reference])
        const on = { transaction, client, now, byName: BY_RETURNS, books: services.books, isCapacityHeld }
        if (locked) await settleExchange(on, locked)
      })
    await retryOnDeadlock(() => withTrial(settle)).then(
      () => settled++,
      (error: unknown) => log.warn({ err: error, client, reference }, 'an exchange was not settled'),
    )
  }
  return settled
}

/**
 * Runs {@link settleExchanges} as soon as this server makes one due, and every few seconds for those of other servers.
 *
 * @returns a function that stops it
 */
export function startSettlingExchanges(options: ExchangeJobOptions): () => void {
  let work: Promise<unknown> | undefined
  let isDueAgain = false
  const look = () => {
    if (work) {
      isDueAgain = true
      return
    }
    work = settleExchanges(options, new Date())
      .catch((error: unknown) => options.log.warn({ err: error }, 'exchanges were not settled'))
      .finally(() => {
        work = undefined
        if (isDueAgain) look()
      })
    isDueAgain = false
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  const stopListening = onExchangesDue(look)
  return () => {
    stopListening()
    clearInterval(timer)
  }
}
