import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import { useStore } from '../browser/store.ts'
import { hasRight } from './rights.ts'
import { session } from './session-store.ts'

const ROLES = 'setUpAndControl.userAdministration.rolesAndPermissions'

/**
 * The reason why Edit controls are disabled, for the user to read.
 *
 * @returns undefined if the user has Edit on any of these menu entries
 */
export function useEditDisabledReason(...leaves: readonly LeafPath[]): string | undefined {
  const mayEdit = useStore(session.store, (state) => leaves.some((leaf) => hasRight(state, leaf, 'Edit')))
  const isAdministrator = useIsAdministrator()
  if (mayEdit) return undefined
  const titles = leaves.map((wanted) => menuLeaves().find(({ leaf }) => leaf === wanted)?.title ?? wanted)
  return `You need 'Edit' on ${titles.join(' or ')}. ${isAdministrator ? 'You can add it in Roles & Permissions.' : 'Ask your administrator.'}`
}

/** Whether the user may change roles, so that no text sends them to an administrator. */
export function useIsAdministrator(): boolean {
  return useStore(session.store, (state) => hasRight(state, ROLES, 'Edit'))
}

/** Whether the user may open any of these menu entries. */
export function useCanOpen(...leaves: readonly LeafPath[]): boolean {
  return useStore(session.store, (state) => leaves.some((leaf) => hasRight(state, leaf)))
}
