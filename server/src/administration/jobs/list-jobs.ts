import type { jobs as routes, JobState, RecurringJobDto } from '@despatch/contract/administration/jobs/jobs'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { CUT_SHORT, type JobRun, loadRuns } from '../../jobs/job-runs.ts'
import type { JobDescription } from '../../jobs/recurring.ts'

declare module '../../process/services.ts' {
  interface Services {
    /** The jobs that the Jobs screen lists and can run. */
    recurringJobs: readonly JobDescription[]
  }
}

export async function listJobs({ transaction, services }: Context): Promise<RouteAnswer<typeof routes.list>> {
  const runs = new Map((await loadRuns(transaction)).map((run) => [run.name, run]))
  return { jobs: services.recurringJobs.map((job) => presentJob(job, runs.get(job.name))) }
}

function presentJob({ name, title, what, schedule }: JobDescription, run: JobRun | undefined): RecurringJobDto {
  return {
    name,
    title,
    what,
    schedule,
    state: stateOf(run),
    beganAt: run?.began_at?.toISOString() ?? null,
    endedAt: run?.ended_at?.toISOString() ?? null,
    seconds: run?.seconds ?? null,
    lastFailure: failureOf(run),
  }
}

/** Whether a run was cut short and will not be retried. The next run records it as a failure. */
const wasCutShort = (run: JobRun) => run.began_at !== null && run.ended_at === null && run.progress === null

function stateOf(run: JobRun | undefined): JobState {
  if (run?.progress) return run.progress
  if (!run?.began_at) return 'not run yet'
  return wasCutShort(run) ? 'failed' : (run.outcome ?? 'failed')
}

function failureOf(run: JobRun | undefined): RecurringJobDto['lastFailure'] {
  if (run?.began_at && wasCutShort(run)) return { at: run.began_at.toISOString(), message: CUT_SHORT }
  if (!run?.failed_at) return null
  return { at: run.failed_at.toISOString(), message: run.failure ?? '' }
}
