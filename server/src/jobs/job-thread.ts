import { parentPort } from 'node:worker_threads'
import { type Database, openDatabase } from '../database/database.ts'
import { lowerPriority } from '../process/low-priority.ts'
import type { DatabaseAddress } from './jobs-database.ts'

/** The message to a thread: a job's data, and how to reach the database. */
export type ThreadJob<Data> = { readonly address: DatabaseAddress; readonly data: Data }

/**
 * Runs in a thread of `work-in-threads.ts`. Does the jobs it receives one at a time, each with its own connections, at low
 * priority. An error of a job ends the thread.
 */
export function doThreadJobs<Data>(work: (database: Database, data: Data) => Promise<void>): void {
  lowerPriority()
  parentPort?.on('message', (job: ThreadJob<Data>) => void doJob(job, work))
}

async function doJob<Data>(
  { address, data }: ThreadJob<Data>,
  work: (database: Database, data: Data) => Promise<void>,
): Promise<void> {
  const database = openDatabase({ ...address, connections: 2 })
  try {
    await work(database, data)
  } finally {
    await database.close()
  }
  parentPort?.postMessage('done')
}
