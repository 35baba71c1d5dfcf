import { CLIENT_PARAMS, type ClientParams } from '@despatch/domain/administration/clients/client-params'
import type { ClientSettings } from '@despatch/domain/administration/clients/client-settings'
import {
  entriesNotSeen,
  intersectVisibility,
  type Visibility,
  visibilityOfSettings,
} from '@despatch/domain/administration/clients/visibility'
import { withheldEntries } from '@despatch/domain/administration/client-menu-options/withheld'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { ALL_CLIENTS, isInternalType } from '@despatch/domain/administration/roles/role-types'
import type { RoleValues } from '../role-values.ts'

export type RoleAtClient = Pick<RoleValues, 'client' | 'type' | 'sees'>

/** Facts about a role's client, from the session or from calls that the user may make. */
export type ClientRestrictions = {
  readonly own?: { readonly withheld: readonly LeafPath[]; readonly sees: Visibility } | undefined
  readonly options?:
    | { readonly covered: readonly string[]; readonly switchedOff: readonly { entry: string; reason: string }[] }
    | undefined
  readonly params?: ClientParams | undefined
  readonly settings?: ClientSettings | undefined
}

export type Withheld = {
  /** Withheld by the client: its menu options, switched-off entries and flags. */
  readonly byClient: readonly LeafPath[]
  /** Withheld because the client's settings or the role hide the screen's data. */
  readonly notSeen: readonly LeafPath[]
  /** Whether nothing else is withheld. */
  readonly isWhole: boolean
}

/** Whether one client restricts the role; a shared role is restricted by each client in its own way. */
export const isCutByClient = ({ client, type }: Pick<RoleAtClient, 'client' | 'type'>) =>
  !isInternalType(type) && client !== ALL_CLIENTS && client !== ''

/** What users of a role lack, whatever it grants, by the server's rules. */
export function withheldFromRole(role: RoleAtClient, restrictions: ClientRestrictions): Withheld {
  const byRole = entriesNotSeen(role.sees)
  if (!isCutByClient(role))
    return { byClient: [], notSeen: byRole, isWhole: isInternalType(role.type) || role.client !== ALL_CLIENTS }
  const { own, options, params, settings } = restrictions
  if (own) {
    const notSeen = entriesNotSeen(intersectVisibility(own.sees, role.sees))
    // The session's list combines both.
    return { byClient: own.withheld.filter((leaf) => !notSeen.includes(leaf)), notSeen, isWhole: true }
  }
  return {
    byClient: withheldEntries({
      covered: options?.covered ?? null,
      disabled: Object.fromEntries(options?.switchedOff.map(({ entry, reason }) => [entry, reason]) ?? []),
      off: params ? CLIENT_PARAMS.filter((param) => !params[param]) : [],
    }),
    notSeen: settings ? entriesNotSeen(intersectVisibility(visibilityOfSettings(settings), role.sees)) : byRole,
    isWhole: options !== undefined && params !== undefined && settings !== undefined,
  }
}
