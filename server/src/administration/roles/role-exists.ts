import type { roles as routes } from '@despatch/contract/administration/roles/roles'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'

export const CODE_EXISTS = 'A role with this code already exists'
export const NAME_EXISTS = 'A role with this name already exists'

/**
 * Specification 4: 'Role existence check posts code, name and client; an error message in the answer means the role
 * exists, otherwise the result is an empty string.' For clients where the caller cannot create roles the answer is
 * always empty.
 */
export async function checkRoleExists(
  { transaction, caller, clients }: Context,
  { body: { code, name, client } }: RouteChecked<typeof routes.exist>,
): Promise<RouteAnswer<typeof routes.exist>> {
  if (!caller.isInternal && !clients.includes(client)) return { message: '' }
  const found = await transaction.row(
    db
      .selectFrom('roles')
      .select([
        sql<boolean | null>`bool_or(lower(code) = lower(${code}))`.as('code'),
        sql<boolean | null>`bool_or(lower(name) = lower(${name}))`.as('name'),
      ])
      .where('client_code', '=', client),
  )
  return { message: found?.code ? CODE_EXISTS : found?.name ? NAME_EXISTS : '' }
}
