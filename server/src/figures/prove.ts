import { addDays, type Day, daysBetween } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { inClient } from '../database/in-client.ts'
import { db } from '../database/sql.ts'
import { markWrongDays, type WrongDays } from './check.ts'
import { clientsOf } from './clients.ts'
import { countWrong, type FactSet, rebuildFactsOf } from './deltas.ts'
import { FIGURE_KIND_NAMES, FIGURE_KINDS, type FigureKind } from './kinds.ts'

/** Each night compares this many recent days, and one of every NIGHTS older months. */
const RECENT_DAYS = 35
const NIGHTS = 30

/** For /metrics: how many wrong days this server has found since it started. */
export const proved = { wrongDays: 0 }

/**
 * Compares the figures of the last 35 days and a thirtieth of the older months with the records, so that every day is compared
 * within thirty nights, and all balances. Days that differ are marked for a recount, balances that differ are rebuilt.
 *
 * @throws Error that names what was wrong, for administrators: some change of records was not counted
 */
export async function proveFigures(
  database: Database,
  { today, balances }: { today: Day; balances: readonly FactSet[] },
): Promise<void> {
  const failed = [...(await proveDays(database, today)), ...(await proveBalances(database, balances))]
  if (failed.length > 0) throw new Error(failed.join('. '))
}

/** Rebuilds the balances of clients where some differ from the records. Returns what was wrong, in sentences. */
async function proveBalances(database: Database, balances: readonly FactSet[]): Promise<string[]> {
  const failed: string[] = []
  for (const client of await clientsOf(database))
    for (const set of balances)
      try {
        const wrong = await countWrong(database, client, set)
        if (wrong === 0) continue
        await rebuildFactsOf(database, client, set)
        failed.push(`${client}: some ${set.title} (${wrong}) differed from the records, and were rebuilt`)
      } catch (error) {
        failed.push(`${client}: ${set.title} were not compared: ${String(error)}`)
      }
  return failed
}

/** Compares the days of one night. Returns what was wrong, in sentences. */
async function proveDays(database: Database, today: Day): Promise<string[]> {
  const wrong: WrongDays[] = []
  const failed: string[] = []
  for (const client of await clientsOf(database))
    for (const kind of FIGURE_KIND_NAMES)
      try {
        for (const range of rangesOfNight(await firstDayOf(database, { kind, client }), today)) {
          const found = await markWrongDays(database, { kind, client, ...range })
          if (found.days.length > 0) wrong.push(found)
        }
      } catch (error) {
        failed.push(`${client}, ${kind}s were not compared: ${String(error)}`)
      }
  proved.wrongDays += wrong.reduce((sum, { days }) => sum + days.length, 0)
  const named = wrong.map(({ kind, client, days }) => `${client}, ${kind}s of ${days.join(', ')}`)
  if (named.length > 0) failed.unshift(`Some figures differed from the records, and are recounted: ${named.join('; ')}`)
  return failed
}

/** The ranges that one night compares: the recent days, this night's months, and everything before the first stored day. */
export function rangesOfNight(first: Day | undefined, today: Day): { first?: Day; last?: Day }[] {
  const recent = { first: addDays(today, 1 - RECENT_DAYS) }
  if (first === undefined || first >= recent.first) return [{}]
  const night = daysBetween('2026-01-01', today) % NIGHTS
  const months: { first: Day; last: Day }[] = []
  for (let month: Day = `${first.slice(0, 7)}-01`; month < recent.first;) {
    const next: Day = `${addDays(month, 31).slice(0, 7)}-01`
    const [year = 0, number = 0] = month.split('-').map(Number)
    if ((year * 12 + number) % NIGHTS === night) months.push({ first: month, last: addDays(next, -1) })
    month = next
  }
  return [{ last: addDays(first, -1) }, ...months, recent]
}

/** The first day for which a client has figures of a kind. */
const firstDayOf = (database: Database, { kind, client }: { kind: FigureKind; client: string }) =>
  inClient(database, client, async (transaction) => {
    const row = await transaction.row(
      sql<{ day: Day | null }>`
        select min(day)::text as day from ${sql.table(FIGURE_KINDS[kind].table)} where client_code = ${client}`.compile(
        db,
      ),
    )
    return row?.day ?? undefined
  })
