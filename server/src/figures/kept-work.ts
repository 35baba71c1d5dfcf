import type { Day } from '@despatch/domain/calendar/day'
import { type CompiledQuery, sql } from 'kysely'
import { fixed } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

declare module '../process/services.ts' {
  interface Services {
    /** What is made of the counts of what waits. */
    work: KeptWork
  }
}

/** Rows of all clients together, and answers. */
const MAX_ROWS = 50_000
const MAX_ANSWERS = 100

/** What is read of the counts of each client by itself. */
export type WorkPart<Row extends { client_code: string }> = {
  readonly name: string
  read(clients: readonly string[], today: Day): CompiledQuery<Row>
}
type Asked<Row extends { client_code: string }, Answer> = {
  part: WorkPart<Row>
  clients: readonly string[]
  today: Day
  /** What else the answer hangs on: the same for all who may have the same answer. */
  of: string
  /** Makes the answer of the parts; it may look up what no other rows than the counted ones change. */
  make(parts: readonly (readonly Row[])[]): Answer | Promise<Answer>
}
type Part = { readonly stamp: string; readonly rows: readonly { client_code: string }[] }
/** `stamps`: of the parts that it was made of. */
type Made = { readonly stamps: string; readonly answer: unknown }

const stampsOfAll = fixed(() =>
  sql<{ client_code: string; stamp: string }>`select client_code, stamp from work_stamps`.compile(db),
)

/**
 * Keeps what calls have made of the counts of what waits. It says nothing of whether these still are so: each call reads the
 * stamps of its clients first (`work_stamps`), under its own row-level security, and only what has another one is read again.
 * So a change acts on the next call, whichever server made it. What is kept of a client serves everyone who may see it.
 */
export class KeptWork {
  readonly #parts = new Map<string, Part>()
  readonly #answers = new Map<string, Made>()
  #rows = 0

  async answer<Row extends { client_code: string }, Answer>(
    transaction: Transaction,
    asked: Asked<Row, Answer>,
  ): Promise<Answer> {
    const { part, clients, today, of } = asked
    const parts = await this.#partsOf(transaction, asked)
    const key = [part.name, today, of, ...clients].join('\n')
    const stamps = parts.map(({ stamp }) => stamp).join('\n')
    const made = this.#answers.get(key)
    if (made?.stamps === stamps) return made.answer as Answer
    const answer = await asked.make(parts.map(({ rows }) => rows as readonly Row[]))
    this.#answers.delete(key)
    this.#answers.set(key, { stamps, answer })
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest)
    return answer
  }

  /** The parts of clients, in their order. */
  async #partsOf<Row extends { client_code: string }>(
    transaction: Transaction,
    { part, clients, today }: Pick<Asked<Row, unknown>, 'part' | 'clients' | 'today'>,
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
    // An empty one takes room as well.
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
