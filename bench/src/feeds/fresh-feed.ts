import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { feeds } from '@despatch/contract/feeds/feeds'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import type pg from 'pg'
import { insertClients } from '../datasets/fill.ts'
import { insertRuleBooks } from '../datasets/rule-books.ts'
import type { Server } from '../load/processes.ts'
import { databaseTime, processorTime } from '../load/processor-time.ts'
import { sendFeed } from './send-feed.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'

const LINES_A_SECOND_AIM = 20_000
/** Size of the first and second feed in the bug report. */
const REPORTED_LINES = 10_000
const REAL_LINES = 88_847
const LINES_TO_GO = 30_000

type Answer = RouteAnswer<(typeof feeds)['orders']>

/**
 * Feeds clients for which the planner has no statistics, beside the lines of others, with autovacuum off, so that
 * statistics stay missing. Each first feed, the same again, and two at once. Prints lines per second, and processor
 * time per line, which tells a busy machine from a slow feed. Returns the missed aims.
 */
export async function measureFreshFeed(
  product: Server,
  owner: pg.Client,
  realOrders: string | undefined,
): Promise<string[]> {
  const { rows: others } = await owner.query<{ lines: number; pid: number }>(
    'select count(*)::int as lines, pg_backend_pid() as pid from order_lines',
  )
  const { lines: othersLines = 0, pid = 0 } = others[0] ?? {}
  const past = await pastOrders(realOrders)
  const real = realOrders === undefined ? 'like real ones' : 'of real files'
  const cases = [
    { title: '100 orders of 100 SKUs, as reported', code: 'FRESH-A', fileOf: reported, lines: REPORTED_LINES },
    { title: `orders of the past ${real}`, code: 'FRESH-B', fileOf: past, lines: REAL_LINES },
    { title: 'orders of three lines, allocated', code: 'FRESH-C', fileOf: ordersToGo, lines: LINES_TO_GO },
  ]
  const rows: string[][] = []
  const missed: string[] = []
  await setAutovacuum(owner, false)
  try {
    for (const { title, code, fileOf, lines } of cases) {
      const client = { product, code, token: await makeFresh(owner, product, code), pid }
      const [first, second, third] = ['B', 'D', 'E'].map(fileOf) as [string, string, string]
      for (const [which, files] of [
        ['first', [first]],
        ['again at once', [first]],
        ['two at once', [second, third]],
        ['those two again', [second, third]],
      ] as const) {
        const all = lines * files.length
        const { taken, speed, server, database } = await sendFiles(client, files, all)
        rows.push([`${title}: ${which}`, whole(all), whole(speed), server.toFixed(1), database.toFixed(1)])
        if (taken !== all) missed.push(`fresh feed (${title}, ${which}): ${taken} of ${all} lines`)
        if (speed < LINES_A_SECOND_AIM) missed.push(`fresh feed (${title}, ${which}): ${whole(speed)} lines/s`)
      }
    }
  } finally {
    await setAutovacuum(owner, true)
  }
  console.log(
    `\nfeeds of fresh clients beside ${whole(othersLines)} lines of others (aim: ${whole(LINES_A_SECOND_AIM)} lines/s)`,
  )
  console.log(table(['', 'lines', 'lines/s', 'µs of the server a line', 'of the database'], rows))
  return missed
}

type FreshClient = { product: Server; code: string; token: string; pid: number }

/** Sends files at once. Returns the number of saved lines, lines per second, and processor time per line in microseconds. */
async function sendFiles({ product, code, token, pid }: FreshClient, files: readonly string[], lines: number) {
  const processors = () => Promise.all([processorTime(product.pid), databaseTime(pid)])
  const [serverBefore, databaseBefore] = await processors()
  const began = performance.now()
  const answers = await Promise.all(
    files.map((file) =>
      sendFeed<Answer>(product, { feed: 'orders', token, client: code, file: [Buffer.from(file)] }).catch(
        (error: unknown) => {
          console.error(error instanceof Error ? error.message : error)
          return undefined
        },
      ),
    ),
  )
  const speed = lines / ((performance.now() - began) / 1000)
  const [serverAfter, databaseAfter] = await processors()
  return {
    taken: answers.reduce((sum, answer) => sum + (answer ? answer.summary.created + answer.summary.unchanged : 0), 0),
    speed,
    server: ((serverAfter - serverBefore) * 1000) / lines,
    database: ((databaseAfter - databaseBefore) * 1000) / lines,
  }
}

async function setAutovacuum(owner: pg.Client, isOn: boolean): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relrowsecurity and relnamespace = 'public'::regnamespace",
  )
  for (const { name } of rows)
    await owner.query(`alter table ${name} ${isOn ? 'reset (autovacuum_enabled)' : 'set (autovacuum_enabled = off)'}`)
}

/** Creates a client without data, deleting that of an earlier run. The planner's statistics are those of other clients. */
async function makeFresh(owner: pg.Client, product: Server, code: string): Promise<string> {
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[code]])
  for (const name of ['consignments', 'capacity_usage', 'order_history', 'order_lines', 'orders', 'skus'])
    await owner.query(`delete from ${name} where client_code = $1`, [code])
  await owner.query('vacuum (analyze)')
  const { rowCount } = await owner.query('select from user_clients where client_code = $1', [code])
  if (!rowCount) {
    await insertClients(owner, [code])
    await insertRuleBooks(owner, [code])
  }
  return signIn(product, code)
}

/** The file of the bug report: rows `B{i/100},S{i},1,2.00`. */
function reported(prefix: string): string {
  let text = 'orderNumber,SKU,quantity,unitValue\n'
  for (let i = 0; i < REPORTED_LINES; i++) text += `${prefix}${Math.floor(i / 100)},S${i},1,2.00\n`
  return text
}

const PAST_HEADER = 'orderNumber,SKU,description,quantity,orderDate,unitValue,customerAccount\n'

/** Lines of past orders: those of the folder repeated with other order numbers, or generated ones. */
async function pastOrders(folder: string | undefined): Promise<(prefix: string) => string> {
  const lines = folder === undefined ? generatedLines() : await realLines(folder)
  return (prefix) => {
    let text = PAST_HEADER
    for (let at = 0; at < REAL_LINES; at++) {
      const [order, ...rest] = lines[at % lines.length] ?? []
      text += `${prefix}${Math.floor(at / lines.length)}-${order},${rest.join(',')}\n`
    }
    return text
  }
}

async function realLines(folder: string): Promise<string[][]> {
  const lines: string[][] = []
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.csv')).toSorted()) {
    for (const row of (await readFile(join(folder, name), 'utf8')).split(/\r?\n/).slice(1)) {
      const [order, SKU, , quantity = '', at = '', price = ''] = row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      if (!order || !/^\d/.test(order) || Number(quantity) < 1 || Number(price) <= 0) continue
      lines.push([order, SKU ?? '', '', quantity, at, price, ''])
    }
  }
  return lines
}

/** Generates about thirty lines for each order, of three thousand SKUs. */
function generatedLines(): string[][] {
  return Array.from({ length: 11_000 }, (_, i) => [
    String(570_000 + Math.floor(i / 30)),
    `S${(i * 7919) % 3000}`,
    '',
    String(1 + (i % 12)),
    '2011-11-28 08:48:00',
    '2.95',
    '',
  ])
}

function ordersToGo(prefix: string): string {
  const today = dayOf(new Date())
  let text = 'orderNumber,SKU,quantity,unitValue,orderDate,customerLastName,addressLine1,postCode,country\n'
  for (let i = 0; i < LINES_TO_GO; i++)
    text += `${prefix}${Math.floor(i / 3)},S${(i * 7919) % 3000},1,2.00,${today},Name,1 Station Road,LS1 1UR,GB\n`
  return text
}
