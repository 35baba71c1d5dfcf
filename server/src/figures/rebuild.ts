import type { Database } from '../database/database.ts'
import { clientsOf, markAllDays } from './check.ts'
import { FIGURE_KIND_NAMES } from './kinds.ts'
import { type ClientFigures, recountMarked } from './recount.ts'

/** Counts all days of a client's figures again, while people work: some days in each transaction. Gives how many those were. */
export async function rebuildFigures(database: Database, figures: ClientFigures): Promise<number> {
  await markAllDays(database, figures)
  return (await recountMarked(database, figures)).days
}

/** The same of all figures of all clients. */
export async function rebuildAllFigures(database: Database): Promise<void> {
  for (const client of await clientsOf(database))
    for (const kind of FIGURE_KIND_NAMES) await rebuildFigures(database, { kind, client })
}
