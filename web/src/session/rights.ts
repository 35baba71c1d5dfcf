import type { LeafPath } from '@despatch/domain/roles/menu'
import { holdsRight, type PermissionTree, type Right } from '@despatch/domain/roles/permissions'
import type { Session } from './session-store.ts'

/** Whether a session has a right on an entry: 'Enable' shows it, 'Read Only' opens it, 'Edit' lets one change. */
export function hasRight({ user }: Session, leaf: LeafPath, right: Right = 'Read Only'): boolean {
  return user !== undefined && holdsRight(user.role.permissions as PermissionTree, leaf, right)
}
