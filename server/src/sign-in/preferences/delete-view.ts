import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { audit } from '../../audit/write-audit.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'

/** Deletes a view of the caller's own. Other users' views are not found, even shared ones. */
export async function deleteView(
  context: Context,
  { query }: RouteChecked<typeof routes.deleteView>,
): Promise<RouteAnswer<typeof routes.deleteView>> {
  const deleted = await context.transaction.writeRow(
    db
      .deleteFrom('saved_views')
      .where('view_id', '=', Number(query.id))
      .where('user_id', '=', context.caller.userId)
      .returning(['name', 'table_name']),
  )
  if (!deleted) throw new AppError('not_found', 'View not found.')
  const object = `view ${deleted.name} of ${deleted.table_name}`
  await audit(context, { clientCode: null, act: 'session.view-deleted', object })
  return { message: `${deleted.name} is deleted.` }
}
