import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Services } from '../../process/services.ts'
import { mailWaitingSteps } from './return-mails.ts'

const LOOK_EVERY_MS = 5000
const BATCH_SIZE = 20

type MailJobOptions = {
  readonly database: Database
  readonly services: Pick<Services, 'secrets' | 'publicUrl' | 'mailQueued'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Queues all waiting return emails, of every client. */
export async function mailAllWaiting({ database, services }: Omit<MailJobOptions, 'log'>, now: Date): Promise<void> {
  const nextBatch = () =>
    retryOnDeadlock(() =>
      database.transaction(async (transaction) => {
        await transaction.rows(
          sql`select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true)`.compile(
            db,
          ),
        )
        return mailWaitingSteps(transaction, BATCH_SIZE, { services, now })
      }),
    )
  while ((await nextBatch()) === BATCH_SIZE);
}

/**
 * Runs {@link mailAllWaiting} every few seconds, for steps that staff and feeds wrote.
 *
 * @returns a function that stops it
 */
export function startReturnMails(options: MailJobOptions): () => void {
  let work: Promise<void> | undefined
  const timer = setInterval(() => {
    work ??= mailAllWaiting(options, new Date())
      .catch((error: unknown) => options.log.warn({ err: error }, 'mails of returns were not queued'))
      .finally(() => {
        work = undefined
      })
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
