import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'

/** Below this number of rows, reading all of them instead of using the right index costs little. */
const MIN_ROWS = 1000

type AnalyzingFeed = {
  readonly database: Database
  readonly client: string
  readonly isPreview?: boolean | undefined
  readonly log?: Pick<FastifyBaseLogger, 'warn'> | undefined
}

type InsertedRows = { table: string; inserted: number }

/**
 * Rows that the transaction inserted into each table of clients' data. Without the flush, PostgreSQL would still count them
 * in the connection's next transaction. The view pg_stat_xact_user_tables takes ten times as long.
 */
const INSERTED = `
select relname as table, pg_stat_get_xact_tuples_inserted(oid)::int as inserted from pg_class cross join pg_stat_force_next_flush()
where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity and pg_stat_get_xact_tuples_inserted(oid) > 0`

/**
 * Keeps the planner's statistics up to date while a feed fills tables: docs/decisions/0014. The planner expects no rows
 * of a client that is new since the last ANALYZE, and then any index that begins with the client looks as good as the
 * key. Autovacuum waits until a tenth of a table has changed.
 */
export class TableStatistics {
  readonly #feed: AnalyzingFeed
  readonly #inserted = new Map<string, number>()
  /** The same when the planner last knew them. */
  readonly #known = new Map<string, number>()

  constructor(feed: AnalyzingFeed) {
    this.#feed = feed
  }

  /** Counts the rows that a transaction has inserted. Call it once, at its end. */
  async count(connection: pg.ClientBase): Promise<void> {
    if (this.#feed.isPreview) return
    const { rows } = await connection.query<InsertedRows>(INSERTED)
    for (const { table, inserted } of rows) this.#inserted.set(table, (this.#inserted.get(table) ?? 0) + inserted)
  }

  /**
   * Analyzes tables of which the planner expects less than half of the rows that this feed inserted, each in its own
   * transaction. Never fails: without statistics the feed is only slower.
   */
  async refresh(): Promise<void> {
    const grown = [...this.#inserted].filter(
      ([table, inserted]) => inserted >= MIN_ROWS && inserted >= 2 * (this.#known.get(table) ?? 0),
    )
    if (grown.length === 0) return
    const { database, client, log } = this.#feed
    try {
      const expected = await database.copying([client], (connection) => readExpected(connection, grown))
      for (const [table, inserted] of grown) {
        this.#known.set(table, inserted)
        if ((expected.get(table) ?? 0) * 2 >= inserted) continue
        await database.copying([client], (connection) => connection.query('select analyze_table($1)', [table]))
      }
    } catch (error) {
      log?.warn({ err: error }, 'tables could not be analyzed during a feed')
    }
  }
}

type Explained = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }

/** How many rows of the connection's client the planner expects in each table. */
async function readExpected(
  connection: pg.ClientBase,
  tables: readonly (readonly [string, number])[],
): Promise<Map<string, number>> {
  const expected = new Map<string, number>()
  for (const [table] of tables) {
    const { rows } = await connection.query<Explained>(`explain (format json) select from public."${table}"`)
    expected.set(table, rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
  }
  return expected
}
