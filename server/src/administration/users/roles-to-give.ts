import { visibilityOfRole } from '@despatch/domain/administration/clients/visibility'
import { type GrantedRole, giveRoleProblem } from '@despatch/domain/administration/roles/granting'
import type { PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { ALL_CLIENTS, type RoleType } from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { granterOf } from '../../sign-in/sessions/visible-users.ts'

export type RoleRow = {
  role_id: number
  code: string
  name: string
  role_type: RoleType
  is_internal: boolean
  active: boolean
  client_code: string
  permissions: PermissionTree
  visibility: Readonly<Record<string, unknown>>
}

export const ROLE_COLUMNS = [
  'role_id',
  'code',
  'name',
  'role_type',
  'is_internal',
  'active',
  'client_code',
  'permissions',
  'visibility',
] as const

/** A role in the shape that the domain's granting rules take. */
export function grantedRole(row: RoleRow): GrantedRole {
  return {
    type: row.role_type,
    client: row.client_code,
    permissions: row.permissions,
    sees: visibilityOfRole(row.visibility),
  }
}

/** Ids of the roles that the caller may give. The caller may change users with these roles. */
export async function rolesToGive({ transaction, caller }: Context): Promise<number[]> {
  const rows = await transaction.rows(
    db
      .selectFrom('roles')
      .select(ROLE_COLUMNS)
      // Client users give only these: do not read the permission trees of every client.
      .where(
        caller.ownClients
          ? sql<boolean>`not is_internal and client_code = any (${[...caller.ownClients, ALL_CLIENTS]}::text[])`
          : sql<boolean>`true`,
      ),
  )
  return rows
    .filter((row) => giveRoleProblem(grantedRole(row), granterOf(caller)) === undefined)
    .map(({ role_id }) => role_id)
}

/** Roles by id. `isGiven` locks them, because one of them is about to be given and must not change meanwhile. */
export async function rolesById(
  transaction: Transaction,
  ids: readonly number[],
  { isGiven = false } = {},
): Promise<Map<number, RoleRow>> {
  const query = db
    .selectFrom('roles')
    .select(ROLE_COLUMNS)
    .where('role_id', '=', sql<number>`any (${[...new Set(ids)]}::bigint[])`)
  const rows = await transaction.rows(isGiven ? query.forShare() : query)
  return new Map(rows.map((row) => [row.role_id, row]))
}
