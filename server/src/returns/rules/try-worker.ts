import { doThreadJobs } from '../../jobs/job-thread.ts'
import { runReturnsTry } from './try-run.ts'

doThreadJobs(runReturnsTry)
