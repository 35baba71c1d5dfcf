import { classifySkus, type WhatTells } from '@despatch/domain/returns/rules/return-classes'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { db } from '../../database/sql.ts'
import { classColumns, type ClassColumn, windowColumns } from './try-classes.ts'
import { linesToTry, type LooksAt, partsToTry, type TriedOf, type TriedPart, type TriedRow } from './try-lines.ts'
import { keepShoppers, MADE_BEFORE, type MadeShoppers, putShoppersTogether, toldShoppers } from './try-shoppers.ts'

/** A class of lines: how many there are, the newest day that one was asked back on, and the place of one of them. */
export type ClassRow = { readonly lines: number; readonly newest: number; readonly place: string }

export type PartInput = { readonly of: TriedOf; readonly looks: LooksAt; readonly tells: WhatTells }

/** SKUs and classes that are read at a time. */
const AT_A_TIME = 2000

/**
 * Counts lines by their classes in a transaction of its own connection: only one line of each class is brought here. What was
 * read of the lines stays in a temporary table, so that the newest of some classes are found again.
 */
export class TriedLines {
  readonly #connection: pg.ClientBase
  readonly #given: PartInput
  #columns: readonly ClassColumn[] = []
  #names: readonly string[] = []
  #hasShoppers = false

  constructor(connection: pg.ClientBase, given: PartInput) {
    this.#connection = connection
    this.#given = given
  }

  async #run<Row = unknown>(statement: RawBuilder<Row>) {
    const { sql: text, parameters } = statement.compile(db)
    const { rows, rowCount } = await this.#connection.query(text, [...parameters])
    return { rows: rows as Row[], count: rowCount ?? 0 }
  }

  /** Says how the database is to go about it. */
  async begin(): Promise<void> {
    // The planner may know nothing of the tables, and would look each line up by itself.
    await this.#run(sql`set local jit = off`)
    // Two connections keep the processors busy: a worker beside each would read what is joined once more.
    await this.#run(sql`set local max_parallel_workers_per_gather = 0`)
    if (this.#given.looks.isOfAllOrders) await this.#run(sql`set local work_mem = '32MB'`)
  }

  /** About how many lines there are, and the orders that end parts of about so many. */
  async parts(by: number): Promise<{ total: number; ends: readonly string[] }> {
    const { rows } = await this.#run(partsToTry(this.#given.of, by))
    return rows[0] ?? { total: 0, ends: [] }
  }

  /** Puts the shoppers together who returned often. Gives them for another connection, or null where they are too many to tell. */
  async putShoppersTogether(): Promise<MadeShoppers | null> {
    const { of, tells } = this.#given
    const least = Math.min(
      ...Array.from(tells.windows.values(), (figures) => figures.find((one) => one > 0) ?? Infinity),
    )
    await this.#setLoops('off')
    const atLeast = Number.isFinite(least) ? least : 2 ** 31 - 1
    for (const statement of putShoppersTogether({ ...of, atLeast })) await this.#run(statement)
    this.#hasShoppers = true
    return (await this.#run(toldShoppers)).rows[0]?.shoppers ?? null
  }

  /** Keeps the shoppers that another connection put together; where they were too many to tell, puts them together itself. */
  async keepShoppers(shoppers: MadeShoppers | null): Promise<void> {
    if (!this.#ofAll || this.#hasShoppers) return
    if (!shoppers) return void (await this.putShoppersTogether())
    for (const statement of keepShoppers(shoppers)) await this.#run(statement)
    this.#hasShoppers = true
  }

  /** Makes what lines are put into. */
  async prepare(): Promise<void> {
    const { tells } = this.#given
    await this.#run(
      sql`create temp table tried_kinds (sku_code text collate "C" primary key, kind int not null) on commit drop`,
    )
    const kinds = await this.#keepKinds()
    const windows = windowColumns(tells, { earlier: sql`f.earlier`, askedOn: sql`f.asked_on` })
    const columns = classColumns(tells, kinds)
    this.#columns = this.#ofAll ? columns : [...columns, ...windows]
    this.#names = [...columns, ...windows].map(({ name }) => name)
    const first = this.#read({ after: '', upTo: '' })
    await this.#run(sql`create temp table tried_lines on commit drop as ${first} with no data`)
  }

  /** The SKUs that a book tells from the others, each with the number of its kind, from 1. Gives how many kinds there are. */
  async #keepKinds(): Promise<number> {
    const { of, tells } = this.#given
    if (tells.named.skus.size === 0 && tells.named.categories.size === 0) return 1
    const kindOf = classifySkus(tells)
    const kinds = new Map<string, number>([['', 0]])
    await this.#run(
      sql`declare of_skus no scroll cursor for select sku_code as sku, categories from skus where client_code = ${of.client}`,
    )
    for (;;) {
      const { rows } = await this.#run(
        sql<{ sku: string; categories: string[] }>`fetch ${sql.lit(AT_A_TIME)} from of_skus`,
      )
      if (rows.length === 0) break
      const told = rows.flatMap((row) => {
        const kind = kindOf(row)
        if (!kinds.has(kind)) kinds.set(kind, kinds.size)
        return kind === '' ? [] : [{ sku: row.sku, kind: kinds.get(kind) ?? 0 }]
      })
      if (told.length > 0)
        await this.#run(
          sql`insert into tried_kinds select * from unnest(${told.map(({ sku }) => sku)}::text[], ${told.map(({ kind }) => kind)}::int[])`,
        )
    }
    await this.#run(sql`close of_skus`)
    await this.#run(sql`analyze tried_kinds`)
    return kinds.size
  }

  #read(part: TriedPart): RawBuilder<unknown> {
    const { of, looks } = this.#given
    const columns = this.#columns.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`)
    return sql`
      select ${sql.join(columns)}, f.asked_on, f.place ${this.#ofAll ? sql`, f.shopper` : sql``}
      from (${linesToTry(of, looks, part)}) f left join tried_kinds q on q.sku_code = f.sku_code`
  }

  /** Whether shoppers' earlier returns are put together for all lines. */
  get #ofAll(): boolean {
    return this.#given.looks.earlier === 'of all'
  }

  /** What was read of the lines, with all that tells them apart. */
  get #told(): RawBuilder<unknown> {
    if (!this.#ofAll) return sql`tried_lines`
    const windows = windowColumns(this.#given.tells, { earlier: sql`s.days`, askedOn: sql`t.asked_on` })
    const columns = windows.map(({ name, value }) => sql`, ${value} as ${sql.ref(name)}`)
    return sql`(select t.* ${sql.join(columns, sql``)} from tried_lines t left join ${MADE_BEFORE} s using (shopper))`
  }

  #setLoops = (how: 'on' | 'off') => this.#run(sql`set local enable_nestloop = ${sql.lit(how)}`)

  /** Reads a part of the lines. Gives how many. */
  async add(part: TriedPart): Promise<number> {
    await this.#setLoops(this.#given.looks.isOfAllOrders ? 'off' : 'on')
    return (await this.#run(sql`insert into tried_lines ${this.#read(part)}`)).count
  }

  /** The classes of what was read, some at a time. */
  async *classes(): AsyncGenerator<ClassRow[]> {
    const keys = sql.join(this.#names.map((name) => sql.ref(name)))
    await this.#setLoops('on')
    await this.#run(sql`
      create temp table tried_classes on commit drop as
      select ${keys}, count(*)::int as lines, max(asked_on) as newest, max(place) as place from ${this.#told} l group by ${keys}`)
    await this.#run(
      sql`declare of_classes no scroll cursor for select lines, newest, place::text as place from tried_classes`,
    )
    for (;;) {
      const { rows } = await this.#run(sql<ClassRow>`fetch ${sql.lit(AT_A_TIME)} from of_classes`)
      if (rows.length === 0) return
      yield rows
    }
  }

  /** All of the lines at some places. */
  async at(places: readonly string[]): Promise<TriedRow[]> {
    const { of, looks } = this.#given
    return (await this.#run(linesToTry(of, { ...looks, isOfAllOrders: false }, { places }))).rows
  }

  /** The places of the newest lines of some classes, each named by the place of one of its lines. */
  async newestOf(classes: readonly string[], most: number): Promise<string[]> {
    const same = sql.join(
      this.#names.map((name) => sql`l.${sql.ref(name)} = c.${sql.ref(name)}`),
      sql` and `,
    )
    const { rows } = await this.#run(sql<{ place: string }>`
      select l.place::text as place from tried_classes c join ${this.#told} l on ${same}
      where c.place = any (${classes}::tid[]) order by l.asked_on desc limit ${most}::int`)
    return rows.map(({ place }) => place)
  }
}
