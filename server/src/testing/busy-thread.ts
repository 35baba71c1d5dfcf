import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import { openDatabase } from '../database/database.ts'
import { db } from '../database/sql.ts'

type Given = { appUrl: string; call: string; feed: string; busyMs: number }
type Outcome = 'fulfilled' | 'rejected'

/**
 * A server in a thread of its own, for tests: asks the database for a call and a feed, and once it is told does nothing
 * for a while but work of its own. Gives what tells it, which settles with how the two ended.
 */
export async function askWhileBusy(given: Given): Promise<() => Promise<{ call: Outcome; feed: Outcome }>> {
  const thread = new Worker(new URL(import.meta.url), { workerData: given })
  await once(thread, 'message')
  return async () => {
    const answered = once(thread, 'message')
    thread.postMessage('be busy')
    const [outcomes] = (await answered) as [{ call: Outcome; feed: Outcome }]
    await thread.terminate()
    return outcomes
  }
}

async function serve({ appUrl, call, feed, busyMs }: Given, port: NonNullable<typeof parentPort>): Promise<void> {
  const database = openDatabase({ appUrl })
  const asked = Promise.allSettled([
    database.transaction((transaction) => transaction.rows(sql`${sql.raw(call)}`.compile(db))),
    database.copying(['ACME'], (client) => client.query(feed)),
  ])
  port.postMessage('asked')
  await once(port, 'message')
  // Nothing of this thread goes on meanwhile, as when it is at work itself; no other is kept from working.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs)
  const [{ status: ofCall }, { status: ofFeed }] = await asked
  await database.close()
  port.postMessage({ call: ofCall, feed: ofFeed })
}

if (!isMainThread && parentPort) await serve(workerData as Given, parentPort)
