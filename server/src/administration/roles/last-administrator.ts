import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { holdsRight, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import type { RoleType } from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

const USERS = 'setUpAndControl.userAdministration.manageUsers' satisfies LeafPath
const ROLES = 'setUpAndControl.userAdministration.rolesAndPermissions' satisfies LeafPath
/** Serialises changes that remove administrators. */
const LOCK = 4_186_022_303

/** Whether users of this role can administer users and roles, and so let others in again. */
export function canAdministerPortal(role: { type: RoleType; active: boolean; permissions: PermissionTree }): boolean {
  return (
    role.active &&
    role.type === 'Internal Administrator' &&
    holdsRight(role.permissions, USERS, 'Edit') &&
    holdsRight(role.permissions, ROLES, 'Edit')
  )
}

/**
 * Call after a change that may have removed an administrator, in its transaction. Throws an AppError (in_use), which
 * undoes the change, if no active, unlocked internal administrator with Edit on users and roles is left. An advisory
 * lock makes two such changes take turns, so the second sees the first.
 */
export async function requireAdministrator(transaction: Transaction): Promise<void> {
  await transaction.rows(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`.compile(db))
  const left = await transaction.row(
    sql<{ user_id: number }>`
      select u.user_id from users u join roles r using (role_id)
      where u.active and not u.locked and r.active and r.role_type = 'Internal Administrator'
        and ${mayEdit(USERS)} and ${mayEdit(ROLES)}
      limit 1`.compile(db),
  )
  if (!left)
    throw new AppError(
      'in_use',
      'No administrator of users and roles would be left. Give another internal administrator ‘Edit’ on both first.',
    )
}

/** `holdsRight(permissions, leaf, 'Edit')` of the domain, in SQL. */
const mayEdit = (leaf: LeafPath) =>
  sql`(r.permissions #> ${leaf.split('.')}::text[]) @> '{"Read Only": true, "Edit": true}'`
