import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import type pg from 'pg'
import { STAFF } from '../datasets/fill.ts'
import type { Server } from '../load/processes.ts'
import { processOf, untilIdle } from '../load/processor-time.ts'
import { signIn } from '../load/sign-in.ts'
import { median, table, whole } from '../table.ts'
import { type GrowthCall, growthCalls } from './calls.ts'
import { drawSamples } from './samples.ts'

const REQUESTS = 5
const AIM_MS = 300
/** PostgreSQL publishes a connection's counters at most once a second, at the end of a transaction. */
const COUNTED_AFTER_MS = 1050
/** With fewer orders (the drill) blocks are not worth the wait. */
const COUNTED_FROM_ORDERS = 50_000

type Target = { product: Server; owner: pg.Client }
type Measuring = Target & { pauseMs: number }
type Caller = { name: string; client: string; token: string }
type Blocks = { hit: number; read: number; temp: number }
type Measured = { name: string; times: number[]; rows: number; blocks: Blocks; refused: string | undefined }

/**
 * Makes each call whose cost may grow, one at a time, for all clients and for the largest: one request to warm up, then
 * five. Blocks are the average of all six. Prints times, rows, blocks and temporary files, slowest first. Returns the
 * calls that took more than 300 ms or wrote temporary files.
 */
export async function measureGrowth({ product, owner }: Target): Promise<string[]> {
  await untilIdle(product.pid, await processOf(owner))
  const samples = await drawSamples(owner)
  console.log(`\ngrowth: asked with ${JSON.stringify(samples)}`)
  const staff: Caller = { name: 'staff', client: ALL_CLIENTS, token: await signIn(product, STAFF) }
  const large: Caller = { name: samples.client, client: samples.client, token: await signIn(product, samples.client) }
  const measuring = { product, owner, pauseMs: samples.allOrders < COUNTED_FROM_ORDERS ? 0 : COUNTED_AFTER_MS }
  const measured: Measured[] = []
  for (const caller of [staff, large])
    for (const call of growthCalls(samples, caller === large))
      if (!(caller === large ? call.isOfStaff : call.isOfOne)) measured.push(await measureCall(measuring, caller, call))
  print(measured.toSorted((one, other) => median(other.times) - median(one.times)))
  return measured
    .filter(isMissed)
    .map(({ name, times, blocks, refused }) =>
      refused === undefined
        ? `growth: ${name} ${whole(median(times))} ms, ${whole(blocks.temp / 1024)} kB of temporary files`
        : `growth: ${name} ${refused}`,
    )
}

async function measureCall(measuring: Measuring, caller: Caller, call: GrowthCall): Promise<Measured> {
  const name = `${call.name} (${caller.name})`
  const times: number[] = []
  let rows = 0
  let refused: string | undefined
  const before = await readBlocks(measuring.owner)
  for (let request = 0; request <= REQUESTS && refused === undefined; request++) {
    const began = performance.now()
    const answer = await ask(measuring.product, caller, call)
    times.push(performance.now() - began)
    if (answer.ok) rows = rowsOf(JSON.parse(answer.text))
    else
      refused = `was refused with ${answer.status} after ${whole(times.at(-1) ?? 0)} ms: ${answer.text.slice(0, 200)}`
  }
  const after = await countedBlocks(measuring, caller)
  const each = (of: keyof Blocks) => (after[of] - before[of]) / (REQUESTS + 1)
  return {
    name,
    // A refused call keeps its time.
    times: refused === undefined ? times.slice(1) : times.slice(-1),
    rows,
    blocks: { hit: each('hit'), read: each('read'), temp: each('temp') },
    refused,
  }
}

async function ask(product: Server, { token, client }: Caller, { path, body }: GrowthCall) {
  const answer = await fetch(product.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', access_token: token, client },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { ok: answer.ok, status: answer.status, text: await answer.text() }
}

/** Rows of an answer: the length of its first list, or its total. */
function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const values = Object.values(answer as object)
  const list: unknown = values.find(Array.isArray)
  if (Array.isArray(list)) return list.length
  const { total } = answer as { total?: unknown }
  return typeof total === 'number' ? total : 1
}

/** Blocks read so far. The server's connection publishes them with its next request, which reads a few blocks itself. */
async function countedBlocks({ product, owner, pauseMs }: Measuring, caller: Caller): Promise<Blocks> {
  await sleep(pauseMs)
  await ask(product, caller, { name: '', path: '/api/enquiries/order?customerReference=NONE' })
  return readBlocks(owner)
}

async function readBlocks(owner: pg.Client): Promise<Blocks> {
  const { rows } = await owner.query<Blocks>(
    `select blks_hit::float8 as hit, blks_read::float8 as read, temp_bytes::float8 as temp from pg_stat_database
     where datname = current_database()`,
  )
  return rows[0] ?? { hit: Number.NaN, read: Number.NaN, temp: Number.NaN }
}

const isMissed = ({ times, blocks, refused }: Measured) =>
  refused !== undefined || median(times) > AIM_MS || blocks.temp > 0

function print(measured: Measured[]): void {
  console.log(
    `\ngrowth: ${measured.length} calls, one at a time (aim: ${AIM_MS} ms, no temporary files; ! is above, blocks are of one request)`,
  )
  console.log(
    table(
      ['', 'median ms', 'worst ms', 'rows', 'hit', 'read', 'temp kB', ''],
      measured.map((one) => [
        one.name,
        median(one.times).toFixed(one.times.some((time) => time > 100) ? 0 : 1),
        Math.max(...one.times).toFixed(0),
        whole(one.rows),
        whole(one.blocks.hit),
        whole(one.blocks.read),
        whole(one.blocks.temp / 1024),
        one.refused === undefined ? (isMissed(one) ? '!' : '') : 'refused',
      ]),
    ),
  )
}
