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
    if (type === 'Internal User') return right !== 'Edit' || !within(leaf, 'setUpAndControl')
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
    return within(leaf, ...edits) || (right !== 'Edit' && within(leaf, ...reads))
  })
}

/** What client users are told instead of the name of one of the operator's users. */
export const THE_OPERATOR = 'The operator'
