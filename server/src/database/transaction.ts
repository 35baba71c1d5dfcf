import { type CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { connectionOf } from './connection-of.ts'
import { forgetPlans, isPlanGone, nameOn } from './prepared.ts'
import { db } from './sql.ts'

/** A built query, or one compiled beforehand because its text never changes. */
export type Query<Row> = { compile(): CompiledQuery<Row> } | CompiledQuery<Row>
/** A query that was not built as an insert (`values`), update (`set`) or delete (`using`). */
type ReadQuery<Row> = { compile(): CompiledQuery<Row>; values?: never; set?: never; using?: never } | CompiledQuery<Row>

/**
 * Awaits statements that take effect in the order of the list: pg sends them in the order in which they were started. Each step
 * must start its statement before it awaits anything.
 *
 * @throws the error of the first step that failed, in list order
 */
export async function inOrder<const Steps extends readonly unknown[]>(
  steps: Steps,
): Promise<{ -readonly [Step in keyof Steps]: Awaited<Steps[Step]> }> {
  // Statements after a failure fail as well and may reject sooner, but only the first in order says why.
  const settled = await Promise.allSettled(steps)
  const failed = settled.find((step) => step.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(steps)
}

/**
 * One transaction on one connection. Where the connection is pipelined, statements are sent without waiting for the one before,
 * so several that are started together and then awaited cost one round trip. Other connections, such as a feed's, send each
 * statement after the previous answer.
 */
export class Transaction {
  readonly #client: pg.ClientBase
  readonly #isPipelined: boolean
  /** Settles when the previous statement is answered. */
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

  /** The connection, for code that runs statements without this class. */
  get connection(): pg.ClientBase {
    return this.#client
  }

  /** Whether the transaction wrote. The caller is then answered only after the commit. */
  get wrote(): boolean {
    return this.#wrote
  }

  /**
   * Releases row locks at commit, before the commit is on disk: where many transactions wait for one row, each would otherwise
   * wait for the disk once for every one before it. The caller is still answered only when the commit is on disk. If the server
   * dies before, anything that others built on it is lost too, because it was written later.
   */
  releaseEarly(): void {
    this.#isReleasedEarly = true
    void this.#ask(sql`select set_config('synchronous_commit', 'off', true)`.compile(db))
  }

  get isReleasedEarly(): boolean {
    return this.#isReleasedEarly
  }

  /**
   * Sends a statement last, in one packet with the commit, so that its locks are held for no extra round trip.
   *
   * @param refused maps the error of the statement to the one that is thrown
   */
  last(query: Query<unknown>, refused: (error: unknown) => unknown): void {
    if (this.#last) throw new Error('A transaction has one last statement')
    this.#wrote = true
    this.#last = { query, refused }
  }

  /** Called after the work and before the commit. Returns undefined if there is no last statement. */
  sendLast(): Promise<unknown> | undefined {
    if (!this.#last) return undefined
    const { query, refused } = this.#last
    return this.#send(query).catch((error: unknown) => {
      throw refused(error)
    })
  }

  /** Called after the work: a later statement would run in another caller's transaction. */
  end(): void {
    this.#isOver = true
  }

  /** Runs work once this transaction has committed; discards it if the transaction fails. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Called after the commit. */
  committed(): void {
    for (const work of this.#afterCommit) work()
  }

  /** Runs a query that reads. Throws the database's error, or an error when the transaction is over. */
  rows<Row>(query: ReadQuery<Row>): Promise<Row[]> {
    return this.#ask(query)
  }

  /** The first row of a query that reads, or undefined. */
  async row<Row>(query: ReadQuery<Row>): Promise<Row | undefined> {
    return (await this.rows(query))[0]
  }

  /** Runs a statement that writes, functions included: the caller is answered only after the commit. */
  write<Row>(query: Query<Row>): Promise<Row[]> {
    this.#wrote = true
    return this.#ask(query)
  }

  async writeRow<Row>(query: Query<Row>): Promise<Row | undefined> {
    return (await this.write(query))[0]
  }

  #ask<Row>(query: Query<Row>): Promise<Row[]> {
    const rows = this.#isPipelined ? this.#run(query) : this.#before.then(() => this.#run(query))
    // Callers of several statements await the first failure only; the other rejections must not end the process.
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
    const answer = this.#client.query({ text: compiled.sql, values, ...(name !== undefined && { name }) })
    const result = await answer.catch((error: unknown) => {
      if (isPlanGone(error)) forgetPlans(this.#client)
      throw error
    })
    return result.rows as Row[]
  }
}

/**
 * Sends everything that is started in the same turn of the event loop in one packet, so that the database wakes up once. pg
 * corks the socket only for the messages of one query, so this corks the socket beneath.
 */
export function sendTogether(client: pg.ClientBase): void {
  holdUntil(client, process.nextTick)
}

/**
 * Holds back what nobody waits for, such as the commit of a read, until the turn of the event loop ends: if another call waits
 * for the connection, its `begin` travels in the same packet.
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
