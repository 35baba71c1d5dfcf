import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { holdsRight, type PermissionTree, type Right } from '@despatch/domain/administration/roles/permissions'
import type { Session } from './session-store.ts'

/** What users are told who may do nothing, because there is no client to do it for. */
export const NO_CLIENT = 'Your client is closed, or you have no client: contact the operator.'

/** Whether a user of clients belongs to none that is active: whatever their role grants, they may do nothing. */
export function isOfNoClient({ user, clients }: Session): boolean {
  return user !== undefined && !user.role.iforce_user && clients.length === 0
}

/**
 * Whether a session has a right on an entry: 'Enable' shows it, 'Read Only' opens it, 'Edit' with it lets one change. What the
 * selected client withholds from its users they do not have, whatever their role grants.
 */
export function hasRight(session: Session, leaf: LeafPath, right: Right = 'Read Only'): boolean {
  const { user, clients, client } = session
  if (!user || isOfNoClient(session) || !holdsRight(user.role.permissions as PermissionTree, leaf, right)) return false
  return !clients.some(({ code, withheld }) => code === client && withheld.includes(leaf))
}
