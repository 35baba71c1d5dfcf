import { mayCall } from '@despatch/contract/route/may-call'
import type { Permission } from '@despatch/contract/route/route'
import { clientSettingsFrom } from '@despatch/domain/administration/clients/client-settings'
import {
  entriesNotSeen,
  intersectVisibility,
  SEES_NOTHING,
  type Visibility,
  visibilityOfRole,
  visibilityOfSettings,
} from '@despatch/domain/administration/clients/visibility'
import { type ClientRestrictions, withheldEntries } from '@despatch/domain/administration/client-menu-options/withheld'
import {
  permissionTemplate,
  type PermissionTree,
  completePermissionTree,
  withoutEntries,
} from '@despatch/domain/administration/roles/permissions'
import { ALL_CLIENTS, type RoleType } from '@despatch/domain/administration/roles/role-types'
import { ABSOLUTE_HOURS, IDLE_MINUTES } from '@despatch/domain/sign-in/sessions/limits'
import { sql } from 'kysely'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { roleOf, sessionQuery, type SessionRow, type SessionVersion } from './queries.ts'
import { hashToken, isToken } from './token.ts'

const MINUTE = 60_000
const EXPIRED = 'Your session has ended. Sign in again to continue where you were.'

/** The caller, as of this transaction. */
export type Caller = {
  sessionId: number
  userId: number
  username: string
  isInternal: boolean
  roleId: number
  roleType: RoleType
  /** Increases with every change of the role. */
  roleVersion: number
  /** What the role grants, whatever the client; see {@link permissionsFor}. */
  rolePermissions: PermissionTree
  /** What the caller may do in this call: for a client user, the role's tree without what the client of the call withholds. */
  permissions: PermissionTree
  /** The clients that this call may touch. */
  clients: string[]
  /** A client user's own active clients in order of association; undefined for internal users, who have all. */
  ownClients: string[] | undefined
  /** Those of them that allow the call: a client may withhold it from its users. */
  openClients: string[] | undefined
  /** The call is for all of the caller's clients ('All_client'). */
  isForAll: boolean
  /** What restricts a client user's entries, by client. */
  clientRestrictions: Readonly<Record<string, ClientRestrictions>>
  /** What the caller sees of the operator's business, across all clients of the call: see server/src/http/shown-answer.ts. */
  sees: Visibility
  /** The same for each of a client user's own clients. */
  seesOf: Readonly<Record<string, Visibility>>
  /** What the role may see, whatever the client. */
  roleSees: Visibility
  /** The session's last recorded use is more than a minute ago: see `noteSessionUse`. */
  needsUsageUpdate: boolean
  /** The session token that the call came with: see `renewToken`. */
  token?: { hash: Buffer; issuedAt: Date; isCurrent: boolean; isRenewalUnused: boolean }
  /** The version of the session, for the cache: see server/src/http/authentication/cached-sessions.ts. */
  sessionVersion?: SessionVersion & { createdAt: Date }
  /**
   * The API key, if one calls: it has no session, so the ids of session, user and role are 0. `onlyClient` if it has one
   * client.
   */
  apiKey?: { id: number; name: string; onlyClient: string | undefined }
}

/**
 * Permission trees by role, with their versions. A changed role has a new version, so changes take effect on the next call.
 */
const trees = new Map<number, { version: number; permissions: PermissionTree }>()

/** Clears the cache: roles of another database have the same ids. */
export function forgetRoles(): void {
  trees.clear()
}

const NOTHING = permissionTemplate()

type SessionCredentials = { token: string; client: string | undefined; now: Date; sessionId?: number | undefined }

/**
 * Opens the session of a token, checks its limits, user and role, and sets what row-level security shows this transaction.
 * Throws an AppError (401) if there is no such session, or it has ended.
 *
 * @param sessionId the session that the token opened before, because the token may have been replaced since
 */
export async function openSession(
  transaction: Transaction,
  { token, client, now, sessionId }: SessionCredentials,
): Promise<Caller> {
  if (!isToken(token)) throw new AppError('session_expired', EXPIRED)
  const tokenHash = hashToken(token)
  const session = await transaction.row(sessionQuery(sessionId ?? tokenHash, client, now))
  if (!session || !session.user_active || !session.role_active) throw new AppError('session_expired', EXPIRED)
  checkLimits(session, now)
  const rolePermissions = await permissionsOf(transaction, session)
  const roleSees = visibilityOfRole(session.role_visibility)
  const seesOf = Object.fromEntries(
    (session.own_clients ?? []).map((code) => {
      const settings = clientSettingsFrom(session.client_settings?.[code])
      return [code, intersectVisibility(roleSees, visibilityOfSettings(settings))]
    }),
  )
  const clientRestrictions = session.cuts ?? {}
  // A call without a client is made for the first associated client.
  const home = client && client !== ALL_CLIENTS ? client : (session.own_clients?.[0] ?? '')
  const hasNoClient = client === undefined && session.own_clients?.length === 0
  return {
    sessionId: session.session_id,
    userId: session.user_id,
    username: session.username,
    isInternal: session.is_internal,
    roleId: session.role_id,
    roleType: session.role_type,
    roleVersion: session.role_version,
    rolePermissions,
    // A user whose clients are all closed may do nothing.
    permissions: hasNoClient
      ? NOTHING
      : permissionsFor({ rolePermissions, clientRestrictions, roleSees, seesOf }, home),
    clients: session.client_codes,
    ownClients: session.own_clients ?? undefined,
    openClients: session.own_clients ?? undefined,
    isForAll: client === ALL_CLIENTS,
    clientRestrictions,
    sees: seesForCall(session, { roleSees, seesOf }, client),
    seesOf,
    roleSees,
    needsUsageUpdate: now.getTime() - session.last_used_at.getTime() > MINUTE,
    token: {
      hash: tokenHash,
      issuedAt: session.token_issued_at,
      isCurrent: session.is_current_token,
      isRenewalUnused: session.is_renewal_unused,
    },
    ...(session.stamp !== null && {
      sessionVersion: {
        stamp: session.stamp,
        createdAt: session.created_at,
        lastUsedAt: session.last_used_at,
        seen: session.seen,
      },
    }),
  }
}

/** What the caller sees in this call: for several clients, what all of them allow. */
function seesForCall(
  { own_clients }: SessionRow,
  { roleSees, seesOf }: Pick<Caller, 'roleSees' | 'seesOf'>,
  client: string | undefined,
): Visibility {
  if (!own_clients) return roleSees
  const codes = client === undefined || client === ALL_CLIENTS ? own_clients : [client]
  return codes.map((code) => seesOf[code] ?? SEES_NOTHING).reduce(intersectVisibility, roleSees)
}

/**
 * What a caller may do for one client: the role's tree without the entries that the client withholds, and without those that
 * would show nothing the caller may see.
 */
export function permissionsFor(
  {
    rolePermissions,
    clientRestrictions,
    roleSees,
    seesOf,
  }: Pick<Caller, 'rolePermissions' | 'clientRestrictions' | 'roleSees' | 'seesOf'>,
  client: string,
): PermissionTree {
  const cut = clientRestrictions[client]
  const notSeen = entriesNotSeen(seesOf[client] ?? roleSees)
  return withoutEntries(rolePermissions, cut ? [...withheldEntries(cut), ...notSeen] : notSeen)
}

/**
 * Long-running work calls this before it writes. Throws an AppError (403) if, since the call began, the session has ended, the
 * user was locked, deactivated or given another role, the role was changed, or a client was removed.
 */
export async function refuseChangedCaller(transaction: Transaction, caller: Caller): Promise<void> {
  const isAsItWas = await transaction.row(
    sql`
      select 1 from sessions s join users u using (user_id) join roles r using (role_id)
      where s.session_id = ${caller.sessionId} and u.active and not u.locked
        and r.active and r.role_id = ${caller.roleId} and r.version = ${caller.roleVersion}
        and not exists (
          select from unnest(${caller.ownClients ?? []}::text[]) as own (code) where not exists (
            select from user_clients m join clients c using (client_code)
            where m.user_id = u.user_id and m.client_code = own.code and c.active
          )
        )`.compile(db),
  )
  if (!isAsItWas) throw new AppError('unauthorized_access', 'Your access has changed, so nothing was saved. Try again.')
}

/** Those of a client user's own clients that allow a call with this permission; undefined for internal users. */
export function clientsOpenTo(permission: Permission, caller: Caller): string[] | undefined {
  return caller.ownClients?.filter((code) => mayCall(permission, treeFor(caller, code)))
}

/** Caches callers' trees by client: building one takes longer than the rest of opening a session. */
const treesOfCallers = new WeakMap<Caller, Map<string, PermissionTree>>()

function treeFor(caller: Caller, client: string): PermissionTree {
  const trees = treesOfCallers.get(caller) ?? new Map<string, PermissionTree>()
  treesOfCallers.set(caller, trees)
  const tree = trees.get(client) ?? permissionsFor(caller, client)
  trees.set(client, tree)
  return tree
}

/** Narrows what row-level security shows the rest of a transaction. */
export async function seeClients(transaction: Transaction, clients: string[]): Promise<void> {
  await transaction.rows(sql`select set_config('app.clients', ${clients}::text[]::text, true)`.compile(db))
}

function checkLimits(session: SessionRow, now: Date): void {
  if (now.getTime() - session.last_used_at.getTime() > IDLE_MINUTES * MINUTE)
    throw new AppError(
      'session_expired',
      `Your session ended after ${IDLE_MINUTES} minutes without activity. Sign in again to continue where you were.`,
    )
  if (now.getTime() - session.created_at.getTime() > ABSOLUTE_HOURS * 60 * MINUTE)
    throw new AppError(
      'session_expired',
      `Your session ended ${ABSOLUTE_HOURS} hours after you signed in. Sign in again to continue where you were.`,
    )
}

async function permissionsOf(transaction: Transaction, session: SessionRow): Promise<PermissionTree> {
  const known = trees.get(session.role_id)
  if (known?.version === session.role_version) return known.permissions
  const role = await transaction.row(roleOf(session.role_id))
  if (!role) throw new AppError('session_expired', EXPIRED)
  const permissions = completePermissionTree(role.permissions)
  trees.set(role.role_id, { version: role.version, permissions })
  return permissions
}
