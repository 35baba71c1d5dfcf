import { workerData } from 'node:worker_threads'
import { openDatabase } from '@despatch/server/database/database'
import type { ExportThread } from '@despatch/server/exports/export-jobs'
import type { ExportedReport } from '@despatch/server/exports/exported-report'
import { runExport } from '@despatch/server/exports/run-export'
import { wideReport } from './wide-report.ts'

// The thread of an export, as the server's own is, but of the report that is measured.
const { appUrl, role, exportId, clients } = workerData as ExportThread
const database = openDatabase({ appUrl, role, connections: 2 })
try {
  await runExport(database, [wideReport as ExportedReport], { exportId, clients })
} finally {
  await database.close()
}
