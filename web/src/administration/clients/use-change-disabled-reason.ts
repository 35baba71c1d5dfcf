import { useStore } from '../../kit/browser/store.ts'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { session } from '../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'

/** Why the user cannot change clients, combined with the menu entry's own reason: only internal users can. */
export function useChangeDisabledReason(
  entry: 'clientList' | 'clientMenuOptions' | 'clientSpecificParameters',
): string | undefined {
  const mayNotEdit = useEditDisabledReason(ENTRIES[entry])
  const isInternal = useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)
  return isInternal ? mayNotEdit : 'Only internal users can change clients.'
}
