import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import { openDatabase } from '../database/database.ts'
import { db } from '../database/sql.ts'

type BusyInput = { appUrl: string; call: string; feed: string; busyMs: number }
type Outcome = 'fulfilled' | 'rejected'

/**
 * Starts a server in a thread that queries the database for a call and a feed. The returned function keeps the thread busy for
 * a while and then settles with how the two ended.
 */
export async function queryFromBusyThread(input: BusyInput): Promise<() => Promise<{ call: Outcome; feed: Outcome }>> {
  const thread = new Worker(new URL(import.meta.url), { workerData: input })
  await once(thread, 'message')
  return async () => {
    const answered = once(thread, 'message')
    thread.postMessage('be busy')
    const [outcomes] = (await answered) as [{ call: Outcome; feed: Outcome }]
    await thread.terminate()
    return outcomes
  }
}

async function serve({ appUrl, call, feed, busyMs }: BusyInput, port: NonNullable<typeof parentPort>): Promise<void> {
  const database = openDatabase({ appUrl })
  const answers = Promise.allSettled([
    database.transaction((transaction) => transaction.rows(sql`${sql.raw(call)}`.compile(db))),
    database.copying(['ACME'], (client) => client.query(feed)),
  ])
  port.postMessage('asked')
  await once(port, 'message')
  // Blocks only this thread, as if it were computing.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs)
  const [{ status: ofCall }, { status: ofFeed }] = await answers
  await database.close()
  port.postMessage({ call: ofCall, feed: ofFeed })
}

if (!isMainThread && parentPort) await serve(workerData as BusyInput, parentPort)
