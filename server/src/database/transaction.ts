import { type CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { connectionOf } from './connection-of.ts'
import { forgetPlans, isPlanGone, nameOn } from './prepared.ts'
import { db } from './sql.ts'

/** A built query, or one compiled beforehand because its text never changes. */
export type Query<Row> = { compile(): CompiledQuery<Row> } | CompiledQuery<Row>
/** One that is not built to insert (`values`), update (`set`) or delete (`using`). */
type ReadQuery<Row> = { compile(): CompiledQuery<Row>; values?: never; set?: never; using?: never } | CompiledQuery<Row>

/**
 * Awaits statements that take effect in the order in which they are listed: pg sends them as they are asked for. Each step
 * asks for its statement before it waits for anything. Throws what the first in order that failed throws.
 */
export async function inOrder<const Asked extends readonly unknown[]>(
  steps: Asked,
): Promise<{ -readonly [Step in keyof Asked]: Awaited<Asked[Step]> }> {
  // Whatever is asked after a failure fails as well, and may be heard of sooner: the first in order says why.
  const settled = await Promise.allSettled(steps)
  const failed = settled.find((step) => step.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(steps)
}

/**
 * One transaction of the database, on one connection. Queries are sent as they are asked for, without waiting for the
 * one before (pg's pipeline): ask for several and await them together, and they cost one round trip. Over a connection that
 * takes one statement at a time, as a feed's does, each is sent when the one before has been answered.
 */
export class Transaction {
  readonly #client: pg.ClientBase
  readonly #isPipelined: boolean
  /** Settles when the statement before has been answered. */
  #before: Promise<unknown> = Promise.resolve()
  #wrote = false
  #isOver = false
  #isReleasedEarly = false
  #last: { readonly query: Query<unknown>; readonly refused: (error: unknown) => unknown } | undefined
  readonly #afterCommit: (() => void)[] = []

  constructor(client: pg.ClientBase) {
    this.#client = client
    this.#isPipelined = connectionOf(client).pipeline === true
  }

  /** For what is read over a connection elsewhere. */
  get connection(): pg.ClientBase {
    return this.#client
  }

  /** Whether something was written: then the commit is waited for before the caller is answered. */
  get wrote(): boolean {
    return this.#wrote
  }

  /**
   * Lets others have the rows that it holds as soon as it is committed, before that is on the disk: where many wait for one
   * row, each would wait for the disk once for every one before it. The caller is answered when it is on the disk; where the
   * server dies before, whatever was made of it by others dies too, for it was written later.
   */
  releaseEarly(): void {
    this.#isReleasedEarly = true
    void this.#ask(sql`select set_config('synchronous_commit', 'off', true)`.compile(db))
  }

  get isReleasedEarly(): boolean {
    return this.#isReleasedEarly
  }

  /**
   * Has a statement done as the last of all, in one packet with the commit: nobody who waits for what it holds waits for this
   * server as well. What the database refuses it for is thrown as `refused` says it.
   */
  last(query: Query<unknown>, refused: (error: unknown) => unknown): void {
    if (this.#last) throw new Error('A transaction has one last statement')
    this.#wrote = true
    this.#last = { query, refused }
  }

  /** Called when the work is done, before the commit is asked for; undefined where nothing is left for the last. */
  sendLast(): Promise<unknown> | undefined {
    if (!this.#last) return undefined
    const { query, refused } = this.#last
    return this.#send(query).catch((error: unknown) => {
      throw refused(error)
    })
  }

  /** Called when the work is done: what is asked for from then on would run in someone else's transaction. */
  end(): void {
    this.#isOver = true
  }

  /** Has something done once this transaction is committed; it is forgotten where it is not. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Called when it is committed. */
  committed(): void {
    for (const work of this.#afterCommit) work()
  }

  /** The rows of a query that reads. Throws what the database refuses it for, and when the transaction is over. */
  rows<Row>(query: ReadQuery<Row>): Promise<Row[]> {
    return this.#ask(query)
  }

  /** The first row of a query that reads, or undefined. */
  async row<Row>(query: ReadQuery<Row>): Promise<Row | undefined> {
    return (await this.rows(query))[0]
  }

  /** The same of a statement that writes, by a function too: the caller is answered when it is committed. */
  write<Row>(query: Query<Row>): Promise<Row[]> {
    this.#wrote = true
    return this.#ask(query)
  }

  async writeRow<Row>(query: Query<Row>): Promise<Row | undefined> {
    return (await this.write(query))[0]
  }

  #ask<Row>(query: Query<Row>): Promise<Row[]> {
    const rows = this.#isPipelined ? this.#run(query) : this.#before.then(() => this.#run(query))
    // Of several that were asked for together, only the first failure is heard; the others must not end the process.
    this.#before = rows.catch(() => undefined)
    return rows
  }

  async #run<Row>(query: Query<Row>): Promise<Row[]> {
    if (this.#isOver) throw new Error('The transaction is over: await all that is asked of it within its work')
    return this.#send(query)
  }

  async #send<Row>(query: Query<Row>): Promise<Row[]> {
    const compiled = 'compile' in query ? query.compile() : query
    const name = nameOn(this.#client, compiled)
    const values = compiled.parameters as unknown[]
    sendTogether(this.#client)
    const asked = this.#client.query({ text: compiled.sql, values, ...(name !== undefined && { name }) })
    const result = await asked.catch((error: unknown) => {
      if (isPlanGone(error)) forgetPlans(this.#client)
      throw error
    })
    return result.rows as Row[]
  }
}

/**
 * Lets what is asked for in the same turn of the event loop travel in one packet: the database wakes up once for it. Each
 * query of pg holds the socket back only for its own messages, so this reaches for the socket beneath.
 */
export function sendTogether(client: pg.ClientBase): void {
  holdUntil(client, process.nextTick)
}

/**
 * Holds what nobody waits for, the commit of what was only read, until the turn of the event loop ends: where a call waits
 * for the connection its `begin` travels in the same packet.
 */
export function sendWithNext(client: pg.ClientBase): void {
  holdUntil(client, setImmediate)
}

function holdUntil(client: pg.ClientBase, schedule: (send: () => void) => unknown): void {
  const { stream } = connectionOf(client).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  schedule(() => stream.uncork())
}
