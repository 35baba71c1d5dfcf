import { openDatabase } from '@despatch/server/database/database'
import { factSets } from '@despatch/server/fact-sets'
import { rebuildFactsOf } from '@despatch/server/figures/deltas'
import { rebuildFigures } from '@despatch/server/figures/rebuild'
import { FIGURE_KIND_NAMES } from '@despatch/server/figures/kinds'
import { startCountingBillingDays } from '@despatch/server/invoices/still-to-be-billed/billing-days'
import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutIndexes } from '../indexes.ts'
import { progressBar } from '../progress.ts'
import { CLIENT_CODES } from './dataset.ts'
import { insertClientsWithSkus } from './fill.ts'
import type { Filling, TableRows, Volume } from './volume-rows.ts'

const FORCED = ['skus', 'order_counters', 'audit', 'billing_days_changed']

/**
 * Fills an empty database with orders and what belongs to them, made in the database, without history. A table's rows go in within the transaction that emptied it, so that nothing is logged, and
 * one that was filled before is passed over: cut short, it goes on from there. Facts are made by the product's own rebuild.
 */
export async function fillVolume(owner: pg.Client, appUrl: string, volume: Volume): Promise<void> {
  await owner.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'")
  const { ordersOf, skus, tables, billedDays } = volume.rows
  for (const table of [...FORCED, ...tables.map(({ table }) => table)])
    await owner.query(`alter table ${table} no force row level security`)
  if (await isEmpty(owner, 'clients')) {
    await owner.query('begin')
    await insertClientsWithSkus(owner)
    if (skus !== undefined) await owner.query(skus)
    await owner.query('commit')
  }
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
  // The newest order of each client is at the end of the period, so that a second run makes the same rows.
  const { rows } = await owner.query<{ until: string }>(
    'select coalesce(max(ordered_at), now())::text as until from orders',
  )
  const filling = { volume, until: rows[0]?.until }
  for (const one of tables) await fillTable(owner, filling, one)
  if (await isEmpty(owner, 'invoices')) await volume.rows.finish?.(owner, volume)
  await owner.query('reset work_mem')
  const database = openDatabase({ appUrl })
  try {
    await makeFacts(database)
    await reckonBillingDays(owner, database, billedDays)
  } finally {
    await database.close()
  }
  // Order counters come last: they mark the database as filled.
  await owner.query(
    `insert into order_counters select client_code, 100000 + orders from unnest($1::text[], $2::int[]) as c (client_code, orders)`,
    [CLIENT_CODES, ordersOf(volume.orders)],
  )
}

async function fillTable(
  owner: pg.Client,
  filling: Filling,
  { table, perOrder, sql, values }: TableRows,
): Promise<void> {
  if (!(await isEmpty(owner, table))) return
  const { volume } = filling
  const bar = progressBar(table, Math.round(volume.orders * perOrder))
  await owner.query('begin')
  await withoutIndexes(owner, [table], async () => {
    await owner.query(`truncate ${table}`)
    await owner.query(`alter table ${table} disable trigger user`)
    for (const [index, count] of volume.rows.ordersOf(volume.orders).entries()) {
      const { rowCount } = await owner.query(sql(volume), values(CLIENT_CODES[index] ?? '', count, filling))
      bar.add(rowCount ?? 0)
    }
    await owner.query(`alter table ${table} enable trigger user`)
    bar.end()
  })
  await owner.query('commit')
  await owner.query(`vacuum (analyze) ${table}`)
  console.log(`${table} with its indexes`)
}

async function isEmpty(owner: pg.Client, table: string): Promise<boolean> {
  const { rows } = await owner.query<{ there: boolean }>(`select exists (select from ${table}) as there`)
  return rows[0]?.there !== true
}

async function makeFacts(database: ReturnType<typeof openDatabase>): Promise<void> {
  const bar = progressBar('facts', CLIENT_CODES.length * (factSets.length + FIGURE_KIND_NAMES.length))
  for (const client of CLIENT_CODES) {
    await Promise.all(
      FIGURE_KIND_NAMES.map(async (kind) => {
        await rebuildFigures(database, { kind, client })
        bar.add(1)
      }),
    )
    for (const set of factSets) {
      await rebuildFactsOf(database, client, set)
      bar.add(1)
    }
  }
  bar.end()
}

/** Counts the costs of parcels of the last days, as the server does after its start. */
async function reckonBillingDays(
  owner: pg.Client,
  database: ReturnType<typeof openDatabase>,
  days: number,
): Promise<void> {
  await owner.query(
    `insert into billing_days_changed (client_code, carrier, day)
     select distinct client_code, carrier, day from parcel_facts where despatched > 0 and day > current_date - $1::int`,
    [days],
  )
  const waiting = async () =>
    (await owner.query<{ days: number }>('select count(*)::int as days from billing_days_changed')).rows[0]?.days ?? 0
  let left = await waiting()
  const bar = progressBar('billing days', left)
  const stop = startCountingBillingDays(database, { log: console })
  while (left > 0) {
    await sleep(500)
    const now = await waiting()
    bar.add(left - now)
    left = now
  }
  stop()
  bar.end()
  await owner.query('vacuum (analyze) billing_days, billing_days_changed')
}
