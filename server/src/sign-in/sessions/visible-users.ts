import type { Granter } from '@despatch/domain/administration/roles/granting'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../http/authentication/open-session.ts'

type Asking = { caller: Caller; clients: string[] }

/**
 * Which rows of `users` a call may see at all: an internal user's, those of the clients selected and the internal users,
 * who work for every client, or everyone for 'All_client'; a client user's, the client users of the clients selected.
 * What is not seen is not found.
 */
export function isVisible({ caller, clients }: Asking): RawBuilder<boolean> {
  if (caller.isInternal && caller.isForAll) return sql<boolean>`true`
  const isOfClients = sql<boolean>`exists (
    select from user_clients m where m.user_id = users.user_id and m.client_code = any (${clients}::text[])
  )`
  // Specification 4: a user with the iforce_user flag is shown to users with that flag alone.
  const hasInternalRole = sql<boolean>`exists (select from roles r where r.role_id = users.role_id and r.is_internal)`
  return caller.isInternal
    ? sql<boolean>`(${isOfClients} or ${hasInternalRole})`
    : sql<boolean>`(${isOfClients} and not ${hasInternalRole})`
}

/**
 * Whether the caller may change a user that is visible: a client user may where all of the user's clients are theirs too,
 * and none of them withholds the call.
 */
export function isOwnWhole({ caller }: Asking): RawBuilder<boolean> {
  if (caller.isInternal) return sql<boolean>`true`
  return sql<boolean>`not exists (
    select from user_clients m where m.user_id = users.user_id and not m.client_code = any (${caller.openClients ?? []}::text[])
  )`
}

/**
 * The caller as one who gives roles to others, or changes those who have them. What a client withholds from the caller it
 * withholds from all of its users, so the whole tree of the caller's role counts: nobody gains what the giver has not.
 */
export function granterOf(caller: Caller): Granter {
  return {
    type: caller.roleType,
    permissions: caller.rolePermissions,
    clients: caller.ownClients,
    sees: caller.roleSees,
  }
}
