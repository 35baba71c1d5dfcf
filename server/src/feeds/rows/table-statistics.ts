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
 * Rows that the transaction inserted into each table of clients' data. Without the flush, the view would still hold them
 * in the connection's next transaction.
 */
const INSERTED = `
select relname as table, n_tup_ins::int as inserted from pg_stat_xact_user_tables cross join pg_stat_force_next_flush()
where schemaname = 'public' and n_tup_ins > 0
  and exists (select from pg_attribute where attrelid = relid and attname = 'client_code')`

/**
 * Keeps the planner's statistics up to date while a feed fills tables: docs/decisions/0014. The planner expects no rows
 * of a client that is new since the last ANALYZE, and then any index that begins with the client looks as good as the
 * key. Autovacuum waits until a tenth of a table has changed.
 */
export class TableStatistics {
  readonly #feed: AnalyzingFeed
  readonly #inserted = new Map<string, number>()
  /** The same at the last ANALYZE of a table. */
  readonly #analyzed = new Map<string, number>()

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
      ([table, inserted]) => inserted >= MIN_ROWS && inserted >= 2 * (this.#analyzed.get(table) ?? 0),
    )
    if (grown.length === 0) return
    const { database, client, log } = this.#feed
    try {
      const expected = await database.copying([client], (connection) => readExpected(connection, grown))
      for (const [table, inserted] of grown) {
        if ((expected.get(table) ?? 0) * 2 >= inserted) continue
        this.#analyzed.set(table, inserted)
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
