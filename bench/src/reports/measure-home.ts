import type pg from 'pg'
import { CLIENT_CODES } from '../datasets/dataset.ts'
import { STAFF } from '../datasets/fill.ts'
import { repeatCall } from '../load/repeat-call.ts'
import type { Server } from '../load/processes.ts'
import { processOf, untilIdle } from '../load/processor-time.ts'
import { signIn } from '../load/sign-in.ts'
import { table, whole } from '../table.ts'

const CONNECTIONS = 16
const P99_AIM = 100

type Target = { product: Server; owner: pg.Client; seconds: number }

/** Measures Home's counts at 16 connections, of one client and of all. Prints the results. Returns the missed aims. */
export async function measureHome({ product, owner, seconds }: Target): Promise<string[]> {
  const [client = ''] = CLIENT_CODES
  const calls = [
    { name: 'one client', client, token: await signIn(product, client) },
    { name: 'all clients', client: 'All_client', token: await signIn(product, STAFF) },
  ]
  await untilIdle(product.pid, await processOf(owner))
  const rows: string[][] = []
  const missed: string[] = []
  for (const { name, ...by } of calls) {
    const call = { product, owner, ...by, path: '/api/home/counts', connections: CONNECTIONS }
    // The first counts read from disk.
    await repeatCall({ ...call, seconds: 1 })
    const { aSecond, latency, serverMs, databaseMs } = await repeatCall({ ...call, seconds })
    rows.push([
      name,
      whole(aSecond),
      whole(latency.p50),
      whole(latency.p99),
      serverMs.toFixed(2),
      databaseMs.toFixed(2),
    ])
    if (latency.p99 > P99_AIM) missed.push(`home: ${name} p99 ${whole(latency.p99)} ms`)
  }
  console.log(`\nHome, ${CONNECTIONS} connections (aim: p99 ${P99_AIM} ms)`)
  console.log(table(['', 'a second', 'p50 ms', 'p99 ms', 'server ms', 'database ms'], rows))
  return missed
}
