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
import { holdReturns } from './load-returns.ts'
import { BY_RETURNS } from './make-exchange.ts'
import { settleExchange } from './settle-exchange.ts'

const LOOK_EVERY_MS = 5000
const AT_ONCE = 100

type Given = {
  readonly database: Database
  readonly services: Pick<Services, 'books'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Makes, releases and cancels the orders that replace what was exchanged, of every client, each in a transaction of its own:
 * goods that a file says came back release theirs soon after. What staff did to such an order themselves is kept with its return. One that fails is logged, and looked at again after all
 * others that wait. Gives how many were settled.
 */
export async function settleExchanges(
  { database, services, log }: Given,
  now: Date,
  atOnce = AT_ONCE,
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
          order by exchange_tried_at nulls first, client_code, return_reference limit ${atOnce}
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
        const [held] = await holdReturns(transaction, client, [reference])
        const on = { transaction, client, now, byName: BY_RETURNS, books: services.books, isCapacityHeld }
        if (held) await settleExchange(on, held)
      })
    await retryOnDeadlock(() => withTrial(settle)).then(
      () => settled++,
      (error: unknown) => log.warn({ err: error, client, reference }, 'an exchange was not settled'),
    )
  }
  return settled
}

/**
 * Does {@link settleExchanges} as soon as this server writes that one is due, and every few seconds for what other servers
 * write, until it is told to stop.
 */
export function startSettlingExchanges(given: Given): () => void {
  let work: Promise<unknown> | undefined
  let isDueAgain = false
  const look = () => {
    if (work) {
      isDueAgain = true
      return
    }
    work = settleExchanges(given, new Date())
      .catch((error: unknown) => given.log.warn({ err: error }, 'exchanges were not settled'))
      .finally(() => {
        work = undefined
        if (isDueAgain) look()
      })
    isDueAgain = false
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  const deafen = onExchangesDue(look)
  return () => {
    deafen()
    clearInterval(timer)
  }
}
