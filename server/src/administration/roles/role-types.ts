import type { roles as routes } from '@despatch/contract/administration/roles/roles'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { grantsBeyond, holdsRight, permissionTree } from '@despatch/domain/administration/roles/permissions'
import {
  defaultPermissions,
  isAdministratorType,
  isInternalType,
  ROLE_TYPES,
} from '@despatch/domain/administration/roles/role-types'
import type { Context } from '../../http/context.ts'

/** The types of roles that the caller may create, each with the default permissions that the caller also holds. */
export async function listRoleTypes({ caller }: Context): Promise<RouteAnswer<typeof routes.types>> {
  const mayMake = ROLE_TYPES.filter(
    (type) =>
      (caller.isInternal || !isInternalType(type)) &&
      (isAdministratorType(caller.roleType) || !isAdministratorType(type)),
  )
  return {
    types: mayMake.map((type) => {
      const whole = defaultPermissions(type)
      const beyond = grantsBeyond(whole, caller.permissions)
      return {
        type,
        isIForce: isInternalType(type),
        isAdministrator: isAdministratorType(type),
        permissions: permissionTree(
          (leaf, right) =>
            holdsRight(whole, leaf, right) && !beyond.some((grant) => grant.leaf === leaf && grant.right === right),
        ),
      }
    }),
  }
}
