import type { LeafPath } from '@despatch/domain/roles/menu'
import { useStore } from '../app/store.ts'
import { useWhyNotEdit } from '../roles/use-may-edit.ts'
import { session } from '../session/session-store.ts'

/** Why one may not change clients, as an entry of the menu lets one: that is for internal users alone. */
export function useWhyNotChange(
  entry: 'clientList' | 'clientMenuOptions' | 'clientSpecificParameters',
): string | undefined {
  const leaf: LeafPath = `setUpAndControl.clientAdministration.${entry}`
  const mayNotEdit = useWhyNotEdit(leaf)
  const isInternal = useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)
  return isInternal ? mayNotEdit : 'Clients are the operator’s to change: internal users do that.'
}
