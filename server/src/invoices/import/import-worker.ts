import { doThreadJobs } from '../../jobs/job-thread.ts'
import type { Job } from '../../jobs/jobs.ts'
import { runImport } from './run-import.ts'

// The thread of imports.

doThreadJobs<Job<'invoice-import'>['data']>((database, { fileId }) => runImport(database, fileId))
