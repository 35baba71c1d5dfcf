import { workerData } from 'node:worker_threads'
import { openDatabase } from '../../database/database.ts'
import type { ImportThread } from './import-jobs.ts'
import { runImport } from './run-import.ts'

// The thread of an import: does it, with connections of its own, and ends.

const { appUrl, role, fileId } = workerData as ImportThread
const database = openDatabase({ appUrl, role, connections: 2 })
try {
  await runImport(database, fileId)
} finally {
  await database.close()
}
