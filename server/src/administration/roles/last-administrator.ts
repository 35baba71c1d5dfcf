import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { holdsRight, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import type { RoleType } from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

const USERS = 'setUpAndControl.userAdministration.manageUsers' satisfies LeafPath
const ROLES = 'setUpAndControl.userAdministration.rolesAndPermissions' satisfies LeafPath
/** Of two that each leave the other to administer the portal, the second waits for the first here. */
const LOCK = 4_186_022_303

/** Whether those who have a role can let themselves and others in again, whatever happens. */
export function administers(role: { type: RoleType; active: boolean; permissions: PermissionTree }): boolean {
  return (
    role.active &&
    role.type === 'Internal Administrator' &&
    holdsRight(role.permissions, USERS, 'Edit') &&
    holdsRight(role.permissions, ROLES, 'Edit')
  )
}

/**
 * Asked after a change that may have taken away an administrator, in its transaction: throws an AppError (in_use), and so
 * undoes the change, where it left no active, unlocked internal administrator who may edit users and roles. Two changes
 * at once come here one after the other, and the second sees what the first has done.
 */
export async function keepAnAdministrator(transaction: Transaction): Promise<void> {
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
      'Nobody would be left to administer users and roles: give another active internal administrator Edit on both first.',
    )
}

/** `holdsRight(permissions, leaf, 'Edit')` of the domain, in SQL. */
const mayEdit = (leaf: LeafPath) =>
  sql`(r.permissions #> ${leaf.split('.')}::text[]) @> '{"Read Only": true, "Edit": true}'`
