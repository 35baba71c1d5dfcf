import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { db } from '../sql.ts'

/** How far the clock of a server may be from the database's. */
const MAX_APART_MS = 60_000

/** Why work that goes by the time is not done. */
export class WrongClock extends Error {
  constructor(trouble: string) {
    super(`Nothing is done by the time while ${trouble}`)
    this.name = 'WrongClock'
  }
}

export type ServerClock = {
  /** How the clock is wrong, as far as it was looked at last; undefined where it is right. */
  trouble(): string | undefined
  /** Looks at the clock of the database, which all servers go by. Throws what the database throws. */
  look(): Promise<void>
  /**
   * The same database for work that goes by the time: each transaction first looks at the clock, and fails with a WrongClock
   * where this server's is more than a minute away. A server 400 days ahead would end what people still need.
   */
  readonly database: Database
}

const TEXT = "select date_part('epoch', clock_timestamp()) * 1000 as now"

/** Opens the clock of a server. `now` is its own time, in milliseconds since 1970. */
export function openServerClock(database: Database, now: () => number = Date.now): ServerClock {
  let trouble: string | undefined
  const compare = async (ask: () => Promise<{ now: number } | undefined>) => {
    const before = now()
    const theirs = (await ask())?.now
    // However long the answer took: theirs was between these two.
    const after = now()
    if (theirs !== undefined) trouble = troubleOf(Math.max(before - theirs, 0) || Math.min(after - theirs, 0))
  }
  const refuse = () => {
    if (trouble !== undefined) throw new WrongClock(trouble)
  }
  return {
    trouble: () => trouble,
    look: () =>
      database.transaction((transaction) =>
        compare(() => transaction.row(sql<{ now: number }>`${sql.raw(TEXT)}`.compile(db))),
      ),
    database: {
      ...database,
      transaction: (work, who) =>
        database.transaction(async (transaction) => {
          await compare(() => transaction.row(sql<{ now: number }>`${sql.raw(TEXT)}`.compile(db)))
          refuse()
          return work(transaction)
        }, who),
      copying: (clients, work, more) =>
        database.copying(
          clients,
          async (client) => {
            await compare(async () => (await client.query<{ now: number }>(TEXT)).rows[0])
            refuse()
            return work(client)
          },
          more,
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
