import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { PARCEL_ROW_SORTS, ROW_SORTS, SUMMARY_SORTS } from '@despatch/contract/invoices/details'
import { seededRandom } from '@despatch/server/demo/seeded-random'
import type pg from 'pg'
import type { Server } from '../load/processes.ts'
import { table, whole } from '../table.ts'
import { INVOICED_CLIENTS } from './invoice-world.ts'

const AIMS = [
  { connections: 1, p99: 50 },
  { connections: 16, p99: 250 },
]
const LISTED = 'LISTED.csv'
/** Finds the file by its bytes, because an earlier run may have stored it under another name. */
const BYTES_OF_LISTED = "sha256(convert_to($1::text, 'UTF8'))"
const PAGE = 50

/** Builds a request for a random page of a list, in a random order. */
type List = { title: string; rows: number; sorts: readonly string[]; ask: (query: PageQuery) => ListRequest }
type PageQuery = { page: number; limit: number; sort: string; desc: boolean }
type ListRequest = { path: string; body?: string }

/** Inserts invoices without rows, each with parts of two clients. */
export async function insertListed(owner: pg.Client, count: number, clients = INVOICED_CLIENTS): Promise<void> {
  const { rows } = await owner.query<{ id: number }>(
    `insert into invoice_files (sha256, filename, bytes, state, sent_at, sent_by) values (${BYTES_OF_LISTED}, $1::text, 1, 'Imported', now(), 'bench') returning file_id as id`,
    [LISTED],
  )
  await owner.query(
    `insert into invoices (file_id, carrier, carrier_name, invoice_number, invoice_day, due_day, currency, proof, proof_details)
     select $1, (array['UPS', 'DHL', 'DPD'])[n % 3 + 1], (array['UPS', 'DHL', 'DPD'])[n % 3 + 1], 'LISTED-' || n,
       current_date - n % 500, current_date - n % 500 + 30, 'GBP', 'adds up', '{}'
     from generate_series(1, $2::int) n`,
    [rows[0]?.id, count],
  )
  await owner.query(
    `insert into invoice_sums (client_code, invoice_id, status, carrier, carrier_name, account, invoice_number, invoice_day, due_day,
       currency, imported_at, details, parcels, of_parcels, undecided, undecided_billed, billed, tax, matched, expected, variance, causes, verdicts)
     select part, invoice_id, status, carrier, carrier_name, account, invoice_number, invoice_day, due_day, currency,
       now() - invoice_id * interval '1 minute', 10, 10, 20, invoice_id % 9, 90000, invoice_id % 9999 * 1000, 0, 90000, 90000,
       invoice_id % 777 * 100, jsonb_build_object('price', invoice_id % 777 * 100), '{"Matched": [10, 5, 90000, 0]}'
     from invoices cross join lateral unnest(array['', $2, ($3::text[])[invoice_id % 19 + 2]]) part where file_id = $1`,
    [rows[0]?.id, clients[0], clients],
  )
  await owner.query('vacuum (analyze) invoices, invoice_sums, invoice_details, invoice_parcels')
}

export async function deleteListed(owner: pg.Client): Promise<void> {
  const listed = `select invoice_id from invoices join invoice_files using (file_id) where sha256 = ${BYTES_OF_LISTED}`
  await owner.query(`delete from invoice_sums where invoice_id in (${listed})`, [LISTED])
  await owner.query(`delete from invoices where invoice_id in (${listed})`, [LISTED])
  await owner.query(`delete from invoice_files where sha256 = ${BYTES_OF_LISTED}`, [LISTED])
}

function listsOf(options: { invoiceId: number; invoices: number; rows: number }): List[] {
  const ofInvoice = (of: 'details' | 'parcels', title: string, sorts: readonly string[]): List => ({
    title,
    rows: options.rows,
    sorts,
    ask: (query) => ({
      path: `/api/invoice/${of}`,
      body: JSON.stringify({ summaryID: String(options.invoiceId), ...query }),
    }),
  })
  return [
    {
      title: `${whole(options.invoices)} invoices`,
      rows: options.invoices,
      sorts: SUMMARY_SORTS,
      ask: (query) => ({
        path: `/api/invoice/summary?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()}`,
      }),
    },
    ofInvoice('details', `${whole(options.rows)} details of an invoice`, ROW_SORTS),
    ofInvoice('parcels', `${whole(options.rows)} parcel rows of an invoice`, PARCEL_ROW_SORTS),
  ]
}

/**
 * Reads random pages of the list of invoices, and of one invoice's rows, sorted by any column; prints the 99th
 * percentile. Returns the aims that were missed.
 */
export async function measureLists(
  product: Server,
  options: { token: string; invoiceId: number; invoices: number; rows: number; seconds: number },
): Promise<string[]> {
  const lists = listsOf(options)
  const missed: string[] = []
  const printed: string[][] = []
  for (const list of lists)
    for (const { connections, p99: aim } of AIMS) {
      const { times, slowest } = await load(product, { ...options, list, connections })
      times.sort((one, other) => one - other)
      const at = (part: number) => times[Math.min(Math.floor(times.length * part), times.length - 1)] ?? Number.NaN
      printed.push([
        list.title,
        String(connections),
        whole(times.length / options.seconds),
        at(0.5).toFixed(1),
        at(0.99).toFixed(1),
        slowest,
      ])
      if (at(0.99) > aim) missed.push(`invoices: ${list.title} at ${connections}: p99 ${at(0.99).toFixed(0)} ms`)
    }
  console.log(
    `\nlists, pages of ${PAGE} by chance, sorted by chance (aim: p99 under 50 ms at one connection, 250 ms at 16)`,
  )
  console.log(table(['', 'connections', 'pages/s', 'p50, ms', 'p99, ms', 'slowest sort, median ms'], printed))
  return missed
}

async function load(
  product: Server,
  { token, list, connections, seconds }: { token: string; list: List; connections: number; seconds: number },
): Promise<{ times: number[]; slowest: string }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const random = seededRandom(connections)
  const times: number[] = []
  const bySort = new Map<string, number[]>()
  const until = performance.now() + seconds * 1000
  const one = async () => {
    while (performance.now() < until) {
      const sort = random.of(list.sorts)
      const page = random.whole(1, Math.ceil(list.rows / PAGE))
      const began = performance.now()
      await call(product, agent, token, list.ask({ page, limit: PAGE, sort, desc: random.happens(0.5) }))
      const took = performance.now() - began
      times.push(took)
      bySort.set(sort, [...(bySort.get(sort) ?? []), took])
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
  const medians = [...bySort].map(([sort, took]) => ({
    sort,
    took: took.toSorted((a, b) => a - b)[took.length >> 1] ?? 0,
  }))
  const [worst] = medians.toSorted((one_, other) => other.took - one_.took)
  return { times, slowest: worst ? `${worst.sort} ${worst.took.toFixed(0)}` : '' }
}

function call(product: Server, agent: Agent, token: string, { path, body }: ListRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { access_token: token, client: 'All_client', ...(body && { 'content-type': 'application/json' }) }
    const sent = request(`${product.url}${path}`, { method: body ? 'POST' : 'GET', headers, agent }, (answer) => {
      text(answer).then((said) => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`${path} was answered ${answer.statusCode}: ${said.slice(0, 300)}`))
      }, reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
