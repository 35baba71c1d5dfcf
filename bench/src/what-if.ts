import { setTimeout as sleep } from 'node:timers/promises'
import type { WhatIf } from '@despatch/contract/routing/what-if/what-if'
import { dayOf } from '@despatch/domain/calendar/day'
import type pg from 'pg'
import { BENCH_SKUS } from './datasets/dataset.ts'
import { forgetOrders } from './datasets/forget-orders.ts'
import { type Server, withPeakMemory } from './load/processes.ts'
import { signIn } from './load/sign-in.ts'
import { table, whole } from './table.ts'

const CLIENT = 'B19'
const PREFIX = 'WHATIF-'
const CONSIGNMENTS = 100_000
const DAYS = 30
const SECONDS_AIM = 10
const MEMORY_AIM = 300

const charge = { incrementalCost: '0', incrementStart: 0, increment: 0 }
/** Drafts of a book of ten methods: one moves few consignments, one most, and one changes how orders are packed. */
const DRAFTS = {
  'few move': {
    change: 'parcel-limits',
    params: { id: 'EVRI-STD' },
    body: {
      version: 1,
      parcelLimit: {
        quantityLimit: [
          { type: 'Length', MaxValue: 120 },
          { type: 'Volume', MaxValue: 0.12 },
          { type: 'NumberOfParcels', MaxValue: null },
          { type: 'ParcelWeight', MaxValue: 11.8 },
          { type: 'ConsignmentWeight', MaxValue: null },
        ],
      },
    },
  },
  'most move': {
    change: 'single-costing',
    params: { id: 'DPD-2D' },
    body: {
      version: 1,
      pricingMethod: 'By Parcel',
      primaryCosting: { fromParcel: 1, baseCost: '0.99', ...charge },
      secondaryCosting: null,
    },
  },
  'packed again': { change: 'packing', body: { version: 0, packing: { weight: 12, volume: 0.1 } } },
} as const

/**
 * Tries drafts on a hundred thousand current consignments of one to six parcels, over HTTP as a screen does. Prints the
 * times and the server's peak memory. Returns the missed aims.
 */
export async function measureWhatIf(product: Server, owner: pg.Client): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[CLIENT]])
  await forgetOrders(owner, [CLIENT], PREFIX)
  const rows: string[][] = []
  const missed: string[] = []
  try {
    await makeStanding(owner)
    for (const [title, draft] of Object.entries(DRAFTS)) {
      const began = performance.now()
      const { result, peak } = await withPeakMemory(product.pid, () => tryDraft(product, token, draft))
      const seconds = (performance.now() - began) / 1000
      const { consignments = 0, moved = 0 } = result.summary ?? {}
      rows.push([title, whole(consignments), whole(moved), seconds.toFixed(1), whole(peak)])
      if (result.status !== 'Succeeded' || consignments < CONSIGNMENTS)
        missed.push(`what-if (${title}): ${result.status}, ${consignments} consignments: ${result.error}`)
      if (seconds > SECONDS_AIM) missed.push(`what-if (${title}): ${seconds.toFixed(1)} s`)
      if (peak > MEMORY_AIM) missed.push(`what-if (${title}): ${Math.round(peak)} MB`)
    }
  } finally {
    await owner.query('delete from what_ifs where client_code = $1', [CLIENT])
    await forgetOrders(owner, [CLIENT], PREFIX)
  }
  console.log(`\nwhat-if (aim: ${whole(CONSIGNMENTS)} consignments under ${SECONDS_AIM} s and ${MEMORY_AIM} MB)`)
  console.log(table(['draft', 'consignments', 'moved', 'seconds', 'most MB'], rows))
  return missed
}

async function tryDraft(product: Server, token: string, draft: object): Promise<WhatIf> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { access_token: token, client: CLIENT, 'content-type': 'application/json' }
    const answer = await fetch(product.url + path, { ...init, headers })
    if (answer.status !== 200) throw new Error(`A what-if was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as WhatIf
  }
  let now = await ask('/api/what-if', { method: 'POST', body: JSON.stringify({ draft, days: DAYS }) })
  while (now.status === 'NotStarted' || now.status === 'Running') {
    await sleep(200)
    now = await ask(`/api/what-if/${now.id}`)
  }
  return now
}

/** Creates orders of one line and one consignment each, spread over the days, with many weights, sizes and regions. */
async function makeStanding(owner: pg.Client): Promise<void> {
  const today = dayOf(new Date())
  const made = `from generate_series(1, ${CONSIGNMENTS}) as n cross join lateral (
    select '${PREFIX}' || n as order_number, $2::date - n % ${DAYS} as day, $2::date - n % ${DAYS} + n * interval '100 ms' as at, 1 + n % 6 as parcels,
      (array['AB','B','BS','CF','EH','G','L','LS','M','NE','SW','YO'])[1 + n % 12] as region) as made`
  const parameters = [CLIENT, today]
  await owner.query(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, post_code, quantity,
       item_count, total_value, currency_code, created_at, created_by)
     select $1, order_number, 'N', 'portal', at, 'STANDARD', day, 'GB', region || '1 1AA', parcels, 1, 1, 'GBP', at, 'bench' ${made}`,
    parameters,
  )
  await owner.query(
    `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
     select $1, order_number, 1, $3, 1 + n % 90, 1, 1 ${made}`,
    [...parameters, BENCH_SKUS[3]?.code],
  )
  await owner.query(
    `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day, rule_book_version, parcels,
       carrier, client_method_id, cost, consignment, usage_seen)
     select $1, order_number, 1, 1, at, 'bench', 'allocated', day, 1, parcels, 'EVRI', 'EVRI-STD', 3, jsonb_build_object(
       'service', 'STANDARD', 'country', 'GB', 'region', region, 'despatchDay', day, 'heldTo', null, 'skus', jsonb_build_array($3::text),
       'parcels', (select jsonb_agg(jsonb_build_object('weight', 200 + (n * 37 + p * 911) % 12000, 'length', 150 + n % 700, 'volume', 900 + n % 30000))
                   from generate_series(1, parcels) as p)), '{}' ${made}`,
    [...parameters, BENCH_SKUS[3]?.code],
  )
  await owner.query('analyze consignments, orders, order_lines')
}
