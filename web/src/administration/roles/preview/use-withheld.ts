import { CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { withheldEntries } from '@despatch/domain/administration/clients/withheld'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { ALL_CLIENTS, isInternalType } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../../kit/browser/store.ts'
import { menuOptionsOf, paramsOf } from '../../clients/client-queries.ts'
import { ENTRIES } from '../../../sign-in/password/entries.ts'
import { session } from '../../../kit/session/session-store.ts'
import { useOpens } from '../../../kit/session/use-may.ts'
import type { RoleValues } from '../role-values.ts'

/** What is taken away by a client: `entries` as far as one may know it; `isWhole` where that is all of it. */
export type Withheld = { readonly entries: readonly LeafPath[]; readonly isWhole: boolean; readonly isLoading: boolean }

/**
 * What the client of a role takes from the users of it, whatever the role grants: its menu options, what is switched off,
 * its flags. Nothing from internal users; a role of all clients is cut by each client in its own way.
 */
export function useWithheld({ client, type }: Pick<RoleValues, 'client' | 'type'>): Withheld {
  const { user, clients } = useStore(session.store)
  const opensOptions = useOpens(ENTRIES.clientMenuOptions)
  const opensParams = useOpens(ENTRIES.clientSpecificParameters, 'orderManagement.createNewOrder')
  const isCut = !isInternalType(type) && client !== ALL_CLIENTS && client !== ''
  // Of one's own clients the session knows it; internal users are not cut, and so are told nothing there.
  const own = user?.role.iforce_user ? undefined : clients.find(({ code }) => code === client)
  const asks = isCut && !own
  const options = useQuery({ ...menuOptionsOf(client), enabled: asks && opensOptions })
  const params = useQuery({ ...paramsOf(client), enabled: asks && opensParams })
  if (!isCut) return { entries: [], isWhole: client !== ALL_CLIENTS || isInternalType(type), isLoading: false }
  if (own) return { entries: own.withheld, isWhole: true, isLoading: false }
  const flags = params.data
  return {
    entries: withheldEntries({
      covered: options.data?.covered ?? null,
      disabled: Object.fromEntries(options.data?.switchedOff.map(({ entry, reason }) => [entry, reason]) ?? []),
      off: flags ? CLIENT_PARAMS.filter((param) => !flags[param]) : [],
    }),
    isWhole: options.data !== undefined && flags !== undefined,
    isLoading: options.isLoading || params.isLoading,
  }
}
