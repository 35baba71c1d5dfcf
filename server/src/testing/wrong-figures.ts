import type { Database } from '../database/database.ts'
import { markAllWrongDays, type WrongDays } from '../figures/check.ts'
import { recountAll } from '../figures/recount.ts'

/** Counts what is marked, then compares all kept figures with what the records say: gives the days that differ, marked again. */
export async function wrongFigures(database: Database): Promise<WrongDays[]> {
  await recountAll(database)
  return markAllWrongDays(database)
}
