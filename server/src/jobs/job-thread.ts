import { parentPort } from 'node:worker_threads'
import { type Database, openDatabase } from '../database/database.ts'
import { lowerPriority } from '../process/low-priority.ts'
import type { DatabaseAddress } from './jobs-database.ts'

/** What a thread is sent: a job, and where the database is. */
export type ThreadJob<Data> = { readonly address: DatabaseAddress; readonly data: Data }

/**
 * In a thread of `work-in-threads.ts`: does the jobs that it is sent, one after the other, each with connections of its own, and
 * at a low priority.
 * What a job throws ends the thread.
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
