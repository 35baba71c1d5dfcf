import type { jobs as routes } from '@despatch/contract/administration/jobs/jobs'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { audit } from '../../audit/write-audit.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { seeForAudit } from '../users/audit-users.ts'

/**
 * Queues a run of a job, which starts within seconds. Throws an AppError for an unknown job (404), and for one that is
 * running (409).
 */
export async function runJob(
  context: Context,
  { params: { name } }: RouteChecked<typeof routes.run>,
): Promise<RouteAnswer<typeof routes.run>> {
  const { transaction, services } = context
  const job = services.recurringJobs.find((one) => one.name === name)
  if (!job) throw new AppError('not_found', 'Job not found.')
  if (!(await services.jobs.sendRecurring(transaction, { name })))
    throw new AppError('in_use', `‘${job.title}’ is already running. Wait until it has finished, then try again.`)
  await seeForAudit(context, [''])
  await audit(context, { clientCode: '', act: 'job.run', object: `job ${job.title}` })
  return { message: `‘${job.title}’ is starting.` }
}
