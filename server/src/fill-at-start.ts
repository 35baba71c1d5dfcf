import type { FastifyBaseLogger } from 'fastify'
import { giveNewEntries } from './administration/roles/give-new-entries.ts'
import type { Database } from './database/database.ts'
import { fillSearch } from './enquiries/search/fill-search.ts'

type BackfillOptions = { database: Database; log: Pick<FastifyBaseLogger, 'info' | 'warn'> }

/** Backfills data that earlier versions did not save, while people work. A failure is retried at the next start. */
export async function fillAtStart({ database, log }: BackfillOptions): Promise<void> {
  const orWarn = (work: Promise<unknown>, message: string) =>
    work.catch((error: unknown) => log.warn({ err: error }, message))
  await Promise.all([
    orWarn(giveNewEntries(database), 'roles were not given new menu entries'),
    orWarn(fillSearch({ database, log }), 'orders were not given their words'),
  ])
}
