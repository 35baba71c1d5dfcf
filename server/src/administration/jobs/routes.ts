import { jobs } from '@despatch/contract/administration/jobs/jobs'
import { bind } from '../../http/bind.ts'
import { listJobs } from './list-jobs.ts'
import { runJob } from './run-job.ts'

export const jobRoutes = bind(jobs, { list: listJobs, run: runJob })
