import type { activity as routes } from '@despatch/contract/administration/user-activity/activity'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { seeEveryClient } from '../clients/queries.ts'
import { activityPage, findActors } from './queries.ts'

/** Rows skipped to reach a page. */
const MAX_SKIPPED = 100_000

/**
 * A page of the audit, newest first, for the client of the call or for all of the caller's clients. For internal users
 * 'all' includes closed clients and acts that concern no client.
 */
export async function listActivity(
  context: Context,
  { query: { page, limit, user, client, before, ...filter } }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const { transaction, caller } = context
  if ((page - 1) * limit > MAX_SKIPPED)
    throw new AppError('bad_request', 'This is too far down the list. Narrow it by dates.')
  const seen = caller.isInternal && caller.isForAll ? await seeEveryClient(transaction) : context.clients
  const clients = client && client !== ALL_CLIENTS ? seen.filter((code) => code === client) : seen
  const by = user ? await findActors(transaction, clients, user, caller.sees) : undefined
  const [ofClient = '', id = ''] = before?.split(':') ?? []
  const older = before === undefined ? undefined : { client: ofClient, id: Number(id) }
  const found = await activityPage(context, clients, { ...filter, by, older }, { page, limit })
  const last = found.activity.at(-1)
  return { ...found, ...(found.hasMore && last && { next: `${last.client}:${last.id}` }) }
}
