import type { Job } from './jobs/jobs.ts'
import { doThreadJobs } from './jobs/job-thread.ts'
import { runExport } from './exports/run-export.ts'
import { exportedReports } from './exported-reports.ts'

// The worker thread that makes export files.

doThreadJobs<Job<'file-export'>['data']>((database, data) => runExport(database, exportedReports, data))
