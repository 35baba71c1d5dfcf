import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { holdsRight, type PermissionTree, type Right } from '@despatch/domain/administration/roles/permissions'
import type { Session } from './session-store.ts'

/** Message for users without an active client, who may do nothing. */
export const NO_CLIENT = 'Your client is closed, or you have no client. Contact the operator.'

/** Whether a client's user has no active client. Such a user may do nothing, whatever their role grants. */
export function hasNoActiveClient({ user, clients }: Session): boolean {
  return user !== undefined && !user.role.iforce_user && clients.length === 0
}

/**
 * Whether a session has a right on a menu entry: 'Enable' shows it, 'Read Only' opens it, 'Edit' changes what it shows.
 * Entries that the selected client withholds have no rights, whatever the role grants.
 */
export function hasRight(session: Session, leaf: LeafPath, right: Right = 'Read Only'): boolean {
  const { user, clients, client } = session
  if (!user || hasNoActiveClient(session) || !holdsRight(user.role.permissions as PermissionTree, leaf, right))
    return false
  return !clients.some(({ code, withheld }) => code === client && withheld.includes(leaf))
}
