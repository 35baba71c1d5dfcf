import { type LeafPath } from './menu.ts'
import { type PermissionTree, permissionTree } from './permissions.ts'

/** The types of roles. Internal ones are for the operator's staff (`iforce_user`). */
export const ROLE_TYPES = ['Internal Administrator', 'Internal User', 'Client Administrator', 'Client User'] as const
export type RoleType = (typeof ROLE_TYPES)[number]

export const isInternalType = (type: RoleType) => type === 'Internal Administrator' || type === 'Internal User'

export const isAdministratorType = (type: RoleType) =>
  type === 'Internal Administrator' || type === 'Client Administrator'

/** The flags that describe a role's type in specification 3. */
export type RoleFlags = {
  readonly isIForce?: boolean | undefined
  readonly iforce_user?: boolean | undefined
  readonly isAdministrator?: boolean | undefined
}

/**
 * The type that a body asks for: the one it names, else the one of its flags. Flags left out keep their value, and are
 * false for a new role. Undefined if flags and type contradict each other.
 */
export function requestedRoleType(
  request: RoleFlags & { readonly type?: RoleType | undefined },
  was?: RoleType,
): RoleType | undefined {
  const { isIForce = request.iforce_user, iforce_user = request.isIForce, isAdministrator } = request
  if (isIForce !== iforce_user) return undefined
  const baseType = request.type ?? was
  const isInternal = isIForce ?? (baseType !== undefined && isInternalType(baseType))
  const isForAdministrators = isAdministrator ?? (baseType !== undefined && isAdministratorType(baseType))
  const type: RoleType = `${isInternal ? 'Internal' : 'Client'} ${isForAdministrators ? 'Administrator' : 'User'}`
  return request.type === undefined || request.type === type ? type : undefined
}

/** The special client value of specification 3, labelled 'Add All': all clients that the user has. */
export const ALL_CLIENTS = 'All_client'
export const ALL_CLIENTS_LABEL = 'Add All'

/** Specification 3: 'display title is code, a colon, then name'. */
export const roleTitle = ({ code, name }: { code: string; name: string }) => `${code}: ${name}`

const within = (leaf: LeafPath, ...groups: string[]) =>
  groups.some((group) => leaf === group || leaf.startsWith(`${group}.`))

/** The initial permissions of a new role of a type. The form can change them. */
export function defaultPermissions(type: RoleType): PermissionTree {
  return permissionTree((leaf, right) => {
    if (type === 'Internal Administrator') return true
    if (within(leaf, 'setUpAndControl.jobs')) return false
    // Administrators must grant permissions on personal data explicitly.
    if (within(leaf, 'reportsAndEnquiries.personalData')) return type === 'Internal User' && right !== 'Edit'
    if (type === 'Internal User')
      return right !== 'Edit' || !within(leaf, 'setUpAndControl', 'carrierRoutingControl.carrierByHandOverrule')
    if (type === 'Client User') return within(leaf, 'orderManagement', 'reportsAndEnquiries')
    const edits = [
      'setUpAndControl.userAdministration',
      'returnsPortalControl',
      'orderManagement',
      'reportsAndEnquiries',
      'skusAndStock',
      'feeds',
    ]
    const reads = ['managementReports.keyMetrics', 'managementReports.annualVolumes', 'carrierRoutingControl']
    // Choosing a carrier by hand shows costs, which clients may not see.
    if (within(leaf, 'carrierRoutingControl.carrierByHand', 'carrierRoutingControl.carrierByHandOverrule')) return false
    return within(leaf, ...edits) || (right !== 'Edit' && within(leaf, ...reads))
  })
}

/** Shown to everyone instead of the name of an operator's user who owns a record. */
export const THE_OPERATOR = 'The operator'
