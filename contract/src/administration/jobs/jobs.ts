import { z } from 'zod'
import { instant } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

/** 'waiting': a run is queued, and starts within seconds. */
const JOB_STATES = ['running', 'waiting', 'succeeded', 'failed', 'not run yet'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Scheduled work for the whole portal. */
const recurringJob = z.strictObject({
  name: z.string(),
  title: z.string(),
  what: z.string(),
  /** In words: 'Every 10 minutes'. */
  schedule: z.string(),
  state: z.enum(JOB_STATES),
  /** Start of the current run, or else of the last one; null if there was none. */
  beganAt: instant.nullable(),
  /** Null while it runs, and if it was cut short. */
  endedAt: instant.nullable(),
  /** Duration of the last finished run. */
  seconds: z.number().nullable(),
  lastFailure: z.strictObject({ at: instant, message: z.string() }).nullable(),
})
export type RecurringJobDto = z.infer<typeof recurringJob>

/** The refusal for client users, whatever their role holds. */
const JOBS_OPERATOR_ONLY = 'Jobs work for the whole portal: only internal users see and run them.'
const JOBS = 'setUpAndControl.jobs' as const

export const jobs = routes({
  list: {
    method: 'GET',
    path: '/api/jobs',
    summary: 'Jobs that recur, with their schedule, last run and last failure; for internal users',
    permission: { reads: [JOBS] },
    operatorOnly: JOBS_OPERATOR_ONLY,
    access: 'none',
    answer: z.strictObject({ jobs: z.array(recurringJob) }),
    errors: [],
    audited: false,
  },
  run: {
    method: 'POST',
    path: '/api/jobs/:name/run',
    summary: 'Run a job now, unless it is running; for internal users',
    permission: { edits: [JOBS] },
    operatorOnly: JOBS_OPERATOR_ONLY,
    access: 'none',
    params: z.strictObject({ name: z.string().regex(/^[a-z-]{1,50}$/, 'A job is named in lower case letters') }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'in_use'],
    audited: 'job.run',
  },
})
