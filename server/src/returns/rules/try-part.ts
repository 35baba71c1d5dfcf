import { classifySkus, type Distinctions } from '@despatch/domain/returns/rules/return-classes'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { db } from '../../database/sql.ts'
import { classColumns, type ClassColumn, windowColumns } from './try-classes.ts'
import {
  linesToTry,
  type TrialLookups,
  partsToTry,
  type TrialScope,
  type TrialPart,
  type TrialLine,
} from './try-lines.ts'
import {
  storeShoppers,
  FREQUENT_SHOPPERS,
  type FrequentShoppers,
  collectShoppers,
  frequentShoppers,
} from './try-shoppers.ts'

/** A class of lines: their number, the newest day of request, and the location of one of them. */
export type ClassRow = { readonly lines: number; readonly newest: number; readonly place: string }

export type PartInput = { readonly of: TrialScope; readonly lookups: TrialLookups; readonly distinctions: Distinctions }

/** SKUs or classes per fetch. */
const FETCH_SIZE = 2000

/**
 * Counts lines by class, in the transaction of one connection; only one line per class is sent to the server. The lines
 * that were read stay in a temporary table, so that the newest lines of some classes can be looked up.
 */
export class TrialLines {
  readonly #connection: pg.ClientBase
  readonly #input: PartInput
  #columns: readonly ClassColumn[] = []
  #names: readonly string[] = []
  #hasShoppers = false

  constructor(connection: pg.ClientBase, input: PartInput) {
    this.#connection = connection
    this.#input = input
  }

  async #run<Row = unknown>(statement: RawBuilder<Row>) {
    const { sql: text, parameters } = statement.compile(db)
    const { rows, rowCount } = await this.#connection.query(text, [...parameters])
    return { rows: rows as Row[], count: rowCount ?? 0 }
  }

  /** Configures the planner for this transaction. */
  async begin(): Promise<void> {
    // Without statistics the planner would look up each line separately.
    await this.#run(sql`set local jit = off`)
    // Two connections already keep the processors busy, and parallel workers would each read the joined tables again.
    await this.#run(sql`set local max_parallel_workers_per_gather = 0`)
    if (this.#input.lookups.isOfAllOrders) await this.#run(sql`set local work_mem = '32MB'`)
  }

  /** The estimated number of lines, and the order numbers that end parts of about `by` lines. */
  async parts(by: number): Promise<{ total: number; ends: readonly string[] }> {
    const { rows } = await this.#run(partsToTry(this.#input.of, by))
    return rows[0] ?? { total: 0, ends: [] }
  }

  /**
   * Collects frequent returners.
   *
   * @returns them for another connection, or null if they are too many to pass on
   */
  async collectShoppers(): Promise<FrequentShoppers | null> {
    const { of, distinctions } = this.#input
    const least = Math.min(
      ...Array.from(distinctions.windows.values(), (figures) => figures.find((one) => one > 0) ?? Infinity),
    )
    await this.#setLoops('off')
    const atLeast = Number.isFinite(least) ? least : 2 ** 31 - 1
    for (const statement of collectShoppers({ ...of, atLeast })) await this.#run(statement)
    this.#hasShoppers = true
    return (await this.#run(frequentShoppers)).rows[0]?.shoppers ?? null
  }

  /** Stores the shoppers that another connection collected; if they were too many, collects them itself. */
  async storeShoppers(shoppers: FrequentShoppers | null): Promise<void> {
    if (!this.#ofAll || this.#hasShoppers) return
    if (!shoppers) return void (await this.collectShoppers())
    for (const statement of storeShoppers(shoppers)) await this.#run(statement)
    this.#hasShoppers = true
  }

  /** Creates the temporary tables for lines. */
  async prepare(): Promise<void> {
    const { distinctions } = this.#input
    await this.#run(
      sql`create temp table tried_kinds (sku_code text collate "C" primary key, kind int not null) on commit drop`,
    )
    const kinds = await this.#storeKinds()
    const windows = windowColumns(distinctions, { earlier: sql`f.earlier`, askedOn: sql`f.asked_on` })
    const columns = classColumns(distinctions, kinds)
    this.#columns = this.#ofAll ? columns : [...columns, ...windows]
    this.#names = [...columns, ...windows].map(({ name }) => name)
    const first = this.#read({ after: '', upTo: '' })
    await this.#run(sql`create temp table tried_lines on commit drop as ${first} with no data`)
  }

  /**
   * Stores the kinds of SKUs that a book mentions, numbered from 1.
   *
   * @returns the number of kinds, including 0 for all others
   */
  async #storeKinds(): Promise<number> {
    const { of, distinctions } = this.#input
    if (distinctions.named.skus.size === 0 && distinctions.named.categories.size === 0) return 1
    const kindOf = classifySkus(distinctions)
    const kinds = new Map<string, number>([['', 0]])
    await this.#run(
      sql`declare of_skus no scroll cursor for select sku_code as sku, categories from skus where client_code = ${of.client}`,
    )
    for (;;) {
      const { rows } = await this.#run(
        sql<{ sku: string; categories: string[] }>`fetch ${sql.lit(FETCH_SIZE)} from of_skus`,
      )
      if (rows.length === 0) break
      const mentioned = rows.flatMap((row) => {
        const kind = kindOf(row)
        if (!kinds.has(kind)) kinds.set(kind, kinds.size)
        return kind === '' ? [] : [{ sku: row.sku, kind: kinds.get(kind) ?? 0 }]
      })
      if (mentioned.length > 0)
        await this.#run(
          sql`insert into tried_kinds select * from unnest(${mentioned.map(({ sku }) => sku)}::text[], ${mentioned.map(({ kind }) => kind)}::int[])`,
        )
    }
    await this.#run(sql`close of_skus`)
    await this.#run(sql`analyze tried_kinds`)
    return kinds.size
  }

  #read(part: TrialPart): RawBuilder<unknown> {
    const { of, lookups } = this.#input
    const columns = this.#columns.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`)
    return sql`
      select ${sql.join(columns)}, f.asked_on, f.place ${this.#ofAll ? sql`, f.shopper` : sql``}
      from (${linesToTry(of, lookups, part)}) f left join tried_kinds q on q.sku_code = f.sku_code`
  }

  /** Whether earlier returns are collected for all shoppers. */
  get #ofAll(): boolean {
    return this.#input.lookups.earlier === 'of all'
  }

  /** The lines that were read, with all columns that distinguish them. */
  get #linesRead(): RawBuilder<unknown> {
    if (!this.#ofAll) return sql`tried_lines`
    const windows = windowColumns(this.#input.distinctions, { earlier: sql`s.days`, askedOn: sql`t.asked_on` })
    const columns = windows.map(({ name, value }) => sql`, ${value} as ${sql.ref(name)}`)
    return sql`(select t.* ${sql.join(columns, sql``)} from tried_lines t left join ${FREQUENT_SHOPPERS} s using (shopper))`
  }

  #setLoops = (how: 'on' | 'off') => this.#run(sql`set local enable_nestloop = ${sql.lit(how)}`)

  /**
   * Reads a part of the lines.
   *
   * @returns how many
   */
  async add(part: TrialPart): Promise<number> {
    await this.#setLoops(this.#input.lookups.isOfAllOrders ? 'off' : 'on')
    return (await this.#run(sql`insert into tried_lines ${this.#read(part)}`)).count
  }

  /** The classes of the lines, in batches. */
  async *classes(): AsyncGenerator<ClassRow[]> {
    const keys = sql.join(this.#names.map((name) => sql.ref(name)))
    await this.#setLoops('on')
    await this.#run(sql`
      create temp table tried_classes on commit drop as
      select ${keys}, count(*)::int as lines, max(asked_on) as newest, max(place) as place from ${this.#linesRead} l group by ${keys}`)
    await this.#run(
      sql`declare of_classes no scroll cursor for select lines, newest, place::text as place from tried_classes`,
    )
    for (;;) {
      const { rows } = await this.#run(sql<ClassRow>`fetch ${sql.lit(FETCH_SIZE)} from of_classes`)
      if (rows.length === 0) return
      yield rows
    }
  }

  /** The lines at some locations. */
  async at(places: readonly string[]): Promise<TrialLine[]> {
    const { of, lookups } = this.#input
    return (await this.#run(linesToTry(of, { ...lookups, isOfAllOrders: false }, { places }))).rows
  }

  /** Locations of the newest lines of some classes. Each class is named by the location of one of its lines. */
  async newestOf(classes: readonly string[], most: number): Promise<string[]> {
    const same = sql.join(
      this.#names.map((name) => sql`l.${sql.ref(name)} = c.${sql.ref(name)}`),
      sql` and `,
    )
    const { rows } = await this.#run(sql<{ place: string }>`
      select l.place::text as place from tried_classes c join ${this.#linesRead} l on ${same}
      where c.place = any (${classes}::tid[]) order by l.asked_on desc limit ${most}::int`)
    return rows.map(({ place }) => place)
  }
}
