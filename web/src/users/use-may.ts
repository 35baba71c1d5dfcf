import { type LeafPath, menuLeaves } from '@despatch/domain/roles/menu'
import { useStore } from '../app/store.ts'
import { hasRight } from '../session/rights.ts'
import { session } from '../session/session-store.ts'

const UNDER = 'setUpAndControl.userAdministration'
const LEAVES = {
  manageUsers: `${UNDER}.manageUsers`,
  activateUsers: `${UNDER}.activateUsers`,
  userLoginStatus: `${UNDER}.multipleUsers.userLoginStatus`,
  amendMultipleUsers: `${UNDER}.multipleUsers.amendMultipleUsers`,
  deleteMultipleUsers: `${UNDER}.multipleUsers.deleteMultipleUsers`,
} as const satisfies Record<string, LeafPath>
export type UserEntry = keyof typeof LEAVES

/** Whether the role changes something under one of these entries of User Administration; if not, why, in words. */
export function useMay(...entries: readonly UserEntry[]): { isAllowed: boolean; why: string } {
  const isAllowed = useStore(session.store, (state) => entries.some((entry) => hasRight(state, LEAVES[entry], 'Edit')))
  const titles = entries.map((entry) => menuLeaves().find(({ leaf }) => leaf === LEAVES[entry])?.title ?? entry)
  return { isAllowed, why: isAllowed ? '' : `Your role has no Edit on ${titles.join(' or ')}.` }
}

/** Whether the role opens an entry of User Administration. */
export function useOpens(entry: UserEntry): boolean {
  return useStore(session.store, (state) => hasRight(state, LEAVES[entry]))
}
