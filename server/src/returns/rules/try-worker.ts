import { workerData } from 'node:worker_threads'
import { openDatabase } from '../../database/database.ts'
import type { TryThread } from './try-jobs.ts'
import { runReturnsTry } from './try-run.ts'

// The thread of a trial: reckons it, with connections of its own, and ends.

const { appUrl, role, client, tryId } = workerData as TryThread
const database = openDatabase({ appUrl, role, connections: 2 })
try {
  await runReturnsTry(database, { client, tryId })
} finally {
  await database.close()
}
