import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import { useStore } from '../browser/store.ts'
import { hasRight } from './rights.ts'
import { session } from './session-store.ts'

/** Why one may change nothing that any of these entries of the menu stands for, in words; undefined where one may. */
export function useEditDisabledReason(...leaves: readonly LeafPath[]): string | undefined {
  const mayEdit = useStore(session.store, (state) => leaves.some((leaf) => hasRight(state, leaf, 'Edit')))
  if (mayEdit) return undefined
  const titles = leaves.map((wanted) => menuLeaves().find(({ leaf }) => leaf === wanted)?.title ?? wanted)
  return `Your role has no Edit on ${titles.join(' or ')}.`
}

/** Whether one may open one of these entries of the menu. */
export function useOpens(...leaves: readonly LeafPath[]): boolean {
  return useStore(session.store, (state) => leaves.some((leaf) => hasRight(state, leaf)))
}
