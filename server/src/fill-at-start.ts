import type { FastifyBaseLogger } from 'fastify'
import { giveNewEntries } from './administration/roles/give-new-entries.ts'
import type { Database } from './database/database.ts'
import { fillSearch } from './enquiries/search/fill-search.ts'

type Filling = { database: Database; log: Pick<FastifyBaseLogger, 'info' | 'warn'> }

/** Fills in, once and while people work, what an earlier version did not save. What fails is tried at the next start. */
export async function fillAtStart(on: Filling): Promise<void> {
  const orWarn = (work: Promise<unknown>, message: string) =>
    work.catch((error: unknown) => on.log.warn({ err: error }, message))
  await Promise.all([
    orWarn(giveNewEntries(on.database), 'roles were not given new menu entries'),
    orWarn(fillSearch(on), 'orders were not given their words'),
  ])
}
