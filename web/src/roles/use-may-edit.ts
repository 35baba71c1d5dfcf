import type { LeafPath } from '@despatch/domain/roles/menu'
import { useStore } from '../app/store.ts'
import { hasRight } from '../session/rights.ts'
import { session } from '../session/session-store.ts'

/** Why one may not change what an entry of the menu stands for; undefined where one may. */
export function useWhyNotEdit(leaf: LeafPath): string | undefined {
  const mayEdit = useStore(session.store, (state) => hasRight(state, leaf, 'Edit'))
  return mayEdit ? undefined : 'Your role lets you read this, not change it.'
}
