import type { Database } from './database.ts'

/** The database, each of whose transactions waits for its turn. */
export function inTurn(database: Database, share: string, take: () => Promise<() => void>): Database {
  const wait = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const free = await take()
    return work().finally(free)
  }
  return {
    ...database,
    transaction: (work) => wait(() => database.transaction(work, share)),
    copying: (...asked) => wait(() => database.copying(...asked)),
  }
}
