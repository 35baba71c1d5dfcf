import { type LeafPath } from './menu.ts'
import { type PermissionTree, permissionTree } from './permissions.ts'

/** The role types a role is made from. Internal ones are staff of the operator (`iforce_user`). */
export const ROLE_TYPES = ['Internal Administrator', 'Internal User', 'Client Administrator', 'Client User'] as const
export type RoleType = (typeof ROLE_TYPES)[number]

/** Whether roles of a type are for staff of the operator. */
export const isInternalType = (type: RoleType) => type === 'Internal Administrator' || type === 'Internal User'

/** Whether roles of a type administer others. */
export const isAdministratorType = (type: RoleType) =>
  type === 'Internal Administrator' || type === 'Client Administrator'

/** The flags by which specification 3 tells what kind of role one is. */
export type RoleFlags = {
  readonly isIForce?: boolean | undefined
  readonly iforce_user?: boolean | undefined
  readonly isAdministrator?: boolean | undefined
}

/**
 * The type that a caller asks for: the one named, else the one that the flags say. A flag left out is as it was, and false
 * of a new role. Undefined where the flags contradict each other or the type.
 */
export function requestedRoleType(
  asked: RoleFlags & { readonly type?: RoleType | undefined },
  was?: RoleType,
): RoleType | undefined {
  const { isIForce = asked.iforce_user, iforce_user = asked.isIForce, isAdministrator } = asked
  if (isIForce !== iforce_user) return undefined
  const known = asked.type ?? was
  const isInternal = isIForce ?? (known !== undefined && isInternalType(known))
  const canAdministerPortal = isAdministrator ?? (known !== undefined && isAdministratorType(known))
  const type: RoleType = `${isInternal ? 'Internal' : 'Client'} ${canAdministerPortal ? 'Administrator' : 'User'}`
  return asked.type === undefined || asked.type === type ? type : undefined
}

/** The special client value of specification 3, with its label 'Add All': all clients that the user has. */
export const ALL_CLIENTS = 'All_client'
export const ALL_CLIENTS_LABEL = 'Add All'

/** Specification 3: 'display title is code, a colon, then name'. */
export const roleTitle = ({ code, name }: { code: string; name: string }) => `${code}: ${name}`

const within = (leaf: LeafPath, ...groups: string[]) =>
  groups.some((group) => leaf === group || leaf.startsWith(`${group}.`))

/** What a new role of a type begins with; it can be given any other rights. */
export function defaultPermissions(type: RoleType): PermissionTree {
  return permissionTree((leaf, right) => {
    if (type === 'Internal Administrator') return true
    if (within(leaf, 'setUpAndControl.jobs')) return false
    // Finding, exporting and erasing people's data is given by hand.
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
    // Who chooses a carrier by hand looks at costs, which clients are not shown.
    if (within(leaf, 'carrierRoutingControl.carrierByHand', 'carrierRoutingControl.carrierByHandOverrule')) return false
    return within(leaf, ...edits) || (right !== 'Edit' && within(leaf, ...reads))
  })
}

/** Who answers for what one of the operator's users made, as everyone is told: the operator, no matter which of them it was. */
export const THE_OPERATOR = 'The operator'
