import type { Day } from '@despatch/domain/calendar/day'
import { type CompiledQuery, sql } from 'kysely'
import { fixed } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

declare module '../process/services.ts' {
  interface Services {
    /** Cached answers made from counts of open work. */
    work: OpenWorkCache
  }
}

/** Limits of the cache: rows of all clients together, and answers. */
const MAX_ROWS = 50_000
const MAX_ANSWERS = 100

/** A query for one part of the counts of open work, for each client separately. */
export type WorkPart<Row extends { client_code: string }> = {
  readonly name: string
  read(clients: readonly string[], today: Day): CompiledQuery<Row>
}
type WorkQuery<Row extends { client_code: string }, Answer> = {
  part: WorkPart<Row>
  clients: readonly string[]
  today: Day
  /** A key for everything else that the answer depends on, such as the visibility of the caller. */
  of: string
  /** Makes the answer from the parts. It must depend only on the counted rows. */
  make(parts: readonly (readonly Row[])[]): Answer | Promise<Answer>
}
type Part = { readonly stamp: string; readonly rows: readonly { client_code: string }[] }
/** An answer, and the stamps of the parts it was made from. */
type CachedAnswer = { readonly stamps: string; readonly answer: unknown }

const stampsOfAll = fixed(() =>
  sql<{ client_code: string; stamp: string }>`select client_code, stamp from work_stamps`.compile(db),
)

/**
 * Caches counts of open work per client, and answers made from them. Each call first reads the version stamps of its clients
 * (`work_stamps`) under its own row-level security, and reloads only the clients whose stamp has changed. So a change made by any
 * server shows in the next call. One client's entry serves every caller who may see that client.
 */
export class OpenWorkCache {
  readonly #parts = new Map<string, Part>()
  readonly #answers = new Map<string, CachedAnswer>()
  #rows = 0

  async answer<Row extends { client_code: string }, Answer>(
    transaction: Transaction,
    query: WorkQuery<Row, Answer>,
  ): Promise<Answer> {
    const { part, clients, today, of } = query
    const parts = await this.#partsOf(transaction, query)
    const key = [part.name, today, of, ...clients].join('\n')
    const stamps = parts.map(({ stamp }) => stamp).join('\n')
    const made = this.#answers.get(key)
    if (made?.stamps === stamps) return made.answer as Answer
    const answer = await query.make(parts.map(({ rows }) => rows as readonly Row[]))
    this.#answers.delete(key)
    this.#answers.set(key, { stamps, answer })
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest)
    return answer
  }

  /** The parts of the clients, in the order of the clients. */
  async #partsOf<Row extends { client_code: string }>(
    transaction: Transaction,
    { part, clients, today }: Pick<WorkQuery<Row, unknown>, 'part' | 'clients' | 'today'>,
  ): Promise<Part[]> {
    const stampOf = new Map(
      (await transaction.rows(stampsOfAll())).map(({ client_code, stamp }) => [client_code, stamp]),
    )
    const found = new Map<string, Part>()
    const changed: string[] = []
    for (const client of clients) {
      const kept = this.#parts.get(nameOf(part, client, today))
      if (kept && kept.stamp === (stampOf.get(client) ?? '')) found.set(client, kept)
      else changed.push(client)
    }
    if (changed.length > 0) {
      const rows = Map.groupBy(await transaction.rows(part.read(changed, today)), (row) => row.client_code)
      for (const client of changed) {
        const made = { stamp: stampOf.get(client) ?? '', rows: rows.get(client) ?? [] }
        found.set(client, made)
        this.#keep(nameOf(part, client, today), made)
      }
    }
    return clients.flatMap((client) => found.get(client) ?? [])
  }

  #keep(name: string, part: Part): void {
    this.#forget(name)
    this.#parts.set(name, part)
    // An empty part takes memory too.
    this.#rows += part.rows.length + 1
    for (const oldest of this.#parts.keys()) {
      if (this.#rows <= MAX_ROWS) break
      this.#forget(oldest)
    }
  }

  #forget(name: string): void {
    const part = this.#parts.get(name)
    if (part) this.#rows -= part.rows.length + 1
    this.#parts.delete(name)
  }
}

const nameOf = ({ name }: { name: string }, client: string, today: Day) => `${name} ${client} ${today}`
