import { workerData } from 'node:worker_threads'
import { openDatabase } from './database/database.ts'
import type { ExportThread } from './exports/export-jobs.ts'
import { runExport } from './exports/run-export.ts'
import { exportedReports } from './exported-reports.ts'

// The thread of an export: makes the file, with connections of its own, and ends.

const { appUrl, role, exportId, clients } = workerData as ExportThread
const database = openDatabase({ appUrl, role, connections: 2 })
try {
  await runExport(database, exportedReports, { exportId, clients })
} finally {
  await database.close()
}
