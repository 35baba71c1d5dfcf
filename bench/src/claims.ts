import type pg from 'pg'
import { CLIENT_CODES } from './datasets/dataset.ts'
import { STAFF } from './datasets/fill.ts'
import { repeatCall } from './load/repeat-call.ts'
import type { Server } from './load/processes.ts'
import { signIn } from './load/sign-in.ts'
import { table, whole } from './table.ts'

const CONNECTIONS = 16
const LIST_P99_AIM = 150
const SUBMISSION = 5000
const SUBMISSION_AIM = 10
const WAIT_MS = 15 * 60_000

type Target = { product: Server; owner: pg.Client; seconds: number }

/**
 * Measures the list of claimable parcels, for one client and for all, at 16 connections; then a submission of 5,000
 * parcels with its files. Prints the results. Returns the missed aims.
 */
export async function measureClaims({ product, owner, seconds }: Target): Promise<string[]> {
  await ageParcels(owner)
  const kept = await waitForCandidates(owner)
  const staff = await signIn(product, STAFF)
  const [client = ''] = CLIENT_CODES
  const token = await signIn(product, client)
  const list = { path: '/api/claims/claimable', body: { page: 1, limit: 50 } }
  const customer = await customerOf(owner, client)
  const lists = [
    { name: 'what can be claimed of one client', client, token, ...list },
    { name: 'what can be claimed of all clients', client: 'All_client', token: staff, ...list },
    { name: 'the branches of a customer', client, token, path: '/api/claims/search-branch', body: { customer } },
  ]
  const rows: string[][] = []
  const missed: string[] = []
  for (const { name, client: of, token: by, path, body } of lists) {
    const { aSecond, latency } = await repeatCall({
      product,
      token: by,
      client: of,
      path,
      body,
      connections: CONNECTIONS,
      seconds,
    })
    rows.push([name, whole(aSecond), `p99 ${whole(latency.p99)} ms`])
    if (latency.p99 > LIST_P99_AIM) missed.push(`claims: ${name} p99 ${whole(latency.p99)} ms`)
  }
  const submitted = await submit(product, staff)
  rows.push(...submitted.rows)
  if (submitted.seconds > SUBMISSION_AIM) missed.push(`claims: a submission in ${submitted.seconds.toFixed(1)} s`)
  const { rows: counted } = await owner.query<{ parcels: number }>('select count(*)::int as parcels from parcels')
  console.log(
    `\nclaims: ${whole(counted[0]?.parcels ?? 0)} parcels, of which ${whole(kept)} are kept as lost, late or damaged (aims: p99 ${LIST_P99_AIM} ms at ${CONNECTIONS} connections; ${whole(SUBMISSION)} parcels in ${SUBMISSION_AIM} s)`,
  )
  console.log(table(['', 'a second', ''], rows))
  return missed
}

/** The email of an order with a claimable parcel. */
async function customerOf(owner: pg.Client, client: string): Promise<string> {
  const { rows } = await owner.query<{ email: string }>(
    `select o.email from claim_candidates c join orders o using (client_code, order_number)
     where c.client_code = $1 and c.why = '' and o.email <> '' order by c.deadline, c.tracking_number limit 1`,
    [client],
  )
  const [found] = rows
  if (!found) throw new Error('No customer has a parcel to claim for')
  return found.email
}

/** Sets the last event of parcels of single-parcel orders to twelve days ago, so that 5,000 can be claimed. */
async function ageParcels(owner: pg.Client): Promise<void> {
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
  await owner.query(
    `update parcels p set despatched_at = now() - interval '16 days', ordered_at = now() - interval '17 days',
       state = 'in_transit', state_at = now() - interval '12 days', delivered_at = null, delivered_on = null
     from (
       select client_code, tracking_number from parcels
       where right(order_number, 1) in ('5', '6', '7', '8', '9') and not exists (
         select from claims k where k.client_code = parcels.client_code and k.tracking_number = parcels.tracking_number
       ) limit $1
     ) c where c.client_code = p.client_code and c.tracking_number = p.tracking_number`,
    [SUBMISSION + 200],
  )
  await owner.query('analyze parcels')
}

/** Waits until the job has judged them. Returns the number of claimable parcels. */
async function waitForCandidates(owner: pg.Client): Promise<number> {
  const until = Date.now() + WAIT_MS
  let before = -1
  for (;;) {
    const { rows } = await owner.query<{ kept: number; open: number }>(
      `select count(*)::int as kept, (count(*) filter (where amount > 0 and why = '' and claim_id is null))::int as open
       from claim_candidates`,
    )
    const { kept = 0, open = 0 } = rows[0] ?? {}
    if (open >= SUBMISSION && kept === before) return kept
    if (Date.now() > until) throw new Error(`Only ${open} parcels can be claimed for`)
    before = kept
    await new Promise((done) => setTimeout(done, 5000))
  }
}

async function submit(product: Server, token: string): Promise<{ seconds: number; rows: string[][] }> {
  const headers = { access_token: token, client: 'All_client', 'content-type': 'application/json' }
  const began = performance.now()
  const prepared = await fetch(`${product.url}/api/claims/prepare`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ all: { carrier: 'DPD' } }),
  })
  const answer = (await prepared.json()) as { done?: number; submissions?: { number: string }[]; message?: string }
  const number = answer.submissions?.[0]?.number
  if (!number) throw new Error(`Nothing was prepared: ${answer.message}`)
  const preparedMs = performance.now() - began
  const pack = await fetch(`${product.url}/api/claims/submissions/${number}/pack`, { headers })
  const bytes = (await pack.arrayBuffer()).byteLength
  if (pack.status !== 200) throw new Error(`The pack was refused: ${pack.status}`)
  const all = performance.now() - began
  return {
    seconds: all / 1000,
    rows: [
      [`a submission of ${whole(answer.done ?? 0)} parcels`, '', `${(preparedMs / 1000).toFixed(1)} s`],
      [
        'its form, workbook and receipts',
        '',
        `${((all - preparedMs) / 1000).toFixed(1)} s, ${whole(bytes / 1024)} KB; ${(all / 1000).toFixed(1)} s in all`,
      ],
    ],
  }
}
