import type { Database } from '../database/database.ts'
import { markAllWrongDays, type WrongDays } from '../figures/check.ts'
import { recountAll } from '../figures/recount.ts'

/** Recounts marked days, then compares all stored figures with the records. Returns the days that differ. */
export async function findWrongFigures(database: Database): Promise<WrongDays[]> {
  await recountAll(database)
  return markAllWrongDays(database)
}
