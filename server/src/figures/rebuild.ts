import type { Database } from '../database/database.ts'
import { markAllDays } from './check.ts'
import { type ClientFigures, recountMarked } from './recount.ts'

/** Counts all days of a client's figures again, while people work: some days in each transaction. Gives how many those are. */
export async function rebuildFigures(database: Database, figures: ClientFigures): Promise<number> {
  const days = await markAllDays(database, figures)
  await recountMarked(database, figures)
  return days
}
