import { CLIENT_PARAMS, type ClientParams } from '@despatch/domain/administration/clients/client-params'
import type { ClientSettings } from '@despatch/domain/administration/clients/client-settings'
import {
  entriesNotSeen,
  narrowed,
  type Visibility,
  visibilityOfSettings,
} from '@despatch/domain/administration/clients/visibility'
import { withheldEntries } from '@despatch/domain/administration/client-menu-options/withheld'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { ALL_CLIENTS, isInternalType } from '@despatch/domain/administration/roles/role-types'
import type { RoleValues } from '../role-values.ts'

export type RoleAtClient = Pick<RoleValues, 'client' | 'type' | 'sees'>

/** What is known of a role's client: from one's own session, or as far as one may ask for it. */
export type KnownOfClient = {
  readonly own?: { readonly withheld: readonly LeafPath[]; readonly sees: Visibility } | undefined
  readonly options?:
    | { readonly covered: readonly string[]; readonly switchedOff: readonly { entry: string; reason: string }[] }
    | undefined
  readonly params?: ClientParams | undefined
  readonly settings?: ClientSettings | undefined
}

export type Withheld = {
  /** By the client: its menu options, what is switched off, its flags. */
  readonly byClient: readonly LeafPath[]
  /** Because its screen shows what the client's settings or the role hide. */
  readonly notSeen: readonly LeafPath[]
  /** Nothing else is withheld that is not known here. */
  readonly isWhole: boolean
}

/** Whether the client of a role narrows what the role grants; a role of all clients is cut by each in its own way. */
export const isCutByClient = ({ client, type }: Pick<RoleAtClient, 'client' | 'type'>) =>
  !isInternalType(type) && client !== ALL_CLIENTS && client !== ''

/** What the users of a role do not have, whatever it grants: as the server works it out for each of their calls. */
export function withheldFromRole(role: RoleAtClient, known: KnownOfClient): Withheld {
  const byRole = entriesNotSeen(role.sees)
  if (!isCutByClient(role))
    return { byClient: [], notSeen: byRole, isWhole: isInternalType(role.type) || role.client !== ALL_CLIENTS }
  const { own, options, params, settings } = known
  if (own) {
    const notSeen = entriesNotSeen(narrowed(own.sees, role.sees))
    // The session's list has both.
    return { byClient: own.withheld.filter((leaf) => !notSeen.includes(leaf)), notSeen, isWhole: true }
  }
  return {
    byClient: withheldEntries({
      covered: options?.covered ?? null,
      disabled: Object.fromEntries(options?.switchedOff.map(({ entry, reason }) => [entry, reason]) ?? []),
      off: params ? CLIENT_PARAMS.filter((param) => !params[param]) : [],
    }),
    notSeen: settings ? entriesNotSeen(narrowed(visibilityOfSettings(settings), role.sees)) : byRole,
    isWhole: options !== undefined && params !== undefined && settings !== undefined,
  }
}
