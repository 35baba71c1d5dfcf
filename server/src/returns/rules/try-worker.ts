import { doThreadJobs } from '../../jobs/job-thread.ts'
import { runReturnsTry } from './try-run.ts'

// The thread of trials.

doThreadJobs(runReturnsTry)
