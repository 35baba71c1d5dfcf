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

/** What a statement reads of facts: those that are folded, those that wait to be, or both. */
export type FactsPart = 'folded' | 'waiting' | 'all'

type Asked<Row> = {
  readonly name: string
  readonly clients: readonly string[]
  readonly facts: readonly FactsName[]
  /** All that the statement is made of, besides its name and its clients. */
  readonly of: unknown
  /** Gives sums of a part; those of both parts added up are the whole. */
  statement(part: FactsPart): RawBuilder<Row>
  /** Columns of amounts, as decimal texts. Other texts are what is summed by. */
  readonly money?: readonly string[]
}
type State = { readonly stamp: string; readonly isWaiting: boolean }
type Made<Row = unknown> = { readonly stamp: string; readonly rows: readonly Row[] }

const MAX_ROWS = 50_000
const MAX_KEPT = 300
/** Between two statements facts may be folded: so often it is tried again before all is read by one. */
const TRIES = 3

/**
 * Keeps sums of facts that are folded, and adds what is not folded yet each time. It says nothing of whether the sums still hold:
 * each call first reads the versions of its clients' facts, under its own row-level security, and what has another one is
 * summed again. So a change acts on the next call, whichever server made it.
 */
export class KeptFigures {
  readonly #kept = new Map<string, Made>()
  readonly #underWay = new Map<string, Promise<Made>>()
  #rows = 0

  /** The rows of a statement over facts, in the order of what they are summed by. */
  async rows<Row extends object>(transaction: Transaction, asked: Asked<Row>): Promise<readonly Row[]> {
    const key = JSON.stringify([asked.name, asked.of, asked.clients])
    for (let tries = 0; tries < TRIES; tries++) {
      const state = await stateOf(transaction, asked)
      const waiting = state.isWaiting ? await read(transaction, asked, 'waiting') : undefined
      const stamp = waiting?.stamp ?? state.stamp
      const folded = await this.#folded(transaction, asked, { key, stamp })
      if (folded.stamp !== stamp) continue
      return waiting ? added([...folded.rows, ...waiting.rows], asked.money) : folded.rows
    }
    return added(await transaction.rows(asked.statement('all').compile(db)), asked.money)
  }

  /** Sums that are kept under a stamp, or made now; many who ask at once for what is not kept have it made once. */
  async #folded<Row extends object>(
    transaction: Transaction,
    asked: Asked<Row>,
    { key, stamp }: { key: string; stamp: string },
  ): Promise<Made<Row>> {
    const kept = this.#kept.get(key)
    if (kept?.stamp === stamp) return kept as Made<Row>
    const other = await this.#underWay.get(key)?.catch(() => undefined)
    if (other?.stamp === stamp) return other as Made<Row>
    const making = read(transaction, asked, 'folded').then((made): Made<Row> => ({
      ...made,
      rows: added(made.rows, asked.money),
    }))
    this.#underWay.set(key, making)
    try {
      const made = await making
      this.#keep(key, made)
      return made
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key)
    }
  }

  #keep(key: string, made: Made): void {
    this.#forget(key)
    this.#kept.set(key, made)
    this.#rows += made.rows.length
    for (const oldest of this.#kept.keys()) {
      if (this.#rows <= MAX_ROWS && this.#kept.size <= MAX_KEPT) break
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#rows -= this.#kept.get(key)?.rows.length ?? 0
    this.#kept.delete(key)
  }
}

const stampOf = ({ clients, facts }: Pick<Asked<unknown>, 'clients' | 'facts'>) => sql<string>`
  (select coalesce(string_agg(client_code || ' ' || facts || ' ' || version, ',' order by client_code, facts), '')
   from figure_versions where ${isOf('client_code', clients)} and facts = any (${facts}::text[]))`

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

/** A part of the rows with the versions of the same moment. */
async function read<Row extends object>(
  transaction: Transaction,
  asked: Asked<Row>,
  part: FactsPart,
): Promise<Made<Row>> {
  const rows = await transaction.rows(
    prepared(
      sql<Row & { facts_stamp: string; is_row: boolean | null }>`
        select stamp.facts_stamp, sums.* from (select ${stampOf(asked)} as facts_stamp) as stamp
        left join (select true as is_row, parts.* from (${asked.statement(part)}) as parts) as sums on true`.compile(
        db,
      ),
    ),
  )
  return {
    stamp: rows[0]?.facts_stamp ?? '',
    rows: rows
      .filter(({ is_row }) => is_row)
      .map(({ facts_stamp: _stamp, is_row: _isRow, ...row }) => row as unknown as Row),
  }
}

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
