import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../../kit/browser/store.ts'
import { menuOptionsOf, paramsOf, settingsOf } from '../../clients/client-queries.ts'
import { ENTRIES } from '../../../kit/navigation/menu-keys.ts'
import { session } from '../../../kit/session/session-store.ts'
import { useCanOpen } from '../../../kit/session/use-rights.ts'
import { isCutByClient, type RoleAtClient, type Withheld, withheldFromRole } from './withheld-from-role.ts'

/** What users of a role lack whatever it grants, as far as the user may know: see {@link withheldFromRole}. */
export function useWithheld(role: RoleAtClient): Withheld & { readonly isLoading: boolean } {
  const { client } = role
  const { user, clients } = useStore(session.store)
  const opensOptions = useCanOpen(ENTRIES.clientMenuOptions)
  const opensParams = useCanOpen(ENTRIES.clientSpecificParameters, 'orderManagement.createNewOrder')
  const opensSettings = useCanOpen(ENTRIES.clientSpecificParameters)
  // For the user's own clients the session knows it. Internal users are not restricted, so their session does not say.
  const own = user?.role.iforce_user ? undefined : clients.find(({ code }) => code === client)
  const asks = isCutByClient(role) && !own
  const options = useQuery({ ...menuOptionsOf(client), enabled: asks && opensOptions })
  const params = useQuery({ ...paramsOf(client), enabled: asks && opensParams })
  const settings = useQuery({ ...settingsOf(client), enabled: asks && opensSettings })
  const restrictions = { own, options: options.data, params: params.data, settings: settings.data?.settings }
  return {
    ...withheldFromRole(role, restrictions),
    isLoading: options.isLoading || params.isLoading || settings.isLoading,
  }
}
