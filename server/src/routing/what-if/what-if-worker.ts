import { workerData } from 'node:worker_threads'
import { openDatabase } from '../../database/database.ts'
import type { WhatIfThread } from './what-if-jobs.ts'
import { runWhatIf } from './what-if-run.ts'

// The thread of a what-if: reckons it, with connections of its own, and ends.

const { appUrl, role, client, whatIfId } = workerData as WhatIfThread
const database = openDatabase({ appUrl, role, connections: 2 })
try {
  await runWhatIf(database, { client, whatIfId })
} finally {
  await database.close()
}
