import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { presentView, sharingCode, viewsWithOwner } from './views.ts'

const MAX_OF_A_TABLE = 50

/**
 * Saves a view of a table. Replaces the caller's own view of the same name, in any case. At most 50 per user and table.
 */
export async function saveView(
  context: Context,
  { body }: RouteChecked<typeof routes.saveView>,
): Promise<RouteAnswer<typeof routes.saveView>> {
  const { caller, transaction } = context
  const sharedWith = sharingCode(caller)
  if (body.isShared && sharedWith === undefined)
    throw new AppError('unprocessable', 'You belong to no client, so save this view for yourself.')
  const changed = {
    name: body.name,
    search: body.search,
    layout: JSON.stringify(body.layout),
    shared_with: body.isShared ? (sharedWith ?? null) : null,
  }
  const saved = await transaction.writeRow(
    db
      .insertInto('saved_views')
      .values({ user_id: caller.userId, table_name: body.table, ...changed })
      .onConflict((conflict) =>
        // One expression, because kysely takes either columns or an expression.
        conflict.expression(sql`user_id, table_name, lower(name)`).doUpdateSet(changed),
      )
      .returning('view_id'),
  )
  const [own] = await transaction.rows(
    db
      .selectFrom('saved_views')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('user_id', '=', caller.userId)
      .where('table_name', '=', body.table),
  )
  if ((own?.count ?? 0) > MAX_OF_A_TABLE)
    throw new AppError('unprocessable', `You have ${MAX_OF_A_TABLE} views of this table. Delete one first.`)
  const view = await transaction.row(viewsWithOwner().where('view_id', '=', saved?.view_id ?? 0))
  if (!view) throw new Error('A view that was saved is not there')
  await audit(context, {
    clientCode: null,
    act: 'session.view-saved',
    object: `view ${body.name} of ${body.table}`,
    after: { isShared: body.isShared },
  })
  return { message: `Saved as ${body.name}.`, view: presentView(view, caller) }
}
