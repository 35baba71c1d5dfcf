import { useStore } from '../../kit/browser/store.ts'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { session } from '../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../kit/session/use-may.ts'

/** Why one may not change clients, as an entry of the menu lets one: that is for internal users alone. */
export function useChangeDisabledReason(
  entry: 'clientList' | 'clientMenuOptions' | 'clientSpecificParameters',
): string | undefined {
  const mayNotEdit = useEditDisabledReason(ENTRIES[entry])
  const isInternal = useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)
  return isInternal ? mayNotEdit : 'Only internal users can change clients.'
}
