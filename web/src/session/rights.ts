import type { LeafPath } from '@despatch/domain/roles/menu'
import { holdsRight, type PermissionTree, type Right } from '@despatch/domain/roles/permissions'
import type { Session } from './session-store.ts'

/**
 * Whether a session has a right on an entry: 'Enable' shows it, 'Read Only' opens it, 'Edit' lets one change. What the
 * selected client withholds from its users they do not have, whatever their role grants.
 */
export function hasRight({ user, clients, client }: Session, leaf: LeafPath, right: Right = 'Read Only'): boolean {
  if (!user || !holdsRight(user.role.permissions as PermissionTree, leaf, right)) return false
  return !clients.some(({ code, withheld }) => code === client && withheld.includes(leaf))
}
