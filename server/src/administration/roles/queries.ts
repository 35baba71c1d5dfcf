import type { Role, RoleSort } from '@despatch/contract/administration/roles/roles'
import { visibilityOfRole } from '@despatch/domain/administration/clients/visibility'
import { type PermissionTree, completePermissionTree } from '@despatch/domain/administration/roles/permissions'
import {
  ALL_CLIENTS,
  isAdministratorType,
  isInternalType,
  type RoleType,
} from '@despatch/domain/administration/roles/role-types'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Caller } from '../../http/authentication/open-session.ts'
import { isVisible } from '../../sign-in/sessions/visible-users.ts'

type CallScope = { caller: Caller; clients: string[] }

export type RoleRow = {
  role_id: number
  code: string
  name: string
  client_code: string
  role_type: RoleType
  active: boolean
  mfa_required: boolean
  visibility: Readonly<Record<string, unknown>>
  version: number
  users: number
  permissions?: PermissionTree
}

/**
 * Limits rows of `roles` to those that a call may see. Client users see roles of the selected clients and those that
 * all clients share, except internal roles. Internal users see the internal ones too, and with 'All_client' every role.
 */
export function isVisibleRole({ caller, clients }: CallScope): RawBuilder<boolean> {
  if (caller.isInternal && caller.isForAll) return sql<boolean>`true`
  const isOfClients = sql<boolean>`roles.client_code = any (${[...clients, ALL_CLIENTS]}::text[])`
  return caller.isInternal ? isOfClients : sql<boolean>`(${isOfClients} and not roles.is_internal)`
}

/** Number of users with the role that the caller may see. */
const visibleHolders = (scope: CallScope) =>
  sql<number>`(select count(*) from users where users.role_id = roles.role_id and ${isVisible(scope)})`

export type RoleFilter = {
  ids?: readonly string[] | undefined
  search?: string | undefined
  type?: RoleType | undefined
  active?: boolean | undefined
  client?: string | undefined
}

const matching = (scope: CallScope, filter: RoleFilter) => {
  let query = db.selectFrom('roles').where(isVisibleRole(scope))
  if (filter.ids) query = query.where('role_id', '=', sql<number>`any (${filter.ids}::bigint[])`)
  if (filter.search)
    query = query.where(sql`strpos(lower(code || ': ' || name), ${filter.search.toLowerCase()})`, '>', 0)
  if (filter.type) query = query.where('role_type', '=', filter.type)
  if (filter.active !== undefined) query = query.where('active', '=', filter.active)
  if (filter.client) query = query.where('client_code', '=', filter.client)
  return query
}

const COLUMNS = [
  'role_id',
  'code',
  'name',
  'client_code',
  'role_type',
  'active',
  'mfa_required',
  'visibility',
  'version',
] as const
const SORTS = {
  code: sql`lower(code)`,
  name: sql`lower(name)`,
  client: sql`client_code`,
  type: sql`role_type`,
  users: sql`users`,
} as const satisfies Record<RoleSort, RawBuilder<unknown>>

/** A page of the roles that the caller may see. */
export function rolesPage(
  scope: CallScope,
  filter: RoleFilter,
  page: { offset: number; limit: number; sort: RoleSort; desc: boolean; isWhole: boolean },
) {
  return matching(scope, filter)
    .select(COLUMNS)
    .select(visibleHolders(scope).as('users'))
    .$if(page.isWhole, (query) => query.select('permissions'))
    .orderBy(SORTS[page.sort], page.desc ? 'desc' : 'asc')
    .orderBy(sql`lower(code)`)
    .orderBy('role_id')
    .limit(page.limit)
    .offset(page.offset)
}

export const rolesTotal = (scope: CallScope, filter: RoleFilter) =>
  matching(scope, filter).select(sql<number>`count(*)`.as('total'))

/**
 * Locks roles until the transaction ends, so that nobody is given one meanwhile; in the order of their ids, against
 * deadlocks.
 */
export const rolesToChange = (scope: CallScope, ids: readonly string[]) =>
  matching(scope, { ids }).select(COLUMNS).select('permissions').orderBy('role_id').forUpdate()

export function presentRole(row: RoleRow): Role {
  const isInternal = isInternalType(row.role_type)
  return {
    _id: String(row.role_id),
    code: row.code,
    name: row.name,
    client: row.client_code,
    type: row.role_type,
    active: row.active,
    isIForce: isInternal,
    isAdministrator: isAdministratorType(row.role_type),
    iforce_user: isInternal,
    mfaRequired: row.mfa_required,
    version: row.version,
    users: row.users,
    sees: { ...visibilityOfRole(row.visibility) },
    ...(row.permissions && { permissions: completePermissionTree(row.permissions) }),
  }
}
