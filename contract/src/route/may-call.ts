import { entriesNotSeen, type Visibility } from '@despatch/domain/administration/clients/visibility'
import { holdsRight, type PermissionTree, withoutEntries } from '@despatch/domain/administration/roles/permissions'
import type { Permission, Route } from './route.ts'

/** Whether a permission tree grants a route's permission. */
export function mayCall(permission: Permission, permissions: PermissionTree): boolean {
  if (typeof permission === 'string') return true
  return 'edits' in permission
    ? permission.edits.some((leaf) => holdsRight(permissions, leaf, 'Edit'))
    : permission.reads.some((leaf) => holdsRight(permissions, leaf))
}

type Who = { readonly permissions: PermissionTree; readonly isInternal: boolean; readonly sees: Visibility }

/** Whether a call admits users of a role, at a client whose settings show them this much. */
export function letsIn(route: Pick<Route, 'permission' | 'operatorOnly' | 'shows'>, who: Who): boolean {
  const permissions = withoutEntries(who.permissions, entriesNotSeen(who.sees))
  if (!mayCall(route.permission, permissions)) return false
  if (route.operatorOnly !== undefined && !who.isInternal) return false
  return route.shows?.every((key) => who.sees[key]) ?? true
}
