import type { Job } from './jobs/jobs.ts'
import { doThreadJobs } from './jobs/job-thread.ts'
import { runExport } from './exports/run-export.ts'
import { exportedReports } from './exported-reports.ts'

// The thread of exports.

doThreadJobs<Job<'file-export'>['data']>((database, data) => runExport(database, exportedReports, data))
