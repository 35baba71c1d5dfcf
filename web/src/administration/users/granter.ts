import type { Role } from '@despatch/contract/administration/roles/roles'
import type { GrantedRole, Granter } from '@despatch/domain/administration/roles/granting'
import { giveRoleProblem } from '@despatch/domain/administration/roles/granting'
import type { PermissionTree } from '@despatch/domain/administration/roles/permissions'
import type { RoleType } from '@despatch/domain/administration/roles/role-types'
import type { Session } from '../../kit/session/session-store.ts'

/** The signed-in user in the domain's granting rules; undefined until the session is known. */
export function ownGranter({ user, clients }: Session): Granter | undefined {
  if (!user) return undefined
  const { iforce_user: isInternal, isAdministrator, permissions } = user.role
  const type: RoleType = `${isInternal ? 'Internal' : 'Client'} ${isAdministrator ? 'Administrator' : 'User'}`
  return {
    type,
    permissions: permissions as PermissionTree,
    clients: isInternal ? undefined : clients.map(({ code }) => code),
    sees: user.role.sees,
  }
}

/** A role in the domain's granting rules; undefined if its permissions are unknown. */
export function grantedRole({ type, client, permissions, sees }: Role): GrantedRole | undefined {
  return permissions && { type, client, permissions: permissions as PermissionTree, sees }
}

/** Why a granter cannot give a role to anyone; undefined if they can, as far as the browser knows. */
export function offerRoleProblem(role: Role, granter: Granter | undefined): string | undefined {
  if (!role.active) return 'This role is not active'
  const granted = grantedRole(role)
  return granter && granted ? giveRoleProblem(granted, granter) : undefined
}
