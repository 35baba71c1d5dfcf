import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOf } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

declare module '../process/services.ts' {
  interface Services {
    /** Sums of facts that are folded. */
    figures: KeptFigures
  }
}

/** Facts by the name of their version in figure_versions, with the table of what is not folded yet; bills are reckoned at once. */
const DELTAS = {
  parcels: 'parcel_deltas',
  orders: 'order_deltas',
  exceptions: 'exception_deltas',
  returns: 'return_deltas',
  bills: undefined,
} as const
export type FactsName = keyof typeof DELTAS

/** The versions that sums are of: what has been folded since is what these are short of. */
export type Since = { readonly clients: readonly string[]; versions(facts: FactsName): readonly number[] }
/** What a statement reads of facts: those that are folded, those of them since some versions, those that wait to be, or all. */
export type FactsPart = 'folded' | Since | 'waiting' | 'all'

type Asked<Row> = {
  readonly name: string
  readonly clients: readonly string[]
  readonly facts: readonly FactsName[]
  /** All that the statement is made of, besides its name and its clients. */
  readonly of: unknown
  /** Gives sums of a part; those of all parts added up are the whole. */
  statement(part: FactsPart): RawBuilder<Row>
  /** Columns of amounts, as decimal texts. Other texts are what is summed by. */
  readonly money?: readonly string[]
}
type State = { readonly stamp: string; readonly isWaiting: boolean }
/** `stamp`: the versions of the facts that the rows are sums of, as JSON. */
type Made<Row = unknown> = { readonly stamp: string; readonly rows: readonly Row[] }
type Marked<Row> = Row & { facts_stamp: string; is_whole: boolean; facts_part: 'folded' | 'waiting' | null }

const MAX_ROWS = 50_000
const MAX_KEPT = 300
/** Facts may be rebuilt meanwhile: so often it is tried again before all is read by one statement. */
const TRIES = 3

/**
 * Keeps sums of facts that are folded, and adds what was folded since and what is not folded yet each time. It says nothing of
 * whether the sums still hold: each call reads the versions of its clients' facts, under its own row-level security. So a
 * change acts on the next call, whichever server made it.
 */
export class KeptFigures {
  readonly #kept = new Map<string, Made>()
  readonly #whole = new Shared<Made>()
  readonly #latest = new Shared<readonly unknown[] | undefined>()
  #rows = 0

  /** The rows of a statement over facts, in the order of what they are summed by. */
  async rows<Row extends object>(transaction: Transaction, asked: Asked<Row>): Promise<readonly Row[]> {
    const key = JSON.stringify([asked.name, asked.of, asked.clients])
    for (let tries = 0; tries < TRIES; tries++) {
      const { stamp, isWaiting } = await stateOf(transaction, asked)
      const made = () => this.#kept.get(key)
      const kept =
        made() ?? (await this.#whole.made(key, async () => made() ?? this.#makeWhole(transaction, asked, key)))
      if (kept.stamp === stamp && !isWaiting) return kept.rows as readonly Row[]
      const rows = await this.#latest.made(key, () => this.#readLatest(transaction, asked, key))
      if (rows) return rows as readonly Row[]
    }
    return added(await transaction.rows(asked.statement('all').compile(db)), asked.money)
  }

  async #makeWhole<Row extends object>(transaction: Transaction, asked: Asked<Row>, key: string): Promise<Made> {
    const rows = await transaction.rows(
      prepared(
        sql<Marked<Row>>`
          select versions.facts_stamp, sums.* from (select ${stampOf(asked)} as facts_stamp) as versions
          left join (select 'folded' as facts_part, parts.* from (${asked.statement('folded')}) as parts) as sums on true`.compile(
          db,
        ),
      ),
    )
    return this.#keep(key, { stamp: rows[0]?.facts_stamp ?? '{}', rows: added(partOf(rows, 'folded'), asked.money) })
  }

  /** What is kept with all that came since, of one moment; undefined where what is kept is too old for that. */
  async #readLatest<Row extends object>(
    transaction: Transaction,
    asked: Asked<Row>,
    key: string,
  ): Promise<readonly Row[] | undefined> {
    const kept = this.#kept.get(key) as Made<Row> | undefined
    if (!kept) return undefined
    const read = await transaction.rows(prepared(latestOf(asked, kept.stamp).compile(db)))
    const [first] = read
    if (!first?.is_whole) {
      if (this.#kept.get(key) === kept) this.#forget(key)
      return undefined
    }
    const folded = partOf(read, 'folded')
    const rows = folded.length === 0 ? kept.rows : added([...kept.rows, ...folded], asked.money)
    if (first.facts_stamp !== kept.stamp) this.#keep(key, { stamp: first.facts_stamp, rows })
    return added([...rows, ...partOf(read, 'waiting')], asked.money)
  }

  #keep(key: string, made: Made): Made {
    this.#forget(key)
    this.#kept.set(key, made)
    this.#rows += made.rows.length
    for (const oldest of this.#kept.keys()) {
      if (this.#rows <= MAX_ROWS && this.#kept.size <= MAX_KEPT) break
      this.#forget(oldest)
    }
    return made
  }

  #forget(key: string): void {
    this.#rows -= this.#kept.get(key)?.rows.length ?? 0
    this.#kept.delete(key)
  }
}

/**
 * Has what many ask for at once made once. Anyone who asks while it is being made waits for the next, which is begun after all who
 * share it have asked: so each is answered as of a moment after it asked.
 */
class Shared<Value> {
  readonly #underWay = new Map<string, Promise<Value>>()
  readonly #next = new Map<string, Promise<Value>>()

  async made(key: string, make: () => Promise<Value>): Promise<Value> {
    const next = this.#next.get(key)
    // Where the one whose transaction it is was cut short, the others are not.
    if (next) return next.catch(make)
    const before = this.#underWay.get(key)
    const making: Promise<Value> = Promise.resolve(before?.catch(() => undefined)).then(() => {
      this.#next.delete(key)
      this.#underWay.set(key, making)
      return make()
    })
    this.#next.set(key, making)
    try {
      return await making
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key)
    }
  }
}

const isOfAsked = ({ clients, facts }: Pick<Asked<unknown>, 'clients' | 'facts'>) =>
  sql`${isOf('client_code', clients)} and facts = any (${facts}::text[])`

const stampOf = (asked: Pick<Asked<unknown>, 'clients' | 'facts'>) => sql<string>`
  (select coalesce(json_object_agg(facts || ' ' || client_code, version order by facts, client_code)::text, '{}')
   from figure_versions where ${isOfAsked(asked)})`

/** The versions of facts, and whether there is anything that is not folded yet. */
async function stateOf(transaction: Transaction, asked: Pick<Asked<unknown>, 'clients' | 'facts'>): Promise<State> {
  const waits = asked.facts.flatMap((name) => {
    const deltas = DELTAS[name]
    return deltas === undefined
      ? []
      : [sql<boolean>`exists (select from ${sql.table(deltas)} where ${isOf('client_code', asked.clients)})`]
  })
  const row = await transaction.row(
    prepared(
      sql<State>`select ${stampOf(asked)} as stamp,
        ${waits.length === 0 ? sql`false` : sql.join(waits, sql` or `)} as "isWaiting"`.compile(db),
    ),
  )
  return row ?? { stamp: '', isWaiting: true }
}

/** What was folded since some versions and what waits to be, with the versions of the same moment, and whether it is all. */
function latestOf<Row>(asked: Asked<Row>, stamp: string) {
  const kept = JSON.parse(stamp) as Record<string, number>
  const since: Since = {
    clients: asked.clients,
    versions: (facts) => asked.clients.map((client) => kept[`${facts} ${client}`] ?? 0),
  }
  return sql<Marked<Row>>`
    select versions.*, sums.*
    from (
      select ${stampOf(asked)} as facts_stamp, not exists (
        select from figure_versions
        where ${isOfAsked(asked)} and whole_since > coalesce((${stamp}::jsonb ->> (facts || ' ' || client_code))::bigint, 0)
      ) as is_whole
    ) as versions
    left join (
      select 'folded' as facts_part, parts.* from (${asked.statement(since)}) as parts
      union all select 'waiting', parts.* from (${asked.statement('waiting')}) as parts
    ) as sums on true`
}

/** A table of changes of facts, with those alone that came since some versions. */
export const changesSince = (
  changes: string,
  facts: FactsName,
  { clients, versions }: Since,
): RawBuilder<unknown> => sql`(
  select changes.* from unnest(${clients}::text[], ${versions(facts)}::bigint[]) as kept (of_client, of_version)
  join ${sql.table(changes)} as changes on changes.client_code = kept.of_client and changes.version > kept.of_version
) as changes`

const partOf = <Row>(rows: readonly Marked<Row>[], part: 'folded' | 'waiting'): Row[] =>
  rows
    .filter(({ facts_part }) => facts_part === part)
    .map(({ facts_stamp: _stamp, is_whole: _isWhole, facts_part: _part, ...row }) => row as unknown as Row)

/** An amount, a decimal text, in ten-thousandths, and back: of any size, as the database adds them. */
function scaledOf(amount: unknown): bigint {
  const [whole = '0', decimals = ''] = String(amount).split('.')
  return BigInt(whole + decimals.padEnd(4, '0'))
}
function textOfScaled(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(5, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** Rows that are summed by the same, as one, in the order of that. */
function added<Row extends object>(rows: readonly Row[], money: readonly string[] = []): Row[] {
  const found = new Map<string, Record<string, unknown>>()
  const isSum = (name: string, value: unknown) => typeof value === 'number' || money.includes(name)
  for (const row of rows) {
    const cells = Object.entries(row)
    const key = cells.map(([name, value]) => (isSum(name, value) ? '' : String(value))).join('\n')
    const before = found.get(key)
    if (!before) {
      found.set(key, Object.fromEntries(cells))
      continue
    }
    for (const [name, value] of cells)
      if (typeof value === 'number') before[name] = Number(before[name]) + value
      else if (money.includes(name)) before[name] = textOfScaled(scaledOf(before[name]) + scaledOf(value))
  }
  return [...found.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([, row]) => row as Row)
}
