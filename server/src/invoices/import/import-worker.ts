import { doThreadJobs } from '../../jobs/job-thread.ts'
import type { Job } from '../../jobs/jobs.ts'
import { runImport } from './run-import.ts'

// The worker thread of invoice imports.

doThreadJobs<Job<'invoice-import'>['data']>((database, { fileId }) => runImport(database, fileId))
