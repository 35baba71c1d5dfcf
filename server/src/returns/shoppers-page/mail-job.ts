import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Services } from '../../process/services.ts'
import { mailWaitingSteps } from './return-mails.ts'

const LOOK_EVERY_MS = 5000
const AT_ONCE = 20

type Given = {
  readonly database: Database
  readonly services: Pick<Services, 'secrets' | 'publicUrl' | 'mailQueued'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Queues the mails of all steps of returns that wait, of every client. */
export async function mailAllWaiting({ database, services }: Omit<Given, 'log'>, now: Date): Promise<void> {
  const some = () =>
    retryOnDeadlock(() =>
      database.transaction(async (transaction) => {
        await transaction.rows(
          sql`select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true)`.compile(
            db,
          ),
        )
        return mailWaitingSteps(transaction, AT_ONCE, { services, now })
      }),
    )
  while ((await some()) === AT_ONCE);
}

/** Does {@link mailAllWaiting} every few seconds until it is told to stop: steps that staff and feeds wrote are told by it. */
export function startReturnMails(given: Given): () => void {
  let work: Promise<void> | undefined
  const timer = setInterval(() => {
    work ??= mailAllWaiting(given, new Date())
      .catch((error: unknown) => given.log.warn({ err: error }, 'mails of returns were not queued'))
      .finally(() => {
        work = undefined
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
