import { holdsRight, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import type { Permission } from './route.ts'

/** Whether a caller with this permission tree holds what a route asks for. */
export function mayCall(permission: Permission, permissions: PermissionTree): boolean {
  if (typeof permission === 'string') return true
  return 'edits' in permission
    ? permission.edits.some((leaf) => holdsRight(permissions, leaf, 'Edit'))
    : permission.reads.some((leaf) => holdsRight(permissions, leaf))
}
