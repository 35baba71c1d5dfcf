import type { SavedView } from '@despatch/contract/sign-in/views'
import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { nameOfUser } from '@despatch/domain/administration/users/username'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import type { Caller } from '../../http/authentication/open-session.ts'

/**
 * The audience of a user's shared views: their first client. Internal users share with each other, under a code that no
 * client can have.
 */
export function sharingCode({ isInternal, ownClients }: Caller): string | undefined {
  return isInternal ? ALL_CLIENTS : ownClients?.[0]
}

/** Saved views with their owners. */
export const viewsWithOwner = () =>
  db
    .selectFrom('saved_views')
    .innerJoin('users', 'users.user_id', 'saved_views.user_id')
    .select([
      'view_id',
      'saved_views.user_id',
      'table_name',
      'name',
      'search',
      'layout',
      'shared_with',
      'username',
      'first_name',
      'last_name',
    ])

type ViewRow = Awaited<ReturnType<ReturnType<typeof viewsWithOwner>['executeTakeFirstOrThrow']>>

export function presentView(row: ViewRow, { userId }: Caller): SavedView {
  return {
    _id: String(row.view_id),
    table: row.table_name,
    name: row.name,
    search: row.search,
    layout: row.layout,
    isShared: row.shared_with !== null,
    isOwn: row.user_id === userId,
    by: nameOfUser(row),
  }
}

/** The views of a table, the caller's own and those shared with them, and the caller's column layout. */
export async function listViews(
  { caller, transaction }: Context,
  { query }: RouteChecked<typeof routes.views>,
): Promise<RouteAnswer<typeof routes.views>> {
  const seen = caller.isInternal ? [ALL_CLIENTS] : (caller.ownClients ?? [])
  const [rows, layoutRow] = await Promise.all([
    transaction.rows(
      viewsWithOwner()
        .where('table_name', '=', query.table)
        .where((where) =>
          where.or([
            where('saved_views.user_id', '=', caller.userId),
            ...(seen.length > 0 ? [where('shared_with', 'in', seen)] : []),
          ]),
        )
        .orderBy('name')
        .orderBy('view_id')
        .limit(MAX_SHOWN),
    ),
    transaction.row(
      db
        .selectFrom('table_layouts')
        .select('layout')
        .where('user_id', '=', caller.userId)
        .where('table_name', '=', query.table),
    ),
  ])
  return { views: rows.map((row) => presentView(row, caller)), layout: layoutRow?.layout ?? null }
}

/** Enough for a menu. */
const MAX_SHOWN = 500
