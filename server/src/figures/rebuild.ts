import type { Database } from '../database/database.ts'
import { markAllDays } from './check.ts'
import { type ClientFigures, recountMarked } from './recount.ts'

/** Recounts all days of a client's figures while people work, some days per transaction. Returns the number of days. */
export async function rebuildFigures(database: Database, figures: ClientFigures): Promise<number> {
  const days = await markAllDays(database, figures)
  await recountMarked(database, figures)
  return days
}
