import type { Granter } from '@despatch/domain/administration/roles/granting'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../http/authentication/open-session.ts'

type CallScope = { caller: Caller; clients: string[] }

/**
 * Limits rows of `users` to those that a call may see; others are not found. Internal users see users of the selected
 * clients and internal users, who work for every client, or everyone with 'All_client'. Client users see the client
 * users of the selected clients.
 */
export function isVisible({ caller, clients }: CallScope): RawBuilder<boolean> {
  if (caller.isInternal && caller.isForAll) return sql<boolean>`true`
  const isOfClients = sql<boolean>`exists (
    select from user_clients m where m.user_id = users.user_id and m.client_code = any (${clients}::text[])
  )`
  // Specification 4: a user with the iforce_user flag is shown only to users with that flag.
  const hasInternalRole = sql<boolean>`exists (select from roles r where r.role_id = users.role_id and r.is_internal)`
  return caller.isInternal
    ? sql<boolean>`(${isOfClients} or ${hasInternalRole})`
    : sql<boolean>`(${isOfClients} and not ${hasInternalRole})`
}

/**
 * Whether the caller may change a visible user. Client users may if all of the user's clients are theirs too and none
 * of them withholds the call.
 */
export function hasOnlyOwnClients({ caller }: CallScope): RawBuilder<boolean> {
  if (caller.isInternal) return sql<boolean>`true`
  return sql<boolean>`not exists (
    select from user_clients m where m.user_id = users.user_id and not m.client_code = any (${caller.openClients ?? []}::text[])
  )`
}

/**
 * The caller in the domain's granting rules. Uses the whole permission tree of the role: what a client withholds from
 * the caller it withholds from all of its users, so nobody gains more than the giver has.
 */
export function granterOf(caller: Caller): Granter {
  return {
    type: caller.roleType,
    permissions: caller.rolePermissions,
    clients: caller.ownClients,
    sees: caller.roleSees,
  }
}
