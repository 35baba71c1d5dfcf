import { countEffect, type StockLevel } from '@despatch/domain/stock/counted-stock'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** A count of a SKU and code, written as its client keeps them. */
export type Count = {
  readonly SKU: string
  readonly code: string
  readonly stockOnHand: number
  /** What the warehouse takes for available: kept, and compared on screen. */
  readonly availableStock: number
  readonly asOf: Date
}

type Effects = { created: number; changed: number; unchanged: number; older: number }
const NO_EFFECTS: Readonly<Effects> = { created: 0, changed: 0, unchanged: 0, older: 0 }

const keyOf = ({ SKU, code }: { SKU: string; code: string }) => `${SKU}\n${code}`
/** A count is of one code: what was its type before is part of what it counts. */
const asLevel = (count: Omit<Count, 'SKU' | 'code'>): StockLevel => ({ ...count, type: '' })

/**
 * Takes counts, which always land: each is kept, and the newest of a SKU and code by its own moment is what is on hand, with
 * what moved after it, in whatever order all these come. Answers what each count did to what was known: an older one changes
 * nothing of it. Holds the balances that it changes until the end of the transaction, those that it makes first, each in the
 * order of their SKUs; what says again what is known holds nothing.
 */
export async function takeCounts(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  counts: readonly Count[],
): Promise<Effects> {
  if (counts.length === 0) return { ...NO_EFFECTS }
  const known = await newestCounts(transaction, client, counts)
  const asked = decide(counts, known)
  if (asked.toKeep.length === 0) return asked.effects
  const on = { client, now }
  const made = await makeBalances(
    transaction,
    on,
    asked.changed.filter((count) => !known.has(keyOf(count))),
  )
  const toHold = asked.toKeep.filter((count) => !made.has(keyOf(count)))
  const held = await holdCounted(transaction, client, toHold)
  const { effects, toKeep, changed } = decide(counts, new Map([...known, ...held]))
  const [newer, others] = [[] as Count[], [] as Count[]]
  for (const count of toKeep) {
    const before = held.get(keyOf(count))
    ;(before === undefined || count.asOf > before.asOf ? newer : others).push(count)
  }
  await keepCounts(transaction, on, newer, sql``)
  await keepCounts(transaction, on, others, CORRECTING)
  await setOnHand(
    transaction,
    on,
    changed.filter((count) => !made.has(keyOf(count))),
  )
  return effects
}

/** What counts do to what is known, one after the other: what each does, which are to be kept, and the newest of those that change. */
function decide(counts: readonly Count[], known: ReadonlyMap<string, StockLevel>) {
  const effects = { ...NO_EFFECTS }
  const newest = new Map(known)
  const toKeep = new Map<string, Count>()
  const changed = new Map<string, Count>()
  for (const count of counts) {
    const effect = countEffect(newest.get(keyOf(count)), asLevel(count))
    if (effect === 'created' || effect === 'changed') effects[effect]++
    else effects.unchanged++
    if (effect === 'older') effects.older++
    if (effect === 'unchanged') continue
    toKeep.set(`${keyOf(count)}\n${count.asOf.toISOString()}`, count)
    if (effect === 'older') continue
    newest.set(keyOf(count), asLevel(count))
    changed.set(keyOf(count), count)
  }
  return { effects, toKeep: [...toKeep.values()], changed: [...changed.values()] }
}

/** Makes the balances of what is counted for the first time. Gives the keys of those that nobody else made meanwhile. */
async function makeBalances(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  counts: readonly Count[],
): Promise<Set<string>> {
  if (counts.length === 0) return new Set()
  const rows = await transaction.write(
    sql<{ SKU: string; code: string }>`
      select made_sku as "SKU", made_code as code
      from make_counted_balances(${client}, ${columnsOf(counts)}, ${now})`.compile(db),
  )
  return new Set(rows.map(keyOf))
}

type KnownRow = { SKU: string; code: string } & Omit<StockLevel, 'type'>
const KNOWN_COLUMNS = sql`b.sku_code as "SKU", b.code, b.counted as "stockOnHand",
  b.warehouse_available as "availableStock", b.counted_at as "asOf"`
const byKey = (rows: readonly KnownRow[]) => new Map<string, StockLevel>(rows.map((row) => [keyOf(row), asLevel(row)]))

async function newestCounts(transaction: Transaction, client: string, counts: readonly Count[]) {
  const keys = [...new Map(counts.map((count) => [keyOf(count), count])).values()]
  const rows = await transaction.rows(
    sql<KnownRow>`
      select ${KNOWN_COLUMNS}
      from unnest(${keys.map(({ SKU }) => SKU)}::text[], ${keys.map(({ code }) => code)}::text[]) as n (sku_code, code)
      cross join lateral (
        select sku_code, code, counted, warehouse_available, counted_at from stock_balances
        where client_code = ${client} and sku_code = n.sku_code and code between n.code and n.code order by code limit 1
      ) b where b.counted_at is not null`.compile(db),
  )
  return byKey(rows)
}

/** Holds balances, which are there, and gives what was counted of them last. */
async function holdCounted(transaction: Transaction, client: string, counts: readonly Count[]) {
  if (counts.length === 0) return byKey([])
  const rows = await transaction.write(
    sql<KnownRow>`select ${KNOWN_COLUMNS}
      from hold_counted_stock(${client}, ${counts.map(({ SKU }) => SKU)}::text[], ${counts.map(({ code }) => code)}::text[]) b
      where b.counted_at is not null`.compile(db),
  )
  return byKey(rows)
}

async function keepCounts(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  counts: readonly Count[],
  correcting: RawBuilder<unknown>,
): Promise<void> {
  if (counts.length === 0) return
  await transaction.write(
    sql`insert into stock_counts (client_code, sku_code, code, counted_at, pieces, warehouse_available, received_at)
      select ${client}, n.sku_code, n.code, n.counted_at, n.pieces, n.warehouse_available, ${now}
      from unnest(${columnsOf(counts)}) as n (sku_code, code, counted_at, pieces, warehouse_available)
      order by n.sku_code collate "C", n.code collate "C", n.counted_at ${correcting}`.compile(db),
  )
}

/** Of two counts of one moment the later to come holds. None newer than all that are known has such a one. */
const CORRECTING = sql`
  on conflict (client_code, sku_code, code, counted_at) do update set
    pieces = excluded.pieces, warehouse_available = excluded.warehouse_available, received_at = excluded.received_at`

/** Makes counts that are the newest of balances that are held what is on hand, with what moved after each. */
async function setOnHand(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  counts: readonly Count[],
): Promise<void> {
  if (counts.length === 0) return
  await transaction.write(sql`select set_counted_stock(${client}, ${columnsOf(counts)}, ${now})`.compile(db))
}

/** SKUs, codes, moments, pieces and what the warehouse takes for available, each an array. */
const columnsOf = (counts: readonly Count[]) => sql`${counts.map(({ SKU }) => SKU)}::text[],
  ${counts.map(({ code }) => code)}::text[], ${counts.map(({ asOf }) => asOf.toISOString())}::timestamptz[],
  ${counts.map(({ stockOnHand }) => stockOnHand)}::int[], ${counts.map(({ availableStock }) => availableStock)}::int[]`
