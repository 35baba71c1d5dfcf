import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  attachOrOpenEmbeddedPostgres,
  openEmbeddedPostgres,
} from '@despatch/server/database/embedded/open-embedded-postgres'
import pg from 'pg'
import { STAFF } from '../datasets/fill.ts'
import { residentMegabytes, type Server, startProduct, withPeakMemory } from '../load/processes.ts'
import { databaseTime, processorTime, untilIdle } from '../load/processor-time.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'
import { copyFloor } from './copy-floor.ts'
import { type BenchInvoice, invoiceFile } from './invoice-files.ts'
import { type BenchCarrier, fillInvoiceWorld, hasInvoiceWorld, ordersOf } from './invoice-world.ts'
import { deleteListed, insertListed, measureLists } from './measure-lists.ts'
import { sendInvoice } from './send-invoice.ts'

const READ_AIMS: Readonly<Record<BenchCarrier, number>> = { UPS: 8, DHL: 4, DPD: 4 }
const RATIO_AIM = 0.35
const JUDGED_AIMS = { warm: 10, cold: 25 }
const MEMORY_AIM = 450
const HELD_AIM = 50
const ACCEPT_AIM = 10
const LISTED = 60_000
const TURNS_FILE = join(tmpdir(), `despatch-invoice-turns-${process.pid}.json`)

type MeasureOptions = {
  data: string
  worldParcels: number
  parcels: number
  seconds: number
  profile: string | undefined
}
type Bench = { product: Server; owner: pg.Client; token: string; pid: number }

/**
 * Imports an invoice in each carrier's layout against the parcels of twenty clients whose books had 200 versions.
 * Prints the times of reading, and of matching with judging, beside a COPY of the same rows, the peak memory, and the
 * longest block of the event loop; then measures the lists, and accepting everything. Returns the aims that were
 * missed.
 */
export async function measureInvoices(options: MeasureOptions): Promise<string[]> {
  const orders = ordersOf(options.worldParcels)
  const now = await prepareWorld(options.data, orders)
  const missed: string[] = []
  const rows: string[][] = []
  const invoice = (carrier: BenchCarrier, number: string): BenchInvoice => ({
    carrier,
    number,
    parcels: options.parcels,
    orders,
    now,
  })
  const invoiceId = await withBench(options, async (bench) => {
    await deleteInvoices(bench.owner)
    let last = 0
    for (const carrier of ['DPD', 'DHL', 'UPS'] as const)
      last = await measureOne(bench, invoice(carrier, `BENCH-${carrier}`), 'warm', { rows, missed })
    return last
  })
  await dropCaches(options.data)
  await withBench(options, async (bench) => {
    await deleteInvoices(bench.owner, [invoiceId])
    await measureOne(bench, invoice('DHL', 'BENCH-COLD'), 'cold', { rows, missed })
  })
  console.log(
    `\ninvoices of ${whole(options.parcels)} parcels against ${whole(options.worldParcels)} (aims: read within 8 s (UPS) or 4 s, at ${RATIO_AIM} of COPY; then 10 s warm, 25 s cold; ${MEMORY_AIM} MB; ${HELD_AIM} ms)`,
  )
  console.log(table(HEAD, rows))
  await withBench(options, async (bench) => {
    await deleteListed(bench.owner)
    await insertListed(bench.owner, LISTED)
    const { token, product } = bench
    missed.push(
      ...(await measureLists(product, {
        token,
        invoiceId,
        invoices: LISTED,
        rows: options.parcels,
        seconds: options.seconds,
      })),
    )
    missed.push(...(await acceptAll(bench, invoiceId)))
    await deleteListed(bench.owner)
    await deleteInvoices(bench.owner)
  })
  return missed
}

const HEAD = [
  '',
  'MB',
  'sent, s',
  'read, s',
  'of COPY',
  'judged, s',
  'whole of COPY',
  'COPY, s',
  'server, s of processor',
  'database',
  'MB before',
  'most MB',
  'held, ms',
  'by the clock',
  'rows',
]

/** Fills an empty database. Returns the instant until which its parcels left. */
async function prepareWorld(data: string, orders: number): Promise<number> {
  const postgres = await openEmbeddedPostgres({ dataDirectory: data, report: () => {} })
  const owner = new pg.Client({ connectionString: postgres.ownerUrl })
  await owner.connect()
  try {
    if (!(await hasInvoiceWorld(owner, orders)))
      await fillInvoiceWorld(owner, orders, Math.floor(Date.now() / 1000) * 1000)
    const { rows } = await owner.query<{ at: Date }>(
      "select published_at as at from rule_books where client_code = 'V01' and version = 2",
    )
    return (rows[0]?.at.getTime() ?? 0) + 540 * 86_400_000
  } finally {
    await owner.end()
    await postgres.stop()
  }
}

async function withBench<Result>(options: MeasureOptions, work: (bench: Bench) => Promise<Result>): Promise<Result> {
  const product = await startProduct(options.data, options.profile, TURNS_FILE)
  const { ownerUrl } = await attachOrOpenEmbeddedPostgres({ dataDirectory: options.data, report: () => {} })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(
      "select set_config('app.clients', array_cat(array[''], array_agg(client_code))::text, false) from clients",
    )
    const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    const token = await signIn(product, STAFF)
    await untilIdle(product.pid, pid)
    return await work({ product, owner, token, pid })
  } finally {
    await owner.end()
    await product.stop()
    await rm(TURNS_FILE, { force: true })
  }
}

async function measureOne(
  { product, owner, token, pid }: Bench,
  invoice: BenchInvoice,
  state: 'warm' | 'cold',
  { rows, missed }: { rows: string[][]; missed: string[] },
): Promise<number> {
  const pieces = [...invoiceFile(invoice)]
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  const processors = () => Promise.all([processorTime(product.pid), databaseTime(pid)])
  await turns(product)
  const resident = await residentMegabytes(product.pid)
  const before = await processors()
  const { result, peak } = await withPeakMemory(product.pid, () =>
    sendInvoice(product, owner, { token, name: `${invoice.number}.csv`, file: pieces }),
  )
  const after = await processors()
  const { worked, delayed } = await turns(product)
  const name = `invoices (${invoice.carrier}, ${state})`
  if (result.state !== 'Imported') throw new Error(`${name}: ${result.state}: ${result.message}`)
  const { rows: stored } = await owner.query<{ id: number; parcels: number; verdicts: Record<string, number[]> }>(
    `select invoice_id::int as id, parcels, verdicts from invoice_sums where client_code = '' and invoice_number = $1`,
    [invoice.number],
  )
  const { id = 0, parcels = 0, verdicts = {} } = stored[0] ?? {}
  const floor = await copyFloor(owner, id)
  const [read, judged] = [result.read - result.sent, result.imported - result.read]
  const times = after.map((time, index) => ((time - (before[index] ?? 0)) / 1000).toFixed(1))
  const ratio = floor / read
  rows.push([
    `${invoice.carrier}, ${state}`,
    whole(bytes / 1e6),
    result.sent.toFixed(1),
    read.toFixed(1),
    ratio.toFixed(2),
    judged.toFixed(1),
    (floor / (read + judged)).toFixed(2),
    floor.toFixed(1),
    ...times,
    whole(resident),
    whole(peak),
    whole(worked),
    whole(delayed),
    `${whole(parcels)}: ${Object.entries(verdicts)
      .map(([verdict, [count]]) => `${verdict} ${count}`)
      .join(', ')}`,
  ])
  if (parcels !== invoice.parcels) missed.push(`${name}: ${parcels} rows of ${invoice.parcels}`)
  if (read > READ_AIMS[invoice.carrier]) missed.push(`${name}: read in ${read.toFixed(1)} s`)
  if (ratio < RATIO_AIM) missed.push(`${name}: ${ratio.toFixed(2)} of COPY`)
  if (judged > JUDGED_AIMS[state]) missed.push(`${name}: judged in ${judged.toFixed(1)} s`)
  if (peak > MEMORY_AIM) missed.push(`${name}: ${whole(peak)} MB`)
  if (delayed > HELD_AIM) missed.push(`${name}: the loop was held for ${whole(delayed)} ms`)
  return id
}

async function acceptAll({ product, token, owner, pid }: Bench, invoiceId: number): Promise<string[]> {
  const before = await databaseTime(pid)
  await turns(product)
  const began = performance.now()
  const answer = await fetch(`${product.url}/api/invoice/decisions`, {
    method: 'POST',
    headers: { access_token: token, client: 'All_client', 'content-type': 'application/json' },
    body: JSON.stringify({ summaryIDs: [String(invoiceId)] }),
  })
  const body = (await answer.json()) as { message: string; done?: number }
  const seconds = (performance.now() - began) / 1000
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from invoice_receipts where invoice_id = $1',
    [invoiceId],
  )
  const { delayed } = await turns(product)
  const database = ((await databaseTime(pid)) - before) / 1000
  console.log(
    `\naccept all: ${body.message} ${whole(rows[0]?.count ?? 0)} receipts in ${seconds.toFixed(1)} s, ${database.toFixed(1)} s of the database's processor, the loop held for ${whole(delayed)} ms (aim: ${ACCEPT_AIM} s)`,
  )
  return [
    ...(answer.ok && rows[0]?.count === body.done ? [] : [`invoices: accept all: ${body.message}`]),
    ...(seconds > ACCEPT_AIM ? [`invoices: accept all took ${seconds.toFixed(1)} s`] : []),
  ]
}

/** Deletes the invoices of an earlier run, and their files. */
async function deleteInvoices(owner: pg.Client, but: readonly number[] = []): Promise<void> {
  const { rows } = await owner.query<{ id: number; file: number }>(
    "select invoice_id as id, file_id as file from invoices where starts_with(invoice_number, 'BENCH-') and invoice_id <> all ($1)",
    [but],
  )
  const ids = rows.map(({ id }) => id)
  for (const name of [
    'invoice_receipts',
    'invoice_sums',
    'invoice_covers',
    'invoice_parcels',
    'invoice_details',
    'invoices',
  ])
    await owner.query(`delete from ${name} where invoice_id = any ($1)`, [ids])
  await owner.query('delete from invoice_files where file_id = any ($1)', [rows.map(({ file }) => file)])
  await owner.query(
    'delete from invoice_files where starts_with(filename, $1) and file_id not in (select file_id from invoices)',
    ['BENCH-'],
  )
  await owner.query(
    'vacuum (analyze) invoice_details, invoice_parcels, invoice_sums, invoices, invoice_files, invoice_file_pieces',
  )
}

async function turns(product: Server): Promise<{ worked: number; delayed: number }> {
  await rm(TURNS_FILE, { force: true })
  process.kill(product.pid, 'SIGUSR2')
  for (;;) {
    const text = await readFile(TURNS_FILE, 'utf8').catch(() => '')
    if (text !== '') return JSON.parse(text) as { worked: number; delayed: number }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Drops the system's cache of the database's files; PostgreSQL must not be running. Linux only. */
async function dropCaches(data: string): Promise<void> {
  const files = (await readdir(data, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  await promisify(execFile)('sync')
  for (const { parentPath, name } of files)
    await promisify(execFile)('dd', [`if=${join(parentPath, name)}`, 'iflag=nocache', 'count=0', 'status=none']).catch(
      () => undefined,
    )
}
