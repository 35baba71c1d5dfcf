import type { roles as routes } from '@despatch/contract/administration/roles/roles'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { presentRole, rolesPage, rolesTotal } from './queries.ts'

/** Roles answered at once with their permissions. */
const MAX_WHOLE = 2000

/**
 * The roles that the caller may see: a page without permissions, or the roles of one or several ids, or all, with
 * permissions. Throws an AppError if the caller cannot see the one `id`.
 */
export async function listRoles(
  context: Context,
  { query }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const { page, limit, sort, desc, id, ids } = query
  const isWhole = id !== undefined || ids !== undefined || (page === undefined && limit === undefined)
  const perPage = limit ?? (isWhole ? MAX_WHOLE : 10)
  const filter = { ...query, ids: id || ids ? [...(id ? [id] : []), ...(ids?.split(',') ?? [])] : undefined }
  const [rows, counted] = await Promise.all([
    context.transaction.rows(
      rolesPage(context, filter, { offset: ((page ?? 1) - 1) * perPage, limit: perPage, sort, desc, isWhole }),
    ),
    context.transaction.row(rolesTotal(context, filter)),
  ])
  const total = counted?.total ?? 0
  if (id && total === 0) throw new AppError('not_found', 'Role not found, or you don’t have access to it.')
  if (isWhole && limit === undefined && total > MAX_WHOLE)
    throw new AppError('bad_request', `There are ${total} roles. Request them page by page.`)
  return { roles: rows.map(presentRole), total }
}
