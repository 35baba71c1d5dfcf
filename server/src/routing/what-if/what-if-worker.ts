import { doThreadJobs } from '../../jobs/job-thread.ts'
import { runWhatIf } from './what-if-run.ts'

// The thread of what-ifs.

doThreadJobs(runWhatIf)
