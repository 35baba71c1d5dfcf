import type { ExportedReport } from '@despatch/server/exports/exported-report'
import { runExport } from '@despatch/server/exports/run-export'
import { doThreadJobs } from '@despatch/server/jobs/job-thread'
import type { Job } from '@despatch/server/jobs/jobs'
import { wideReport } from './wide-report.ts'

// The server's export thread, but with the measured report.
doThreadJobs<Job<'file-export'>['data']>((database, data) => runExport(database, [wideReport as ExportedReport], data))
