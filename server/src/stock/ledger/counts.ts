import { countEffect, type StockLevel } from '@despatch/domain/stock/counted-stock'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** A count of a SKU and allocation code, both as stored. */
export type Count = {
  readonly SKU: string
  readonly code: string
  readonly stockOnHand: number
  /** Available stock by the warehouse: stored only for comparison on screen. */
  readonly availableStock: number
  readonly asOf: Date
}

type Effects = { created: number; changed: number; unchanged: number; older: number }
const NO_EFFECTS: Readonly<Effects> = { created: 0, changed: 0, unchanged: 0, older: 0 }

const keyOf = ({ SKU, code }: { SKU: string; code: string }) => `${SKU}\n${code}`
/** A count concerns one code, so a level's type is not used here. */
const asLevel = (count: Omit<Count, 'SKU' | 'code'>): StockLevel => ({ ...count, type: '' })

/**
 * Records counts. Every count is stored; the newest by its own moment, plus later movements, is the stock on hand, in
 * whatever order they arrive.
 * Locks the balances that it changes until the transaction ends: new ones first, each group in order of SKU. Counts
 * that repeat known figures lock nothing.
 *
 * @returns how many counts created a balance, changed it, or left it unchanged; `older` ones are among the last
 */
export async function recordCounts(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  counts: readonly Count[],
): Promise<Effects> {
  if (counts.length === 0) return { ...NO_EFFECTS }
  const levels = await newestCounts(transaction, client, counts)
  const planned = decide(counts, levels)
  if (planned.toStore.length === 0) return planned.effects
  const on = { client, now }
  const created = await createBalances(
    transaction,
    on,
    planned.changed.filter((count) => !levels.has(keyOf(count))),
  )
  const toLock = planned.toStore.filter((count) => !created.has(keyOf(count)))
  const locked = await lockCounted(transaction, client, toLock)
  const { effects, toStore, changed } = decide(counts, new Map([...levels, ...locked]))
  const [newer, others] = [[] as Count[], [] as Count[]]
  for (const count of toStore) {
    const before = locked.get(keyOf(count))
    ;(before === undefined || count.asOf > before.asOf ? newer : others).push(count)
  }
  await insertCounts(transaction, on, newer, sql``)
  await insertCounts(transaction, on, others, CORRECTING)
  await setOnHand(
    transaction,
    on,
    changed.filter((count) => !created.has(keyOf(count))),
  )
  return effects
}

/**
 * Applies counts to the known levels in turn: the effect of each, the counts to store, and the newest count of each
 * changed level.
 */
function decide(counts: readonly Count[], levels: ReadonlyMap<string, StockLevel>) {
  const effects = { ...NO_EFFECTS }
  const newest = new Map(levels)
  const toStore = new Map<string, Count>()
  const changed = new Map<string, Count>()
  for (const count of counts) {
    const effect = countEffect(newest.get(keyOf(count)), asLevel(count))
    if (effect === 'created' || effect === 'changed') effects[effect]++
    else effects.unchanged++
    if (effect === 'older') effects.older++
    if (effect === 'unchanged') continue
    toStore.set(`${keyOf(count)}\n${count.asOf.toISOString()}`, count)
    if (effect === 'older') continue
    newest.set(keyOf(count), asLevel(count))
    changed.set(keyOf(count), count)
  }
  return { effects, toStore: [...toStore.values()], changed: [...changed.values()] }
}

/**
 * Creates balances of SKUs counted for the first time.
 *
 * @returns the keys that no other transaction created meanwhile
 */
async function createBalances(
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

type StoredCount = { SKU: string; code: string } & Omit<StockLevel, 'type'>
const KNOWN_COLUMNS = sql`b.sku_code as "SKU", b.code, b.counted as "stockOnHand",
  b.warehouse_available as "availableStock", b.counted_at as "asOf"`
const byKey = (rows: readonly StoredCount[]) =>
  new Map<string, StockLevel>(rows.map((row) => [keyOf(row), asLevel(row)]))

async function newestCounts(transaction: Transaction, client: string, counts: readonly Count[]) {
  const keys = [...new Map(counts.map((count) => [keyOf(count), count])).values()]
  const rows = await transaction.rows(
    sql<StoredCount>`
      select ${KNOWN_COLUMNS}
      from unnest(${keys.map(({ SKU }) => SKU)}::text[], ${keys.map(({ code }) => code)}::text[]) as n (sku_code, code)
      join stock_balances b on b.client_code = ${client} and b.sku_code = n.sku_code and b.code = n.code
      where b.counted_at is not null`.compile(db),
  )
  return byKey(rows)
}

/** Locks existing balances, and loads their newest counts. */
async function lockCounted(transaction: Transaction, client: string, counts: readonly Count[]) {
  if (counts.length === 0) return byKey([])
  const rows = await transaction.write(
    sql<StoredCount>`select ${KNOWN_COLUMNS}
      from hold_counted_stock(${client}, ${counts.map(({ SKU }) => SKU)}::text[], ${counts.map(({ code }) => code)}::text[]) b
      where b.counted_at is not null`.compile(db),
  )
  return byKey(rows)
}

async function insertCounts(
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

/** Of two counts at one moment the later arrival wins. A count newer than all others cannot have such a twin. */
const CORRECTING = sql`
  on conflict (client_code, sku_code, code, counted_at) do update set
    pieces = excluded.pieces, warehouse_available = excluded.warehouse_available, received_at = excluded.received_at`

/** Sets on hand from the newest counts of locked balances, plus later movements. */
async function setOnHand(
  transaction: Transaction,
  { client, now }: { client: string; now: Date },
  counts: readonly Count[],
): Promise<void> {
  if (counts.length === 0) return
  await transaction.write(sql`select set_counted_stock(${client}, ${columnsOf(counts)}, ${now})`.compile(db))
}

/** Arrays of SKUs, codes, moments, pieces and available stock. */
const columnsOf = (counts: readonly Count[]) => sql`${counts.map(({ SKU }) => SKU)}::text[],
  ${counts.map(({ code }) => code)}::text[], ${counts.map(({ asOf }) => asOf.toISOString())}::timestamptz[],
  ${counts.map(({ stockOnHand }) => stockOnHand)}::int[], ${counts.map(({ availableStock }) => availableStock)}::int[]`
