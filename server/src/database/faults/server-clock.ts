import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { db } from '../sql.ts'

/** The largest difference allowed between the clocks of a server and the database. */
const MAX_APART_MS = 60_000

/** Time-dependent work was refused because the server's clock is wrong. */
export class WrongClock extends Error {
  constructor(trouble: string) {
    super(`Nothing is done by the time while ${trouble}`)
    this.name = 'WrongClock'
  }
}

export type ServerClock = {
  /** How the clock was wrong when last checked; undefined if it was right. */
  trouble(): string | undefined
  /** Checks the server's clock against the database's, which is common to all servers. Throws the database's errors. */
  check(): Promise<void>
  /**
   * The same database for time-dependent work. Each transaction first checks the clock and fails with a WrongClock if it
   * differs by more than a minute. A server 400 days ahead would end what is still in use.
   */
  readonly database: Database
}

const DATABASE_TIME = "select date_part('epoch', clock_timestamp()) * 1000 as now"

/**
 * Opens the clock of a server.
 *
 * @param now the server's time, in milliseconds since 1970
 */
export function openServerClock(database: Database, now: () => number = Date.now): ServerClock {
  let trouble: string | undefined
  const compare = async (readDatabaseTime: () => Promise<{ now: number } | undefined>) => {
    const before = now()
    const theirs = (await readDatabaseTime())?.now
    // However long the answer took, the database read its time between these two.
    const after = now()
    if (theirs !== undefined) trouble = troubleOf(Math.max(before - theirs, 0) || Math.min(after - theirs, 0))
  }
  const refuse = () => {
    if (trouble !== undefined) throw new WrongClock(trouble)
  }
  return {
    trouble: () => trouble,
    check: () =>
      database.transaction((transaction) =>
        compare(() => transaction.row(sql<{ now: number }>`${sql.raw(DATABASE_TIME)}`.compile(db))),
      ),
    database: {
      ...database,
      transaction: (work, caller) =>
        database.transaction(async (transaction) => {
          await compare(() => transaction.row(sql<{ now: number }>`${sql.raw(DATABASE_TIME)}`.compile(db)))
          refuse()
          return work(transaction)
        }, caller),
      copying: (clients, work, options) =>
        database.copying(
          clients,
          async (client) => {
            await compare(async () => (await client.query<{ now: number }>(DATABASE_TIME)).rows[0])
            refuse()
            return work(client)
          },
          options,
        ),
    },
  }
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const

function troubleOf(aheadMs: number): string | undefined {
  const apart = Math.abs(aheadMs)
  if (apart <= MAX_APART_MS) return undefined
  const [ms, unit] = UNITS.find(([ms]) => apart >= ms) ?? UNITS[2]
  const count = Math.round(apart / ms)
  const by = `${count} ${unit}${count === 1 ? '' : 's'}`
  return `the clock of this server is ${by} ${aheadMs > 0 ? 'ahead of' : 'behind'} the database’s`
}
