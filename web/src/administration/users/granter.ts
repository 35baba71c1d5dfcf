import type { Role } from '@despatch/contract/administration/roles/roles'
import type { GrantedRole, Granter } from '@despatch/domain/administration/roles/granting'
import { giveRoleProblem } from '@despatch/domain/administration/roles/granting'
import type { PermissionTree } from '@despatch/domain/administration/roles/permissions'
import type { RoleType } from '@despatch/domain/administration/roles/role-types'
import type { Session } from '../../kit/session/session-store.ts'

/** Who is signed in, as one who gives rights to others; undefined before it is known who that is. */
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

/** A role as far as it decides who may give it; undefined where its permissions are not known. */
export function grantedRole({ type, client, permissions, sees }: Role): GrantedRole | undefined {
  return permissions && { type, client, permissions: permissions as PermissionTree, sees }
}

/** Why a role cannot be given by someone to anyone, in words; undefined where it can, as far as one knows here. */
export function whyNotOffer(role: Role, granter: Granter | undefined): string | undefined {
  if (!role.active) return 'This role is not active'
  const granted = grantedRole(role)
  return granter && granted ? giveRoleProblem(granted, granter) : undefined
}
